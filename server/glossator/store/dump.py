"""The logical content of an index as text: equal for equal workspaces, however the index came about."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from typing import Any

from glossator.core.row_ids import file_of, position_of
from glossator.store.inserting import id_range
from glossator.store.packing import decode_path
from glossator.store.reader import IndexReader
from glossator.store.resolution import facts_of, known_edges
from glossator.store.rows import StoredFacts
from glossator.store.vector_reading import vector_table


def dump(reader: IndexReader) -> Iterator[str]:
    """Lines for every file, by path, with its symbols, references, imports, edges and chunks, then for every
    vector. Row ids, the order of insertion and counters of changes do not show."""
    with reader.snapshot() as connection:
        if connection is None:
            return
        paths = {
            identifier: decode_path(path)
            for identifier, path in connection.execute("SELECT id, path FROM files")
        }
        for file_id in sorted(paths, key=lambda item: os.fsencode(paths[item])):
            yield from _file_lines(connection, file_id, paths)
        yield from _vector_lines(connection)


def _vector_lines(connection: sqlite3.Connection) -> Iterator[str]:
    fingerprints = connection.execute(
        "SELECT fingerprint FROM vector_recipes ORDER BY fingerprint"
    ).fetchall()
    for (fingerprint,) in fingerprints:
        table = vector_table(connection, fingerprint)
        for text_hash, bits, rescoring, scale in zip(
            table.text_hashes, table.bits, table.rescoring, table.scales.tolist(), strict=True
        ):
            yield _line("vector", fingerprint, text_hash, bits.tobytes(), rescoring.tobytes(), scale)


def _file_lines(connection: sqlite3.Connection, file_id: int, paths: dict[int, str]) -> Iterator[str]:
    (values,) = connection.execute(
        "SELECT size, changed_ns, content_hash, language, state, reason, parse_state, line_starts, is_test, "
        "is_generated FROM files WHERE id = ?",
        (file_id,),
    )
    yield _line("file", paths[file_id], *values)
    stored = facts_of(connection, file_id)
    if stored is not None:
        yield from _fact_lines(stored)
    for chunk in connection.execute(
        "SELECT symbol, start, end, text_hash, terms FROM chunks WHERE id BETWEEN ? AND ? ORDER BY id",
        id_range(file_id),
    ):
        yield _line("chunk", *chunk)
    edges = [
        (position_of(reference), paths.get(file_of(symbol), ""), position_of(symbol), *rest)
        for reference, symbol, *rest in known_edges(connection, file_id)
    ]
    for edge in sorted(edges):
        yield _line("edge", *edge)


def _fact_lines(stored: StoredFacts) -> Iterator[str]:
    symbols, references = stored.symbols, stored.references
    decorators = memoryview(symbols.decorators).cast("i").tolist()
    names = zip(symbols.names, symbols.qualified_names, symbols.owners, strict=True)
    for named, numbers in zip(names, zip(*symbols.views(), strict=True), strict=True):
        yield _line("symbol", *named, *numbers)
    yield _line("decorators", *decorators)
    for kind, name, receiver, *places in zip(*references.views(), strict=True):
        written = None if receiver < 0 else references.receivers[receiver]
        yield _line("reference", kind, references.names[name], written, *places)
    for item in stored.imports:
        yield _line(
            "import", item.enclosing, item.module, item.name, item.alias, item.span.start, item.span.end
        )
    for value in stored.values:
        yield _line("value", *value)


def _line(*values: Any) -> str:
    return json.dumps([value.hex() if isinstance(value, bytes) else value for value in values])
