"""A call in flight to a child process, and the ways in which a child fails its callers."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from glossator.core.errors import GlossatorError

END = object()
"""What a stream's queue holds after its last item."""


class ChildDied(GlossatorError):
    """The child ended while it was needed. `exit_code` is negative for a signal, None if it was never known or
    if the child was ended for what it did, which the text says.
    """

    def __init__(self, message: str, exit_code: int | None = None) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class ChildTimeout(GlossatorError):
    """A call was not answered in time. The child was told to cancel it but may still be busy with it."""


class Call:
    """One call in flight: a future for its result, and a queue when it is read as a stream."""

    __slots__ = ("__weakref__", "future", "id", "items")

    def __init__(self, call_id: int, streaming: bool) -> None:
        self.id = call_id
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.items: asyncio.Queue[Any] | None = asyncio.Queue() if streaming else None

    def finish(self, value: Any = None, error: BaseException | None = None) -> None:
        """Answer once; later answers are dropped."""
        if self.future.done():
            return
        if error is None:
            self.future.set_result(value)
        else:
            self.future.set_exception(error)
            self.future.exception()  # Marks it as seen: the caller may have left.
        if self.items is not None:
            self.items.put_nowait(END)


def exit_in_words(exit_code: int | None) -> str:
    """How a process ended, as the predicate of a sentence; negative codes are signals."""
    if exit_code is None:
        return "is gone"
    if exit_code < 0:
        try:
            name = signal.Signals(-exit_code).name
        except ValueError:
            name = f"number {-exit_code}"
        return f"was ended by signal {name}"
    return (
        f"ended with exit code {exit_code}" if exit_code < 1 << 16 else f"ended with exit code {exit_code:#x}"
    )
