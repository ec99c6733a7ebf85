"""Transactions of the writer: all or nothing, nested ones by savepoint, each counting what it changed."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from glossator.store.failures import named_failures
from glossator.store.schema import Part, change_key


class Transactions:
    """The transactions of one connection in autocommit mode to the file at `path`."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._changed: set[Part] = set()

    @contextlib.contextmanager
    def transaction(self, *changed: Part) -> Iterator[None]:
        """Commit at the end, undo everything on an error; inside another transaction only the inner part is undone.

        `changed` are the parts that the transaction is about to change.
        """
        if self._connection.in_transaction:
            with self._savepoint():
                yield
                self._changed.update(changed)
            return
        with named_failures(self._path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._changed.update(changed)
                self._count_changes()
                self._connection.execute("COMMIT")
            except BaseException:
                self._undo("ROLLBACK")
                raise
            finally:
                self._changed.clear()

    @contextlib.contextmanager
    def _savepoint(self) -> Iterator[None]:
        self._connection.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            self._undo("ROLLBACK TO part")
            self._undo("RELEASE part")
            raise
        self._connection.execute("RELEASE part")

    def _undo(self, statement: str) -> None:
        # A full disk or a failed read ends the whole transaction, and then there is nothing left to undo.
        if self._connection.in_transaction:
            self._connection.execute(statement)

    def _count_changes(self) -> None:
        self._connection.executemany(
            "INSERT INTO meta (key, value) VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET value = value + 1",
            [(change_key(part),) for part in sorted(self._changed)],
        )
