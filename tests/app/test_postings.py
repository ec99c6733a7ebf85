"""The arrays that words are searched in say what a plain count of the same bags says."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
from glossator.app.postings import Postings
from hypothesis import given, settings
from hypothesis import strategies as st

from glossator.core.terms import pack

bags = st.lists(
    st.dictionaries(st.integers(0, 2**32 - 1) | st.integers(0, 5), st.integers(1, 70_000), max_size=6),
    max_size=8,
)


def plain_scores(chunks: list[dict[int, int]], query: tuple[int, ...]) -> list[float]:
    """BM25 as it is written in the paper; frequencies are kept up to 65,535."""
    capped = [{term: min(count, 65_535) for term, count in chunk.items()} for chunk in chunks]
    lengths = [sum(chunk.values()) for chunk in capped]
    average = sum(lengths) / len(lengths) if any(lengths) else 1.0
    scores = [0.0] * len(chunks)
    for term in query:
        holding = sum(term in chunk for chunk in capped)
        rarity = math.log(1 + (len(chunks) - holding + 0.5) / (holding + 0.5))
        for row, chunk in enumerate(capped):
            if term in chunk:
                norm = 1.2 * (1 - 0.75 + 0.75 * lengths[row] / average)
                scores[row] += rarity * chunk[term] * 2.2 / (chunk[term] + norm)
    return scores


@settings(deadline=None)
@given(chunks=bags, query=st.lists(st.integers(0, 5), max_size=4, unique=True))
def test_scores_are_those_of_the_formula(chunks: list[dict[int, int]], query: list[int]) -> None:
    packed = [(10 + row, pack(Counter(chunk))) for row, chunk in enumerate(chunks)]
    postings = Postings.of(packed)
    assert [int(each) for each in postings.chunk_ids] == [identifier for identifier, _ in packed]
    if chunks:
        np.testing.assert_allclose(
            postings.scores(tuple(query)), plain_scores(chunks, tuple(query)), rtol=1e-4
        )
    else:
        assert len(postings.scores(tuple(query))) == 0


def test_a_chunk_without_terms_between_others_takes_nothing_of_them() -> None:
    bags = [Counter({1: 3}), Counter[int](), Counter({1: 1, 2: 2}), Counter[int]()]
    postings = Postings.of((row, pack(bag)) for row, bag in enumerate(bags))
    assert [float(length) for length in postings.lengths] == [3, 0, 3, 0]
    assert [bool(score) for score in postings.scores((1,))] == [True, False, True, False]


def test_arrays_are_small_for_what_they_hold() -> None:
    bag = pack(Counter(dict.fromkeys(range(100), 1)))
    postings = Postings.of((row, bag) for row in range(1000))
    held = (postings.rows, postings.frequencies, postings.terms, postings.starts)
    assert sum(each.nbytes for each in held) < 6.1 * 100 * 1000
