"""How long, and how often, a model process is waited for, and when it is let go."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a model process is waited for, in seconds, and how often it is tried.

    `silence` is the longest time without a sign of life while it works; `cancelled` the longest time it may go on
    with work that nobody wants, and `abandoned` the same for loading; `close` is what it gets to end on its own, which
    it does at once unless it is just loading the library. After `failures` in a row it is not tried again for
    `cool_down`, which doubles with each failure that follows, up to `longest_cool_down`; before that, the pause before
    a restart is `back_off`, doubled with each failure after the second.
    """

    load: float = 120.0
    load_per_gib: float = 60.0
    silence: float = 300.0
    cancelled: float = 0.8
    abandoned: float = 0.5
    close: float = 0.2
    failures: int = 3
    cool_down: float = 60.0
    longest_cool_down: float = 3600.0
    back_off: float = 1.0


class Failures:
    """Failures in a row, and what follows from them. Times are seconds of the event loop's clock.

    Work that is done ends the row, unless it is of another kind than what failed: a model that counts tokens well
    and dies of each answer has not recovered by counting.
    """

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._count = 0
        self._rests = 0
        self._rest_until = 0.0
        self._failed_at = ""

    def add(self, now: float, work: str = "", *, mendable: bool = False) -> None:
        """One more, at `work`, "" for loading; the last that is allowed begins a rest, and so does each after it.

        Rests grow, unless the user has been told what to mend (`mendable`) and may have done so.
        """
        self._count += 1
        self._failed_at = work
        if self._count >= self._patience.failures:
            rest = self._patience.cool_down * 2.0 ** min(self._rests, 16)
            self._rest_until = now + min(rest, self._patience.longest_cool_down)
            self._rests += not mendable

    def forget(self, work: str) -> None:
        """Some `work` was done."""
        if self._failed_at in ("", work):
            self._count = self._rests = 0

    def rest(self, now: float) -> float:
        """Seconds for which no other try is made; 0 if one may be made."""
        return max(0.0, self._rest_until - now)

    @property
    def pause(self) -> float:
        """Seconds to wait before the next try. None after a rest, which was long enough."""
        if not 2 <= self._count < self._patience.failures:
            return 0.0
        return self._patience.back_off * 2.0 ** (self._count - 2)


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


class SharedStart(Generic[Result]):
    """A start that all who ask meanwhile wait for together. It is given up when nobody has waited for a while."""

    def __init__(
        self, begin: Callable[[], Coroutine[Any, Any, Result]], seconds: float, on_end: Callable[[], None]
    ) -> None:
        """`begin` makes the work; after so many `seconds` without anybody it is given up; `on_end` hears of every
        end."""
        self._begin = begin
        self._seconds = seconds
        self._on_end = on_end
        self._task: asyncio.Task[Result] | None = None
        self._waiting = 0
        self._given_up: asyncio.Task[Result] | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def running(self) -> bool:
        return self._task is not None

    async def wait(self, token: CancelToken) -> Result:
        """The result of the start that goes on, or of a new one. Raises what it raises, and `Cancelled`."""
        while True:
            token.check()
            task = self._task or self._start()
            self._waiting += 1
            try:
                return await wait_for(task, token)
            except Cancelled:
                # One that was given up just as this request came is begun again.
                if task is not self._given_up or token.cancelled:
                    raise
            finally:
                self._waiting -= 1
                if not self._waiting and not task.done():
                    self._timer = asyncio.get_running_loop().call_later(self._seconds, self._give_up, task)

    async def cancel(self) -> None:
        """End the start that goes on and wait for its end."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))

    def _start(self) -> asyncio.Task[Result]:
        self._task = asyncio.create_task(self._begin())
        self._task.add_done_callback(self._ended)
        return self._task

    def _ended(self, task: asyncio.Task[Result]) -> None:
        self._task = None
        if not task.cancelled():
            task.exception()  # Marks it as seen: whoever asked may have left.
        self._on_end()

    def _give_up(self, task: asyncio.Task[Result]) -> None:
        if task is self._task and not self._waiting:
            self._given_up = task
            task.cancel()


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
