"""The sign bits of vectors in blocks, so that all of them are read in one pass: many vectors are one row.

A block holds ids of vectors of one recipe, ascending, and their packed bits in that order. It is never changed: one
that loses vectors, or is merged with others, is replaced by a block of a new id. Vectors arrive a few at a time and
make small blocks; small ones are merged to medium ones and these to full ones, so that the bits of a vector are
written about three times and the number of blocks stays near one for each `FULL` vectors.
"""

from __future__ import annotations

import sqlite3
import sys
from array import array
from collections.abc import Collection, Iterable, Sequence

FULL = 4096
"""A block of so many vectors is merged no more. Half a megabyte of 1,024 bits each, which a merge reads and writes
in milliseconds."""

MEDIUM = 256
"""A block of fewer vectors is small."""

MOST_SMALL = 15
"""When there are more small blocks than this they become one."""


def pack_ids(ids: Iterable[int]) -> bytes:
    """Ids of vectors as little-endian int64."""
    numbers = array("q", ids)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def unpack_ids(packed: bytes) -> array[int]:
    """The ids that `pack_ids` packed."""
    numbers = array("q")
    numbers.frombytes(packed)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def append_bits(
    connection: sqlite3.Connection, recipe: int, ids: Sequence[int], bits: Sequence[bytes]
) -> None:
    """Write the bits of vectors that have none yet; ids ascend and are above those of all others."""
    for start in range(0, len(ids), FULL):
        piece = slice(start, start + FULL)
        _insert(connection, recipe, len(ids[piece]), pack_ids(ids[piece]), b"".join(bits[piece]))
    _merge_small(connection, recipe)
    _merge_medium(connection, recipe)


def remove_bits(connection: sqlite3.Connection, removed: Collection[int]) -> None:
    """Take vectors out of the blocks that hold them."""
    gone = set(removed)
    if not gone:
        return
    blocks = connection.execute("SELECT id, recipe FROM vector_blocks ORDER BY id").fetchall()
    for block, recipe in blocks:
        packed, bits = _contents(connection, block)
        ids = unpack_ids(packed)
        kept = [place for place, identifier in enumerate(ids) if identifier not in gone]
        if len(kept) == len(ids):
            continue
        connection.execute("DELETE FROM vector_blocks WHERE id = ?", (block,))
        if kept:
            size = len(bits) // len(ids)
            left = b"".join(bits[place * size : (place + 1) * size] for place in kept)
            _insert(connection, recipe, len(kept), pack_ids(ids[place] for place in kept), left)
    for recipe in sorted({recipe for _, recipe in blocks}):
        _merge_small(connection, recipe)
        _merge_medium(connection, recipe)


def _merge_small(connection: sqlite3.Connection, recipe: int) -> None:
    small = _blocks(connection, recipe, 0, MEDIUM)
    if len(small) > MOST_SMALL:
        _merge_some(connection, recipe, small)


def _merge_medium(connection: sqlite3.Connection, recipe: int) -> None:
    medium = _blocks(connection, recipe, MEDIUM, FULL)
    if sum(count for _, count in medium) >= FULL:
        _merge_some(connection, recipe, medium)


def _merge_some(connection: sqlite3.Connection, recipe: int, blocks: list[tuple[int, int]]) -> None:
    """Make one block of the first of `blocks` (id, number of vectors), of as many as make it full."""
    chosen, total = [], 0
    for block, count in blocks:
        chosen.append(block)
        total += count
        if total >= FULL:
            break
    ids, bits = zip(*(_contents(connection, block) for block in chosen), strict=True)
    connection.executemany("DELETE FROM vector_blocks WHERE id = ?", [(block,) for block in chosen])
    _insert(connection, recipe, total, *_sorted(b"".join(ids), b"".join(bits)))


def _sorted(packed: bytes, bits: bytes) -> tuple[bytes, bytes]:
    """Ids and bits in ascending order of ids, which they are not after a block in the middle has shrunk."""
    ids = unpack_ids(packed)
    order = sorted(range(len(ids)), key=ids.__getitem__)
    if order == list(range(len(ids))):
        return packed, bits
    size = len(bits) // len(ids)
    ordered = b"".join(bits[place * size : (place + 1) * size] for place in order)
    return pack_ids(ids[place] for place in order), ordered


def _blocks(connection: sqlite3.Connection, recipe: int, least: int, below: int) -> list[tuple[int, int]]:
    """Id and number of vectors of the blocks that hold `least` vectors or more and fewer than `below`, by id."""
    return connection.execute(
        "SELECT id, count FROM vector_blocks WHERE recipe = ? AND count >= ? AND count < ? ORDER BY id",
        (recipe, least, below),
    ).fetchall()


def _contents(connection: sqlite3.Connection, block: int) -> tuple[bytes, bytes]:
    ids, bits = connection.execute("SELECT ids, bits FROM vector_blocks WHERE id = ?", (block,)).fetchone()
    return ids, bits


def _insert(connection: sqlite3.Connection, recipe: int, count: int, ids: bytes, bits: bytes) -> None:
    connection.execute(
        "INSERT INTO vector_blocks (recipe, count, ids, bits) VALUES (?, ?, ?, ?)", (recipe, count, ids, bits)
    )
