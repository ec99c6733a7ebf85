"""What changed between two texts, found in a way that moves places right."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.fuzzing import examples

from glossator.core.text import Span
from glossator.core.text_changes import Changes

_PIECES = (
    b"a\n",
    b"b\n",
    b"foo bar\n",
    b"x",
    b"\r",
    b"\r\n",
    b"\n",
    b"(",
    b"\xcc\x81",
    b"\xf0\x9f\x9a\x80",
    b"  ",
)
texts = st.lists(st.sampled_from(_PIECES), max_size=14).map(b"".join)


@st.composite
def edited(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A text, and the same after some edits."""
    old = new = draw(texts)
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(new)))
        end = draw(st.integers(start, min(len(new), start + 5)))
        new = new[:start] + draw(texts)[:8] + new[end:]
    return old, new


@examples(300)
@given(pair=edited())
def test_the_old_text_with_its_changes_is_the_new_one(pair: tuple[bytes, bytes]) -> None:
    old, new = pair
    made, at = b"", 0
    for change in Changes(old, new).all:
        assert change.old or change.new
        assert change.old.start >= at
        made += old[at : change.old.start]
        assert len(made) == change.new.start
        made += new[change.new.start : change.new.end]
        at = change.old.end
    assert made + old[at:] == new


@examples(300)
@given(pair=edited())
def test_places_keep_their_order_and_unchanged_text_its_content(pair: tuple[bytes, bytes]) -> None:
    old, new = pair
    changes = Changes(old, new)
    for place in (changes.start, changes.end):
        moved = [place(offset) for offset in range(len(old) + 1)]
        assert moved == sorted(moved)
        assert 0 <= moved[0] <= moved[-1] <= len(new)
    for start in range(len(old)):
        for end in range(start + 1, min(len(old), start + 6) + 1):
            if (now := changes.unchanged(Span(start, end))) is not None:
                assert new[now.start : now.end] == old[start:end]


def _changed(old: str, new: str) -> list[tuple[str, str]]:
    before, after = old.encode(), new.encode()
    return [
        (before[each.old.start : each.old.end].decode(), after[each.new.start : each.new.end].decode())
        for each in Changes(before, after).all
    ]


def test_a_change_takes_whole_words_and_characters() -> None:
    assert _changed("def total(): pass", "def subtotal(): pass") == [("total", "subtotal")]
    assert _changed("a+b", "ab") == [("a+b", "ab")]
    assert _changed("x = é\n", "x = è\n") == [("é", "è")]
    assert _changed("f()", "f(a)") == [("", "a")]


def test_whole_lines_are_told_from_their_like() -> None:
    assert _changed("foo = 1\nfoo\n", "foo\n") == [("foo = 1\n", "")]
    assert _changed("a\n}\nb\n}\n", "a\n}\nc\n}\nb\n}\n") == [("", "c\n}\n")]


def test_changes_in_several_places_leave_what_is_between() -> None:
    old = "".join(f"line {number}\n" for number in range(20))
    new = old.replace("line 3\n", "row 3\n").replace("line 15\n", "")
    assert _changed(old, new) == [("line", "row"), ("line 15\n", "")]


def test_a_long_line_is_compared_in_blocks() -> None:
    old = b"x=[" + b"1," * 2_500_000 + b"]"
    (change,) = Changes(old, old[:3_000_000] + b"(" + old[3_000_000:]).all
    assert (len(change.old), len(change.new)) == (0, 1)
