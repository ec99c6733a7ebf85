"""Where the chunks of files stand, without anything else about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from glossator.core.row_ids import SYNOPSIS_POSITION, position_of
from glossator.core.text import Span
from glossator.store.inserting import id_range
from glossator.store.reader import IndexReader


class ChunkPlace(NamedTuple):
    """A chunk with the position of the symbol that it belongs to, None for other text."""

    id: int
    symbol: int | None
    span: Span


def chunk_places(reader: IndexReader, file_ids: Sequence[int]) -> dict[int, list[ChunkPlace]]:
    """The chunks of some files in order, without their synopses, by the id of the file."""
    statement = "SELECT id, symbol, start, end FROM chunks WHERE id BETWEEN ? AND ? ORDER BY id"
    found: dict[int, list[ChunkPlace]] = {}
    with reader.snapshot() as connection:
        if connection is None:
            return found
        for file_id in file_ids:
            found[file_id] = [
                ChunkPlace(chunk_id, symbol, Span(start, end))
                for chunk_id, symbol, start, end in connection.execute(statement, id_range(file_id))
                if position_of(chunk_id) != SYNOPSIS_POSITION
            ]
    return found
