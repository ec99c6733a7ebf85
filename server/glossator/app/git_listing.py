"""The files of a work tree as git itself lists them, read while git still looks for them."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from glossator.core.cancel import CancelToken
from glossator.host.program_output import ProgramOutput, ProgramStuck

_KEPT_VARIABLES = frozenset(
    {
        "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_SYSTEM",
        "GIT_CONFIG_NOSYSTEM",
        "GIT_CEILING_DIRECTORIES",
        "GIT_EXEC_PATH",
    }
)
_UNREADABLE_FOLDER = re.compile(rb"warning: could not open directory '(?:(.*)': (.*)|(.*)/[^/]*)", re.DOTALL)
"""git cuts its messages at 4096 bytes, which leaves the beginning of a name that is too long."""
_SUBMODULE_MODE = b"160000 "


class GitFailed(Exception):
    """git is not installed, refuses to answer about a folder, or stopped answering."""


@dataclass(frozen=True, slots=True)
class GitName:
    """A name that git lists, raw and relative to the folder it was asked about.

    `is_submodule` says that the index has a commit of another repository there. A name that ends with "/" is
    an untracked repository in the work tree. A name with `obstacle` is a folder that git could not read, in the
    system's words.
    """

    name: bytes
    is_submodule: bool = False
    obstacle: bytes = b""


def list_with_git(folder: Path, token: CancelToken) -> Iterator[GitName]:
    """First the tracked files below `folder`, then those that are neither tracked nor ignored; each part is
    sorted. Tracked names come at once, while git still walks the work tree for the others.

    Raises `GitFailed`, maybe after some names, and `Cancelled` when the token is set; git is stopped then.
    """
    with closing(_start(folder, ["ls-files", "-z", "--others", "--exclude-standard"], token)) as others:
        yield from tracked_by_git(folder, token)
        yield from (GitName(name) for name in _names(others, token))
        for line in others.messages():
            if match := _UNREADABLE_FOLDER.fullmatch(line):
                yield GitName(match[1] or match[3], obstacle=match[2] or b"file name too long")


def tracked_by_git(folder: Path, token: CancelToken) -> Iterator[GitName]:
    """The tracked files below `folder`, sorted, each once. Raises as `list_with_git` does."""
    before = b""
    with closing(_start(folder, ["ls-files", "-z", "--stage"], token)) as tracked:
        for line in _names(tracked, token):
            # A file in conflict has a line for each of its stages.
            if (name := line.partition(b"\t")[2]) != before:
                yield GitName(name, is_submodule=line.startswith(_SUBMODULE_MODE))
            before = name


def is_ignored_by_git(folder: Path, token: CancelToken) -> bool:
    """Whether the repository around `folder` ignores the whole folder."""
    try:
        with closing(_start(folder, ["check-ignore", "--quiet", "."], token)) as asked:
            return not any(_names(asked, token))
    except GitFailed:
        return False


def _names(output: ProgramOutput, token: CancelToken) -> Iterator[bytes]:
    """What git writes, cut at NUL. Raises `GitFailed` at the end if git was not content."""
    rest = b""
    try:
        for piece in output.pieces():
            token.check()
            *whole, rest = (rest + piece).split(b"\0")
            yield from filter(None, whole)
    except ProgramStuck as error:
        raise GitFailed from error
    token.check()
    if output.exit_code() != 0:
        raise GitFailed


def _start(folder: Path, arguments: list[str], token: CancelToken) -> ProgramOutput:
    token.check()
    program = _git_program()
    if program is None:
        raise GitFailed
    # A repository may name a program as its file-system monitor; it is never run.
    command = [program, "-C", os.fspath(folder), "-c", "core.fsmonitor=false", *arguments]
    try:
        output = ProgramOutput(command, _environment())
    except (OSError, ValueError) as error:
        raise GitFailed from error
    token.on_cancel(output.stop)
    return output


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
