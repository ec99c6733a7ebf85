"""Which units stand together: comments with what follows, punctuation with what it ends, parts of a definition."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from glossator.core.definition_places import DefinitionPlaces
from glossator.core.outline import COMMENT, TOKEN, TRAILING
from glossator.core.symbols import NONE

_LINE_BEFORE = 200
"""How many bytes before a comment are looked at for code that it may belong to."""
_SEPARATORS = (b";", b",")


class Child(NamedTuple):
    """A unit in one that is opened; `number` is its place in the outline, `NONE` for text without a unit."""

    start: int
    end: int
    mark: int
    number: int


class Group(NamedTuple):
    """Children that belong together, by number: `first` to `last`, of which those before `main` are comments, and
    those after it stand behind it on its line; or all that a definition consists of, the symbol `joined`."""

    first: int
    main: int
    last: int
    joined: int = NONE


class UnitGroups:
    """Groups the units of one text."""

    def __init__(self, data: bytes, places: DefinitionPlaces, largest_bytes: int) -> None:
        """A comment behind which a blank line stands belongs to what follows if both have no more than
        `largest_bytes`."""
        self.data = data
        self.places = places
        self.largest_bytes = largest_bytes
        self.first_place = len(data) - len(data.lstrip())

    def beginning_at(
        self, children: Sequence[Child], starts: Sequence[int], first: int, first_symbol: int
    ) -> Group:
        """The group that begins with a child; `starts` are those of the children. Definitions before `first_symbol`
        lie around them."""
        main = first
        while main + 1 < len(children) and self._leads(children, main):
            main += 1
        last, joined = main, NONE
        symbol = self.places.first(children[first].start, children[main].end, first_symbol)
        if symbol != NONE and children[main].end < self.places.ends[symbol] <= children[-1].end:
            last, joined = bisect_left(starts, self.places.ends[symbol]) - 1, symbol
        if not children[last].mark & TOKEN:
            while last + 1 < len(children) and self._trails(children, last + 1):
                last += 1
        return Group(first, main, last, joined)

    def is_separator(self, child: Child) -> bool:
        """Whether it is a semicolon or comma."""
        return self.data[child.start : child.end] in _SEPARATORS

    def _leads(self, children: Sequence[Child], number: int) -> bool:
        """Whether a comment belongs to what follows it, perhaps behind a blank line; what opens a file with a comment
        is a heading of all."""
        comment, following = children[number], children[number + 1]
        if not comment.mark & COMMENT or following.mark & TOKEN:
            return False
        line_ends = self.data.count(b"\n", comment.end, following.start)
        if line_ends > (
            1
            if comment.start == self.first_place or following.end - comment.start > self.largest_bytes
            else 2
        ):
            return False
        before = children[number - 1].end if number else max(0, comment.start - _LINE_BEFORE)
        line = self.data[before : comment.start].rpartition(b"\n")
        return bool(line[1] or before == 0) and not line[2].strip()

    def _trails(self, children: Sequence[Child], number: int) -> bool:
        """Whether a child belongs to the one before it."""
        child = children[number]
        if child.mark & TRAILING:
            return True
        if self.data.count(b"\n", children[number - 1].end, child.start):
            return False
        return bool(child.mark & COMMENT) or self.is_separator(child)
