"""What the resolver reads and writes: the facts of files, what waits, and edges."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator

from glossator.core.fact_bytes import (
    decode_imports,
    decode_references,
    decode_symbols,
    decode_values,
    storable_text,
)
from glossator.core.resolve.changes import Stale
from glossator.core.row_ids import file_of
from glossator.store.inserting import id_range
from glossator.store.rows import PendingResolution, ResolvedEdge, StoredFacts

_FACTS = "SELECT file_id, symbols, refs, imports, known_values FROM facts"


def all_facts(connection: sqlite3.Connection) -> Iterator[StoredFacts]:
    """The facts of every file, in order of id. Nothing may be written while this is read."""
    return map(_stored_facts, connection.execute(f"{_FACTS} ORDER BY file_id"))


def facts_of(connection: sqlite3.Connection, file_id: int) -> StoredFacts | None:
    """The facts of one file, None if it has none."""
    row = connection.execute(f"{_FACTS} WHERE file_id = ?", (file_id,)).fetchone()
    return None if row is None else _stored_facts(row)


def _stored_facts(row: tuple[int, bytes, bytes, bytes, bytes]) -> StoredFacts:
    file_id, symbols, references, imports, values = row
    return StoredFacts(
        file_id,
        decode_symbols(symbols),
        decode_references(references),
        decode_imports(imports),
        decode_values(values),
    )


def files_naming(connection: sqlite3.Connection, names: Iterable[str]) -> list[int]:
    """The ids of the files that refer to something by one of the names, in ascending order."""
    statement = "SELECT id FROM ref_names WHERE name = ?"
    found = {
        file_of(identifier)
        for name in names
        for (identifier,) in connection.execute(statement, (storable_text(name),))
    }
    return sorted(found)


def replace_edges(
    connection: sqlite3.Connection, reference_ids: Iterable[int], edges: Iterable[ResolvedEdge]
) -> None:
    """Let `edges` be all edges of the references; an edge that is given twice keeps its last certainty."""
    connection.executemany("DELETE FROM edges WHERE ref_id = ?", ((item,) for item in reference_ids))
    insert_edges(connection, edges)


def replace_edges_of_file(
    connection: sqlite3.Connection, file_id: int, edges: Iterable[ResolvedEdge]
) -> None:
    """Let `edges` be all edges that lead out of a file."""
    connection.execute("DELETE FROM edges WHERE ref_id BETWEEN ? AND ?", id_range(file_id))
    insert_edges(connection, edges)


def insert_edges(connection: sqlite3.Connection, edges: Iterable[ResolvedEdge]) -> None:
    connection.executemany(
        "INSERT OR REPLACE INTO edges (ref_id, symbol_id, kind, enclosing, sure, why) VALUES (?, ?, ?, ?, ?, ?)",
        edges,
    )


def note_stale(connection: sqlite3.Connection, stale: Stale, file_ids: Iterable[int]) -> None:
    """Remember, in the transaction of the change itself, what the resolver must look at again."""
    for table, names in (("stale_names", stale.names), ("stale_meanings", stale.meanings)):
        rows = ((storable_text(name),) for name in names)
        connection.executemany(f"INSERT OR IGNORE INTO {table} VALUES (?)", rows)
    connection.executemany("INSERT OR IGNORE INTO stale_files VALUES (?)", ((item,) for item in file_ids))
    if stale.everything:
        connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('resolve_everything', 1)")


def pending_resolution(connection: sqlite3.Connection) -> PendingResolution:
    """What `note_stale` remembered."""
    names, meanings = (
        frozenset(name for (name,) in connection.execute(f"SELECT name FROM {table}"))
        for table in ("stale_names", "stale_meanings")
    )
    file_ids = frozenset(item for (item,) in connection.execute("SELECT file_id FROM stale_files"))
    everything = connection.execute("SELECT 1 FROM meta WHERE key = 'resolve_everything'").fetchone()
    return PendingResolution(names, meanings, file_ids, everything is not None)


def clear_pending(connection: sqlite3.Connection) -> None:
    """Forget what `note_stale` remembered."""
    connection.execute("DELETE FROM stale_names")
    connection.execute("DELETE FROM stale_meanings")
    connection.execute("DELETE FROM stale_files")
    connection.execute("DELETE FROM meta WHERE key = 'resolve_everything'")


def known_edges(connection: sqlite3.Connection, file_id: int) -> Collection[tuple[int, ...]]:
    """All edges that lead out of a file, in order."""
    return connection.execute(
        "SELECT ref_id, symbol_id, kind, enclosing, sure, why FROM edges WHERE ref_id BETWEEN ? AND ?",
        id_range(file_id),
    ).fetchall()
