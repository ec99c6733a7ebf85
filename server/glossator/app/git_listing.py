"""The files of a work tree as git itself lists them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from glossator.core.cancel import CancelToken

_KEPT_VARIABLES = frozenset(
    {
        "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_SYSTEM",
        "GIT_CONFIG_NOSYSTEM",
        "GIT_CEILING_DIRECTORIES",
        "GIT_EXEC_PATH",
    }
)
_UNREADABLE_FOLDER = re.compile(rb"^warning: could not open directory '(.*)': (.*)$", re.MULTILINE)


class GitFailed(Exception):
    """git is not installed or refuses to answer about a folder."""


@dataclass(frozen=True, slots=True)
class GitListing:
    """What git says about a folder: names relative to it, raw, sorted, each once.

    Repositories within the work tree end with "/" unless they are submodules. `unreadable` are folders, each
    with the system's words.
    """

    names: list[bytes]
    unreadable: list[tuple[bytes, bytes]]


def list_with_git(folder: Path, token: CancelToken) -> GitListing:
    """The tracked files below `folder` and those that are neither tracked nor ignored.

    Raises `GitFailed`, and `Cancelled` when the token is set; git is stopped then.
    """
    arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    code, output, messages = _run(folder, arguments, token)
    if code != 0:
        raise GitFailed
    names = sorted(set(filter(None, output.split(b"\0"))))
    return GitListing(names, _UNREADABLE_FOLDER.findall(messages))


def is_ignored_by_git(folder: Path, token: CancelToken) -> bool:
    """Whether the repository around `folder` ignores the whole folder."""
    code, _, _ = _run(folder, ["check-ignore", "--quiet", "."], token)
    return code == 0


def _run(folder: Path, arguments: list[str], token: CancelToken) -> tuple[int, bytes, bytes]:
    token.check()
    program = _git_program()
    if program is None:
        raise GitFailed
    # A repository may name a program as its file-system monitor; it is never run.
    command = [program, "-C", str(folder), "-c", "core.fsmonitor=false", *arguments]
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (OSError, ValueError) as error:
        raise GitFailed from error
    token.on_cancel(process.kill)
    with process:
        output, messages = process.communicate()
    token.check()
    return process.returncode, output, messages


def _environment() -> dict[str, str]:
    """The environment for git: nothing that points it at another repository, no locks, prompts or network."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.upper().startswith("GIT_") or name.upper() in _KEPT_VARIABLES
    }
    own = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"}
    return kept | own | {"GIT_ALLOW_PROTOCOL": "none", "LC_ALL": "C"}


def _git_program() -> str | None:
    """The path of git, None without one. A git in the current folder, which may be anybody's, does not count."""
    found = shutil.which("git")
    if found is None or not Path(found).is_absolute():
        return None
    # On macOS this program only asks the user to install the developer tools when they are missing.
    tools = ("/Library/Developer/CommandLineTools/usr/bin/git", "/Applications/Xcode.app")
    if (
        sys.platform == "darwin"
        and found == "/usr/bin/git"
        and not any(Path(each).exists() for each in tools)
    ):
        return None
    return found
