"""What any process may ask of the writer of an index: to look for damage, or to begin with an empty file.

A request is a file beside the index, so it reaches a writer in another process, or the next one if there is none
now. The writer looks for requests whenever it is asked for an update.
"""

from __future__ import annotations

import contextlib
import os
from enum import Enum
from pathlib import Path

from glossator.core.errors import UserError


class Request(Enum):
    """The value is the suffix of the file."""

    REBUILD = ".rebuild"
    """Throw the index away, whatever state it is in."""
    CHECK = ".check"
    """Somebody met what cannot be: check the whole file, and replace it if it is damaged."""


def ask_for_rebuild(path: Path) -> None:
    """Ask for a new index; where there is no folder for one there is nothing to throw away.

    Raises `UserError` if its folder cannot be written.
    """
    try:
        _ask(path, Request.REBUILD)
    except FileNotFoundError:
        return
    except OSError as error:
        raise UserError(
            f"The index {path} cannot be built anew ({error.strerror}); check the permissions of its folder."
        ) from error


def ask_for_check(path: Path) -> None:
    """Ask for a check if that is possible; a folder that cannot be written has no writer either."""
    with contextlib.suppress(OSError):
        _ask(path, Request.CHECK)


def asked(path: Path) -> Request | None:
    """What is asked of the writer of the index at `path`; to begin anew comes before a check."""
    return next((request for request in Request if _file(path, request).exists()), None)


def fulfil(path: Path) -> None:
    """Take all requests back: the index at `path` was checked or is new."""
    for request in Request:
        _file(path, request).unlink(missing_ok=True)


def _ask(path: Path, request: Request) -> None:
    os.close(os.open(_file(path, request), os.O_CREAT | os.O_WRONLY, 0o600))


def _file(path: Path, request: Request) -> Path:
    return path.with_name(path.name + request.value)
