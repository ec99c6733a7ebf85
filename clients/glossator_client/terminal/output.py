"""What the commands here need of the command line that they are plugged into."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Protocol

Part = str | tuple[str, str]
"""A piece of a line: text, or text with a style such as "bold" or "dim"."""


class Progress(Protocol):
    """A display of long work on stderr."""

    def show(self, message: str, percent: int | None = None) -> None:
        """Say what is being done now, and how far it is if that is known."""

    def close(self) -> None:
        """Take the display away."""


class Terminal(Protocol):
    """Answers go to stdout, notes and progress to stderr; all text is made harmless on the way."""

    as_json: bool

    @property
    def is_terminal(self) -> bool:
        """Whether a person reads the answer at a terminal."""

    @property
    def width(self) -> int:
        """Columns of the terminal."""

    def line(self, *parts: Part) -> None:
        """Write one line of the answer."""

    def text(self, text: str, style: str = "") -> None:
        """Write a piece of the answer and show it at once."""

    def raw(self, text: str) -> None:
        """Write text that another program may read unchanged."""

    def json(self, value: object, *, indent: int | None = 2) -> None:
        """Write a dataclass or mapping as JSON."""

    def note(self, message: str) -> None:
        """Write one line to stderr."""

    def fail(self, message: str, details: Mapping[str, object] | None = None) -> int:
        """Tell what is wrong and return the exit code."""

    def progress(self) -> AbstractContextManager[Progress]:
        """A display of progress."""
