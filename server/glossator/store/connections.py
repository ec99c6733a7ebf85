"""Connections of a reader: each is used by one thread at a time and belongs to one state of the file's name."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import stat
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from glossator.store.certificate import has_log
from glossator.store.failures import IndexDamaged, named_failures, primary_code
from glossator.store.requests import ask_for_check, asked
from glossator.store.schema import SCHEMA_VERSION, connect_for_reading, schema_version

_log = logging.getLogger(__name__)

_Identity = tuple[int, int]

_UNREADABLE = (ValueError, TypeError, LookupError, OverflowError, struct.error)
"""What reading a row raises that holds something else than the writer writes there."""


def file_identity(path: Path) -> _Identity | None:
    """Which file lies at `path`; None if there is none, an empty one, or something else than a file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if status.st_size and stat.S_ISREG(status.st_mode) else None


class ReaderConnections:
    """A pool of read-only connections to the file at `path`, which may come, go and be replaced at any time."""

    def __init__(self, path: Path, busy_seconds: float) -> None:
        self.on_damage: Callable[[], object] | None = None
        """Called, in the thread that asked, when a question has found the file damaged."""
        self._path = path
        self._busy_seconds = busy_seconds
        self._lock = threading.Lock()
        self._free: list[tuple[_Identity, sqlite3.Connection]] = []
        self._damaged: _Identity | None = None
        self._closed = False

    @contextlib.contextmanager
    def connection(self) -> Iterator[sqlite3.Connection | None]:
        """A connection to the index that is at the path now, in one read transaction so that all its answers
        agree; None if there is no index of our schema. Errors come as errors for the user.

        Whoever finds the file damaged hears so, and has it checked. Until that is done it is as good as missing.
        """
        # The identity is read before the file is opened: if the file is replaced in between, the next use sees
        # a difference and opens it again; the other order would keep an old file for good.
        identity = file_identity(self._path)
        if self._is_damaged(identity):
            yield None
            return
        try:
            with named_failures(self._path), self._transaction(identity) as connection:
                yield connection
        except IndexDamaged:
            self._note_damage(identity)
            raise

    @contextlib.contextmanager
    def _transaction(self, identity: _Identity | None) -> Iterator[sqlite3.Connection | None]:
        connection = self._take(identity)
        if identity is None or connection is None:
            yield None
            return
        try:
            connection.execute("BEGIN")
            # A newer program may have changed the tables since this connection was opened.
            yield connection if schema_version(connection) == SCHEMA_VERSION else None
            connection.execute("COMMIT")
        except GeneratorExit:
            connection.execute("ROLLBACK")
            self._give_back(identity, connection)
            raise
        except _UNREADABLE as error:
            connection.close()
            _log.exception("A row of the index cannot be read")
            ask_for_check(self._path)
            raise IndexDamaged(
                f"The index {self._path} holds what cannot be read; it is checked when indexing next starts. "
                "If that does not help, build it anew with 'glossator index --rebuild'."
            ) from error
        except BaseException:
            connection.close()
            raise
        self._give_back(identity, connection)

    def close(self) -> None:
        """Close the connections that are free; those in use are closed when they come back."""
        with self._lock:
            self._closed = True
            for _, connection in self._free:
                connection.close()
            self._free.clear()

    def _is_damaged(self, identity: _Identity | None) -> bool:
        """Whether the file was found damaged, was not replaced since, and its check is still to be done."""
        if self._damaged is not None and (identity != self._damaged or asked(self._path) is None):
            self._damaged = None
        return self._damaged is not None

    def _note_damage(self, identity: _Identity | None) -> None:
        if asked(self._path) is not None:
            self._damaged = identity
        if self.on_damage is not None:
            self.on_damage()

    def _take(self, identity: _Identity | None) -> sqlite3.Connection | None:
        with self._lock:
            while self._free:
                known, connection = self._free.pop()
                if known == identity:
                    return connection
                connection.close()
        return None if identity is None else self._open()

    def _give_back(self, identity: _Identity, connection: sqlite3.Connection) -> None:
        with self._lock:
            if not self._closed:
                self._free.append((identity, connection))
                return
        connection.close()

    def _open(self) -> sqlite3.Connection | None:
        """A connection if the file has our schema; an older one is about to be migrated, a newer one replaced."""
        try:
            connection = self._checked(immutable=False)
        except sqlite3.OperationalError as error:
            if primary_code(error) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                raise
            if not self._path.exists():
                return None
            # In a folder that cannot be written SQLite cannot make its log files; without a log none is needed.
            if has_log(self._path):
                raise
            connection = self._checked(immutable=True)
        return connection

    def _checked(self, *, immutable: bool) -> sqlite3.Connection | None:
        connection = connect_for_reading(self._path, self._busy_seconds, immutable=immutable)
        try:
            good = schema_version(connection) == SCHEMA_VERSION
        except BaseException:
            connection.close()
            raise
        if good:
            return connection
        connection.close()
        return None
