"""What the resolver reads and writes: light rows of a whole workspace, references that wait, and edges."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator

from glossator.store.packing import storable_text
from glossator.store.rows import (
    LightImport,
    LightReference,
    LightSymbol,
    PendingResolution,
    ResolvedEdge,
    within_file,
)
from glossator.store.schema import REFERENCE_NAMES_INDEX

_REFERENCE_COLUMNS = "r.id, r.file_id, r.enclosing, r.name, r.kind, r.receiver, r.start"

# A reference can lead somewhere only if a symbol has its name or an import of its file binds that name.
_CAN_RESOLVE = """(r.name IN (SELECT name FROM symbols)
    OR (r.file_id, r.name) IN (SELECT file_id, local_name FROM imports WHERE local_name IS NOT NULL))"""

_WANTED = f"""r.id IN (
    SELECT refs.id FROM temp.wanted_names w JOIN refs ON refs.name = w.name
    UNION SELECT refs.id FROM temp.wanted_files w JOIN refs ON refs.id {within_file("w.file_id")})"""


def light_symbols(connection: sqlite3.Connection) -> Iterator[LightSymbol]:
    """Every symbol, in order of id."""
    rows = connection.execute(
        "SELECT id, file_id, kind, name, qualified_name, container, ordinal, owner, is_declaration, start, end "
        "FROM symbols ORDER BY id"
    )
    return map(LightSymbol._make, rows)


def light_imports(connection: sqlite3.Connection) -> Iterator[LightImport]:
    """Every import, in order of file id and position."""
    rows = connection.execute(
        "SELECT file_id, position, enclosing, module, name, alias, start, end FROM imports "
        "ORDER BY file_id, position"
    )
    return map(LightImport._make, rows)


def waiting_references(
    connection: sqlite3.Connection, names: Collection[str] | None, file_ids: Collection[int] | None
) -> Iterator[LightReference]:
    """References that can lead somewhere, in order of id: all of them, or those of the names or in the files."""
    statement = f"SELECT {_REFERENCE_COLUMNS} FROM refs r WHERE {_CAN_RESOLVE}"
    if names is not None or file_ids is not None:
        _want(connection, names or (), file_ids or ())
        connection.execute(REFERENCE_NAMES_INDEX)
        statement += f" AND {_WANTED}"
    return map(LightReference._make, connection.execute(statement + " ORDER BY r.id"))


def references_of_kind(connection: sqlite3.Connection, kind: str) -> Iterator[LightReference]:
    """Every reference of one kind, in order of id."""
    statement = f"SELECT {_REFERENCE_COLUMNS} FROM refs r WHERE r.kind = ? ORDER BY r.id"
    return map(LightReference._make, connection.execute(statement, (str(kind),)))


def _want(connection: sqlite3.Connection, names: Collection[str], file_ids: Collection[int]) -> None:
    """Fill the tables of what is wanted, with the other names under which those names are imported.

    Such names may be imported under others again, hence the rounds.
    """
    connection.execute("CREATE TEMP TABLE IF NOT EXISTS wanted_names (name TEXT PRIMARY KEY) WITHOUT ROWID")
    connection.execute("CREATE TEMP TABLE IF NOT EXISTS wanted_files (file_id INTEGER PRIMARY KEY)")
    connection.execute("DELETE FROM temp.wanted_names")
    connection.execute("DELETE FROM temp.wanted_files")
    connection.executemany(
        "INSERT OR IGNORE INTO temp.wanted_names VALUES (?)", ((storable_text(name),) for name in names)
    )
    connection.executemany(
        "INSERT OR IGNORE INTO temp.wanted_files VALUES (?)", ((item,) for item in file_ids)
    )
    added = 1
    while added:
        added = connection.execute(
            "INSERT OR IGNORE INTO temp.wanted_names SELECT alias FROM imports "
            "WHERE alias IS NOT NULL AND name IN (SELECT name FROM temp.wanted_names)"
        ).rowcount


def replace_edges(
    connection: sqlite3.Connection,
    reference_ids: Iterable[int],
    edges: Iterable[ResolvedEdge | tuple[object, ...]],
) -> None:
    """Let `edges` be all edges of the references; an edge that is given twice keeps its last certainty."""
    connection.executemany("DELETE FROM edges WHERE ref_id = ?", ((item,) for item in reference_ids))
    connection.executemany(
        "INSERT OR REPLACE INTO edges (ref_id, symbol_id, certainty, why) VALUES (?, ?, ?, ?)", edges
    )


def note_stale(connection: sqlite3.Connection, names: Iterable[str], file_ids: Iterable[int]) -> None:
    """Remember, in the transaction of the change itself, what the resolver must look at again."""
    connection.executemany("INSERT OR IGNORE INTO stale_names VALUES (?)", ((name,) for name in names))
    connection.executemany("INSERT OR IGNORE INTO stale_files VALUES (?)", ((item,) for item in file_ids))


def pending_resolution(connection: sqlite3.Connection) -> PendingResolution:
    """What `note_stale` remembered."""
    names = frozenset(name for (name,) in connection.execute("SELECT name FROM stale_names"))
    file_ids = frozenset(item for (item,) in connection.execute("SELECT file_id FROM stale_files"))
    return PendingResolution(names, file_ids)


def clear_pending(connection: sqlite3.Connection) -> None:
    """Forget what `note_stale` remembered."""
    connection.execute("DELETE FROM stale_names")
    connection.execute("DELETE FROM stale_files")
