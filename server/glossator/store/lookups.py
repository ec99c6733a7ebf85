"""The questions of a reader as functions of one connection in a read transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from typing import Any

from glossator.core.symbols import ReferenceKind
from glossator.store.packing import encode_path
from glossator.store.records import (
    CHUNK_COLUMNS,
    EDGE_COLUMNS,
    FILE_COLUMNS,
    REFERENCE_COLUMNS,
    SYMBOL_COLUMNS,
    Records,
    file_from,
)
from glossator.store.rows import EdgeRow, FileRow, IndexCounts, ReferenceRow, StoredChunk, SymbolRow
from glossator.store.schema import Part, change_key

DataVersion = tuple[str, int]
"""Two are equal if and only if nothing that was asked about changed between them."""

NO_INDEX: DataVersion = ("", 0)

GRAPH = """SELECT sf.path, COALESCE(s.qualified_name, ?), COALESCE(s.ordinal, 0), tf.path, t.qualified_name,
        t.ordinal, r.kind, e.certainty, e.why, r.start
    FROM edges e JOIN refs r ON r.id = e.ref_id JOIN files sf ON sf.id = r.file_id
        JOIN symbols t ON t.id = e.symbol_id JOIN files tf ON tf.id = t.file_id
        LEFT JOIN symbols s ON s.id = (r.file_id << 20 | r.enclosing)
    ORDER BY sf.path, r.id, tf.path, t.id"""


def data_version(connection: sqlite3.Connection, parts: Collection[Part]) -> DataVersion:
    """The generation of the file and the number of changes to the parts."""
    keys = [change_key(part) for part in parts]
    statement = f"""SELECT (SELECT value FROM meta WHERE key = 'generation'),
        (SELECT COALESCE(SUM(value), 0) FROM meta WHERE key IN ({_marks(keys)}))"""
    generation, changes = connection.execute(statement, keys).fetchone()
    return generation, changes


def counts(connection: sqlite3.Connection) -> IndexCounts:
    """How many rows there are, and files by state and language."""
    numbers = {
        name: int(connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])
        for name, table in (
            ("files", "files"),
            ("symbols", "symbols"),
            ("references", "refs"),
            ("edges", "edges"),
            ("chunks", "chunks"),
            ("vectors", "vectors"),
        )
    }
    states = connection.execute("SELECT state, COUNT(*) FROM files GROUP BY state ORDER BY state")
    languages = connection.execute(
        "SELECT language, COUNT(*) AS number FROM files WHERE parse_state != '' GROUP BY language "
        "ORDER BY number DESC, language"
    )
    return IndexCounts(**numbers, states=dict(states), languages=dict(languages))


def file_id(connection: sqlite3.Connection, path: str) -> int | None:
    """The id of the file at a path, None if it is not known."""
    row = connection.execute("SELECT id FROM files WHERE path = ?", (encode_path(path),)).fetchone()
    return row[0] if row else None


def left_out(
    connection: sqlite3.Connection, limit: int, indexed_states: Collection[str]
) -> tuple[list[FileRow], int]:
    """At most `limit` files in other states than those, by path, and the number of all such files."""
    where = f"FROM files WHERE state NOT IN ({_marks(indexed_states)})"
    (total,) = connection.execute(f"SELECT COUNT(*) {where}", [*indexed_states]).fetchone()
    rows = connection.execute(
        f"SELECT {FILE_COLUMNS} {where} ORDER BY path LIMIT ?", [*indexed_states, limit]
    )
    return [file_from(row).row for row in rows], total


def symbols(connection: sqlite3.Connection, where: str, values: Sequence[Any]) -> list[SymbolRow]:
    """Symbols `s` for which a condition holds, by path and position."""
    rows = connection.execute(f"SELECT {SYMBOL_COLUMNS} FROM symbols s WHERE {where}", values).fetchall()
    return Records(connection).symbols(rows)


def symbols_by_id(connection: sqlite3.Connection, identifiers: Sequence[int]) -> list[SymbolRow]:
    """Symbols in the order of the ids, without those that are gone."""
    return [row for row in map(Records(connection).symbol, identifiers) if row is not None]


def edges(
    connection: sqlite3.Connection, where: str, values: Sequence[Any], kinds: Collection[ReferenceKind] | None
) -> list[EdgeRow]:
    """Edges `e` with their references `r` for which a condition holds, of all kinds or of those given."""
    chosen, kind_values = _of_kinds(kinds)
    statement = f"SELECT {EDGE_COLUMNS} FROM edges e JOIN refs r ON r.id = e.ref_id WHERE {where}{chosen}"
    return Records(connection).edges(connection.execute(statement, (*values, *kind_values)).fetchall())


def unresolved(
    connection: sqlite3.Connection, name: str, kinds: Collection[ReferenceKind] | None
) -> list[ReferenceRow]:
    """References of a name that have no edge."""
    chosen, kind_values = _of_kinds(kinds)
    statement = (
        f"SELECT {REFERENCE_COLUMNS} FROM refs r WHERE r.name = ?{chosen} "
        "AND NOT EXISTS (SELECT 1 FROM edges e WHERE e.ref_id = r.id)"
    )
    return Records(connection).references(connection.execute(statement, (name, *kind_values)).fetchall())


def chunks_by_id(connection: sqlite3.Connection, identifiers: Sequence[int]) -> list[StoredChunk]:
    """Chunks in the order of the ids, without those that are gone."""
    records = Records(connection)
    statement = f"SELECT {CHUNK_COLUMNS} FROM chunks c WHERE c.id = ?"
    rows = (connection.execute(statement, (identifier,)).fetchone() for identifier in identifiers)
    return [records.chunk(row) for row in rows if row is not None]


def _marks(values: Collection[Any]) -> str:
    return ", ".join("?" * len(values))


def _of_kinds(kinds: Collection[ReferenceKind] | None) -> tuple[str, list[str]]:
    if kinds is None:
        return "", []
    return f" AND r.kind IN ({_marks(kinds)})", [kind.value for kind in kinds]
