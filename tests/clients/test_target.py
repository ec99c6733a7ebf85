"""TARGET means what the shell completes, whatever folder the user stands in."""

from __future__ import annotations

from pathlib import Path

import pytest

from glossator_client.errors import ClientError
from glossator_client.terminal.target import relative_to_root


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = (tmp_path / "project").resolve()
    for name in ("main.py", "src/main.py", "src/odd: 12 name.py", "lib/a.cpp"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "outside.py").touch()
    return root


@pytest.mark.parametrize(
    ("folder", "text", "expected"),
    [
        (".", "src/main.py:3", "src/main.py:3"),
        (".", "src/main.py:3:7", "src/main.py:3:7"),
        ("src", "main.py:3", "src/main.py:3"),
        ("src", "../main.py:3", "main.py:3"),
        ("lib", "src/main.py:3", "src/main.py:3"),
        ("lib", "main.py::Class.method", "main.py::Class.method"),
        ("lib", "a.cpp::ns::f", "lib/a.cpp::ns::f"),
        (".", "ns::f", "ns::f"),
        (".", "decode_file", "decode_file"),
        ("src", "odd: 12 name.py:4", "src/odd: 12 name.py:4"),
        (".", "", ""),
    ],
)
def test_paths_become_relative_to_the_root(
    root: Path, monkeypatch: pytest.MonkeyPatch, folder: str, text: str, expected: str
) -> None:
    monkeypatch.chdir(root / folder)
    assert relative_to_root(text, root) == expected


def test_a_root_elsewhere_is_looked_in_first(
    root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "main.py").touch()
    monkeypatch.chdir(tmp_path)
    assert relative_to_root("main.py:1", root) == "main.py:1"


def test_an_absolute_path_is_understood(root: Path) -> None:
    assert relative_to_root(f"{root}/src/main.py:1", root) == "src/main.py:1"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gone.py:3", "There is no file 'gone.py'"),
        ("main.py:0", "count from 1"),
        ("main.py:1:0", "count from 1"),
        ("../outside.py:1", "outside of"),
    ],
)
def test_what_cannot_be_meant_is_told_in_a_sentence(
    root: Path, monkeypatch: pytest.MonkeyPatch, text: str, words: str
) -> None:
    monkeypatch.chdir(root)
    with pytest.raises(ClientError, match=words):
        relative_to_root(text, root)
