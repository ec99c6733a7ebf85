"""Text of strangers must not move the cursor, set titles, or be shown in another order than it has."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossator.commands.safe_text import neutralise, one_line
from glossator.core.invisible import INVISIBLE

JOINERS = "\u200c\u200d"
"""Scripts and emoji need these."""


@given(st.text(alphabet=st.characters()))
def test_no_control_character_but_line_feed_and_tab_survives(text: str) -> None:
    assert all(
        unicodedata.category(character) != "Cc" or character in "\n\t" for character in neutralise(text)
    )


def test_no_character_that_is_not_seen_survives() -> None:
    """Controls, marks of direction, separators of lines, tags, halves of pairs: all that Unicode counts as such."""
    unseen = {chr(code) for code in range(sys.maxunicode + 1)} - set("\n\t" + JOINERS)
    left = [
        character
        for character in unseen
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        and neutralise(character) == character
    ]
    assert left == []


ordinary = st.characters(exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp", "Cn")).filter(
    lambda character: ord(character) not in INVISIBLE
)


@given(st.text(alphabet=ordinary))
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert neutralise(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;owned\x07", "\\x1b]0;owned\\x07"),
        ("\x1b[2J", "\\x1b[2J"),
        ("\x9b31m", "\\x9b31m"),
        ("a\rb", "a\\x0db"),
        ("a\r\nb", "a\nb"),
        ("if \u202eadmin", "if \\u202eadmin"),
        ("a\u2028b", "a\\u2028b"),
        (
            "\x1b]8;;https://x.invalid\x1b\\\\here\x1b]8;;\x1b\\\\",
            "\\x1b]8;;https://x.invalid\\x1b\\\\here\\x1b]8;;\\x1b\\\\",
        ),
        ("\x1bP+q544e\x1b\\\\", "\\x1bP+q544e\\x1b\\\\"),
        ("\U000e0041", "\\U000e0041"),
        ("a\ud800", "a\\ud800"),
        ("naïve 日本 🙂 👨‍👩‍👧 می‌خواهم", "naïve 日本 🙂 👨‍👩‍👧 می‌خواهم"),
    ],
)
def test_dangerous_characters_are_written_as_escapes(text: str, shown: str) -> None:
    assert neutralise(text) == shown


def test_a_name_stays_on_its_line() -> None:
    assert one_line("odd\nname\t.py") == "odd\\nname\\t.py"
