"""Chunks and vectors as they are written and removed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import TYPE_CHECKING

from glossator.core.row_ids import row_id, synopsis_id
from glossator.store.rows import ChunkRow
from glossator.store.vector_blocks import append_bits, remove_bits

if TYPE_CHECKING:
    # Loading numpy takes a third of the indexer's start, which needs it for vectors alone.
    from glossator.core.quantize import QuantizedVector

_NO_RECIPE = -1


def insert_chunks(connection: sqlite3.Connection, file_id: int, chunks: Iterable[ChunkRow]) -> None:
    """Write the chunks of a file that has none yet, in order of their places."""
    connection.executemany(
        "INSERT INTO chunks (id, symbol, start, end, text_hash, terms) VALUES (?, ?, ?, ?, ?, ?)",
        (
            (
                synopsis_id(file_id) if chunk.of_file else row_id(file_id, place),
                chunk.symbol,
                chunk.span.start,
                chunk.span.end,
                chunk.text_hash,
                chunk.terms,
            )
            for place, chunk in enumerate(chunks)
        ),
    )


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
