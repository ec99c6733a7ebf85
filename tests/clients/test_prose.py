"""Streamed text is broken between words, whatever pieces it comes in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from glossator_client.terminal.prose import WordWrap


def wrapped(pieces: list[str], width: int) -> str:
    written: list[str] = []
    wrap = WordWrap(written.append, width)
    for piece in pieces:
        wrap.feed(piece)
    wrap.close()
    return "".join(written)


def test_lines_are_broken_between_words() -> None:
    text = "The quick brown fox jumps over the lazy dog."
    assert wrapped([text], 20) == "The quick brown fox\njumps over the lazy\ndog.\n"


def test_code_stays_as_it_is() -> None:
    text = "So:\n```python\ndef f(a_long_name, another_long_name): pass\n```\n    indented code that is long\nend\n"
    assert wrapped([text], 20) == text


@given(st.text(alphabet="ab \n`"), st.integers(1, 30))
def test_the_pieces_make_no_difference(text: str, width: int) -> None:
    assert wrapped(list(text), width) == wrapped([text], width)


@given(st.text(alphabet="abc \n`"))
def test_no_word_is_lost_or_changed(text: str) -> None:
    assert wrapped([text], 20).split() == text.split()


def test_words_are_shown_as_soon_as_they_are_whole() -> None:
    written: list[str] = []
    wrap = WordWrap(written.append, 40)
    wrap.feed("It ret")
    assert written == ["It"]
    wrap.feed("urns ")
    assert written == ["It", " returns"]
