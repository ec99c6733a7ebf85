"""Index files with bytes changed at random are answered rightly or built anew; many more rounds by
`python -m tests.store.index_file_fuzz`."""

from __future__ import annotations

from pathlib import Path

from tests.store.index_file_fuzz import Fuzz

ROUNDS = 25


def test_a_file_changed_after_it_was_closed_is_replaced_whatever_the_change_is(tmp_path: Path) -> None:
    fuzz = Fuzz(tmp_path, seed=1)
    for _ in range(ROUNDS):
        fuzz.round_with_certificate()
    assert fuzz.seen["replaced"] == ROUNDS


def test_a_file_changed_after_its_writer_was_killed_is_used_or_replaced_with_one_sentence(
    tmp_path: Path,
) -> None:
    fuzz = Fuzz(tmp_path, seed=2)
    for _ in range(ROUNDS):
        fuzz.round_without_certificate()
    assert fuzz.seen["kept"] + fuzz.seen["replaced"] == ROUNDS
    assert fuzz.seen["replaced"]
