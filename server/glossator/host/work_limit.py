"""Giving up on a process that works too long, by its processor time, so that a busy machine fails no healthy work."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

STALLED = 3.0
"""A process that used no processor for so many times its limit waits for something that does not come."""
_LOOK_SECONDS = 0.02
"""The least time between two looks: what the system counts processor time in."""


@asynccontextmanager
async def processor_seconds(pid: int, most: float) -> AsyncIterator[None]:
    """Raise `TimeoutError` in the body when a process has used `most` seconds of a processor since the body began.

    A process that waits instead is given up after `STALLED` times as many seconds without any work. One that is gone is
    left to those who talk to it.
    """
    work = _Work(pid)
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(None) as limit:
        timer: asyncio.TimerHandle

        def look() -> None:
            nonlocal timer
            left = most - work.used()
            if left <= 0 or loop.time() - work.seen_at >= STALLED * most:
                limit.reschedule(loop.time())
            else:
                timer = loop.call_later(max(left, _LOOK_SECONDS), look)

        timer = loop.call_later(most, look)
        try:
            yield
        finally:
            timer.cancel()


class _Work:
    """The processor time of a process since this was made; `seen_at` is when it was last seen to grow (loop time)."""

    def __init__(self, pid: int) -> None:
        import psutil

        self._loop = asyncio.get_running_loop()
        self._used = 0.0
        self.seen_at = self._loop.time()
        try:
            self._process: psutil.Process | None = psutil.Process(pid)
        except psutil.Error:
            self._process = None
        self._begun = self._total()

    def used(self) -> float:
        """Seconds."""
        used = self._total() - self._begun
        if used > self._used:
            self._used, self.seen_at = used, self._loop.time()
        return self._used

    def _total(self) -> float:
        import psutil

        if self._process is None:
            return 0.0
        try:
            times = self._process.cpu_times()
        except psutil.Error:
            return 0.0
        return float(times.user + times.system)
