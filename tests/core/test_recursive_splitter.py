"""The reference splitter cuts as it is described: by paragraphs, lines, blanks and characters, with overlaps."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.fuzzing import examples

from glossator.core.evaluation.recursive_splitter import OVERLAP, SIZE, split


def texts(data: bytes) -> list[str]:
    return [data[span.start : span.end].decode() for span in split(data)]


def test_paragraphs_are_kept_whole_and_short_ones_joined() -> None:
    paragraphs = ["a" * 300, "b" * 300, "c" * 300, "d" * 900]
    assert texts("\n\n".join(paragraphs).encode()) == ["\n\n".join(paragraphs[:3]), paragraphs[3]]


def test_a_long_paragraph_is_cut_at_lines_and_neighbours_share_some() -> None:
    lines = [f"line {number:3} {'x' * 60}" for number in range(40)]
    found = texts("\n".join(lines).encode())
    assert all(len(text) <= SIZE for text in found)
    for left, right in pairwise(found):
        shared = right.splitlines()[0]
        assert shared in left
        assert len(left) - left.index(shared) <= OVERLAP


def test_a_long_word_is_cut_into_characters() -> None:
    assert texts(b"x" * 2500) == ["x" * 1000, "x" * 1000, "x" * 900]


@examples(60)
@given(st.text(alphabet=st.sampled_from("ab é🚀\n\n "), max_size=5000))
def test_the_pieces_cover_a_text_in_order(text: str) -> None:
    data = text.encode()
    place = 0
    for span in split(data):
        assert not data[place : span.start].strip()
        assert len(data[span.start : span.end].decode()) <= SIZE
        place = max(place, span.end)
    assert not data[place:].strip()
