"""How a symbol, reference or chunk is numbered: by its file and its place in the file's list.

Ids of one file form a range, so that they need no index of their own and are the same however a file is reached.
"""

from __future__ import annotations

POSITION_BITS = 20
"""An id is the id of its file shifted by so many bits, plus the position in the file."""

MOST_POSITIONS = 1 << POSITION_BITS

SYNOPSIS_POSITION = MOST_POSITIONS - 1
"""The position of the chunk of a file that stands for the whole file (`core.synopsis`)."""


def row_id(file_id: int, position: int) -> int:
    """The id of the symbol, reference or chunk at `position` of a file."""
    return file_id << POSITION_BITS | position


def file_of(identifier: int) -> int:
    """The id of the file that a symbol, reference or chunk belongs to."""
    return identifier >> POSITION_BITS


def position_of(identifier: int) -> int:
    """The position in its file of a symbol, reference or chunk."""
    return identifier & (MOST_POSITIONS - 1)


def synopsis_id(file_id: int) -> int:
    """The id of the chunk that stands for the whole file."""
    return row_id(file_id, SYNOPSIS_POSITION)
