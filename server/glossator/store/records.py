"""From tuples of the database to the dataclasses of `rows`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from glossator.core.fact_bytes import decode_references
from glossator.core.fact_tables import ReferenceTable, SymbolTable
from glossator.core.row_ids import file_of, position_of, row_id
from glossator.core.symbols import Certainty
from glossator.core.text import Span
from glossator.store.inserting import stored_symbols
from glossator.store.packing import decode_path, unpack_offsets
from glossator.store.rows import EdgeRow, FileRow, IndexedFile, ReferenceRow, StoredChunk, SymbolRow

FILE_COLUMNS = (
    "id, path, size, changed_ns, content_hash, language, state, reason, parse_state, "
    "is_test, is_generated, line_starts"
)
CHUNK_COLUMNS = "c.id, c.symbol, c.start, c.end, c.text_hash"
EDGE_COLUMNS = "e.ref_id, e.symbol_id, e.sure, e.why"


def file_from(values: Sequence[Any]) -> IndexedFile:
    """A file from `FILE_COLUMNS`."""
    identifier, path, *details, is_test, is_generated, line_starts = values
    size, changed_ns, content_hash, language, state, reason, parse_state = details
    row = FileRow(
        path=decode_path(path),
        size=size,
        changed_ns=changed_ns,
        content_hash=content_hash,
        language=language,
        state=state,
        reason=reason,
        parse_state=parse_state,
        is_test=bool(is_test),
        is_generated=bool(is_generated),
    )
    return IndexedFile(identifier, row, unpack_offsets(line_starts))


class Records:
    """Rows of one read transaction, in which each file and symbol is read once however often it is named."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._files: dict[int, IndexedFile] = {}
        self._symbols: dict[int, SymbolTable] = {}
        self._references: dict[int, ReferenceTable] = {}

    def file(self, file_id: int) -> IndexedFile:
        """The file of a row that exists."""
        if file_id not in self._files:
            statement = f"SELECT {FILE_COLUMNS} FROM files WHERE id = ?"
            self._files[file_id] = file_from(self._connection.execute(statement, (file_id,)).fetchone())
        return self._files[file_id]

    def symbols_of(self, file_id: int) -> SymbolTable:
        """The symbols of a file; empty for one without facts."""
        table = self._symbols.get(file_id)
        if table is None:
            table = self._symbols[file_id] = stored_symbols(self._connection, file_id)
        return table

    def references_of(self, file_id: int) -> ReferenceTable:
        """The references of a file; empty for one without facts."""
        table = self._references.get(file_id)
        if table is None:
            row = self._connection.execute("SELECT refs FROM facts WHERE file_id = ?", (file_id,)).fetchone()
            table = self._references[file_id] = ReferenceTable() if row is None else decode_references(row[0])
        return table

    def symbol(self, symbol_id: int) -> SymbolRow | None:
        """The symbol with the id, None if there is none."""
        table, position = self.symbols_of(file_of(symbol_id)), position_of(symbol_id)
        if position >= len(table):
            return None
        return SymbolRow(symbol_id, position, table[position], self.file(file_of(symbol_id)))

    def symbols(self, identifiers: Iterable[int]) -> list[SymbolRow]:
        """The symbols with the ids, ordered by path and position."""
        found = [row for row in map(self.symbol, identifiers) if row is not None]
        return sorted(found, key=lambda symbol: (symbol.file.path, symbol.position))

    def reference(self, reference_id: int) -> ReferenceRow:
        """The reference with the id, which must exist, with its file and enclosing symbol."""
        file_id = file_of(reference_id)
        stored = self.references_of(file_id)[position_of(reference_id)]
        inside = None if stored.enclosing is None else self.symbol(row_id(file_id, stored.enclosing))
        return ReferenceRow(
            reference_id, stored.kind, stored.name, stored.receiver, stored.span, self.file(file_id), inside
        )

    def references(self, identifiers: Iterable[int]) -> list[ReferenceRow]:
        """References with the ids, ordered by path and place."""
        found = [self.reference(identifier) for identifier in identifiers]
        return sorted(found, key=lambda reference: (reference.file.path, reference.id))

    def edges(self, rows: Iterable[Sequence[Any]]) -> list[EdgeRow]:
        """Edges from `EDGE_COLUMNS`, ordered by the path and place of the reference, then of the target."""
        found = []
        for reference_id, symbol_id, sure, why in rows:
            target = self.symbol(symbol_id)
            if target is not None:
                certainty = Certainty.SURE if sure else Certainty.POSSIBLE
                found.append(EdgeRow(self.reference(reference_id), target, certainty, why))
        return sorted(found, key=_edge_order)

    def chunk(self, values: Sequence[Any]) -> StoredChunk:
        """A chunk with its file from `CHUNK_COLUMNS`."""
        identifier, symbol, start, end, text_hash = values
        file = self.file(file_of(identifier))
        return StoredChunk(identifier, position_of(identifier), symbol, Span(start, end), text_hash, file)


def _edge_order(edge: EdgeRow) -> tuple[str, int, str, int]:
    return (edge.reference.file.path, edge.reference.id, edge.target.file.path, edge.target.position)
