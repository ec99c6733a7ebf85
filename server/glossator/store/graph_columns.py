"""The files, symbols and edges of a whole index as columns, read in one transaction."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from glossator.core.fact_bytes import decode_imports, decode_references, decode_symbols, decode_values
from glossator.core.fact_tables import ReferenceTable, SymbolTable
from glossator.core.symbols import Import, Value
from glossator.store.reader import IndexReader
from glossator.store.records import FILE_COLUMNS, file_from
from glossator.store.rows import IndexedFile


@dataclass(frozen=True)
class GraphFile:
    """One file with facts."""

    file: IndexedFile
    symbols: SymbolTable
    references: ReferenceTable
    imports: tuple[Import, ...]
    values: tuple[Value, ...]


@dataclass(frozen=True)
class GraphColumns:
    """Files by path, and edges by reference. `edges` has a row for each with the id of the reference, that of the
    symbol, the kind as a place in `fact_tables.REFERENCE_KINDS`, the position of the enclosing symbol (-1 for none),
    and 1 if the edge is sure."""

    files: tuple[GraphFile, ...]
    edges: npt.NDArray[np.int64]


_COLUMNS = 5


def graph_columns(reader: IndexReader) -> GraphColumns:
    """All that the graph of an index is made of. Raises as the reader does."""
    with reader.snapshot() as connection:
        if connection is None:
            return GraphColumns((), np.zeros((0, _COLUMNS), dtype=np.int64))
        return GraphColumns(_files(connection), _edges(connection))


def _files(connection: sqlite3.Connection) -> tuple[GraphFile, ...]:
    known = {
        file.id: file for file in map(file_from, connection.execute(f"SELECT {FILE_COLUMNS} FROM files"))
    }
    rows = connection.execute("SELECT file_id, symbols, refs, imports, known_values FROM facts")
    files = [
        GraphFile(
            known[file_id],
            decode_symbols(symbols),
            decode_references(references),
            decode_imports(imports),
            decode_values(values),
        )
        for file_id, symbols, references, imports, values in rows
        if file_id in known
    ]
    return tuple(sorted(files, key=lambda each: each.file.path))


def _edges(connection: sqlite3.Connection) -> npt.NDArray[np.int64]:
    rows = connection.execute("SELECT ref_id, symbol_id, kind, enclosing, sure FROM edges")
    numbers = np.fromiter((number for row in rows for number in row), dtype=np.int64)
    return numbers.reshape(-1, _COLUMNS)
