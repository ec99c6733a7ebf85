"""Where commands write: answers to stdout, everything else to stderr.

Every command gets one `Terminal`. Text that comes from a repository or a model is made harmless on the way.
Styles are names of `rich` ("bold", "dim", "cyan") and appear only on a terminal; `NO_COLOR` and `TERM=dumb`
switch them off. `rich` is imported only when something is styled.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import Any, TextIO

from glossator.commands.progress import Progress
from glossator.commands.safe_text import neutralise, one_line

Part = str | tuple[str, str]
"""A piece of a line: text, or text with a style."""

FAILED = 1
"""Exit code for an error that the user can act on."""


class Terminal:
    """The two output streams of a command, and whether its answer is JSON."""

    def __init__(
        self, *, as_json: bool, quiet: bool = False, out: TextIO | None = None, err: TextIO | None = None
    ) -> None:
        self.as_json = as_json
        self._quiet = quiet
        self._out = sys.stdout if out is None else out
        self._err = sys.stderr if err is None else err
        for stream in (self._out, self._err):
            # What the terminal's encoding lacks, and bytes of odd file names, are shown as escapes.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        self._styled = _is_terminal(self._out) and not as_json and _styles_wanted()
        self._console: Any = None

    @property
    def is_terminal(self) -> bool:
        """Whether answers are read by a person at a terminal."""
        return _is_terminal(self._out) and not self.as_json

    @property
    def width(self) -> int:
        """Columns of the terminal."""
        return shutil.get_terminal_size().columns

    def line(self, *parts: Part) -> None:
        """Write one line of the answer; line feeds inside a part are shown, not obeyed."""
        self._write([(one_line(text), style) for text, style in map(_styled_part, parts)], "\n")

    def text(self, text: str, style: str = "") -> None:
        """Write a piece of the answer as it is, line feeds included, and show it at once."""
        self._write([(neutralise(text), style)], "")
        self._out.flush()

    def raw(self, text: str) -> None:
        """Write text that must not be changed, such as a prompt that another program reads.

        On a terminal it is made harmless all the same.
        """
        self._out.write(neutralise(text) if self.is_terminal else text)

    def json(self, value: object, *, indent: int | None = 2) -> None:
        """Write a dataclass, mapping or list as JSON in ASCII; lone surrogates survive as escapes."""
        plain = asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
        self._out.write(json.dumps(plain, indent=indent) + "\n")

    def note(self, message: str) -> None:
        """Write one line to stderr."""
        self._out.flush()
        self._err.write(one_line(message) + "\n")
        self._err.flush()

    def fail(self, message: str, details: Mapping[str, object] | None = None) -> int:
        """Tell the user what is wrong, on stderr, and with `--json` also as `{"error": ...}` on stdout.

        `details` are further members of that JSON object. Returns the exit code.
        """
        if self.as_json:
            self.json({"error": message, **(details or {})})
        self.note(f"glossator: {message}")
        return FAILED

    def progress(self) -> Progress:
        """A display of long work on stderr; use it as a context manager."""
        live = _is_terminal(self._err) and _styles_wanted()
        return Progress(None if self._quiet else self._err, live=live)

    def flush(self) -> None:
        """Hand over all that was written. Raises `BrokenPipeError` if the reader is gone."""
        self._out.flush()

    def _write(self, parts: list[tuple[str, str]], end: str) -> None:
        if not self._styled:
            self._out.write("".join(text for text, _ in parts) + end)
            return
        from rich.console import Console
        from rich.text import Text

        if self._console is None:
            self._console = Console(
                file=self._out, highlight=False, markup=False, emoji=False, soft_wrap=True
            )
        self._console.print(Text.assemble(*parts), end=end)


def _styled_part(part: Part) -> tuple[str, str]:
    return (part, "") if isinstance(part, str) else part


def _is_terminal(stream: TextIO) -> bool:
    return bool(getattr(stream, "isatty", lambda: False)())


def _styles_wanted() -> bool:
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
