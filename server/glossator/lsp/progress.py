"""Progress at the client: bars for long work and pieces of text for answers that stream."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from glossator.app.progress import Progress
from glossator.core.cancel import CancelToken

logger = logging.getLogger(__name__)

FLUSH_SECONDS = 0.05
"""Streamed text is sent in pieces so far apart: more often costs more than it shows."""

REPORT_SECONDS = 0.1
"""Reports of a bar that come sooner after the last one are left out, unless the percentage has changed."""

_COUNTED = frozenset({"index"})
"""Kinds of background work whose reports have percentages, if not from the first one on."""


class TextStream:
    """Collects streamed text and hands it on in pieces. The first piece goes out at once."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._pieces: list[str] = []
        self._timer: asyncio.TimerHandle | None = None

    def add(self, text: str) -> None:
        """Take a piece; call it on the event loop."""
        if not text:
            return
        self._pieces.append(text)
        if self._timer is None:
            self._flush()
            self._timer = asyncio.get_running_loop().call_later(FLUSH_SECONDS, self._on_time)

    def close(self) -> None:
        """Send what is left."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._flush()

    def _on_time(self) -> None:
        self._timer = None
        if self._pieces:
            self._flush()
            self._timer = asyncio.get_running_loop().call_later(FLUSH_SECONDS, self._on_time)

    def _flush(self) -> None:
        if self._pieces:
            text = "".join(self._pieces)
            self._pieces.clear()
            self._send(text)


class ProgressBar:
    """One work-done progress. Nothing is sent for a token that the client has not made or accepted.

    `server` is any pygls language server; `on_cancel` runs when the user cancels at the client.
    """

    def __init__(self, server: Any, title: str, on_cancel: Callable[[], None] | None = None) -> None:
        self._server = server
        self._title = title
        self._on_cancel = on_cancel
        self._token: int | str | None = None
        self._closed = False
        self._message: str | None = None
        self._percent: int | None = None
        self._reported_at = 0.0

    def use(self, token: int | str, percent: int | None = None) -> None:
        """Begin under a token that came with the client's request."""
        self._percent = percent
        self._begin(token)

    async def create(self, percent: int | None = None) -> None:
        """Ask the client for a bar and begin once it agrees; a client that refuses gets none.

        Reports made meanwhile are kept. The client may never answer: do not wait for this before working.
        """
        self._percent = percent
        token = uuid4().hex
        with suppress(JsonRpcException):
            params = types.WorkDoneProgressCreateParams(token=token)
            await self._server.window_work_done_progress_create_async(params)
            if not self._closed:
                self._begin(token)

    def report(self, message: str | None = None, percent: int | None = None) -> None:
        """Show how far the work is; a percentage lower than the last one is not shown."""
        changed = percent is not None and percent > (self._percent or 0)
        if changed:
            self._percent = percent
        self._message = message
        if self._token is None or self._closed:
            return
        now = asyncio.get_running_loop().time()
        if changed or now - self._reported_at >= REPORT_SECONDS:
            self._reported_at = now
            value = types.WorkDoneProgressReport(
                message=message, percentage=self._percent, cancellable=self._on_cancel is not None
            )
            self._server.work_done_progress.report(self._token, value)

    def close(self, message: str | None = None) -> None:
        """End the bar; later reports are ignored."""
        if self._closed:
            return
        self._closed = True
        if self._token is not None:
            self._server.work_done_progress.end(self._token, types.WorkDoneProgressEnd(message=message))
            self._server.work_done_progress.tokens.pop(self._token, None)

    def _begin(self, token: int | str) -> None:
        self._token = token
        value = types.WorkDoneProgressBegin(
            title=self._title,
            cancellable=self._on_cancel is not None,
            message=self._message,
            percentage=self._percent,
        )
        self._server.work_done_progress.begin(token, value)
        if self._on_cancel is not None:
            on_cancel = self._on_cancel
            cancelled = self._server.work_done_progress.tokens[token]
            cancelled.add_done_callback(lambda _: on_cancel())


@contextmanager
def request_progress(
    server: Any, title: str, work_done_token: int | str | None, token: CancelToken
) -> Iterator[ProgressBar]:
    """A bar under the client's own token while the work goes on; the user may cancel there too. Without a token it
    shows nothing."""
    bar = ProgressBar(server, title, token.cancel)
    if work_done_token is not None:
        bar.use(work_done_token)
    try:
        yield bar
    finally:
        bar.close()


class BackgroundProgress:
    """Bars for what the application does on its own account: one for each kind of work that is going on."""

    def __init__(self, server: Any, cancel_indexing: Callable[[], None]) -> None:
        self._server = server
        self._cancellers = {"index": cancel_indexing}
        self._bars: dict[str, ProgressBar] = {}

    def show(self, progress: Progress) -> None:
        """Open, move or close the bar of `progress.kind`; only for clients that have progress."""
        if progress.done:
            if (bar := self._bars.pop(progress.kind, None)) is not None:
                bar.close(progress.message)
            return
        if not self._server.client.work_done_progress:
            return
        bar = self._bars.get(progress.kind)
        if bar is None:
            bar = ProgressBar(self._server, progress.title, self._cancellers.get(progress.kind))
            self._bars[progress.kind] = bar
            # Clients ignore percentages of a bar that began without one.
            percent = 0 if progress.percent is None and progress.kind in _COUNTED else progress.percent
            self._server.spawn(bar.create(percent))
        bar.report(progress.message, progress.percent)
