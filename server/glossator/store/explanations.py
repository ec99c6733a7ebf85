"""Answers of models, kept by the recipe that they were made from, in a small file beside the index.

It is apart from the index because any server may write it, and bounded because it can always be made again.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from glossator.core.errors import UserError
from glossator.core.fact_bytes import storable_text
from glossator.host.folders import create_private, open_private
from glossator.store.failures import is_misfit
from glossator.store.journal import lacks_shared_memory, use_journal, use_log
from glossator.store.rows import StoredExplanation

MOST_BYTES = 16 * 1024 * 1024
"""What all texts together may take; the least recently used go first."""

BUSY_SECONDS = 2.0
"""How long a server waits for another that writes the file."""

_TABLE = """CREATE TABLE IF NOT EXISTS explanations (
    recipe_hash BLOB PRIMARY KEY, text TEXT NOT NULL, model TEXT NOT NULL, created REAL NOT NULL,
    used REAL NOT NULL, bytes INTEGER NOT NULL)"""

# A running sum from the most recently used text on tells which no longer fit.
_TRIM = """DELETE FROM explanations WHERE recipe_hash IN (
    SELECT recipe_hash FROM (
        SELECT recipe_hash, SUM(bytes) OVER (ORDER BY used DESC, rowid DESC) AS total FROM explanations)
    WHERE total > ?)"""

_Result = TypeVar("_Result")


class ExplanationStore:
    """A cache that never stands in the way: a file that is locked or cannot be written means that nothing is
    remembered, one that holds anything else than explanations is made anew. Thread-safe."""

    def __init__(self, path: Path, most_bytes: int = MOST_BYTES, busy_seconds: float = BUSY_SECONDS) -> None:
        self._path = path
        self._busy_seconds = busy_seconds
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None

    def get(self, recipe_hash: bytes) -> StoredExplanation | None:
        """The text for a recipe, None if there is none."""
        if self._connection is None and not self._path.exists():
            return None

        def read(connection: sqlite3.Connection) -> StoredExplanation | None:
            row = connection.execute(
                "SELECT text, model, created FROM explanations WHERE recipe_hash = ?", (recipe_hash,)
            ).fetchone()
            if row is None:
                return None
            # Only the order of leaving depends on this, so a store that is locked or read-only may miss it.
            with contextlib.suppress(sqlite3.OperationalError):
                connection.execute(
                    "UPDATE explanations SET used = ? WHERE recipe_hash = ?", (time.time(), recipe_hash)
                )
            text, model, created = row
            if not isinstance(text, str) or not isinstance(model, str) or not isinstance(created, float):
                raise sqlite3.DatabaseError("a value that is no part of an explanation")
            return StoredExplanation(text, model, created)

        return self._use(read)

    def put(self, recipe_hash: bytes, text: str, model: str) -> None:
        """Remember a text. One that is larger than the whole store may be is not kept."""
        text = storable_text(text)
        size = len(text.encode("utf-8"))
        if size > self._most_bytes:
            return

        def write(connection: sqlite3.Connection) -> None:
            now = time.time()
            connection.execute(
                "INSERT OR REPLACE INTO explanations (recipe_hash, text, model, created, used, bytes) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (recipe_hash, text, model, now, now, size),
            )
            connection.execute(_TRIM, (self._most_bytes,))

        self._use(write)

    def clear(self) -> None:
        """Forget everything."""
        self._use(lambda connection: connection.execute("DELETE FROM explanations"))

    def close(self) -> None:
        """Close the file; it is opened again when needed."""
        with self._lock:
            self._drop_connection()

    def _use(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result | None:
        with self._lock:
            try:
                return self._attempt(work)
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                self._drop_connection()
                if not is_misfit(error):
                    return None
            except (OSError, UserError):
                return None
            with contextlib.suppress(sqlite3.Error, OSError, UserError):
                self._remove_file()
                return self._attempt(work)
            return None

    def _attempt(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        if self._connection is None:
            self._connection = self._open()
        with self._connection:
            return work(self._connection)

    def _open(self) -> sqlite3.Connection:
        create_private(self._path.parent)
        # The mode is given at creation because SQLite gives its log files the mode of the database.
        os.close(open_private(self._path, os.O_CREAT | os.O_RDWR))
        try:
            return self._connect(use_log)
        except sqlite3.OperationalError as error:
            if not lacks_shared_memory(error):
                raise
        use_journal(self._path, self._busy_seconds)
        return self._connect(lambda connection: None)

    def _connect(self, protect: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=self._busy_seconds, check_same_thread=False)
        try:
            protect(connection)
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute(_TABLE)
        except BaseException:
            connection.close()
            raise
        return connection

    def _drop_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _remove_file(self) -> None:
        self._drop_connection()
        for suffix in ("", "-wal", "-shm"):
            self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)
