"""Which definition a cursor or a selection means."""

from __future__ import annotations

import pytest

from glossator.core.languages import languages
from glossator.core.syntax import extract
from glossator.core.target import TargetChoice, choose_target
from glossator.core.text import Span

SOURCE = b'''import os


@decorated
def outer(a):
    """Documentation."""
    def inner(b):
        return b + 1
    return inner(a)


class Box:
    size = 3

    def open(self):
        return self.size


after = outer(1)
'''

FACTS = extract(SOURCE, languages()["python"])


def target(start: int, end: int | None = None) -> tuple[str | None, bytes | None] | None:
    choice = choose_target(FACTS.symbols, SOURCE, Span(start, start if end is None else end))
    if choice is None:
        return None
    name = None if choice.position is None else FACTS.symbols[choice.position].qualified_name
    selected = choice.selection and SOURCE[choice.selection.start : choice.selection.end]
    return name, selected


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (b"@decorated", "outer"),
        (b"outer(a):", "outer"),
        (b"Documentation", "outer"),
        (b"b + 1", "outer.inner"),
        (b"return inner", "outer"),
        (b"class Box", "Box"),
        (b"size = 3", "Box"),
        (b"self.size", "Box.open"),
    ],
)
def test_a_cursor_means_the_innermost_definition(at: bytes, expected: str) -> None:
    assert target(SOURCE.index(at)) == (expected, None)


@pytest.mark.parametrize("at", [b"import os", b"\n\n@decorated", b"after = outer"])
def test_top_level_code_has_no_target(at: bytes) -> None:
    assert target(SOURCE.index(at)) is None


def test_a_cursor_behind_the_last_character_still_belongs_to_the_definition() -> None:
    assert target(SOURCE.index(b"inner(a)") + len(b"inner(a)")) == ("outer", None)


def test_a_selection_is_explained_within_its_definition() -> None:
    start = SOURCE.index(b"return self.size")
    assert target(start, start + len(b"return self.size")) == ("Box.open", b"return self.size")


def test_a_selection_of_one_word_or_of_white_space_counts_as_a_cursor() -> None:
    start = SOURCE.index(b"self.size")
    assert target(start, start + 4) == ("Box.open", None)
    blank = SOURCE.index(b"        return b")
    assert target(blank, blank + 4) == ("outer.inner", None)


def test_a_selection_of_a_whole_definition_means_the_definition() -> None:
    start = SOURCE.index(b"def open")
    end = SOURCE.index(b"return self.size") + len(b"return self.size\n")
    assert target(start, end) == ("Box.open", None)


def test_a_selection_outside_of_definitions_stands_for_itself() -> None:
    start = SOURCE.index(b"after = outer(1)")
    assert target(start, len(SOURCE)) == (None, b"after = outer(1)")


def test_a_text_without_definitions_has_targets_only_for_selections() -> None:
    assert choose_target((), b"some words here", Span(3, 3)) is None
    assert choose_target((), b"some words here", Span(0, 10)) == TargetChoice(None, Span(0, 10))
