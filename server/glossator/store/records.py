"""From tuples of the database to the dataclasses of `rows`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from glossator.core.row_ids import file_of, position_of
from glossator.core.symbols import Certainty, ReferenceKind, Symbol, SymbolKind
from glossator.core.text import Span
from glossator.store.packing import decode_path, unpack_offsets, unpack_spans
from glossator.store.rows import EdgeRow, FileRow, IndexedFile, ReferenceRow, StoredChunk, SymbolRow

_SYMBOL_NAMES = (
    *(
        "id",
        "kind",
        "name",
        "qualified_name",
        "container",
        "ordinal",
        "name_start",
        "name_end",
        "start",
        "end",
    ),
    *("signature_start", "signature_end", "body_start", "body_end", "doc_start", "doc_end"),
    *("decorators", "is_declaration", "owner"),
)
_REFERENCE_NAMES = ("id", "enclosing", "name", "kind", "receiver", "start", "end")

FILE_COLUMNS = (
    "id, path, size, mtime_ns, content_hash, language, state, reason, parse_state, "
    "is_test, is_generated, line_starts"
)
SYMBOL_COLUMNS = ", ".join(f"s.{name}" for name in _SYMBOL_NAMES)
CHUNK_COLUMNS = "c.id, c.symbol, c.start, c.end, c.text_hash"
REFERENCE_COLUMNS = ", ".join(f"r.{name}" for name in _REFERENCE_NAMES)
EDGE_COLUMNS = f"e.symbol_id, e.certainty, e.why, {REFERENCE_COLUMNS}"


def file_from(values: Sequence[Any]) -> IndexedFile:
    """A file from `FILE_COLUMNS`."""
    identifier, path, *details, is_test, is_generated, line_starts = values
    size, mtime_ns, content_hash, language, state, reason, parse_state = details
    row = FileRow(
        path=decode_path(path),
        size=size,
        mtime_ns=mtime_ns,
        content_hash=content_hash,
        language=language,
        state=state,
        reason=reason,
        parse_state=parse_state,
        is_test=bool(is_test),
        is_generated=bool(is_generated),
    )
    return IndexedFile(identifier, row, unpack_offsets(line_starts))


def symbol_from(values: Sequence[Any]) -> Symbol:
    """A symbol from `SYMBOL_COLUMNS`."""
    (_, kind, name, qualified_name, container, ordinal, name_start, name_end, start, end) = values[:10]
    (signature_start, signature_end, body_start, body_end, doc_start, doc_end) = values[10:16]
    decorators, is_declaration, owner = values[16:]
    return Symbol(
        kind=SymbolKind(kind),
        name=name,
        qualified_name=qualified_name,
        container=container,
        ordinal=ordinal,
        name_span=Span(name_start, name_end),
        span=Span(start, end),
        signature_span=Span(signature_start, signature_end),
        body_span=None if body_start is None else Span(body_start, body_end),
        doc_span=None if doc_start is None else Span(doc_start, doc_end),
        decorator_spans=unpack_spans(decorators),
        is_declaration=bool(is_declaration),
        owner=owner,
    )


class Records:
    """Rows of one read transaction, in which each file and symbol is read once however often it is named."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._files: dict[int, IndexedFile] = {}
        self._symbols: dict[int, SymbolRow | None] = {}

    def file(self, file_id: int) -> IndexedFile:
        """The file of a row that exists."""
        if file_id not in self._files:
            statement = f"SELECT {FILE_COLUMNS} FROM files WHERE id = ?"
            self._files[file_id] = file_from(self._connection.execute(statement, (file_id,)).fetchone())
        return self._files[file_id]

    def symbol(self, symbol_id: int) -> SymbolRow | None:
        """The symbol with the id, None if there is none."""
        if symbol_id not in self._symbols:
            statement = f"SELECT {SYMBOL_COLUMNS} FROM symbols s WHERE s.id = ?"
            values = self._connection.execute(statement, (symbol_id,)).fetchone()
            self._symbols[symbol_id] = None if values is None else self.symbol_row(values)
        return self._symbols[symbol_id]

    def symbol_row(self, values: Sequence[Any]) -> SymbolRow:
        """A symbol with its file from `SYMBOL_COLUMNS`."""
        identifier = values[0]
        file = self.file(file_of(identifier))
        return SymbolRow(identifier, position_of(identifier), symbol_from(values), file)

    def symbols(self, rows: Iterable[Sequence[Any]]) -> list[SymbolRow]:
        """Symbols from `SYMBOL_COLUMNS`, ordered by path and position."""
        found = [self.symbol_row(values) for values in rows]
        return sorted(found, key=lambda symbol: (symbol.file.path, symbol.position))

    def reference(self, values: Sequence[Any]) -> ReferenceRow:
        """A reference with its file and enclosing symbol from `REFERENCE_COLUMNS`."""
        identifier, enclosing, name, kind, receiver, start, end = values
        file = self.file(file_of(identifier))
        inside = None
        if enclosing is not None:
            inside = self.symbol(identifier - position_of(identifier) + enclosing)
        return ReferenceRow(identifier, ReferenceKind(kind), name, receiver, Span(start, end), file, inside)

    def references(self, rows: Iterable[Sequence[Any]]) -> list[ReferenceRow]:
        """References from `REFERENCE_COLUMNS`, ordered by path and place."""
        found = [self.reference(values) for values in rows]
        return sorted(found, key=lambda reference: (reference.file.path, reference.id))

    def edges(self, rows: Iterable[Sequence[Any]]) -> list[EdgeRow]:
        """Edges from `EDGE_COLUMNS`, ordered by the path and place of the reference, then of the target."""
        found = []
        for symbol_id, certainty, why, *reference in rows:
            target = self.symbol(symbol_id)
            if target is not None:
                found.append(EdgeRow(self.reference(reference), target, Certainty(certainty), why))
        return sorted(found, key=_edge_order)

    def chunk(self, values: Sequence[Any]) -> StoredChunk:
        """A chunk with its file from `CHUNK_COLUMNS`."""
        identifier, symbol, start, end, text_hash = values
        file = self.file(file_of(identifier))
        return StoredChunk(identifier, position_of(identifier), symbol, Span(start, end), text_hash, file)


def _edge_order(edge: EdgeRow) -> tuple[str, int, str, int]:
    return (edge.reference.file.path, edge.reference.id, edge.target.file.path, edge.target.position)
