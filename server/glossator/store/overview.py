"""What the files of an index are, counted and with examples: indexed, partly understood, or left out and why."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from glossator.core.symbols import ParseState
from glossator.store.packing import decode_path
from glossator.store.reader import IndexReader

EXAMPLES = 3
"""Paths named for each group of files."""


@dataclass(frozen=True, slots=True)
class FileGroup:
    """Files of which the same is to be said, with the first paths of them."""

    state: str
    reason: str
    files: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileOverview:
    """The files of an index: how many are indexed, by language, and those with something to tell.

    `left_out` are files that are not indexed, the most frequent reason first. `partly_parsed` are indexed in spite of
    what the parser did not understand.
    """

    indexed: int = 0
    known: int = 0
    languages: tuple[tuple[str, int], ...] = ()
    left_out: tuple[FileGroup, ...] = ()
    partly_parsed: FileGroup | None = None

    @property
    def left_out_files(self) -> int:
        """How many files are not indexed."""
        return sum(group.files for group in self.left_out)


def file_overview(reader: IndexReader) -> FileOverview:
    """The files of the index as it is now. Raises as the reader does."""
    with reader.snapshot() as connection:
        if connection is None:
            return FileOverview()
        groups = _groups(connection, "state, reason", "state != 'indexed'")
        partly = _groups(connection, "state, parse_state", f"parse_state = '{ParseState.PARTLY_PARSED}'")
        indexed, known = connection.execute(
            "SELECT COALESCE(SUM(state = 'indexed'), 0), COUNT(*) FROM files"
        ).fetchone()
        languages = connection.execute(
            "SELECT language, COUNT(*) AS number FROM files WHERE state = 'indexed' GROUP BY language "
            "ORDER BY number DESC, language"
        ).fetchall()
    return FileOverview(indexed, known, tuple(languages), groups, partly[0] if partly else None)


def _groups(connection: sqlite3.Connection, columns: str, condition: str) -> tuple[FileGroup, ...]:
    """Files by two columns, the largest group first."""
    rows = connection.execute(
        f"""SELECT {columns}, total, path FROM (
            SELECT {columns}, path, COUNT(*) OVER same AS total,
                ROW_NUMBER() OVER (PARTITION BY {columns} ORDER BY path) AS number
            FROM files WHERE {condition} WINDOW same AS (PARTITION BY {columns}))
        WHERE number <= ? ORDER BY total DESC, {columns}, number""",
        (EXAMPLES,),
    )
    examples: dict[tuple[str, str, int], list[str]] = {}
    for state, reason, total, path in rows:
        examples.setdefault((state, reason, total), []).append(decode_path(path))
    return tuple(FileGroup(*key, tuple(paths)) for key, paths in examples.items())
