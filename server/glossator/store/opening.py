"""Making the index file fit for a writer: create, check, migrate, or build a new one beside and switch it in.

Everything here runs while the writer's lock is held. A file is replaced only if it was read and found damaged,
foreign or newer; one that is merely locked is left alone. The old file is kept: a damaged one under `.bad` until
the next writer finds a healthy index, a newer one under `.v<version>` for the program that wrote it.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from glossator.core.errors import UserError
from glossator.store.failures import is_damaged, named_failures
from glossator.store.schema import (
    BUSY_SECONDS,
    SCHEMA_VERSION,
    connect_for_writing,
    schema_version,
    settle_for_writing,
)

Notice = Callable[[str], None]

_RENAME_ATTEMPTS = 20
_RENAME_WAIT_SECONDS = 0.1


def open_connection(path: Path, on_notice: Notice, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    """A connection to a healthy index of the current schema at `path`.

    `on_notice` gets one sentence if an older file had to be replaced. Raises `IndexBusy` if another program keeps
    the file locked, and `UserError` if the file or its folder cannot be written; the file is then as it was.
    """
    with named_failures(path), _folder_failures(path):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _remove_with_logs(_beside(path, ".new"))
        if not path.exists() or path.stat().st_size == 0:
            _remove_logs(path)
            _build(path)
        elif (fault := _fault(path, busy_seconds)) is not None:
            sentence, suffix = fault
            _set_aside(path, _beside(path, suffix))
            _build(path)
            on_notice(sentence)
        else:
            _beside(path, ".bad").unlink(missing_ok=True)
        return _connect(path, busy_seconds)


@contextlib.contextmanager
def _folder_failures(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise UserError(f"The index {path} cannot be written ({reason}); check its folder.") from error


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _connect(path: Path, busy_seconds: float) -> sqlite3.Connection:
    connection = connect_for_writing(path, busy_seconds)
    try:
        settle_for_writing(connection)
        # A file without write permission opens silently as read-only and lets a transaction for writing begin;
        # only the attempt to write tells.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE meta SET value = value WHERE key = 'schema_version'")
        connection.execute("ROLLBACK")
        if schema_version(connection) != SCHEMA_VERSION:
            _migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection) -> None:
    # Loaded here because its library takes a quarter of a second, which only a changed schema needs.
    from glossator.store.migrations import migrate

    migrate(connection)


def _fault(path: Path, busy_seconds: float) -> tuple[str, str] | None:
    """Why the file cannot be used, as a sentence, and the suffix under which it is kept; None for a good file."""
    connection = connect_for_writing(path, busy_seconds)
    try:
        version = schema_version(connection)
        if version is None:
            return f"The index {path} is not one of Glossator's; a new one is built.", ".bad"
        if version > SCHEMA_VERSION:
            sentence = (
                f"The index {path} has version {version} of a newer Glossator, this one writes version "
                f"{SCHEMA_VERSION}; it is kept beside the new one that is built."
            )
            return sentence, f".v{version}"
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        damaged = verdict != "ok"
    except sqlite3.DatabaseError as error:
        if not is_damaged(error):
            raise
        damaged = True
    finally:
        connection.close()
    return (f"The index {path} was damaged; a new one is built.", ".bad") if damaged else None


def _build(path: Path) -> None:
    """Make an empty index beside `path` and rename it into place, so that nobody sees half of one."""
    new = _beside(path, ".new")
    # The mode is given at creation because SQLite gives its log files the mode of the database.
    os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    connection = connect_for_writing(new)
    try:
        # There is nothing to lose yet: should the machine crash, the next writer finds the file damaged.
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA journal_mode = WAL")
        _migrate(connection)
        connection.execute("INSERT INTO meta (key, value) VALUES ('generation', ?)", [secrets.token_hex(8)])
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()
    _rename(new, path)


def _set_aside(path: Path, kept: Path) -> None:
    """Take the file away from `path`. The order matters: a log that outlived its database under the same name
    would be played into the next one, so it goes before the next one comes."""
    kept.unlink(missing_ok=True)
    _rename(path, kept)
    _remove_logs(path)


def _rename(source: Path, destination: Path) -> None:
    """Rename, with some patience: Windows refuses while a reader has the file open, and readers let go of a file
    that they find damaged or of another version."""
    for attempt in range(_RENAME_ATTEMPTS):
        try:
            source.replace(destination)
            return
        except PermissionError:
            if os.name != "nt" or attempt == _RENAME_ATTEMPTS - 1:
                raise
            time.sleep(_RENAME_WAIT_SECONDS)


def _remove_logs(path: Path) -> None:
    for suffix in ("-wal", "-shm", "-journal"):
        _beside(path, suffix).unlink(missing_ok=True)


def _remove_with_logs(path: Path) -> None:
    path.unlink(missing_ok=True)
    _remove_logs(path)
