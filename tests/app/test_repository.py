"""git's settings read without git, compared with git itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.trees import git, repository, write

from glossator.app.repository import git_settings, repository_around, repository_at

pytestmark = pytest.mark.usefixtures("home")

SETTINGS = r"""
# a comment
[core]
	excludesFile = ~/my\tignore ; a comment
	IgnoreCase
	quoted = "  kept ; # "  dropped
	joined = one \
two
	escaped = a\\b\"c
[core] sameLine = yes
[branch "Ma.in \"x\""]
	remote = origin # why
[Sub.Section]
	key=value with spaces<spaces>
[empty]
	nothing =
"""


def test_settings_are_read_as_git_reads_them(tmp_path: Path) -> None:
    write(tmp_path, "settings", text=SETTINGS.replace("<spaces>", "   "))
    listed = git(tmp_path, "config", "--file", "settings", "--list", "--null").decode().split("\0")[:-1]
    expected = {name: value for name, _, value in (entry.partition("\n") for entry in listed)}
    assert dict(git_settings(tmp_path / "settings")) == expected


def test_what_is_no_settings_file_has_no_settings(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 4)
    assert list(git_settings(tmp_path / "none")) == []
    assert list(git_settings(tmp_path)) == []
    list(git_settings(tmp_path / "binary"))


def test_the_nearest_repository_upwards_is_found(tmp_path: Path) -> None:
    root = repository(tmp_path / "outer")
    inner = repository(root / "a" / "inner")
    write(root, "a/b/c.py")
    found = repository_around(root / "a" / "b")
    assert found is not None
    assert found.top == root
    assert repository_around(inner) == repository_at(inner)
    assert repository_at(root / "a") is None


@pytest.mark.parametrize("text", ["", "gitdir:", "gitdir: nowhere", "nonsense", "gitdir: \0"])
def test_a_broken_marker_is_no_repository(tmp_path: Path, text: str) -> None:
    write(tmp_path, ".git", text=text)
    assert repository_at(tmp_path) is None
