"""Cancellation as an explicit argument.

A token is set once, from any thread, and looked at where loops begin a new round. It cannot interrupt
native code; whoever runs native code registers a callback with `on_cancel` and stops it by its own means.
"""

from __future__ import annotations

from collections.abc import Callable

from glossator.core.errors import Cancelled


class CancelToken:
    """A flag that says whether work is still wanted."""

    __slots__ = ("_callbacks", "_cancelled")

    def __init__(self) -> None:
        self._cancelled = False
        self._callbacks: list[Callable[[], None]] = []

    @property
    def cancelled(self) -> bool:
        return self._cancelled

    def cancel(self) -> None:
        """Set the flag and run the callbacks, each once, in the calling thread."""
        self._cancelled = True
        while True:
            # Taking one is atomic, so that two threads that cancel at once share the callbacks.
            try:
                callback = self._callbacks.pop()
            except IndexError:
                return
            callback()

    def on_cancel(self, callback: Callable[[], None]) -> None:
        """Run `callback` when the token is cancelled, or now if it already is."""
        self._callbacks.append(callback)
        if self._cancelled:
            self.cancel()

    def check(self) -> None:
        """Raise `Cancelled` if the work is no longer wanted."""
        if self._cancelled:
            raise Cancelled


class _NeverCancelled(CancelToken):
    __slots__ = ()

    def cancel(self) -> None:
        raise AssertionError("the shared never-cancelled token cannot be cancelled")

    def on_cancel(self, callback: Callable[[], None]) -> None:
        """Forget `callback`: nothing will ever cancel this token."""


NEVER: CancelToken = _NeverCancelled()
