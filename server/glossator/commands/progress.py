"""Progress of long work on stderr: a moving line on a terminal, now and then a plain line elsewhere."""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import Any, Self, TextIO

from glossator.commands.safe_text import one_line

LIVE_DELAY_SECONDS = 0.4
"""Work that is done sooner shows no progress at all."""

PLAIN_INTERVAL_SECONDS = 5.0
"""How often a line is written when nobody watches a terminal."""


class Progress:
    """One display, or none without a stream. `show` may be called as often as there is news, from one thread."""

    def __init__(self, stream: TextIO | None, *, live: bool) -> None:
        self._stream = stream
        self._live = live
        self._lock = threading.Lock()
        self._display: Any = None
        self._task: Any = None
        self._message = ""
        self._percent: int | None = None
        self._last_line = time.monotonic()
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def show(self, message: str, percent: int | None = None) -> None:
        """Say what is being done now, and how far it is if that is known."""
        if self._stream is None:
            return
        with self._lock:
            self._message, self._percent = one_line(message), percent
            if not self._live:
                self._plain_line()
            elif self._display is not None:
                self._update()
            elif self._timer is None:
                self._timer = threading.Timer(LIVE_DELAY_SECONDS, self._begin)
                self._timer.daemon = True
                self._timer.start()

    def close(self) -> None:
        """Take the display away; a later `show` brings it back."""
        with self._lock:
            timer, self._timer = self._timer, None
            display, self._display = self._display, None
            if timer is not None:
                timer.cancel()
        if display is not None:
            display.stop()

    def _begin(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        with self._lock:
            if self._timer is None:
                return
            self._display = Progress(
                SpinnerColumn(),
                TextColumn("{task.description}", markup=False),
                BarColumn(bar_width=24),
                TimeElapsedColumn(),
                console=Console(file=self._stream, highlight=False),
                transient=True,
            )
            self._task = self._display.add_task("", total=None)
            self._update()
            self._display.start()

    def _update(self) -> None:
        percent = self._percent
        text = self._message if percent is None else f"{self._message} {percent} %"
        self._display.update(
            self._task, description=text, total=None if percent is None else 100, completed=percent or 0
        )

    def _plain_line(self) -> None:
        now = time.monotonic()
        if now - self._last_line < PLAIN_INTERVAL_SECONDS:
            return
        self._last_line = now
        assert self._stream is not None
        percent = "" if self._percent is None else f" {self._percent} %"
        self._stream.write(f"{self._message}{percent}\n")
        self._stream.flush()
