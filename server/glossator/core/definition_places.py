"""Where the definitions of a file stand, for questions about a stretch of its text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from glossator.core.fact_tables import SYMBOL_KIND_NUMBERS, SymbolTable
from glossator.core.symbols import CALLABLE_KINDS, NONE, TYPE_KINDS, Symbol, SymbolKind

_CALLABLES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in CALLABLE_KINDS)
_TYPES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in TYPE_KINDS)
_SPACES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in (SymbolKind.MODULE, SymbolKind.NAMESPACE))
_WHOLE_IN_CODE, _WHOLE = 0.8, 0.5
"""From which share of a stretch on a definition counts as the whole of it, in a function and elsewhere."""


class DefinitionPlaces:
    """The symbols of one file as columns: kinds, containers, and starts and ends in bytes, by position."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        columns = SymbolTable.of(symbols).views() if len(symbols) else [memoryview(b"")] * 16
        self.kinds, self.containers = columns[0], columns[1]
        self.name_starts = columns[3]
        self.starts, self.ends = columns[5], columns[6]
        self.head_ends = [
            max(name_end, body_start, doc_end if doc_end > name_end else NONE)
            for name_end, body_start, doc_end in zip(columns[4], columns[9], columns[12], strict=True)
        ]
        self._by_name = sorted((start, position) for position, start in enumerate(self.name_starts))
        self._defining = [
            start
            for kind, start in zip(self.kinds, self.starts, strict=True)
            if kind in _CALLABLES or kind in _TYPES
        ]

    def first(self, start: int, end: int, first_symbol: int) -> int:
        """The first symbol from a position on that begins between two places."""
        position = max(bisect_left(self.starts, start), first_symbol)
        return position if position < len(self.starts) and self.starts[position] < end else NONE

    def of_unit(self, start: int, core_start: int, end: int, first_symbol: int, owner: int) -> int:
        """The symbol that a unit defines, if that is most of it but for the comments before its core; none if the unit
        is that of its owner."""
        if owner != NONE and start <= self.name_starts[owner] < end:
            return NONE
        position = self.first(start, end, first_symbol)
        return position if position != NONE and self._is_most(position, core_start, end, _WHOLE) else NONE

    def within(self, start: int, end: int) -> list[int]:
        """The positions of symbols whose names stand between two places, in order."""
        first = bisect_left(self._by_name, (start,))
        last = bisect_left(self._by_name, (end,))
        return sorted(position for _, position in self._by_name[first:last])

    def has_named(self, start: int, end: int) -> bool:
        """Whether any definition but a module or a name space has its name between two places."""
        return any(self.kinds[position] not in _SPACES for position in self.within(start, end))

    def belongs_to(self, begun: Sequence[int], start: int, core_start: int, end: int, owner: int) -> int:
        """The symbol that a stretch belongs to in which some begin: the only one if that is most of it, else the
        innermost that is all around it but for the comments before its core."""
        named = [position for position in begun if self.kinds[position] not in _SPACES] or begun
        inside = set(named)
        outermost = [position for position in named if self.containers[position] not in inside]
        share = _WHOLE_IN_CODE if owner != NONE and self.kinds[owner] in _CALLABLES else _WHOLE
        if len(outermost) == 1 and self._is_most(outermost[0], start, end, share):
            return outermost[0]
        while owner != NONE and not self._is_around(owner, core_start, end):
            owner = self.containers[owner]
        return owner

    def _is_around(self, position: int, start: int, end: int) -> bool:
        """Whether a definition lies around a stretch, or the stretch before it documents it."""
        is_begun = self.starts[position] <= start or end <= self.name_starts[position]
        return is_begun and end <= self.ends[position]

    def has_callable_or_type(self, start: int, end: int) -> bool:
        """Whether one begins between two places."""
        place = bisect_left(self._defining, start)
        return place < len(self._defining) and self._defining[place] < end

    def is_head(self, owner: int, place: int) -> bool:
        """Whether a place lies in the head of a definition, behind its beginning; documentation behind the name is a
        part of it."""
        return owner != NONE and self.starts[owner] < place < self.head_ends[owner]

    def is_callable_or_type(self, position: int) -> bool:
        return position != NONE and (self.kinds[position] in _CALLABLES or self.kinds[position] in _TYPES)

    def is_type(self, position: int) -> bool:
        return position != NONE and self.kinds[position] in _TYPES

    def is_space(self, position: int) -> bool:
        """Whether it is a module or a name space."""
        return self.kinds[position] in _SPACES

    def is_container(self, position: int) -> bool:
        """Whether what it holds are members rather than statements."""
        return self.kinds[position] in _TYPES or self.kinds[position] in _SPACES

    def _is_most(self, position: int, start: int, end: int, share: float) -> bool:
        covered = min(self.ends[position], end) - max(self.starts[position], start)
        return covered >= share * (end - start)
