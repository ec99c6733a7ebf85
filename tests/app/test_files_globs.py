"""Generated globs are compared with `git check-ignore`, many at once."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.app.trees import new_repository, write, write_text

from glossator.app.ignore import IgnoreRules

pytestmark = pytest.mark.usefixtures("home")

BOUNDED = settings(
    max_examples=int(os.environ.get("GLOSSATOR_TEST_EXAMPLES", "50")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
CHAOS = st.lists(st.sampled_from([*"*?[]!^-\\/abB: #", "**", "[[:", ":]]", "a-z", "\t"]), max_size=9).map(
    "".join
)
PARTS = (
    *"aabB/",
    "*",
    "**",
    "?",
    "/*",
    "*/",
    "**/",
    "/**",
    "/**/",
    "[[:upper:]]",
    "[[:alpha:]b]",
    "[a-b]",
    "[!a]",
)
ORDER = st.lists(st.sampled_from([*PARTS, "[^b]", "[B-a]", "[]-a]", "[!-]", "\\a", "\\*"]), max_size=6).map(
    "".join
)
WILD = st.one_of(ORDER, ORDER, CHAOS)
PLAIN = st.lists(st.sampled_from([*"aaabbB//", *"z[]!-*\\ #^"]), min_size=1, max_size=8).map("".join)
PATHS = PLAIN.filter(lambda path: all(path.split("/")))


@BOUNDED
@given(st.lists(WILD, max_size=20), st.lists(PATHS, min_size=1, max_size=15), st.booleans())
def test_any_glob_means_what_git_means(globs: list[str], paths: list[str], fold: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = new_repository(Path(folder))
        write_text(root, ".git/config", "[core]", f"ignorecase = {str(fold).lower()}")
        for number, glob in enumerate(globs):
            write(root, f"{number}/.gitignore", text=glob)
        asked = [f"{number}/{path}" for number in range(len(globs)) for path in paths]
        assert [ignored(root, path, fold) for path in asked] == ignored_by_git(root, asked)


def ignored(root: Path, path: str, fold: bool) -> bool:
    """What the ignore file in the first folder of the path says, the rest of the path being folders and a file."""
    top, *parts = path.split("/")
    rules = IgnoreRules((), fold).inside(root / top, f"{top}/")
    ways = ["/".join([top, *parts[:taken]]) for taken in range(1, len(parts) + 1)]
    return any(rules.ignores(way, is_folder=way != path) for way in ways)


def ignored_by_git(root: Path, paths: list[str]) -> list[bool]:
    """What `git check-ignore` says about paths at which there is nothing."""
    command = ["git", "-C", str(root), "check-ignore", "-z", "-v", "-n", "--no-index", "--stdin"]
    asked = "\0".join(paths).encode()
    answer = subprocess.run(command, input=asked, capture_output=True, check=False).stdout.split(b"\0")
    patterns = answer[2:-1:4]
    assert len(patterns) == len(paths)
    return [bool(pattern) and not pattern.startswith(b"!") for pattern in patterns]
