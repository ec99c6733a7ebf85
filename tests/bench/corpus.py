"""The sources that benchmarks run on: CPython's own standard library, and a project from PyPI."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from pathlib import Path

from tests.bench.index_run import index_once

PUBLIC_PROJECT = "sympy==1.13.3"
"""A wheel of 1,518 Python files and 739,813 lines."""
_PUBLIC_PROJECT_HASH = "sha256:54612cf55a62755ee71824ce692986f23c88ffa77207b30c1368eda4a7060f73"

FILES = 2000
"""Files of the project that `unchanged`, `edit` and `memory` use."""

_LEFT_OUT = {"test", "tests", "idle_test", "site-packages", "__pycache__", "lib2to3"}


def library_files() -> Iterator[Path]:
    """The Python files of the standard library of this interpreter without its tests, sorted."""
    library = _library()
    for path in sorted(library.rglob("*.py")):
        if not _LEFT_OUT.intersection(path.relative_to(library).parts):
            yield path


def copy_library(to: Path) -> list[Path]:
    """Copy the files below `to`, so that nothing else is indexed with them."""
    return _copy(library_files(), _library(), to)


def copy_package(to: Path) -> list[Path]:
    """Copy the Python files of the server package, a small project."""
    package = Path(__file__).parents[2] / "server" / "glossator"
    return _copy(sorted(package.rglob("*.py")), package, to)


def fetch_public_project(to: Path) -> list[Path]:
    """Have pip download the project, check its hash, and unpack it below `to`; the result are its Python files."""
    to.mkdir(parents=True)
    requirements = to / "requirements.txt"
    requirements.write_text(f"{PUBLIC_PROJECT} --hash={_PUBLIC_PROJECT_HASH}\n")
    options = ["--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes", "--dest", str(to)]
    subprocess.run(
        [sys.executable, "-m", "pip", "download", *options, "-r", str(requirements)],
        check=True,
        stdin=subprocess.DEVNULL,
    )
    (wheel,) = to.glob("*.whl")
    project = to / "project"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(project)
    return sorted(project.rglob("*.py"))


def indexed_project() -> Path:
    """A project of `FILES` files whose index is complete; made once for all benchmarks of a run.

    The files are those of the standard library with its tests and, to make up the number, of the installed packages.
    """
    return _indexed_project(Path(os.environ["GLOSSATOR_HOME"]))


@cache
def _indexed_project(home: Path) -> Path:
    root = home / "project"
    library, packages = _library(), Path(sysconfig.get_paths()["purelib"])
    own = (path for path in sorted(library.rglob("*.py")) if "site-packages" not in path.parts)
    copied = _copy(own, library, root / "library")
    rest = islice(sorted(packages.rglob("*.py")), max(0, FILES - len(copied)))
    copied = list(chain(copied, _copy(rest, packages, root / "packages")))
    for path in copied[FILES:]:
        path.unlink()
    index_once(root, home, searchable=True)
    return root


def described(files: Sequence[Path]) -> str:
    """How many files, lines and megabytes these are."""
    size = sum(path.stat().st_size for path in files)
    lines = sum(path.read_bytes().count(b"\n") for path in files)
    return f"{len(files):,} files, {lines:,} lines, {size / 1e6:.1f} MB"


def _library() -> Path:
    return Path(sysconfig.get_paths()["stdlib"])


def _copy(files: Iterable[Path], below: Path, to: Path) -> list[Path]:
    copied = []
    for path in files:
        target = to / path.relative_to(below)
        target.parent.mkdir(parents=True, exist_ok=True)
        copied.append(Path(shutil.copyfile(path, target)))
    return copied
