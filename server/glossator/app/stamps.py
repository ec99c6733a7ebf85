"""When something on disk last changed, and whether that time can be trusted.

A file whose size and time are the known ones has the known content, except when it was written again within one
tick of the file system's clock after it was looked at. So whatever changed just before it was looked at counts as
changed once more; git treats such entries of its index in the same way and calls them racy.
"""

from __future__ import annotations

import os

_FINE_TICK_NS = 100_000_000
_COARSE_TICK_NS = 2_000_000_000
"""Times with a fraction of a second come from a fine clock, one that ticks every ten milliseconds or faster. FAT
counts in steps of two seconds, older file systems in whole seconds."""


def changed_ns(info: os.stat_result) -> int:
    """The time (ns since the epoch) at which content, times, rights or name last changed.

    On POSIX systems that is the time of the status, which no program can set back: a copy that keeps its time of
    modification is seen too. Windows has no such time that is cheap to ask for, so it is the modification there.
    """
    return info.st_mtime_ns if os.name == "nt" else info.st_ctime_ns


def is_settled(changed: int, seen_ns: int, now_ns: int) -> bool:
    """Whether what had changed at `changed` when it was looked at, not before `seen_ns`, shows any later change by
    another time.

    A time in the future of `now_ns`, which a clock that was wrong leaves behind, counts as settled: waiting for
    it might not end.
    """
    tick = _FINE_TICK_NS if changed % 1_000_000_000 else _COARSE_TICK_NS
    return not seen_ns - tick <= changed <= now_ns + _COARSE_TICK_NS


def settles_at(changed: int) -> int:
    """The time (ns) from which on a look at it tells."""
    return changed + (_FINE_TICK_NS if changed % 1_000_000_000 else _COARSE_TICK_NS) + 1
