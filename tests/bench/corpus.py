"""The sources that benchmarks run on: CPython's own standard library, tests excluded."""

from __future__ import annotations

import shutil
import sysconfig
from collections.abc import Iterator
from pathlib import Path

_LEFT_OUT = {"test", "tests", "idle_test", "site-packages", "__pycache__", "lib2to3"}


def library_files() -> Iterator[Path]:
    """The Python files of the standard library of this interpreter, sorted."""
    library = Path(sysconfig.get_paths()["stdlib"])
    for path in sorted(library.rglob("*.py")):
        if not _LEFT_OUT.intersection(path.relative_to(library).parts):
            yield path


def copy_library(to: Path) -> list[Path]:
    """Copy the files below `to`, so that nothing else is indexed with them."""
    library = Path(sysconfig.get_paths()["stdlib"])
    copied = []
    for path in library_files():
        target = to / path.relative_to(library)
        target.parent.mkdir(parents=True, exist_ok=True)
        copied.append(Path(shutil.copyfile(path, target)))
    return copied
