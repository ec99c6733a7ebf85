"""Version of the index, names of what changes in it, and the settings of its connections."""

from __future__ import annotations

import sqlite3
from enum import StrEnum
from pathlib import Path

from glossator.store.failures import primary_code

SCHEMA_VERSION = 6
"""The number of the last migration in `migrations`; an index with a higher one was written by a newer program."""

BUSY_SECONDS = 30.0
"""How long the writer waits for a lock that another program holds before it gives up."""

READER_BUSY_SECONDS = 5.0
"""How long a reader waits. In WAL mode readers meet locks only while a log is recovered or the file is exclusive."""

_LOG_SIZE_LIMIT_BYTES = 16 * 1024 * 1024
_LOG_PAGES = 4096

LATE_INDEXES = (
    "CREATE INDEX IF NOT EXISTS ref_names_by_name ON ref_names (name)",
    "CREATE INDEX IF NOT EXISTS edges_by_symbol ON edges (symbol_id)",
)
"""Made after the first run instead of kept up during it: half of that run's writing would be for these."""


class Part(StrEnum):
    """What a change touched; each has a counter, so that readers know which of their copies are out of date."""

    FILES = "files"
    SYMBOLS = "symbols"
    EDGES = "edges"
    CHUNKS = "chunks"
    VECTORS = "vectors"


def change_key(part: Part) -> str:
    """The key in `meta` under which the changes of `part` are counted."""
    return f"changes.{part.value}"


def connect_for_writing(path: Path, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    """A connection in autocommit mode: transactions are begun and ended by name."""
    connection = sqlite3.connect(path, timeout=busy_seconds, isolation_level=None)
    try:
        connection.execute("PRAGMA temp_store = MEMORY")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def settle_for_writing(connection: sqlite3.Connection) -> None:
    """With the write-ahead log nothing is flushed to disk at a commit: a crash of the machine may lose the last
    changes but never damages the file, and lost changes are indexed again. Whether there is such a log is settled
    when the file is built; see `journal`."""
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(f"PRAGMA journal_size_limit = {_LOG_SIZE_LIMIT_BYTES}")
    connection.execute("PRAGMA cache_size = -32768")
    connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")


def connect_for_reading(path: Path, busy_seconds: float, *, immutable: bool = False) -> sqlite3.Connection:
    """A read-only connection that may be handed from thread to thread, used by one at a time."""
    address = path.absolute().as_uri() + "?mode=ro" + ("&immutable=1" if immutable else "")
    connection = sqlite3.connect(
        address, uri=True, timeout=busy_seconds, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA temp_store = MEMORY")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def schema_version(connection: sqlite3.Connection) -> int | None:
    """The version that a file says it has, None if it is no index."""
    try:
        row = connection.execute("SELECT value FROM meta WHERE key = 'schema_version'").fetchone()
    except sqlite3.OperationalError as error:
        if primary_code(error) == sqlite3.SQLITE_ERROR:
            return None
        raise
    return row[0] if row and isinstance(row[0], int) else None
