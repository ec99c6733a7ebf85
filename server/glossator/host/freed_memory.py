"""Giving memory that was freed back to the system, after work that needed much of it for a moment.

The C library keeps what is freed for later, in pieces: a process that answers questions for days would end with
several times the memory that it holds anything in.
"""

from __future__ import annotations

import asyncio
import ctypes
import sys
from contextlib import suppress

QUIET_SECONDS = 1.0
"""So long after a large answer the memory is given back."""


def give_back() -> None:
    """Have the C library return what it keeps, which takes milliseconds. Does nothing where it has no such call."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


class FreedMemory:
    """What answers leave behind, given back in a thread some time after them."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def give_back_later(self) -> None:
        """Give back what is free after `QUIET_SECONDS`; once for all calls until then. Belongs to an event loop."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(QUIET_SECONDS, self._give_back)

    def _give_back(self) -> None:
        self._timer = None
        asyncio.get_running_loop().run_in_executor(None, give_back)
