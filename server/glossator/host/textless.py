"""Messages for logs that say where an error came from and never what it says, for that might be source text.

Errors raised on purpose and those of the operating system keep their text; it was written for the user.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
import traceback
from contextlib import suppress
from types import TracebackType
from typing import Any

from glossator.core.errors import GlossatorError

OWN = "glossator"
"""The logger of all that is ours."""


class TextlessFormatter(logging.Formatter):
    """`2026-01-31T12:00:00.123Z WARNING 4711 glossator.app.indexer message`.

    What other packages log is written without the values they log.
    """

    converter = staticmethod(time.gmtime)
    default_msec_format = "%s.%03dZ"
    default_time_format = "%Y-%m-%dT%H:%M:%S"

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(process)d %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        if record.name != OWN and not record.name.startswith(f"{OWN}."):
            record = logging.makeLogRecord({**record.__dict__, "args": None, "exc_text": None})
        return super().format(record)

    def formatException(self, exc_info: Any) -> str:
        """Where the error came from and its class; its text only if that cannot hold source."""
        return describe_failure(exc_info[1], exc_info[2])

    def formatStack(self, stack_info: str) -> str:
        """Nothing: a stack holds lines of code, of whatever file."""
        return ""


def describe_error(error: BaseException) -> str:
    """The class of `error`, and its text where it is one of ours or the operating system's."""
    if isinstance(error, GlossatorError):
        return f"{type(error).__name__}: {error}"
    if isinstance(error, OSError) and error.strerror:
        return f"{type(error).__name__}: {error.strerror}"
    return type(error).__name__


def describe_failure(error: BaseException | None, trace: TracebackType | None) -> str:
    """Where `error` came from, file by file and line by line, and what `describe_error` says of it."""
    places = [
        f'  File "{frame.f_code.co_filename}", line {line}, in {frame.f_code.co_name}\n'
        for frame, line in traceback.walk_tb(trace)
    ]
    return "".join(places) + ("" if error is None else describe_error(error))


def log_to_stderr() -> None:
    """Have everything that is logged in this process, warnings and worse, written to its standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(TextlessFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)


def catch_what_nobody_caught() -> None:
    """Have errors that end the process or a thread, or that nobody can be told of, written without their text."""

    def at_the_end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            _write(describe_failure(error, trace))

    def in_a_thread(arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_type is not SystemExit:
            _write(describe_failure(arguments.exc_value, arguments.exc_traceback))

    def unraisable(arguments: Any) -> None:
        _write(describe_failure(arguments.exc_value, arguments.exc_traceback))

    sys.excepthook, threading.excepthook, sys.unraisablehook = at_the_end, in_a_thread, unraisable


def _write(text: str) -> None:
    # There may be no standard error any more.
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
