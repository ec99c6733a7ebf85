"""The arrays that words are searched in hold what the bags of chunks say."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from tests.fuzzing import examples

from glossator.core.search.postings import Postings
from glossator.core.terms import pack

BAGS = st.lists(
    st.dictionaries(st.integers(0, 2**32 - 1) | st.integers(0, 5), st.integers(1, 70_000), max_size=6),
    max_size=8,
)


@examples(100)
@given(BAGS, st.integers(0, 6))
def test_each_term_has_the_chunks_that_hold_it(bags: list[dict[int, int]], term: int) -> None:
    """Frequencies are kept up to 65,535, and chunks without terms not at all."""
    postings = Postings.of((10 + row, pack(Counter(bag))) for row, bag in enumerate(bags))
    held = {
        10 + row: {each: min(count, 65_535) for each, count in bag.items()} for row, bag in enumerate(bags)
    }
    filled = {chunk: bag for chunk, bag in held.items() if bag}
    assert postings.chunk_ids.tolist() == list(filled)
    assert postings.lengths.tolist() == [sum(bag.values()) for bag in filled.values()]
    rows, frequencies = postings.of_term(term)
    found = dict(zip(postings.chunk_ids[rows].tolist(), frequencies.tolist(), strict=True))
    assert found == {chunk: bag[term] for chunk, bag in filled.items() if term in bag}
    assert postings.terms.tolist() == sorted({each for bag in filled.values() for each in bag})


def test_arrays_are_small_for_what_they_hold() -> None:
    bag = pack(Counter(dict.fromkeys(range(100), 1)))
    postings = Postings.of((row, bag) for row in range(1000))
    held = (postings.rows, postings.frequencies, postings.terms, postings.starts)
    assert sum(each.nbytes for each in held) < 6.1 * 100 * 1000
