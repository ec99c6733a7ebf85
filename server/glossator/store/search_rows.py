"""What searching reads of an index: files, the words of chunks, what has changed since, and what is shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from glossator.core.row_ids import row_id
from glossator.core.search.file_table import FileEntry
from glossator.store.chunk_changes import files_changed_after
from glossator.store.inserting import id_range
from glossator.store.lookups import DataVersion
from glossator.store.packing import decode_path
from glossator.store.reader import IndexReader
from glossator.store.records import CHUNK_COLUMNS, Records
from glossator.store.rows import StoredChunk, SymbolRow


class FoundRows:
    """Symbols and chunks by their ids, in one state of the index; for one thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._records = Records(connection)

    def symbol(self, symbol_id: int) -> SymbolRow | None:
        """The symbol, None if it is gone."""
        return self._records.symbol(symbol_id)

    def chunk(self, chunk_id: int) -> StoredChunk | None:
        """The chunk, None if it is gone."""
        statement = f"SELECT {CHUNK_COLUMNS} FROM chunks c WHERE c.id = ?"
        row = self._connection.execute(statement, (chunk_id,)).fetchone()
        return None if row is None else self._records.chunk(row)

    def symbols_within(self, chunk: StoredChunk) -> list[SymbolRow]:
        """The symbols whose names stand in a chunk, in order."""
        places = self._records.symbols_of(chunk.file.id).named_within(chunk.span.start, chunk.span.end)
        rows = (self._records.symbol(row_id(chunk.file.id, place)) for place in places)
        return [row for row in rows if row is not None]

    def symbols_in(self, file_id: int) -> Iterator[SymbolRow]:
        """All symbols of a file, in order."""
        for place in range(len(self._records.symbols_of(file_id))):
            row = self._records.symbol(row_id(file_id, place))
            if row is not None:
                yield row

    def symbol_of(self, chunk: StoredChunk) -> SymbolRow | None:
        """The symbol that a chunk belongs to."""
        return None if chunk.symbol is None else self._records.symbol(row_id(chunk.file.id, chunk.symbol))


@contextmanager
def found_rows(reader: IndexReader) -> Iterator[FoundRows | None]:
    """Rows in one state of the index, as long as the block lasts; None without an index."""
    with reader.snapshot() as connection:
        yield None if connection is None else FoundRows(connection)


def file_entries(reader: IndexReader) -> list[FileEntry]:
    """All indexed files, in ascending order of their ids."""
    statement = (
        "SELECT id, path, language, is_test, is_generated FROM files WHERE state = 'indexed' ORDER BY id"
    )
    with reader.snapshot() as connection:
        rows = [] if connection is None else connection.execute(statement).fetchall()
    return [
        FileEntry(file_id, decode_path(path), language, bool(is_test), bool(is_generated))
        for file_id, path, language, is_test, is_generated in rows
    ]


def chunk_terms(reader: IndexReader) -> Iterator[tuple[int, bytes]]:
    """The id of every chunk and its packed terms, in order of id, streamed."""
    with reader.snapshot() as connection:
        if connection is not None:
            yield from connection.execute("SELECT id, terms FROM chunks ORDER BY id")


def chunk_terms_of_files(reader: IndexReader, file_ids: Collection[int]) -> list[tuple[int, bytes]]:
    """The ids and packed terms of the chunks of some files, in order of id."""
    statement = "SELECT id, terms FROM chunks WHERE id BETWEEN ? AND ? ORDER BY id"
    with reader.snapshot() as connection:
        if connection is None:
            return []
        return [
            row for file_id in sorted(file_ids) for row in connection.execute(statement, id_range(file_id))
        ]


def files_with_other_chunks(reader: IndexReader, version: DataVersion) -> list[int]:
    """The ids of the files whose chunks have changed since the index had this version of `Part.CHUNKS`."""
    with reader.snapshot() as connection:
        return [] if connection is None else files_changed_after(connection, version[1])
