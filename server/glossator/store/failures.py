"""What can go wrong with the index file, in words for the user, and how SQLite's errors map to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from glossator.core.errors import UserError
from glossator.store.requests import ask_for_check


class WriterBusy(UserError):
    """Another process writes this index; its results can be read meanwhile."""


class IndexBusy(UserError):
    """The index is locked by another program for longer than we wait. The file is healthy."""


class IndexDamaged(UserError):
    """The index file does not hold what an index holds; the writer has been asked to check and replace it."""


_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
# A crash has left work to whoever may write the file.
_UNFINISHED = frozenset({sqlite3.SQLITE_READONLY_ROLLBACK, sqlite3.SQLITE_READONLY_RECOVERY})
_NOT_ALLOWED = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM})
# A statement of ours that the file's tables do not fit, and text that is no UTF-8, for which there is no code.
_MISFIT = frozenset({0, sqlite3.SQLITE_ERROR})


def primary_code(error: Exception) -> int:
    """SQLite's primary result code, 0 if the error did not come from SQLite itself."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_busy(error: sqlite3.Error) -> bool:
    """Whether the file is healthy but locked."""
    return primary_code(error) in _BUSY


def is_damaged(error: sqlite3.Error) -> bool:
    """Whether the bytes of the file make no sense."""
    return primary_code(error) in _DAMAGED


def is_misfit(error: Exception) -> bool:
    """Whether an error says that the content of the file, damaged or not, is other than that of an index."""
    if isinstance(error, UnicodeDecodeError):
        # SQLite's message quotes a name from the file that is no text.
        return True
    return isinstance(error, sqlite3.DatabaseError) and (
        is_damaged(error) or primary_code(error) in _MISFIT or isinstance(error, sqlite3.IntegrityError)
    )


def user_error(error: Exception, path: Path) -> UserError:
    """The error for the user behind an error of SQLite's module."""
    code = primary_code(error)
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    if code in _BUSY:
        return IndexBusy(f"The index {path} is locked by another program; try again when that has finished.")
    if getattr(error, "sqlite_errorcode", 0) in _UNFINISHED:
        return IndexBusy(f"The index {path} was left in the middle of a change; indexing restores it.")
    if is_misfit(error):
        return IndexDamaged(f"The index {path} is damaged; it is built again when indexing next starts.")
    if code == sqlite3.SQLITE_FULL:
        return UserError(
            f"There is no space left for the index {path}; free some disk space, and indexing goes on."
        )
    if code in _NOT_ALLOWED:
        return UserError(f"The index {path} cannot be written; check the permissions of its folder.")
    # The message is left out because it may quote what is stored.
    return UserError(
        f"The disk could not read or write the index {path} ({name}): it may be full, failing or gone; "
        "when it works again, indexing goes on."
    )


@contextmanager
def named_failures(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about the file at `path` into errors for the user, and ask for a check of a damaged file.

    Errors that are mistakes in our own statements or values pass unchanged.
    """
    try:
        yield
    except (sqlite3.ProgrammingError, sqlite3.InterfaceError):
        raise
    except sqlite3.IntegrityError:
        # Rows of a damaged file get in each other's way as well.
        ask_for_check(path)
        raise
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        told = user_error(error, path)
        if isinstance(told, IndexDamaged):
            ask_for_check(path)
        raise told from error
