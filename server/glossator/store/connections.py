"""Connections of a reader: each is used by one thread at a time and belongs to one state of the file's name."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from glossator.store.failures import named_failures, primary_code
from glossator.store.schema import SCHEMA_VERSION, connect_for_reading, schema_version

_Identity = tuple[int, int]


class ReaderConnections:
    """A pool of read-only connections to the file at `path`, which may come, go and be replaced at any time."""

    def __init__(self, path: Path, busy_seconds: float) -> None:
        self._path = path
        self._busy_seconds = busy_seconds
        self._lock = threading.Lock()
        self._free: list[tuple[_Identity, sqlite3.Connection]] = []
        self._closed = False

    @contextlib.contextmanager
    def connection(self) -> Iterator[sqlite3.Connection | None]:
        """A connection to the index that is at the path now, in one read transaction so that all its answers
        agree; None if there is no index of our schema. Errors come as errors for the user."""
        with named_failures(self._path):
            taken = self._take()
            if taken is None:
                yield None
                return
            identity, connection = taken
            try:
                connection.execute("BEGIN")
                yield connection
                connection.execute("COMMIT")
            except GeneratorExit:
                connection.execute("ROLLBACK")
                self._give_back(identity, connection)
                raise
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

    def _take(self) -> tuple[_Identity, sqlite3.Connection] | None:
        # The identity is read before the file is opened: if the file is replaced in between, the next use sees
        # a difference and opens it again; the other order would keep an old file for good.
        identity = self._identity()
        with self._lock:
            while self._free:
                known, connection = self._free.pop()
                if known == identity:
                    return known, connection
                connection.close()
        if identity is None:
            return None
        opened = self._open()
        return None if opened is None else (identity, opened)

    def _give_back(self, identity: _Identity, connection: sqlite3.Connection) -> None:
        with self._lock:
            if not self._closed:
                self._free.append((identity, connection))
                return
        connection.close()

    def _identity(self) -> _Identity | None:
        try:
            status = self._path.stat()
        except OSError:
            return None
        return (status.st_dev, status.st_ino) if status.st_size else None

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
            if self._has_log():
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

    def _has_log(self) -> bool:
        log = self._path.with_name(self._path.name + "-wal")
        return log.exists() and log.stat().st_size > 0
