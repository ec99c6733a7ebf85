"""Changes of a work tree, as programs make them, for tests that compare what is known of it with what is there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import CalledProcessError
from typing import TypeAlias

from hypothesis import strategies as st
from tests.app.trees import git, write

Change: TypeAlias = Callable[[Path], None]

FOLDERS = ("", "a/", "a/b/", "c/", "new/", "new/deep/", "kept/", "out/")
NAMES = ("one.py", "two.py", "three.py", "notes.txt", ".env", "yarn.lock")
TEXTS = (
    "def one():\n    return two()\n",
    "def two():\n    return one()\n",
    "from a.one import one\none()\n",
    "class Kept:\n    pass\n",
    "",
)
RULES = ("out/\n", "*.txt\n", "a/b/\n", "/kept/\n!kept/one.py\n", "*\n!*/\n!*.py\n", "new/\n", "")


@dataclass(frozen=True)
class Write:
    """Write a file in place, or beside it and then rename, as editors do."""

    path: str
    text: str
    in_place: bool

    def __call__(self, root: Path) -> None:
        if self.in_place:
            write(root, self.path, text=self.text)
        else:
            write(root, f"{self.path}.tmp", text=self.text)
            (root / f"{self.path}.tmp").replace(root / self.path)


@dataclass(frozen=True)
class Remove:
    path: str

    def __call__(self, root: Path) -> None:
        if (root / self.path).is_dir() and self.path.strip("/"):
            shutil.rmtree(root / self.path)
        else:
            (root / self.path).unlink()


@dataclass(frozen=True)
class Move:
    path: str
    to: str

    def __call__(self, root: Path) -> None:
        (root / self.to).parent.mkdir(parents=True, exist_ok=True)
        (root / self.path).rename(root / self.to)


@dataclass(frozen=True)
class MakeFolder:
    path: str

    def __call__(self, root: Path) -> None:
        (root / self.path).mkdir(parents=True)


@dataclass(frozen=True)
class Touch:
    """Give a file another time and leave its content."""

    path: str

    def __call__(self, root: Path) -> None:
        os.utime(root / self.path)


@dataclass(frozen=True)
class Forge:
    """Write other content of the same size and give the file the time that it had."""

    path: str

    def __call__(self, root: Path) -> None:
        info = (root / self.path).stat()
        text = (root / self.path).read_text(encoding="utf-8")
        (root / self.path).write_text(text.replace("o", "x").replace("t", "o"), encoding="utf-8")
        os.utime(root / self.path, ns=(info.st_atime_ns, info.st_mtime_ns))


@dataclass(frozen=True)
class Exchange:
    """Let two files have each other's names."""

    path: str
    other: str

    def __call__(self, root: Path) -> None:
        (root / self.path).rename(root / "between.tmp")
        (root / self.other).rename(root / self.path)
        (root / "between.tmp").rename(root / self.other)


@dataclass(frozen=True)
class Link:
    path: str
    other: str

    def __call__(self, root: Path) -> None:
        (root / self.path).symlink_to(root / self.other)


@dataclass(frozen=True)
class Rules:
    """Change what is ignored."""

    path: str
    text: str

    def __call__(self, root: Path) -> None:
        write(root, self.path, text=self.text)


@dataclass(frozen=True)
class Git:
    """Have git do something."""

    arguments: tuple[str, ...]

    def __call__(self, root: Path) -> None:
        git(root, *self.arguments)


FILES = st.builds(lambda folder, name: folder + name, st.sampled_from(FOLDERS), st.sampled_from(NAMES))
PLACES = st.sampled_from([folder.rstrip("/") for folder in FOLDERS if folder])
CHANGES: st.SearchStrategy[Change] = st.one_of(
    st.builds(Write, FILES, st.sampled_from(TEXTS), st.booleans()),
    st.builds(Write, FILES, st.sampled_from(TEXTS), st.booleans()),
    st.builds(Remove, FILES),
    st.builds(Remove, PLACES),
    st.builds(Move, FILES, FILES),
    st.builds(Move, PLACES, PLACES),
    st.builds(MakeFolder, PLACES),
    st.builds(Touch, FILES),
    st.builds(Forge, FILES),
    st.builds(Exchange, FILES, FILES),
    st.builds(Link, FILES, FILES),
    st.builds(Link, FILES, PLACES),
    st.builds(
        Rules, st.sampled_from([".gitignore", "a/.gitignore", "kept/.gitignore"]), st.sampled_from(RULES)
    ),
    st.builds(Rules, st.just(".git/info/exclude"), st.sampled_from(RULES)),
    st.sampled_from(
        [
            Git(("add", "--all")),
            Git(("add", "--all", "--force")),
            Git(("commit", "--quiet", "--all", "--allow-empty", "-m", "state")),
            Git(("checkout", "--quiet", "--force", "other")),
            Git(("checkout", "--quiet", "--force", "main")),
            Git(("clean", "--quiet", "--force", "-d")),
            Git(("rm", "-r", "--quiet", "--cached", "--ignore-unmatch", "a")),
        ]
    ),
)
BURSTS = st.lists(st.lists(CHANGES, min_size=1, max_size=6), min_size=1, max_size=3)


def make(root: Path, changes: list[Change]) -> None:
    """Make the changes that are possible, in their order, as fast as can be."""
    for change in changes:
        # Some have nothing to change, or are in each other's way.
        with suppress(OSError, shutil.Error, UnicodeError, CalledProcessError):
            change(root)


def begin(root: Path) -> None:
    """A repository with two branches that differ in half of their files."""
    git(root.parent, "init", "--quiet", str(root))
    write(root, "a/one.py", "a/two.py", "c/one.py", text=TEXTS[0])
    write(root, "a/b/two.py", "kept/one.py", "kept/notes.txt", text=TEXTS[1])
    write(root, ".gitignore", text="out/\n")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "-m", "first")
    git(root, "checkout", "--quiet", "-b", "other")
    write(root, "a/one.py", "new/one.py", text=TEXTS[2])
    write(root, ".gitignore", text="*.txt\n")
    git(root, "rm", "--quiet", "c/one.py")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "-m", "second")
    git(root, "checkout", "--quiet", "main")
