"""Programs of others (git, pip) that are run for a short while: they read nothing and end with this process.

A program that is asked to stop may not listen, and one whose reader is gone notices only when it writes. So it is
ended, on Linux by the kernel when this process dies however that happens, and everywhere by `end_programs` when it
leaves on its own.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

_PR_SET_PDEATHSIG = 1

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
        preexec_fn=_end_with_parent() if sys.platform == "linux" else None,
    )
    _running.add(process)
    return process


def end_programs() -> None:
    """Kill what still runs; called by a process that is about to leave."""
    for process in list(_running):
        with suppress(OSError):
            process.kill()


def _end_with_parent() -> Any:
    """What the new process does before it becomes the program: ask the kernel to end it when its parent dies.

    All that it needs is made here, since between fork and exec only what is ready may be used.
    """
    parent, prctl, kill_signal = os.getpid(), ctypes.CDLL(None).prctl, int(signal.SIGKILL)

    def prepare() -> None:
        prctl(_PR_SET_PDEATHSIG, kill_signal, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return prepare
