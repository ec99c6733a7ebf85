"""Stepping back: background processes leave the processor and the disk to whoever wants them.

What a process has given up its children inherit, so that one that was started by a process that has stepped back does
nothing here.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

NICENESS = 10
"""How far a child that does background work steps back behind others (POSIX): beside a busy program it gets a tenth
of a core. More would let an index starve for as long as a build runs."""


def step_back() -> None:
    """Lower the priority of this process for the processor and, where the system knows such a thing, for the disk.

    On Windows the processor's priority is set when the process is made. What the system refuses is left as it is.
    """
    if has_stepped_back():
        return
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
    _read_when_idle()


def usable_cores() -> int:
    """The cores that this process may run on: fewer than there are in a container or under `taskset`."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2


def has_stepped_back() -> bool:
    """Whether this process runs at low priority (POSIX; elsewhere it is not known)."""
    return hasattr(os, "getpriority") and os.getpriority(os.PRIO_PROCESS, 0) >= NICENESS


def _read_when_idle() -> None:
    """Have the disk serve this process when nobody else wants it (Linux and Windows)."""
    if sys.platform == "linux":
        import psutil

        with suppress(OSError, psutil.Error):
            psutil.Process().ionice(psutil.IOPRIO_CLASS_IDLE)
    elif sys.platform == "win32":
        import psutil

        with suppress(OSError, psutil.Error):
            psutil.Process().ionice(psutil.IOPRIO_VERYLOW)
