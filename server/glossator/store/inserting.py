"""The facts of one file as rows: statements and tuples, nothing else."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from glossator.core.errors import UserError
from glossator.core.fact_bytes import (
    decode_symbols,
    encode_imports,
    encode_references,
    encode_symbols,
    encode_values,
    storable_text,
)
from glossator.core.fact_tables import ReferenceTable, SymbolTable
from glossator.core.languages import languages
from glossator.core.resolve.keys import keyed_names
from glossator.core.row_ids import MOST_POSITIONS, row_id
from glossator.core.symbols import FileFacts
from glossator.store.chunk_changes import note_chunk_change


def insert_facts(connection: sqlite3.Connection, file_id: int, facts: FileFacts) -> None:
    """Write the symbols, references and imports of a file that has none yet."""
    most = max(len(facts.symbols), len(facts.references), len(facts.imports))
    if most > MOST_POSITIONS:
        raise UserError(f"A file with {most:,} symbols or references is too large for the index; exclude it.")
    symbols, references = SymbolTable.of(facts.symbols), ReferenceTable.of(facts.references)
    connection.execute(
        "INSERT INTO facts (file_id, symbols, refs, imports, known_values, ref_count) VALUES (?, ?, ?, ?, ?, ?)",
        (
            file_id,
            encode_symbols(symbols),
            encode_references(references),
            encode_imports(facts.imports),
            encode_values(facts.values),
            len(references),
        ),
    )
    # Names by which facts are looked up stand as they are compared.
    language = languages().get(facts.language)
    _insert_names(connection, "symbols", file_id, keyed_names(symbols.names, language))
    _insert_names(connection, "ref_names", file_id, keyed_names(references.names, language))


def _insert_names(connection: sqlite3.Connection, table: str, file_id: int, names: Iterable[str]) -> None:
    statement = f"INSERT OR REPLACE INTO {table} (id, name) VALUES (?, ?)"
    first = row_id(file_id, 0)
    try:
        connection.executemany(statement, enumerate(names, first))
    except UnicodeEncodeError:
        connection.executemany(statement, enumerate(map(storable_text, names), first))


def delete_facts(connection: sqlite3.Connection, file_id: int, *, keep_incoming: bool = False) -> None:
    """Remove all rows of a file but its own, with the edges that lead out of it and, unless they are kept, into it."""
    first, last = id_range(file_id)
    statements = [
        "DELETE FROM edges WHERE ref_id BETWEEN ? AND ?",
        "DELETE FROM symbols WHERE id BETWEEN ? AND ?",
        "DELETE FROM ref_names WHERE id BETWEEN ? AND ?",
        "DELETE FROM chunks WHERE id BETWEEN ? AND ?",
        "DELETE FROM verdicts WHERE ref_id BETWEEN ? AND ?",
    ]
    if not keep_incoming:
        statements.append("DELETE FROM edges WHERE symbol_id BETWEEN ? AND ?")
        statements.append("DELETE FROM verdicts WHERE symbol_id BETWEEN ? AND ?")
    for statement in statements:
        connection.execute(statement, (first, last))
    connection.execute("DELETE FROM facts WHERE file_id = ?", (file_id,))
    note_chunk_change(connection, file_id)


def stored_symbols(connection: sqlite3.Connection, file_id: int) -> SymbolTable:
    """The symbols of a file; empty for one without facts."""
    row = connection.execute("SELECT symbols FROM facts WHERE file_id = ?", (file_id,)).fetchone()
    return SymbolTable() if row is None else decode_symbols(row[0])


def id_range(file_id: int) -> tuple[int, int]:
    """The first and the last id that a row of the file can have."""
    return row_id(file_id, 0), row_id(file_id, MOST_POSITIONS - 1)
