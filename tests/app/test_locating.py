"""What a user may write to name a place or a symbol."""

from __future__ import annotations

from pathlib import Path

import pytest

from glossator.app.locating import NameWanted, PlaceWanted, parse_target


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.py:12", PlaceWanted("a.py", 12, 0)),
        ("./a.py:12:5", PlaceWanted("a.py", 12, 5)),
        ("odd:name.py:3", PlaceWanted("odd:name.py", 3, 0)),
        ("a.py::Class.method", NameWanted("a.py", "Class.method")),
        ("a.py::ns::f", NameWanted("a.py", "ns::f")),
        ("std::vector", NameWanted("", "std::vector")),
        ("missing.py::f", NameWanted("", "missing.py::f")),
        ("plain_name", NameWanted("", "plain_name")),
        (" spaced ", NameWanted("", "spaced")),
        ("", NameWanted("", "")),
    ],
)
def test_a_target_is_a_place_or_a_name(tmp_path: Path, text: str, expected: object) -> None:
    (tmp_path / "a.py").write_text("")
    assert parse_target(text, tmp_path) == expected


def test_an_absolute_path_inside_the_root_becomes_relative(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("")
    assert parse_target(f"{tmp_path}/a.py:2", tmp_path) == PlaceWanted("a.py", 2, 0)
    assert parse_target("/elsewhere/a.py:2", tmp_path) == PlaceWanted("/elsewhere/a.py", 2, 0)
