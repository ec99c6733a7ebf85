"""What searching reads of an index: files, the words of chunks, what has changed since, and which files are used."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from glossator.core.row_ids import POSITION_BITS
from glossator.core.search.file_table import FileEntry
from glossator.store.chunk_changes import files_changed_after
from glossator.store.inserting import id_range
from glossator.store.lookups import DataVersion
from glossator.store.packing import decode_path
from glossator.store.reader import IndexReader

_USED = f"""SELECT e.symbol_id >> {POSITION_BITS} AS used, COUNT(DISTINCT e.ref_id >> {POSITION_BITS})
    FROM edges e JOIN files f ON f.id = e.ref_id >> {POSITION_BITS}
    WHERE e.symbol_id > 0 AND f.is_test = 0 AND e.ref_id >> {POSITION_BITS} != used GROUP BY used"""


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


def files_used_by_others(reader: IndexReader) -> dict[int, int]:
    """By the id of a file: how many other files that are no tests refer to what it defines."""
    with reader.snapshot() as connection:
        return {} if connection is None else dict(connection.execute(_USED).fetchall())
