"""What leads to a symbol and what leads out of one, for whoever shows it piece by piece.

A name that everybody uses has many thousands of edges. They are told by number first, the best at the beginning; what
they are is read for as many as are shown.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from glossator.core.fact_bytes import decode_imports
from glossator.core.fact_tables import REFERENCE_KIND_NUMBERS
from glossator.core.row_ids import POSITION_BITS, file_of, position_of, row_id
from glossator.core.symbols import Import, ReferenceKind
from glossator.core.text import Span
from glossator.store import lookups
from glossator.store.packing import decode_path, encode_path
from glossator.store.reader import IndexReader
from glossator.store.records import EDGE_COLUMNS, Records
from glossator.store.rows import EdgeRow, ReferenceRow

_CALL = REFERENCE_KIND_NUMBERS[ReferenceKind.CALL]


class UseKey(NamedTuple):
    """One reference to a symbol, before it is read. `content_hash` is that of the file that it was found in."""

    reference_id: int
    path: str
    content_hash: bytes | None
    is_sure: bool
    why: str


class Sought(NamedTuple):
    """Symbols whose uses are wanted: of some every use (or call), of others the calls alone."""

    symbol_ids: tuple[int, ...]
    only_called: tuple[int, ...] = ()
    calls: bool = False
    """Whether only calls are wanted of all."""


_WHERE = "(e.symbol_id IN ({ids}) OR (e.symbol_id IN ({called}) AND e.kind = {call})) AND ({all} OR e.kind = {call})"


def uses_of(reader: IndexReader, sought: Sought, own_path: str, most: int) -> tuple[list[UseKey], int]:
    """At most `most` references to the symbols, and how many there are.

    Calls come first, of these the sure ones, then what stands in no test, then what stands in the file `own_path`.
    """
    with reader.snapshot() as connection:
        if connection is None:
            return [], 0
        where = _WHERE.format(
            ids=_marks(sought.symbol_ids),
            called=_marks(sought.only_called),
            call=_CALL,
            all=int(not sought.calls),
        )
        values = (*sought.symbol_ids, *sought.only_called)
        statement = f"""SELECT u.ref_id, f.path, f.content_hash, u.sure, u.why FROM (
            SELECT e.ref_id, e.kind, MAX(e.sure) AS sure, e.why FROM edges e WHERE {where} GROUP BY e.ref_id) u
            JOIN files f ON f.id = u.ref_id >> {POSITION_BITS}
            ORDER BY u.kind != {_CALL}, u.sure DESC, f.is_test, f.path != ?, f.path, u.ref_id LIMIT ?"""
        rows = connection.execute(statement, (*values, encode_path(own_path), most + 1)).fetchall()
        total = len(rows)
        if total > most:
            counting = f"SELECT COUNT(DISTINCT e.ref_id) FROM edges e WHERE {where}"
            (total,) = connection.execute(counting, values).fetchone()
        keys = [
            UseKey(each, decode_path(path), digest, bool(sure), why) for each, path, digest, sure, why in rows
        ]
        return keys[:most], total


class FileUses(NamedTuple):
    """The references of one file that were asked for, and what it imports."""

    uses: list[tuple[UseKey, ReferenceRow]]
    imports: tuple[Import, ...]


def read_file_uses(reader: IndexReader, keys: Sequence[UseKey]) -> FileUses | None:
    """The references behind the keys, all of one file; None if it has been indexed anew since."""
    with reader.snapshot() as connection:
        if connection is None or not keys:
            return None
        file_id = file_of(keys[0].reference_id)
        row = connection.execute("SELECT content_hash FROM files WHERE id = ?", (file_id,)).fetchone()
        records = Records(connection)
        if row is None or row[0] != keys[0].content_hash:
            return None
        if max(position_of(key.reference_id) for key in keys) >= len(records.references_of(file_id)):
            return None
        uses = [(key, records.reference(key.reference_id)) for key in keys]
        return FileUses(uses, _imports(connection, file_id))


def files(reader: IndexReader) -> list[tuple[str, str]]:
    """The paths of all files that have facts, with their languages, sorted."""
    with reader.snapshot() as connection:
        if connection is None:
            return []
        rows = connection.execute("SELECT path, language FROM files WHERE parse_state != ''").fetchall()
        return sorted((decode_path(path), language) for path, language in rows)


def imports_of(reader: IndexReader, path: str) -> tuple[Import, ...]:
    """What a file imports."""
    with reader.snapshot() as connection:
        file_id = None if connection is None else lookups.file_id(connection, path)
        return () if connection is None or file_id is None else _imports(connection, file_id)


def symbol_id(reader: IndexReader, path: str, qualified_name: str, ordinal: int) -> int | None:
    """The id of the symbol of that identity, None if the index does not have it."""
    with reader.snapshot() as connection:
        return None if connection is None else _symbol_id(connection, path, qualified_name, ordinal)


def edges_at(reader: IndexReader, path: str, spans: Iterable[Span]) -> list[EdgeRow]:
    """The edges of the references of a file that stand at one of the spans, in order of place."""
    with reader.snapshot() as connection:
        file_id = None if connection is None else lookups.file_id(connection, path)
        if connection is None or file_id is None:
            return []
        records = Records(connection)
        wanted = {(span.start, span.end) for span in spans}
        _, _, _, starts, ends, *_ = records.references_of(file_id).views()
        places = (place for place, span in enumerate(zip(starts, ends, strict=True)) if span in wanted)
        return _edges_from(records, connection, [row_id(file_id, place) for place in places])


def edges_named(reader: IndexReader, path: str, names: Iterable[str]) -> list[EdgeRow]:
    """The edges of all references of a file with one of the names, in order of place."""
    with reader.snapshot() as connection:
        file_id = None if connection is None else lookups.file_id(connection, path)
        if connection is None or file_id is None:
            return []
        records = Records(connection)
        table = records.references_of(file_id)
        wanted = {table.names.index(name) for name in names if name in table.names}
        numbers = table.views()[1]
        places = [row_id(file_id, place) for place, number in enumerate(numbers) if number in wanted]
        return _edges_from(records, connection, places)


def _symbol_id(connection: sqlite3.Connection, path: str, qualified_name: str, ordinal: int) -> int | None:
    file_id = lookups.file_id(connection, path)
    if file_id is None:
        return None
    table = Records(connection).symbols_of(file_id)
    for place, name in enumerate(table.qualified_names):
        if name == qualified_name and table[place].ordinal == ordinal:
            return row_id(file_id, place)
    return None


def _imports(connection: sqlite3.Connection, file_id: int) -> tuple[Import, ...]:
    row = connection.execute("SELECT imports FROM facts WHERE file_id = ?", (file_id,)).fetchone()
    return () if row is None else decode_imports(row[0])


_MOST_VALUES = 500
"""How many values one statement takes at once; SQLite has a limit."""


def _edges_from(records: Records, connection: sqlite3.Connection, ids: Sequence[int]) -> list[EdgeRow]:
    rows: list[tuple[int, int, int, str]] = []
    for start in range(0, len(ids), _MOST_VALUES):
        some = ids[start : start + _MOST_VALUES]
        rows += connection.execute(
            f"SELECT {EDGE_COLUMNS} FROM edges e WHERE e.symbol_id > 0 AND e.ref_id IN ({_marks(some)})", some
        )
    return records.edges(rows)


def _marks(values: Sequence[int]) -> str:
    return ", ".join("?" * len(values))
