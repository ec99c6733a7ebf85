"""The facts of one file as rows: statements and tuples, nothing else."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from glossator.core.errors import UserError
from glossator.core.row_ids import MOST_POSITIONS, POSITION_BITS, row_id
from glossator.core.symbols import FileFacts, Import, Reference, ReferenceKind, Symbol, SymbolKind
from glossator.core.text import Span
from glossator.store.packing import pack_spans, storable_text

Row = tuple[Any, ...]

INSERT_SYMBOL = (
    "INSERT INTO symbols (id, kind, name, qualified_name, container, ordinal, name_start, name_end, \
start, end, signature_start, signature_end, body_start, body_end, doc_start, doc_end, decorators, \
is_declaration, owner) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
INSERT_REFERENCE = (
    "INSERT INTO refs (id, enclosing, name, kind, receiver, start, end) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
INSERT_IMPORT = (
    "INSERT INTO imports (file_id, position, enclosing, module, name, alias, local_name, start, end) \
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)

# Plain strings: SQLite's binding is slow for subclasses of `str`, and so is the `value` of an enumeration.
_SYMBOL_KINDS = {kind: str(kind.value) for kind in SymbolKind}
_REFERENCE_KINDS = {kind: str(kind.value) for kind in ReferenceKind}


def insert_facts(connection: sqlite3.Connection, file_id: int, facts: FileFacts) -> None:
    """Write the symbols, references and imports of a file that has none yet."""
    _check_size(facts)
    for statement, rows in (
        (INSERT_SYMBOL, symbol_rows(file_id, facts.symbols)),
        (INSERT_REFERENCE, reference_rows(file_id, facts.references)),
        (INSERT_IMPORT, import_rows(file_id, facts.imports)),
    ):
        if rows:
            _insert(connection, statement, rows)


def delete_facts(connection: sqlite3.Connection, file_id: int) -> None:
    """Remove all rows of a file but its own, with the edges that lead out of it and into it."""
    first, last = id_range(file_id)
    for statement in (
        "DELETE FROM edges WHERE ref_id BETWEEN ? AND ?",
        "DELETE FROM edges WHERE symbol_id BETWEEN ? AND ?",
        "DELETE FROM symbols WHERE id BETWEEN ? AND ?",
        "DELETE FROM refs WHERE id BETWEEN ? AND ?",
        "DELETE FROM chunks WHERE id BETWEEN ? AND ?",
    ):
        connection.execute(statement, (first, last))
    connection.execute("DELETE FROM imports WHERE file_id = ?", (file_id,))


def id_range(file_id: int) -> tuple[int, int]:
    """The first and the last id that a row of the file can have."""
    return row_id(file_id, 0), row_id(file_id, MOST_POSITIONS - 1)


def symbol_rows(file_id: int, symbols: Sequence[Symbol]) -> list[Row]:
    base = file_id << POSITION_BITS
    return [
        (
            base + position,
            _SYMBOL_KINDS[symbol.kind],
            symbol.name,
            symbol.qualified_name,
            symbol.container,
            symbol.ordinal,
            symbol.name_span.start,
            symbol.name_span.end,
            symbol.span.start,
            symbol.span.end,
            symbol.signature_span.start,
            symbol.signature_span.end,
            *_ends(symbol.body_span),
            *_ends(symbol.doc_span),
            pack_spans(symbol.decorator_spans),
            symbol.is_declaration,
            symbol.owner,
        )
        for position, symbol in enumerate(symbols)
    ]


def reference_rows(file_id: int, references: Sequence[Reference]) -> list[Row]:
    kinds = _REFERENCE_KINDS
    return [
        (
            identifier,
            reference.enclosing,
            reference.name,
            kinds[reference.kind],
            reference.receiver,
            reference.span.start,
            reference.span.end,
        )
        for identifier, reference in enumerate(references, file_id << POSITION_BITS)
    ]


def import_rows(file_id: int, imports: Sequence[Import]) -> list[Row]:
    return [
        (
            file_id,
            position,
            item.enclosing,
            item.module,
            item.name,
            item.alias,
            item.local_name,
            item.span.start,
            item.span.end,
        )
        for position, item in enumerate(imports)
    ]


def _ends(span: Span | None) -> tuple[int | None, int | None]:
    return (None, None) if span is None else (span.start, span.end)


def _check_size(facts: FileFacts) -> None:
    most = max(len(facts.symbols), len(facts.references), len(facts.imports))
    if most > MOST_POSITIONS:
        raise UserError(f"A file with {most:,} symbols or references is too large for the index; exclude it.")


def _insert(connection: sqlite3.Connection, statement: str, rows: Iterable[Row]) -> None:
    try:
        connection.executemany(statement, rows)
    except UnicodeEncodeError:
        # Some rows before the odd one were written; the odd names become storable and all are written again.
        again = statement.replace("INSERT INTO", "INSERT OR REPLACE INTO", 1)
        connection.executemany(again, [_storable_row(row) for row in rows])


def _storable_row(row: Row) -> Row:
    return tuple(storable_text(value) if isinstance(value, str) else value for value in row)
