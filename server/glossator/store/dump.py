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

_TABLES = (
    (
        "symbol",
        "SELECT kind, name, qualified_name, container, ordinal, name_start, name_end, start, end, signature_start, "
        "signature_end, body_start, body_end, doc_start, doc_end, decorators, is_declaration, owner "
        "FROM symbols WHERE id BETWEEN ? AND ? ORDER BY id",
    ),
    (
        "reference",
        "SELECT enclosing, name, kind, receiver, start, end FROM refs WHERE id BETWEEN ? AND ? ORDER BY id",
    ),
    (
        "chunk",
        "SELECT symbol, start, end, text_hash, terms FROM chunks WHERE id BETWEEN ? AND ? ORDER BY id",
    ),
)


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
        vectors = connection.execute(
            "SELECT fingerprint, text_hash, bits, rescoring, scale FROM vectors ORDER BY fingerprint, text_hash"
        )
        for row in vectors:
            yield _line("vector", *row)


def _file_lines(connection: sqlite3.Connection, file_id: int, paths: dict[int, str]) -> Iterator[str]:
    (values,) = connection.execute(
        "SELECT size, mtime_ns, content_hash, language, state, reason, parse_state, line_starts, is_test, "
        "is_generated FROM files WHERE id = ?",
        (file_id,),
    )
    yield _line("file", paths[file_id], *values)
    for name, statement in _TABLES:
        for row in connection.execute(statement, id_range(file_id)):
            yield _line(name, *row)
    imports = (
        "SELECT enclosing, module, name, alias, start, end FROM imports WHERE file_id = ? ORDER BY position"
    )
    for row in connection.execute(imports, (file_id,)):
        yield _line("import", *row)
    edges = [
        (position_of(reference), paths[file_of(symbol)], position_of(symbol), *rest)
        for reference, symbol, *rest in connection.execute(
            "SELECT ref_id, symbol_id, certainty, why FROM edges WHERE ref_id BETWEEN ? AND ?",
            id_range(file_id),
        )
    ]
    for edge in sorted(edges):
        yield _line("edge", *edge)


def _line(*values: Any) -> str:
    return json.dumps([value.hex() if isinstance(value, bytes) else value for value in values])
