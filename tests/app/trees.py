"""Real work trees of git for the tests of what is indexed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

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
    return {path for path in paths if (root / path).is_file() and not (root / path).is_symlink()}


def write(root: Path, *paths: str, text: str = "def f(): pass\n") -> None:
    """Write a small file at each path."""
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def write_text(root: Path, path: str, *lines: str) -> None:
    """Write a file of these lines, such as an ignore file."""
    write(root, path, text="".join(f"{line}\n" for line in lines))
