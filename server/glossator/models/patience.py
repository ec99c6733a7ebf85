"""How long, and how often, a model process is waited for, and when it is let go."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a model process is waited for, in seconds, and how often it is tried.

    `silence` is the longest time without a sign of life while it works; `cancelled` the longest time it may go on
    with work that nobody wants. After `failures` in a row it is not tried again for `cool_down`; before that, the
    pause before a restart is `back_off`, doubled with each failure after the second.
    """

    load: float = 120.0
    load_per_gib: float = 60.0
    silence: float = 300.0
    cancelled: float = 5.0
    close: float = 1.0
    failures: int = 3
    cool_down: float = 60.0
    back_off: float = 1.0


class Failures:
    """Failures in a row, and what follows from them. Times are seconds of the event loop's clock."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._count = 0
        self._rest_until = 0.0

    def add(self, now: float) -> None:
        """One more; the last that is allowed begins the rest."""
        self._count += 1
        if self._count >= self._patience.failures:
            self._rest_until = now + self._patience.cool_down
            self._count = 0

    def forget(self) -> None:
        """It works again."""
        self._count = 0

    def rest(self, now: float) -> float:
        """Seconds for which no other try is made; 0 if one may be made."""
        return max(0.0, self._rest_until - now)

    @property
    def pause(self) -> float:
        """Seconds to wait before the next try."""
        return 0.0 if self._count < 2 else self._patience.back_off * 2.0 ** (self._count - 2)


class IdleTimer:
    """Calls `stop` when it was started and not cancelled for so many seconds."""

    def __init__(self, seconds: float, stop: Callable[[], None]) -> None:
        self._seconds = seconds
        self._stop = stop
        self._handle: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to count anew."""
        self.cancel()
        self._handle = asyncio.get_running_loop().call_later(self._seconds, self._stop)

    def cancel(self) -> None:
        """Stop counting."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


async def wait_for(task: asyncio.Task[Result], token: CancelToken) -> Result:
    """The task's result, or `Cancelled` as soon as `token` is; the task goes on either way."""
    loop = asyncio.get_running_loop()
    cancelled: asyncio.Future[None] = loop.create_future()

    def leave() -> None:
        if not cancelled.done():
            cancelled.set_result(None)

    def on_cancel() -> None:
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(leave)

    token.on_cancel(on_cancel)
    await asyncio.wait((task, cancelled), return_when=asyncio.FIRST_COMPLETED)
    token.check()
    if task.cancelled():
        raise Cancelled
    return task.result()
