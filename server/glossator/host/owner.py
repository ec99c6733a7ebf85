"""Which process holds a lock: whether it still runs, and what it is called for the user."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_CLOCK_SECONDS = 2.0
"""Clocks of files and of processes differ by less."""


@dataclass(frozen=True, slots=True)
class Owner:
    """A process that writes an index, and the server or command that it works for.

    `command` is how that one was called ("glossator serve") and `started_by` the name of the program behind it, such
    as an editor's; they are "", and `server_pid` is 0, where the system does not tell.
    """

    pid: int
    server_pid: int = 0
    command: str = ""
    started_by: str = ""

    @property
    def is_own(self) -> bool:
        """Whether it belongs to the process that asks."""
        return os.getpid() in (self.pid, self.server_pid)


def owner_by_note(note: Path) -> Owner | None:
    """The process that left its id in the file `note`; None if there is none or it has ended."""
    try:
        pid, written = int(note.read_text(encoding="ascii")), note.stat().st_mtime
    except (OSError, ValueError):
        return None
    return _described(pid) if ran_at(pid, written) else None


def ran_at(pid: int, when: float) -> bool:
    """Whether the process that had this id at a time (seconds since 1970) still runs; a younger one only has the
    same id by chance."""
    import psutil

    try:
        process = psutil.Process(pid)
        return process.create_time() <= when + _CLOCK_SECONDS and process.status() != psutil.STATUS_ZOMBIE
    except (ValueError, psutil.Error):
        return False


def _described(pid: int) -> Owner:
    import psutil

    server, command, started_by = 0, "", ""
    with suppress(OSError, psutil.Error):
        if (parent := psutil.Process(pid).parent()) is not None:
            server, command = parent.pid, command_in(parent.cmdline())
            if (behind := parent.parent()) is not None:
                started_by = behind.name()
    return Owner(pid, server, command, started_by)


def command_in(arguments: list[str]) -> str:
    """The command of Glossator in the arguments of a process ("glossator serve"), "" if it is none."""
    for position, argument in enumerate(arguments):
        if Path(argument).stem == "glossator":
            words = (each for each in arguments[position + 1 :] if not each.startswith("-"))
            return f"glossator {next(words, '')}".strip()
    return ""
