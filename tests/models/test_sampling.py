from __future__ import annotations

import numpy
from hypothesis import given
from hypothesis import strategies as st

from glossator.models.sampling import is_looping, next_token


def choose(logits: list[float], answer: list[int], temperature: float = 0.0, seed: int = 0) -> int:
    generator = numpy.random.default_rng(seed)
    return next_token(numpy.asarray(logits, dtype=numpy.float32), answer, temperature, generator)


def test_at_temperature_zero_the_likeliest_token_is_taken() -> None:
    assert choose([0.1, 3.0, 2.9], []) == 1


def test_a_token_that_was_just_used_is_held_back_a_little() -> None:
    assert choose([0.1, 3.0, 2.9], [1]) == 2
    assert choose([0.1, 3.0, 1.0], [1]) == 1
    assert choose([-5.0, -1.0, -1.05], [1]) == 2


def test_above_zero_the_unlikely_tail_is_never_drawn() -> None:
    drawn = {choose([5.0, 4.5, -9.0, -9.0], [], 0.8, seed) for seed in range(50)}
    assert drawn == {0, 1}


@given(st.lists(st.integers(0, 3), min_size=1, max_size=8), st.integers(24, 60), st.lists(st.integers(4, 99)))
def test_a_pattern_that_repeats_long_enough_is_a_loop(
    pattern: list[int], rounds: int, before: list[int]
) -> None:
    assert is_looping(before + pattern * rounds)


def test_a_list_with_similar_lines_is_no_loop() -> None:
    lines = [[1, 2, 3, number, 4] for number in range(100, 130)]
    assert not is_looping([token for line in lines for token in line])
    assert not is_looping([])
    assert not is_looping([7] * 23)
