"""Chunks and vectors: what still has to be embedded, and the stored form of what was."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from glossator.core.row_ids import row_id
from glossator.store.packing import decode_path, encode_path
from glossator.store.rows import ChunkRow, PendingText, VectorTable

if TYPE_CHECKING:
    # Loading numpy takes a third of the indexer's start, which needs it for vectors alone.
    from glossator.core.quantize import QuantizedVector

_PENDING = """SELECT c.text_hash, f.path, c.start, c.end, f.content_hash
    FROM chunks c JOIN files f ON f.id = c.file_id
    WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.fingerprint = ? AND v.text_hash = c.text_hash)"""


def insert_chunks(connection: sqlite3.Connection, file_id: int, chunks: Iterable[ChunkRow]) -> None:
    """Write the chunks of a file that has none yet."""
    connection.executemany(
        "INSERT INTO chunks (id, symbol, start, end, text_hash, terms) VALUES (?, ?, ?, ?, ?, ?)",
        (
            (
                row_id(file_id, place),
                chunk.symbol,
                chunk.span.start,
                chunk.span.end,
                chunk.text_hash,
                chunk.terms,
            )
            for place, chunk in enumerate(chunks)
        ),
    )


def pending_texts(
    connection: sqlite3.Connection, fingerprint: str, limit: int, first_paths: Collection[str]
) -> list[PendingText]:
    """At most `limit` texts without a vector, each once: those of `first_paths`, then code, then tests."""
    found: dict[bytes, PendingText] = {}
    for rows in _pending_in_order(connection, fingerprint, first_paths):
        for text_hash, path, start, end, content_hash in rows:
            if len(found) >= limit:
                return list(found.values())
            found.setdefault(text_hash, PendingText(text_hash, decode_path(path), start, end, content_hash))
    return list(found.values())


def _pending_in_order(
    connection: sqlite3.Connection, fingerprint: str, first_paths: Collection[str]
) -> Iterator[sqlite3.Cursor]:
    for path in first_paths:
        yield connection.execute(f"{_PENDING} AND f.path = ? ORDER BY c.id", (fingerprint, encode_path(path)))
    for is_test in (0, 1):
        # The join order is forced: from chunks in order of id, so that a small limit reads only a few of them.
        forced = _PENDING.replace(" JOIN ", " CROSS JOIN ")
        yield connection.execute(f"{forced} AND f.is_test = ? ORDER BY c.id", (fingerprint, is_test))


def count_pending(connection: sqlite3.Connection, fingerprint: str) -> tuple[int, int]:
    """The number of distinct texts that have a vector under the fingerprint, and of all distinct texts."""
    (total,) = connection.execute("SELECT COUNT(DISTINCT text_hash) FROM chunks").fetchone()
    (done,) = connection.execute(
        "SELECT COUNT(*) FROM vectors v WHERE v.fingerprint = ? "
        "AND EXISTS (SELECT 1 FROM chunks c WHERE c.text_hash = v.text_hash)",
        (fingerprint,),
    ).fetchone()
    return done, total


def dimensions_of(connection: sqlite3.Connection, fingerprint: str) -> int | None:
    """The size of the vectors stored under a fingerprint, None if there are none."""
    row = connection.execute(
        "SELECT length(rescoring) FROM vectors WHERE fingerprint = ? LIMIT 1", (fingerprint,)
    ).fetchone()
    return row[0] if row else None


def insert_vectors(
    connection: sqlite3.Connection, fingerprint: str, vectors: Iterable[tuple[bytes, QuantizedVector]]
) -> None:
    """Write vectors by text hash; raises `BadVector` before anything is written if one must not be stored."""
    from glossator.core.quantize import check_quantized

    rows = list(vectors)
    if not rows:
        return
    dimensions = dimensions_of(connection, fingerprint) or rows[0][1].dimensions
    for _, vector in rows:
        check_quantized(vector, dimensions)
    connection.executemany(
        "INSERT OR REPLACE INTO vectors (fingerprint, text_hash, bits, rescoring, scale) VALUES (?, ?, ?, ?, ?)",
        ((fingerprint, text, vector.bits, vector.rescoring, vector.scale) for text, vector in rows),
    )


def delete_unused(connection: sqlite3.Connection, fingerprint: str | None) -> int:
    """Remove vectors whose text no chunk has any more, and those of other fingerprints if one is given."""
    removed = connection.execute(
        "DELETE FROM vectors WHERE text_hash NOT IN (SELECT text_hash FROM chunks)"
    ).rowcount
    if fingerprint is not None:
        removed += connection.execute("DELETE FROM vectors WHERE fingerprint != ?", (fingerprint,)).rowcount
    return removed


def vector_table(connection: sqlite3.Connection, fingerprint: str) -> VectorTable:
    """All vectors of a fingerprint, ordered by text hash."""
    import numpy as np

    rows = connection.execute(
        "SELECT text_hash, bits, rescoring, scale FROM vectors WHERE fingerprint = ? ORDER BY text_hash",
        (fingerprint,),
    ).fetchall()
    if not rows:
        return empty_vector_table()
    hashes, bits, rescoring, scales = zip(*rows, strict=True)
    return VectorTable(
        hashes,
        np.frombuffer(b"".join(bits), dtype=np.uint8).reshape(len(rows), -1),
        np.frombuffer(b"".join(rescoring), dtype=np.int8).reshape(len(rows), -1),
        np.array(scales, dtype=np.float32),
    )


def empty_vector_table() -> VectorTable:
    """The table of a fingerprint without vectors."""
    import numpy as np

    return VectorTable((), np.empty((0, 0), np.uint8), np.empty((0, 0), np.int8), np.empty(0, np.float32))
