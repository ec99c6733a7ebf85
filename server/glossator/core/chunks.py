"""Cutting a file into chunks along its syntax.

A chunk is the largest unit of syntax that fits: a function, a method, a small class. Larger ones are cut between their
members or statements, never inside of a token; small neighbours are merged. Comments, decorators and modifiers stay
with the declaration that they stand before, and closing brackets with what they close. Every byte that is no white
space lies in exactly one chunk, and chunks stand in order. A token that is larger than all chunks should be is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from glossator.core.definition_places import DefinitionPlaces
from glossator.core.outline import Unit
from glossator.core.packing import packed
from glossator.core.pieces import MAX_CHUNK_BYTES as MAX_CHUNK_BYTES
from glossator.core.pieces import Piece, pieces_of
from glossator.core.symbols import NONE, Symbol
from glossator.core.text import Span

CHUNKER_VERSION = 2
"""Bump when the chunks of an unchanged file may change."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a file, from the beginning of a line if nothing else stands there, to its last character.

    `symbol` is the position of the definition it belongs to: the one that it is, or is a part of; that of which it has
    several members, or the head; None at top level for several definitions and for other text. `symbols` are the
    positions of all whose names stand in it.
    """

    symbol: int | None
    span: Span
    symbols: tuple[int, ...] = ()


def cut(data: bytes, symbols: Sequence[Symbol], units: Sequence[Unit]) -> list[Chunk]:
    """The chunks of a file, in order. `units` are those of its outline; without them it is cut by lines."""
    places = DefinitionPlaces(symbols)
    return [_chunk(data, places, run) for run in packed(data, places, pieces_of(data, places, units))]


def _chunk(data: bytes, places: DefinitionPlaces, run: Sequence[Piece]) -> Chunk:
    start, end = run[0].start, run[-1].end
    begun = places.within(start, end)
    last = _last_of_core(run)
    symbol = places.belongs_to(begun, start, run[0].core_start, last.end, last.owner)
    span = Span(_start_of_line(data, start), end)
    return Chunk(None if symbol == NONE else symbol, span, tuple(begun))


def _last_of_core(run: Sequence[Piece]) -> Piece:
    """The last piece but for the brackets that close what stands around."""
    last = len(run) - 1
    while last and run[last].holds_left and not run[last].holds_right:
        last -= 1
    return run[last]


def _start_of_line(data: bytes, start: int) -> int:
    """The beginning of the line, if there is white space alone before a place; else the place."""
    begin = start
    while begin and data[begin - 1] in b" \t":
        begin -= 1
    return begin if not begin or data[begin - 1] in b"\r\n" else start
