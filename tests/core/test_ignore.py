"""Patterns of .gitignore by themselves; that they mean what git means is tested on work trees."""

from __future__ import annotations

import pytest

from glossator.core.ignore import parse_ignore_file, parse_pattern


def decides(text: bytes, path: bytes, *, is_directory: bool = False) -> bool | None:
    pattern = parse_ignore_file(text).deciding(path, is_directory)
    return None if pattern is None else not pattern.negated


def test_the_last_pattern_that_matches_decides() -> None:
    assert decides(b"*.py\n!a.py\n", b"x/a.py") is False
    assert decides(b"!a.py\n*.py\n", b"x/a.py") is True
    assert decides(b"*.py\n", b"a.go") is None


def test_a_pattern_for_folders_says_nothing_about_files() -> None:
    assert decides(b"a/\n", b"a", is_directory=True) is True
    assert decides(b"a/\n", b"a") is None


def test_patterns_count_from_the_folder_of_their_file() -> None:
    patterns = parse_ignore_file(b"/gen\nx/y\n", b"pkg/")
    assert patterns.deciding(b"pkg/gen", False) is not None
    assert patterns.deciding(b"pkg/x/y", False) is not None
    assert patterns.deciding(b"pkg/a/gen", False) is None


@pytest.mark.parametrize("line", [b"", b"# a", b"!", b"/", b"   ", b"a\\", b"[a", b"[[:none:]]"])
def test_lines_that_can_match_nothing_are_no_patterns(line: bytes) -> None:
    assert parse_pattern(line) is None


@pytest.mark.parametrize(
    "line",
    [
        b"*a" * 60 + b"b",
        b"/" + b"*a" * 60 + b"b",
        b"**/" * 60 + b"b",
        b"**/*a*a*a/" * 20 + b"b",
        b"/**/a*" * 20 + b"b",
    ],
)
def test_hostile_patterns_are_answered(line: bytes) -> None:
    assert decides(line, b"/".join([b"a" * 250] * 15)) is None


def test_letter_case_is_ignored_on_request() -> None:
    assert parse_ignore_file(b"Build/*.O\n", ignore_case=True).deciding(b"bUILD/x.o", False) is not None
    assert parse_ignore_file(b"Build/*.O\n").deciding(b"bUILD/x.o", False) is None
