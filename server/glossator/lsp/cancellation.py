"""From the client's cancelling to the tokens that the application looks at."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from glossator.core.cancel import CancelToken


@contextmanager
def cancel_token() -> Iterator[CancelToken]:
    """A token for the work of one request. Whoever cancels one of the two cancels the other.

    A cancel of the client raises `CancelledError` at the handler's `await`; work that runs elsewhere does not
    notice that, but it looks at the token. The user's cancel at a progress bar sets the token, which a handler
    that waits for something does not notice.
    """
    token = CancelToken()
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    running = True

    def cancel_task() -> None:
        if running and task is not None:
            task.cancel()

    def on_cancel() -> None:
        # A loop that is closed has no task left to cancel.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(cancel_task)

    token.on_cancel(on_cancel)
    try:
        yield token
    except asyncio.CancelledError:
        running = False
        token.cancel()
        raise
    finally:
        running = False
