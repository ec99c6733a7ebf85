"""Programs of others (git, pip) that are run for a short while: they read nothing and end with this process.

A program that is asked to stop may not listen, and one whose reader is gone notices only when it writes. So it is
ended, on Linux by the kernel when this process dies however that happens, and everywhere by `end_programs` when it
leaves on its own.
"""

from __future__ import annotations

import subprocess
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from glossator.host.leaving import tie_to_parent

_running: weakref.WeakSet[subprocess.Popen[bytes]] = weakref.WeakSet()


def start_program(
    command: Sequence[str],
    *,
    stderr: int | IO[Any],
    environment: Mapping[str, str],
    folder: Path | None = None,
) -> subprocess.Popen[bytes]:
    """Start `command` with nothing to read and its output in a pipe. Raises `OSError` and `ValueError`.

    On Linux it also ends with the thread that starts it, so that thread must stay until the program has ended.
    """
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env=environment,
        cwd=folder,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        preexec_fn=tie_to_parent(),
    )
    _running.add(process)
    return process


def end_programs() -> None:
    """Kill what still runs; called by a process that is about to leave."""
    for process in list(_running):
        with suppress(OSError):
            process.kill()
