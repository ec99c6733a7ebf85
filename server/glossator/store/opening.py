"""Making the index file fit for a writer: create, check, migrate, or build a new one beside and switch it in.

Everything here runs while the writer's lock is held. A file is replaced only if it was read and found damaged,
foreign or newer, or if that is asked for; one that is merely locked is left alone, and so is one for whose successor
there is no space. The old file is kept: a damaged one under `.bad` until the next writer finds a healthy index, a
newer one under `.v<version>` for the program that wrote it.
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
from glossator.host.folders import open_private
from glossator.store.certificate import begin_opening, certify, opening
from glossator.store.checking import find_fault
from glossator.store.failures import is_misfit, named_failures
from glossator.store.journal import has_log_mode, is_on_network, lacks_shared_memory, use_journal, use_log
from glossator.store.requests import Request, asked, fulfil
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

    `on_notice` gets one sentence if an older file had to be replaced, or if the folder allows no write-ahead log.
    Raises `IndexBusy` if another program keeps the file locked, and `UserError` if the file or its folder cannot be
    written; the file is then as it was.
    """
    with named_failures(path), _folder_failures(path):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            return _open(path, on_notice, busy_seconds)
        except sqlite3.OperationalError as error:
            if not lacks_shared_memory(error):
                raise
        use_journal(path, busy_seconds)
        on_notice(_without_log(path))
        return _open(path, on_notice, busy_seconds)


def close_connection(connection: sqlite3.Connection, path: Path) -> None:
    """Fold the log into the index, close it, and leave a certificate that spares the next writer a check."""
    opened: int | None = None
    try:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("PRAGMA optimize")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            opened = opening(connection)
    finally:
        connection.close()
    if opened and asked(path) is None:
        certify(path, opened)


def _open(path: Path, on_notice: Notice, busy_seconds: float) -> sqlite3.Connection:
    request = asked(path)
    for suffix in (".new", ".old"):
        _remove_with_logs(_beside(path, suffix))
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        _build(path, on_notice)
        _remove_logs(path)
        _rename(_beside(path, ".new"), path)
    elif request is Request.REBUILD and path.is_file():
        _replace(path, ".old", on_notice)
        _beside(path, ".old").unlink(missing_ok=True)
    elif (fault := find_fault(path, busy_seconds, thorough=request is not None)) is not None:
        _replace(path, fault.suffix, on_notice)
        on_notice(fault.sentence)
    elif not _beside(path, ".bad").is_dir():
        _beside(path, ".bad").unlink(missing_ok=True)
    connection = _connected(path, on_notice, busy_seconds)
    fulfil(path)
    return connection


@contextlib.contextmanager
def _folder_failures(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise UserError(f"The index {path} cannot be written ({reason}); check its folder.") from error


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _connected(path: Path, on_notice: Notice, busy_seconds: float) -> sqlite3.Connection:
    try:
        connection = _connect(path, busy_seconds)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if not is_misfit(error):
            raise
        # An older index whose content is not what the steps to the present version expect.
        _replace(path, ".bad", on_notice)
        on_notice(f"The index {path} could not be brought to the present version; a new one is built.")
        connection = _connect(path, busy_seconds)
    if has_log_mode(connection) and is_on_network(path.parent):
        connection.close()
        use_journal(path, busy_seconds)
        on_notice(_without_log(path))
        connection = _connect(path, busy_seconds)
    return connection


def _connect(path: Path, busy_seconds: float) -> sqlite3.Connection:
    connection = connect_for_writing(path, busy_seconds)
    try:
        settle_for_writing(connection)
        # A file without write permission opens silently as read-only and lets a transaction for writing begin;
        # only the attempt to write tells.
        begin_opening(connection)
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


def _replace(path: Path, suffix: str, on_notice: Notice) -> None:
    """Switch a new index in and keep what is at `path` under the suffix.

    The new one is built first, so that nothing is taken away for whose successor there is no space. Then the order
    matters: a log that outlived its database under the same name would be played into the next one, so it goes
    before the next one comes.
    """
    _build(path, on_notice)
    _rename(path, _free_name(path, suffix))
    _remove_logs(path)
    _rename(_beside(path, ".new"), path)


def _free_name(path: Path, suffix: str) -> Path:
    """A name that no folder has; a file that has it already is overwritten."""
    name, number = _beside(path, suffix), 1
    while name.is_dir() or (path.is_dir() and name.exists()):
        number += 1
        name = _beside(path, f"{suffix}{number}")
    return name


def _build(path: Path, on_notice: Notice) -> None:
    """Make an empty index beside `path`, to be renamed into place, so that nobody sees half of one."""
    if not is_on_network(path.parent):
        try:
            _build_with(path, use_log)
        except sqlite3.OperationalError as error:
            if not lacks_shared_memory(error):
                raise
        else:
            return
    on_notice(_without_log(path))
    _build_with(path, lambda connection: None)


def _build_with(path: Path, protect: Callable[[sqlite3.Connection], None]) -> None:
    new = _beside(path, ".new")
    _remove_with_logs(new)
    # The mode is given at creation because SQLite gives its log files the mode of the database.
    os.close(open_private(new, os.O_CREAT | os.O_EXCL | os.O_RDWR))
    connection = connect_for_writing(new)
    try:
        # There is nothing to lose yet: should the machine crash, the next writer finds the file damaged.
        connection.execute("PRAGMA synchronous = OFF")
        protect(connection)
        _migrate(connection)
        connection.execute("INSERT INTO meta (key, value) VALUES ('generation', ?)", [secrets.token_hex(8)])
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


def _without_log(path: Path) -> str:
    return (
        f"The folder of the index {path} lies on a network or shares no memory: indexing is slower there. "
        "Set GLOSSATOR_HOME to a folder on a local disk to have it fast."
    )


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
