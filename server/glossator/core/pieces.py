"""From the units of a text and its definitions to pieces: what fits into a chunk and is never cut.

A piece is a whole unit of syntax with the comments before it and the punctuation behind it, as large as may be; larger
units are opened, and the pieces of what is in them stand in their place. Nothing here calls itself: units may lie in
each other thousands of levels deep.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from glossator.core.definition_places import DefinitionPlaces
from glossator.core.outline import (
    COMMENT,
    HEADING,
    PARAGRAPH,
    PROSE,
    SCRIPT,
    TOKEN,
    TRAILING,
    Unit,
    text_units,
)
from glossator.core.symbols import NONE
from glossator.core.unit_groups import Child, Group, UnitGroups

MAX_CHUNK_BYTES = 2400
"""Larger units are opened: about what fits into 512 tokens with its heading."""
SMALL_BYTES = 350
"""Neighbours of at most this size are merged; what is larger stays a chunk of its own."""
MERGED_BYTES = 1000
"""How large a chunk of merged neighbours may become."""

LEVEL = 4
"""By how much boundaries in a unit are weaker than those around it; in between are those at blank lines."""
_SLACK = 1.15
"""By how much a part of a unit may be larger than if all its parts were equal."""
_LOOKED_BACK = 200
"""How many bytes before a brace are looked at for what it may belong to."""
_NO_HEADS = (b",", b";", b"{", b"}", b"[", b"(")
_CLOSING_DIRECTIVE = re.compile(rb"#[ \t]*end")


@dataclass(slots=True)
class Piece:
    """A stretch of text that is not cut, in bytes.

    `core_start` is where it begins without the comments before it. `level` is that of the boundary before it, the
    weaker the greater. `owner` is the position of the definition that was opened around it, `limit` how large a chunk
    may become that it is merged into.
    """

    start: int
    end: int
    core_start: int
    level: int
    owner: int
    limit: int
    apart_before: bool = False
    """Whether a chunk is to begin here."""
    apart_after: bool = False
    """Whether a chunk is to end here."""
    holds_left: bool = False
    """Whether it belongs to what stands before it, as closing brackets do."""
    holds_right: bool = False
    """Whether it belongs to what follows, as keywords and opening brackets do."""
    defines: bool = False
    """Whether a callable or a type begins in it."""
    opens_section: bool = False


@dataclass(frozen=True, slots=True)
class _Opening:
    """A unit that is opened. `owner` and `limit` are those of its pieces, `boundary` is the level of the boundary
    before it, `is_apart` whether chunks are to begin and end with it. Definitions before `first_symbol` lie around
    it."""

    children: Sequence[Child]
    level: int
    boundary: int
    owner: int
    limit: int
    first_symbol: int
    is_apart: bool = False


def pieces_of(data: bytes, places: DefinitionPlaces, units: Sequence[Unit]) -> list[Piece]:
    """The pieces of a text, in order; between them is white space alone. Without units they are lines and words."""
    cutter = _Cutter(data, places, units)
    found: list[Piece] = []
    root = _Opening(cutter.top(), 0, 0, NONE, MERGED_BYTES, 0)
    stack = [(root, cutter.inside(root))]
    boundary, is_apart = None, False
    while stack:
        opening, steps = stack[-1]
        step = next(steps, None)
        if step is None:
            stack.pop()
            if opening.is_apart and found:
                found[-1].apart_after = True
        elif isinstance(step, Piece):
            if boundary is not None:
                step.level = boundary
                step.apart_before |= is_apart
                boundary, is_apart = None, False
            found.append(step)
        else:
            boundary = step.boundary if boundary is None else boundary
            is_apart |= step.is_apart
            stack.append((step, cutter.inside(step)))
    return found


class _Cutter:
    """Makes the pieces of one text, one opened unit after the other."""

    def __init__(self, data: bytes, places: DefinitionPlaces, units: Sequence[Unit]) -> None:
        self.data = data
        self.places = places
        self.units = units
        self.groups = UnitGroups(data, places, MAX_CHUNK_BYTES)
        self.after = _ends_of(units)
        self.scripts = [unit.start for unit in units if unit.mark & SCRIPT]

    def top(self) -> list[Child]:
        """What the text consists of: the units in the root, and text outside of it."""
        children: list[Child] = []
        number, end = 0, 0
        while number < len(self.units):
            after = self.after[number]
            inside = number + 1 if after > number + 1 else number
            children += self._children(inside, after, end, self.units[number].end)
            number, end = after, self.units[number].end
        return children + self._text(end, len(self.data))

    def _children(self, number: int, after: int, start: int, end: int) -> list[Child]:
        """The outermost units between two numbers, and the text beside them between two places."""
        children: list[Child] = []
        while number < after:
            unit = self.units[number]
            if unit.start > start:
                children += self._text(start, unit.start)
            children.append(Child(unit.start, unit.end, unit.mark, number))
            start, number = unit.end, self.after[number]
        return children + self._text(start, end) if end > start else children

    def _text(self, start: int, end: int) -> list[Child]:
        """The lines of a text outside of all units, and the words of those that are too long. Beside units it is what
        the grammar does not know, such as directives: it goes with what stands around it, as comments do."""
        if not self.data[start:end].strip():
            return []
        lines = list(text_units(self.data, start, end, 0, MAX_CHUNK_BYTES))
        return [
            Child(unit.start, unit.end, self._mark_beside_units(unit) if self.units else unit.mark, NONE)
            for unit, following in zip(lines, [*lines[1:], None], strict=True)
            if following is None or following.depth <= unit.depth
        ]

    def _mark_beside_units(self, unit: Unit) -> int:
        return TRAILING if _CLOSING_DIRECTIVE.match(self.data, unit.start) else COMMENT

    def inside(self, opening: _Opening) -> Iterator[Piece | _Opening]:
        """The pieces of an opened unit, and the units in it that are to be opened as well."""
        children = opening.children
        starts = [child.start for child in children]
        closing = len(children)
        while closing and children[closing - 1].mark & TOKEN:
            closing -= 1
        number = 0
        while number < len(children):
            group = self.groups.beginning_at(children, starts, number, opening.first_symbol)
            child = children[number]
            if child.mark & TOKEN and group.last == number:
                yield self._token(opening, number, closing)
            else:
                yield from self._parts(opening, group)
            number = group.last + 1

    def _token(self, opening: _Opening, number: int, closing: int) -> Piece:
        """A token by itself: a keyword or bracket that opens something, or one that closes it."""
        piece = self._piece(opening, opening.children[number : number + 1])
        ends_something = number >= closing or self.groups.is_separator(opening.children[number])
        piece.holds_left = number > 0 or self._opens_body(piece.start)
        piece.holds_right = not ends_something
        return piece

    def _opens_body(self, place: int) -> bool:
        """Whether a brace stands behind the head of something, perhaps on the next line."""
        before = self.data[max(0, place - _LOOKED_BACK) : place].rstrip()
        return self.data[place : place + 1] == b"{" and before[-1:] not in (b"", *_NO_HEADS)

    def _parts(self, opening: _Opening, group: Group) -> Iterator[Piece | _Opening]:
        """A group as one piece if it fits, else what it consists of."""
        children = opening.children[group.first : group.last + 1]
        main = opening.children[group.main]
        start, end = children[0].start, children[-1].end
        symbol = self._defined(opening, start, main.start, end)
        is_apart = self.places.is_callable_or_type(symbol) or self._is_among_members(opening, main)
        if end - start <= MAX_CHUNK_BYTES and not self._is_transparent(symbol, start, end):
            piece = self._piece(opening, children)
            piece.core_start = main.start
            piece.apart_before = piece.apart_after = is_apart and end - start > SMALL_BYTES
            yield piece
            return
        if group.joined == NONE and self._is_closed(main.number):
            yield from self._single(opening, children, main, is_apart=is_apart)
            return
        yield _Opening(
            self._opened(opening, group) if group.joined == NONE else children,
            opening.level + 1,
            self._boundary(opening, group.first),
            opening.owner if symbol == NONE else symbol,
            self._limit(opening, symbol, end - start),
            max(opening.first_symbol, symbol + 1, group.joined + 1),
            is_apart,
        )

    def _defined(self, opening: _Opening, start: int, core_start: int, end: int) -> int:
        """The definition that a group is, which begins on its first line and ends on its last one: a body is not its
        largest member."""
        symbol = self.places.of_unit(start, core_start, end, opening.first_symbol, opening.owner)
        if symbol == NONE or self.data.count(b"\n", core_start, self.places.starts[symbol]):
            return NONE
        return NONE if self.data.count(b"\n", self.places.ends[symbol], end) else symbol

    def _is_among_members(self, opening: _Opening, main: Child) -> bool:
        """Whether what is large stays apart though it defines nothing: not in functions, among fields and in prose."""
        return (
            opening.limit == MERGED_BYTES and not self.places.is_type(opening.owner) and not main.mark & PROSE
        )

    def _single(
        self, opening: _Opening, children: Sequence[Child], main: Child, *, is_apart: bool
    ) -> Iterator[Piece]:
        """The pieces of a group that is too large and holds nothing that could be opened."""
        for child in children:
            piece = self._piece(opening, [child])
            piece.holds_right = child.start < main.start
            piece.holds_left = child is not children[0]
            piece.apart_before = is_apart and child is children[0]
            piece.apart_after = is_apart and child is children[-1]
            yield piece

    def _opened(self, opening: _Opening, group: Group) -> list[Child]:
        children, main = opening.children, opening.children[group.main]
        inside = self._children(main.number + 1, self.after[main.number], main.start, main.end)
        return [*children[group.first : group.main], *inside, *children[group.main + 1 : group.last + 1]]

    def _piece(self, opening: _Opening, children: Sequence[Child]) -> Piece:
        first, last = children[0], children[-1]
        number = bisect_left(opening.children, first)
        return Piece(
            first.start,
            last.end,
            first.start,
            self._boundary(opening, number),
            opening.owner,
            opening.limit,
            holds_left=bool(first.mark & TRAILING) or self.places.is_head(opening.owner, first.start),
            defines=self.places.has_callable_or_type(first.start, last.end),
            opens_section=bool(first.mark & HEADING),
        )

    def _boundary(self, opening: _Opening, number: int) -> int:
        """The level of the boundary before a child."""
        child = opening.children[number]
        if child.mark & PROSE:
            strength = 0 if child.mark & HEADING else 1 if child.mark & PARAGRAPH else 2
        else:
            before = opening.children[number - 1].end if number else child.start
            strength = 0 if self.data.count(b"\n", before, child.start) > 1 else 1
        return LEVEL * opening.level + strength

    def _limit(self, opening: _Opening, symbol: int, size: int) -> int:
        """How large chunks in an opened unit may become: parts of a function or a value fill them, evenly."""
        if symbol == NONE:
            return opening.limit
        if self.places.is_container(symbol):
            return MERGED_BYTES
        if opening.limit != MERGED_BYTES and not self.places.is_callable_or_type(symbol):
            return opening.limit
        parts = -(-size // MAX_CHUNK_BYTES)
        return max(MERGED_BYTES + 1, min(MAX_CHUNK_BYTES, int(size / parts * _SLACK)))

    def _is_transparent(self, symbol: int, start: int, end: int) -> bool:
        """Whether something is opened although it fits: a name space, or a page with scripts."""
        if end - start <= SMALL_BYTES:
            return False
        if symbol != NONE and self.places.is_space(symbol):
            return True
        place = bisect_left(self.scripts, start)
        return place < len(self.scripts) and self.scripts[place] < end

    def _is_closed(self, number: int) -> bool:
        return number == NONE or self.after[number] == number + 1


def _ends_of(units: Sequence[Unit]) -> list[int]:
    """For each unit the number of the first one behind it that does not lie in it."""
    ends = [len(units)] * len(units)
    waiting: list[int] = []
    for number, unit in enumerate(units):
        while waiting and units[waiting[-1]].depth >= unit.depth:
            ends[waiting.pop()] = number
        waiting.append(number)
    return ends
