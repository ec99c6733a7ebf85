"""Log files: one for the server, rotated, and one for each kind of child process, bounded.

Several servers may share a file. Messages are written as `host.textless` says, so that no source text gets into a
log.
"""

from __future__ import annotations

import logging
import logging.handlers
import os
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO

from glossator.core.errors import UserError
from glossator.host.folders import create_private, open_private
from glossator.host.textless import OWN, TextlessFormatter, catch_what_nobody_caught, describe_error

MAX_LOG_BYTES = 1 << 20
KEPT_LOGS = 3

_FOREIGN = ("pygls", "asyncio")


def configure_logging(path: Path, level: str = "info") -> None:
    """Write what Glossator logs from `level` up, and warnings of pygls and asyncio, to `path`.

    Calling it again changes the file or the level. From the first call on, no error that nobody catches has its text
    written to standard error. Raises `UserError` if the log's folder cannot be made.
    """
    catch_what_nobody_caught()
    create_private(path.parent)
    handler = _SharedRotatingHandler(path, maxBytes=MAX_LOG_BYTES, backupCount=KEPT_LOGS, delay=True)
    handler.setFormatter(TextlessFormatter())
    stop_logging()
    for name in (OWN, *_FOREIGN):
        logging.getLogger(name).addHandler(handler)
    set_level(level)


def set_level(level: str) -> None:
    """Change the least severe level that is kept: `debug`, `info`, `warning` or `error`."""
    logging.getLogger(OWN).setLevel(level.upper())
    for name in _FOREIGN:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))


def stop_logging() -> None:
    """Close the log file; later messages go nowhere."""
    for name in (OWN, *_FOREIGN):
        logger = logging.getLogger(name)
        for handler in [each for each in logger.handlers if isinstance(each, _SharedRotatingHandler)]:
            logger.removeHandler(handler)
            handler.close()


def open_child_log(path: Path) -> BinaryIO:
    """A file for a child's standard error, appended to; one above `MAX_LOG_BYTES` is set aside first.

    Its bytes also hold what native libraries print. Where it cannot be opened, it is the null device.
    """
    try:
        create_private(path.parent)
        _set_aside(path)
        return open(path, "ab", buffering=0, opener=open_private)
    except (OSError, UserError) as error:
        logging.getLogger(__name__).warning(
            "The log %s cannot be written: %s", path.name, describe_error(error)
        )
        return Path(os.devnull).open("ab", buffering=0)


def _set_aside(path: Path) -> None:
    # Another server's child may hold the file; where that forbids renaming it, it grows until next time.
    with suppress(OSError):
        if path.stat().st_size > MAX_LOG_BYTES:
            path.replace(path.with_name(path.name + ".1"))


class _SharedRotatingHandler(logging.handlers.RotatingFileHandler):
    """Rotates a file that other processes write to as well, and follows when one of them has rotated it."""

    def _open(self) -> TextIOWrapper[Any]:
        return open(self.baseFilename, "a", encoding="utf-8", errors="backslashreplace", opener=open_private)

    def emit(self, record: logging.LogRecord) -> None:
        if self.stream is not None and not self._is_current(self.stream):
            self.stream.close()
            self.stream = None
        super().emit(record)

    def rotate(self, source: str, dest: str) -> None:
        with suppress(OSError):
            super().rotate(source, dest)

    def handleError(self, record: logging.LogRecord) -> None:
        """A full disk or a vanished folder costs the message, nothing else."""

    def _is_current(self, stream: TextIOWrapper[Any]) -> bool:
        try:
            return os.path.samestat(os.fstat(stream.fileno()), Path(self.baseFilename).stat())
        except OSError:
            return False
