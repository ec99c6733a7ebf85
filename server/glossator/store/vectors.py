"""Chunks and vectors: what still has to be embedded, and the stored form of what was."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from glossator.core.row_ids import row_id
from glossator.store.packing import decode_path, encode_path
from glossator.store.rows import ChunkRow, PendingText
from glossator.store.vector_blocks import append_bits, remove_bits

if TYPE_CHECKING:
    # Loading numpy takes a third of the indexer's start, which needs it for vectors alone.
    from glossator.core.quantize import QuantizedVector

_PENDING = """SELECT c.text_hash, f.path, c.start, c.end, f.content_hash
    FROM chunks c JOIN files f ON f.id = c.file_id
    WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.recipe = ? AND v.text_hash = c.text_hash)"""

_NO_RECIPE = -1


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
    recipe = recipe_of(connection, fingerprint)
    for rows in _pending_in_order(connection, recipe, first_paths):
        for text_hash, path, start, end, content_hash in rows:
            if len(found) >= limit:
                return list(found.values())
            found.setdefault(text_hash, PendingText(text_hash, decode_path(path), start, end, content_hash))
    return list(found.values())


def _pending_in_order(
    connection: sqlite3.Connection, recipe: int, first_paths: Collection[str]
) -> Iterator[sqlite3.Cursor]:
    for path in first_paths:
        yield connection.execute(f"{_PENDING} AND f.path = ? ORDER BY c.id", (recipe, encode_path(path)))
    for is_test in (0, 1):
        # The join order is forced: from chunks in order of id, so that a small limit reads only a few of them.
        forced = _PENDING.replace(" JOIN ", " CROSS JOIN ")
        yield connection.execute(f"{forced} AND f.is_test = ? ORDER BY c.id", (recipe, is_test))


def count_pending(connection: sqlite3.Connection, fingerprint: str) -> tuple[int, int]:
    """The number of distinct texts that have a vector under the fingerprint, and of all distinct texts."""
    (total,) = connection.execute("SELECT COUNT(DISTINCT text_hash) FROM chunks").fetchone()
    (done,) = connection.execute(
        "SELECT COUNT(*) FROM vectors v WHERE v.recipe = ? "
        "AND EXISTS (SELECT 1 FROM chunks c WHERE c.text_hash = v.text_hash)",
        (recipe_of(connection, fingerprint),),
    ).fetchone()
    return done, total


def recipe_of(connection: sqlite3.Connection, fingerprint: str) -> int:
    """The number under which vectors of a fingerprint are stored; one that no vector has if there are none."""
    row = connection.execute("SELECT id FROM vector_recipes WHERE fingerprint = ?", (fingerprint,)).fetchone()
    return row[0] if row else _NO_RECIPE


def insert_vectors(
    connection: sqlite3.Connection, fingerprint: str, vectors: Iterable[tuple[bytes, QuantizedVector]]
) -> None:
    """Write vectors by text hash; a text that has one keeps it, for equal texts have equal vectors.

    Raises `BadVector` before anything is written if one must not be stored.
    """
    from glossator.core.quantize import check_quantized

    rows = list(vectors)
    if not rows:
        return
    recipe, dimensions = _recipe(connection, fingerprint, rows[0][1].dimensions)
    for _, vector in rows:
        check_quantized(vector, dimensions)
    if recipe == _NO_RECIPE:
        recipe = add_recipe(connection, fingerprint, dimensions)
    ids: list[int] = []
    bits: list[bytes] = []
    for text_hash, vector in rows:
        cursor = connection.execute(
            "INSERT OR IGNORE INTO vectors (recipe, text_hash, scale, rescoring) VALUES (?, ?, ?, ?)",
            (recipe, text_hash, vector.scale, vector.rescoring),
        )
        if cursor.rowcount and cursor.lastrowid is not None:
            ids.append(cursor.lastrowid)
            bits.append(vector.bits)
    append_bits(connection, recipe, ids, bits)


def add_recipe(connection: sqlite3.Connection, fingerprint: str, dimensions: int) -> int:
    """The number of a fingerprint that has no vectors yet."""
    cursor = connection.execute(
        "INSERT INTO vector_recipes (fingerprint, dimensions) VALUES (?, ?)", (fingerprint, dimensions)
    )
    if cursor.lastrowid is None:
        raise AssertionError("an insert always has a row id")
    return cursor.lastrowid


def _recipe(connection: sqlite3.Connection, fingerprint: str, dimensions: int) -> tuple[int, int]:
    """Number and dimensions of a fingerprint; `_NO_RECIPE` and the dimensions given if it has no vectors yet."""
    row = connection.execute(
        "SELECT id, dimensions FROM vector_recipes WHERE fingerprint = ?", (fingerprint,)
    ).fetchone()
    return (row[0], row[1]) if row else (_NO_RECIPE, dimensions)


def delete_unused(connection: sqlite3.Connection, fingerprint: str | None) -> int:
    """Remove vectors whose text no chunk has any more, and those of other fingerprints if one is given."""
    condition, values = "text_hash NOT IN (SELECT text_hash FROM chunks)", []
    if fingerprint is not None:
        condition += " OR recipe != ?"
        values.append(recipe_of(connection, fingerprint))
    removed = connection.execute(f"DELETE FROM vectors WHERE {condition} RETURNING id", values).fetchall()
    remove_bits(connection, [identifier for (identifier,) in removed])
    connection.execute("DELETE FROM vector_recipes WHERE id NOT IN (SELECT recipe FROM vector_blocks)")
    return len(removed)
