"""Folders nested as deeply as the system allows are walked without recursion."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.app.trees import listing, new_repository

from glossator.core.settings import IndexSettings

LEVELS = 1500


@contextmanager
def deep_folder(root: Path) -> Iterator[str]:
    """A file at the bottom of many folders; its path below the root. They are gone afterwards."""
    place = os.open(root, os.O_RDONLY)
    descriptors = [place]
    for _ in range(LEVELS):
        os.mkdir("d", dir_fd=place)
        place = os.open("d", os.O_RDONLY, dir_fd=place)
        os.close(descriptors.pop())
        descriptors.append(place)
    file = os.open("a.py", os.O_WRONLY | os.O_CREAT, dir_fd=place)
    os.write(file, b"def f(): pass\n")
    os.close(file)
    os.close(place)
    try:
        yield "d/" * LEVELS + "a.py"
    finally:
        # The standard library's own removal is recursive.
        subprocess.run(["rm", "-rf", os.fspath(root / "d")], check=True)


@pytest.mark.parametrize(
    "settings",
    [IndexSettings(), IndexSettings(include=("*.py",)), IndexSettings(exclude=("*.txt",))],
    ids=["all", "included", "excluded"],
)
def test_a_file_in_very_many_folders_is_found(
    tmp_path: Path, home: Path, listed_by: str, settings: IndexSettings
) -> None:
    root = new_repository(tmp_path / "w")
    with deep_folder(root) as path:
        assert path in listing(root, listed_by, settings)[0]
