"""What can go wrong with the index file, in words for the user, and how SQLite's errors map to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from glossator.core.errors import UserError


class WriterBusy(UserError):
    """Another process writes this index; its results can be read meanwhile."""


class IndexBusy(UserError):
    """The index is locked by another program for longer than we wait. The file is healthy."""


class IndexDamaged(UserError):
    """The index file is not readable as a database; opening it for writing builds a new one."""


_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's primary result code, 0 if the error did not come from SQLite itself."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_busy(error: sqlite3.Error) -> bool:
    """Whether the file is healthy but locked."""
    return primary_code(error) in _BUSY


def is_damaged(error: sqlite3.Error) -> bool:
    """Whether the bytes of the file make no sense."""
    return primary_code(error) in _DAMAGED


def user_error(error: sqlite3.Error, path: Path) -> UserError:
    """The error for the user behind an error of SQLite."""
    code = primary_code(error)
    if code in _BUSY:
        return IndexBusy(f"The index {path} is locked by another program; try again when that has finished.")
    if code in _DAMAGED:
        return IndexDamaged(f"The index {path} is damaged; it is built again when indexing next starts.")
    if code == sqlite3.SQLITE_FULL:
        return UserError(
            f"There is no space left for the index {path}; free some disk space and index again."
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return UserError(f"The index {path} cannot be written; check the permissions of its folder.")
    # The message is left out because it may quote what is stored.
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    return UserError(f"The index {path} could not be used ({name}); delete the file and index again.")


@contextmanager
def named_failures(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about the file at `path` into errors for the user.

    Errors that can only be mistakes in our own statements or values pass unchanged.
    """
    try:
        yield
    except (sqlite3.ProgrammingError, sqlite3.IntegrityError, sqlite3.InterfaceError):
        raise
    except sqlite3.DatabaseError as error:
        raise user_error(error, path) from error
