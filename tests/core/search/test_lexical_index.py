"""Words are scored by BM25, and an index that follows changes scores as one that is made anew."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzzing import examples

from glossator.core.row_ids import row_id
from glossator.core.search.lexical_index import LexicalIndex, Scores
from glossator.core.terms import pack

K1, B = 2.0, 0.75

Bag = dict[int, int]
Files = dict[int, list[Bag]]
"""The bags of the chunks of each file."""

BAGS = st.dictionaries(st.integers(0, 5), st.integers(1, 70_000), max_size=4)
FILES = st.dictionaries(st.integers(1, 6), st.lists(BAGS, max_size=4), max_size=5)
TERMS = st.lists(st.integers(0, 6), max_size=4, unique=True)


def rows(files: Files) -> list[tuple[int, bytes]]:
    return [
        (row_id(file, place), pack(Counter(bag)))
        for file, bags in sorted(files.items())
        for place, bag in enumerate(bags)
    ]


def as_dict(scores: Scores) -> dict[int, float]:
    return dict(zip(scores.chunk_ids.tolist(), scores.scores.tolist(), strict=True))


def plain_scores(files: Files, query: list[int]) -> dict[int, float]:
    """BM25 as it is written in the paper, of the chunks that hold any term; frequencies are kept up to 65,535."""
    chunks = {
        row_id(file, place): {term: min(count, 65_535) for term, count in bag.items()}
        for file, bags in files.items()
        for place, bag in enumerate(bags)
        if bag
    }
    lengths = {chunk: sum(bag.values()) for chunk, bag in chunks.items()}
    average = sum(lengths.values()) / len(lengths) if lengths else 1.0
    scores: dict[int, float] = {}
    for term in query:
        holding = sum(term in bag for bag in chunks.values())
        rarity = math.log(1 + (len(chunks) - holding + 0.5) / (holding + 0.5))
        for chunk, bag in chunks.items():
            if term in bag:
                norm = K1 * (1 - B + B * lengths[chunk] / average)
                scores[chunk] = scores.get(chunk, 0) + rarity * bag[term] * (K1 + 1) / (bag[term] + norm)
    return scores


@examples(150)
@given(FILES, TERMS)
def test_scores_are_those_of_the_formula(files: Files, query: list[int]) -> None:
    index = LexicalIndex.of(rows(files))
    assert as_dict(index.scores(query)) == pytest.approx(plain_scores(files, query), rel=1e-4)


@examples(200)
@given(FILES, st.lists(FILES, min_size=1, max_size=3), TERMS)
def test_an_index_that_followed_changes_is_as_one_made_anew(
    before: Files, steps: list[Files], query: list[int]
) -> None:
    """A file in a step has other chunks than before, and is gone if they are none. What is told is always all that
    has changed since the beginning."""
    index, now, changed = LexicalIndex.of(rows(before)), dict(before), set[int]()
    for step in steps:
        now |= step
        changed |= set(step)
        index = index.followed(changed, rows({file: now[file] for file in changed}))
    anew = LexicalIndex.of(rows(now))
    assert len(index) == len(anew)
    assert as_dict(index.scores(query)) == pytest.approx(as_dict(anew.scores(query)), rel=1e-4)
    assert index.rarities(query) == pytest.approx(anew.rarities(query))
    for files in ([], [1], [2, 3, 9], range(1, 7)):
        ids = np.array(list(files), np.int64)
        assert sorted(index.chunk_ids_of(ids).tolist()) == anew.chunk_ids_of(ids).tolist()


def test_an_index_is_a_value_that_later_ones_leave_alone() -> None:
    first = LexicalIndex.of(rows({1: [{1: 2}], 2: [{1: 1}]}))
    second = first.followed({1}, rows({1: [{3: 1}]}))
    assert sorted(as_dict(first.scores([1]))) == [row_id(1, 0), row_id(2, 0)]
    assert list(as_dict(second.scores([1]))) == [row_id(2, 0)]
    assert list(as_dict(second.followed({1, 2}, ()).scores([1, 3]))) == []


def test_an_empty_index_finds_nothing() -> None:
    index = LexicalIndex.of(())
    assert (len(index), as_dict(index.scores([1])), index.chunk_ids_of(np.array([1])).tolist()) == (0, {}, [])
    assert as_dict(LexicalIndex.of(rows({1: [{1: 1}]})).scores([])) == {}


def test_rare_terms_are_worth_more() -> None:
    index = LexicalIndex.of(rows({1: [{1: 1, 2: 1}], 2: [{1: 1}], 3: [{1: 1}]}))
    common, rare, absent = index.rarities([1, 2, 3])
    assert 0 < common < rare < absent
