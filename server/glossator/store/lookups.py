"""The questions of a reader as functions of one connection in a read transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from glossator.core.fact_tables import REFERENCE_KIND_NUMBERS
from glossator.core.languages import languages
from glossator.core.resolve.keys import keyed_names
from glossator.core.row_ids import file_of, position_of, row_id
from glossator.core.symbols import MODULE, Certainty, ReferenceKind
from glossator.store.inserting import id_range
from glossator.store.packing import decode_path, encode_path
from glossator.store.records import (
    CHUNK_COLUMNS,
    EDGE_COLUMNS,
    FILE_COLUMNS,
    Records,
    file_from,
)
from glossator.store.resolution import files_naming
from glossator.store.rows import (
    EdgeRow,
    FileRow,
    GraphRow,
    IndexCounts,
    ReferenceRow,
    ShortCounts,
    StoredChunk,
    SymbolRow,
)
from glossator.store.schema import Part, change_key

DataVersion = tuple[str, int]
"""Two are equal if and only if nothing that was asked about changed between them."""

NO_INDEX: DataVersion = ("", 0)


def data_version(connection: sqlite3.Connection, parts: Collection[Part]) -> DataVersion:
    """The generation of the file and the number of changes to the parts."""
    keys = [change_key(part) for part in parts]
    statement = f"""SELECT (SELECT value FROM meta WHERE key = 'generation'),
        (SELECT COALESCE(SUM(value), 0) FROM meta WHERE key IN ({_marks(keys)}))"""
    generation, changes = connection.execute(statement, keys).fetchone()
    return generation, changes


def short_counts(connection: sqlite3.Connection) -> ShortCounts:
    """What stands behind every answer, counted."""
    row = connection.execute(
        "SELECT COALESCE(SUM(state = 'indexed'), 0), COUNT(*), (SELECT COUNT(*) FROM chunks) FROM files"
    ).fetchone()
    return ShortCounts(*row)


def counts(connection: sqlite3.Connection) -> IndexCounts:
    """How many rows there are, and files by state and language."""
    numbers = {
        name: int(connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])
        for name, table in (
            ("files", "files"),
            ("symbols", "symbols"),
            ("edges", "edges WHERE symbol_id > 0"),
            ("chunks", "chunks"),
            ("vectors", "vectors"),
        )
    }
    (numbers["references"],) = connection.execute("SELECT COALESCE(SUM(ref_count), 0) FROM facts").fetchone()
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


def symbols_of_file(connection: sqlite3.Connection, file_id: int) -> list[SymbolRow]:
    """The symbols of a file in order of position."""
    records = Records(connection)
    return records.symbols(row_id(file_id, place) for place in range(len(records.symbols_of(file_id))))


def symbols_named(connection: sqlite3.Connection, names: Collection[str]) -> list[SymbolRow]:
    """Symbols of the names, by path and position."""
    statement = f"SELECT id FROM symbols WHERE name IN ({_marks(names)})"
    rows = connection.execute(statement, [*names]).fetchall()
    return Records(connection).symbols(identifier for (identifier,) in rows)


def symbols_by_id(connection: sqlite3.Connection, identifiers: Sequence[int]) -> list[SymbolRow]:
    """Symbols in the order of the ids, without those that are gone."""
    return [row for row in map(Records(connection).symbol, identifiers) if row is not None]


def edges(
    connection: sqlite3.Connection, where: str, values: Sequence[Any], kinds: Collection[ReferenceKind] | None
) -> list[EdgeRow]:
    """Edges `e` for which a condition holds, from references of all kinds or of those given."""
    chosen, kind_values = _of_kinds(kinds)
    statement = f"SELECT {EDGE_COLUMNS} FROM edges e WHERE e.symbol_id > 0 AND {where}{chosen}"
    return Records(connection).edges(connection.execute(statement, (*values, *kind_values)).fetchall())


def unresolved(
    connection: sqlite3.Connection, name: str, kinds: Collection[ReferenceKind] | None
) -> list[ReferenceRow]:
    """References of a name that lead to no symbol."""
    return _references_named(connection, name, kinds, "symbol_id > 0", has_edge=False)


def unlisted(connection: sqlite3.Connection, name: str) -> list[ReferenceRow]:
    """Calls of a name that may mean so many symbols that these are not listed."""
    return _references_named(connection, name, None, "symbol_id = 0", has_edge=True)


def _references_named(
    connection: sqlite3.Connection,
    name: str,
    kinds: Collection[ReferenceKind] | None,
    edges: str,
    *,
    has_edge: bool,
) -> list[ReferenceRow]:
    """References of a name that have edges for which a condition holds, or those that have not."""
    records = Records(connection)
    wanted = None if kinds is None else {REFERENCE_KIND_NUMBERS[kind] for kind in kinds}
    found: list[int] = []
    for file_id in files_naming(connection, {name, name.casefold()}):
        table = records.references_of(file_id)
        language = languages().get(records.file(file_id).row.language)
        key = name if language is None else language.key(name)
        same = {number for number, each in enumerate(keyed_names(table.names, language)) if each == key}
        numbers, names, *_ = table.views()[:2]
        with_edge = {
            identifier
            for (identifier,) in connection.execute(
                f"SELECT ref_id FROM edges WHERE ref_id BETWEEN ? AND ? AND {edges}", id_range(file_id)
            )
        }
        found += (
            identifier
            for place, (kind, each) in enumerate(zip(numbers, names, strict=True))
            if each in same and (wanted is None or kind in wanted)
            for identifier in (row_id(file_id, place),)
            if (identifier in with_edge) is has_edge
        )
    return records.references(found)


def graph(connection: sqlite3.Connection) -> Iterator[GraphRow]:
    """Every edge by names, by the path and place of the reference."""
    files = connection.execute("SELECT id, path FROM files").fetchall()
    paths = {file_id: decode_path(path) for file_id, path in files}
    targets = Records(connection)
    for file_id in sorted(paths, key=paths.__getitem__):
        records = Records(connection)
        rows = connection.execute(
            f"SELECT {EDGE_COLUMNS} FROM edges e WHERE e.symbol_id > 0 AND e.ref_id BETWEEN ? AND ?",
            id_range(file_id),
        ).fetchall()
        for reference_id, symbol_id, sure, why in sorted(
            rows, key=lambda row: (row[0], paths[file_of(row[1])], row[1])
        ):
            reference = records.references_of(file_id)[position_of(reference_id)]
            symbols = records.symbols_of(file_id)
            source = None if reference.enclosing is None else symbols[reference.enclosing]
            target = targets.symbols_of(file_of(symbol_id))[position_of(symbol_id)]
            yield GraphRow(
                source_path=paths[file_id],
                source=MODULE if source is None else source.qualified_name,
                source_ordinal=0 if source is None else source.ordinal,
                target_path=paths[file_of(symbol_id)],
                target=target.qualified_name,
                target_ordinal=target.ordinal,
                kind=reference.kind.value,
                certainty=(Certainty.SURE if sure else Certainty.POSSIBLE).value,
                why=why,
                start=reference.span.start,
            )


def chunks_by_id(connection: sqlite3.Connection, identifiers: Sequence[int]) -> list[StoredChunk]:
    """Chunks in the order of the ids, without those that are gone."""
    records = Records(connection)
    statement = f"SELECT {CHUNK_COLUMNS} FROM chunks c WHERE c.id = ?"
    rows = (connection.execute(statement, (identifier,)).fetchone() for identifier in identifiers)
    return [records.chunk(row) for row in rows if row is not None]


def _marks(values: Collection[Any]) -> str:
    return ", ".join("?" * len(values))


def _of_kinds(kinds: Collection[ReferenceKind] | None) -> tuple[str, list[int]]:
    if kinds is None:
        return "", []
    return f" AND e.kind IN ({_marks(kinds)})", [REFERENCE_KIND_NUMBERS[kind] for kind in kinds]
