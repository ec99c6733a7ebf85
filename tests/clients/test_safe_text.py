"""Text of strangers must not move the cursor, set titles, or be shown in another order than it has."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossator.commands.safe_text import neutralise, one_line


@given(st.text(alphabet=st.characters()))
def test_no_control_character_but_line_feed_and_tab_survives(text: str) -> None:
    assert all(
        unicodedata.category(character) != "Cc" or character in "\n\t" for character in neutralise(text)
    )


@given(st.text(alphabet=st.characters(exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp"))))
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
        ("naïve 日本 🙂", "naïve 日本 🙂"),
    ],
)
def test_dangerous_characters_are_written_as_escapes(text: str, shown: str) -> None:
    assert neutralise(text) == shown


def test_a_name_stays_on_its_line() -> None:
    assert one_line("odd\nname\t.py") == "odd\\nname\\t.py"
