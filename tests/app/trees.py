"""Real work trees of git for the tests of what is indexed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from glossator.app.files import list_files
from glossator.core.settings import IndexSettings

_IDENTITY = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "protocol.file.allow=always"]
_SETTINGS = [*_IDENTITY, "-c", "init.defaultBranch=main", "-c", "core.hooksPath=/dev/null", "-c", "gc.auto=0"]


def git(folder: Path, *arguments: str) -> bytes:
    """What git prints; it knows nothing but the home folder that the test has set."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        ["git", "-C", str(folder), *_SETTINGS, *arguments],
        check=True,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment | {"GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"},
    )
    return done.stdout


def files_by_git(root: Path) -> set[str]:
    """The regular files that exist among those that `git ls-files` names."""
    names = git(root, "ls-files", "-z", "-co", "--exclude-standard").split(b"\0")
    paths = {os.fsdecode(name) for name in names if name and not name.endswith(b"/")}
    return {path for path in paths if is_own_file(root, path)}


def is_own_file(root: Path, path: str) -> bool:
    """Whether a regular file stands there, with no link on the way from the root."""
    steps = path.split("/")
    ways = (root / "/".join(steps[:count]) for count in range(1, len(steps) + 1))
    return (root / path).is_file() and not any(way.is_symlink() for way in ways)


def files_by_git_with_submodules(root: Path) -> set[str]:
    """The same, with the files of the submodules that are checked out, and of theirs."""
    found = files_by_git(root)
    for line in git(root, "ls-files", "-z", "--stage").split(b"\0"):
        details, _, name = line.partition(b"\t")
        path = os.fsdecode(name)
        if details.startswith(b"160000 ") and (root / path / ".git").exists():
            found |= {f"{path}/{inner}" for inner in files_by_git_with_submodules(root / path)}
    return found


def repository(root: Path) -> Path:
    """A new repository of git at `root`."""
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "--quiet")
    return root


def new_repository(root: Path) -> Path:
    """An empty repository made by hand, which is much faster than by `git init`."""
    for folder in ("objects", "refs", "info"):
        (root / ".git" / folder).mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="ascii")
    return root


def commit(root: Path) -> None:
    """Commit everything below `root`, ignored files as well."""
    git(root, "add", "--all", "--force")
    git(root, "commit", "--quiet", "--allow-empty", "-m", "state")


def listing(
    root: Path, listed_by: str = "by git", settings: IndexSettings | None = None
) -> tuple[set[str], dict[str, str]]:
    """The candidates below `root` and the skipped paths with their reasons, each listed once.

    `listed_by` is "by git" or "without git"; then there is no program on the path.
    """
    with pytest.MonkeyPatch.context() as patch:
        if listed_by == "without git":
            patch.setenv("PATH", os.devnull)
        found = list(list_files(root, settings or IndexSettings()))
    assert len({file.path for file in found}) == len(found)
    kept = {file.path for file in found if file.state == "candidate"}
    return kept, {file.path: file.reason for file in found if file.state == "skipped"}


def write(root: Path, *paths: str, text: str = "def f(): pass\n") -> None:
    """Write a small file at each path."""
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode("utf-8", "surrogateescape"))


def write_text(root: Path, path: str, *lines: str) -> None:
    """Write a file of these lines, such as an ignore file."""
    write(root, path, text="".join(f"{line}\n" for line in lines))
