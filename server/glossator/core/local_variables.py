"""Which of several variables of one name is meant at a place, in languages whose variables belong to blocks.

The query of such a language captures what opens a scope as `@region`. A variable can be seen from behind its
declaration to the end of its region, and hides others of its name there. All but the first of one name inside of one
function have a number behind their name in what is kept of them (`item~2`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import NamedTuple

from glossator.core.nesting import EnclosingSymbols
from glossator.core.written_types import split_at

_HEAD = re.compile(r"[^.(\[<]*")
_OUTSIDE = -1

Place = tuple[int, int]


class _Variable(NamedTuple):
    since: int
    place: int


class LocalVariables:
    """The variables of the functions of one file. First all are declared, then asked for."""

    def __init__(self, regions: Sequence[Place]) -> None:
        self._places = sorted(set(regions), key=lambda place: (place[0], -place[1]))
        self._numbers = {place: number for number, place in enumerate(self._places)}
        self.has_regions = bool(self._places)
        self._regions = EnclosingSymbols(list(enumerate(self._places)))
        self._outer: list[int] = []
        open_regions: list[int] = []
        for number, (start, _) in enumerate(self._places):
            while open_regions and self._places[open_regions[-1]][1] <= start:
                open_regions.pop()
            self._outer.append(open_regions[-1] if open_regions else _OUTSIDE)
            open_regions.append(number)
        self._declared: dict[tuple[int, str], list[_Variable]] = {}
        self._order: list[tuple[int, int, str, int | None]] = []
        self._names: dict[tuple[str, int, int], str] = {}
        self._known: set[str] = set()
        self._several: set[str] = set()
        self._heads: dict[str, str] = {}

    def declare(self, name: str, place: int, since: int, region: Place | None, around: int | None) -> None:
        """Say that a variable is declared at `place` and seen from `since` on, in a region that is the innermost one
        there unless it is given; `around` is the outermost function around it."""
        if self._places:
            number = self._region(place, region)
            self._declared.setdefault((number, name), []).append(_Variable(since, place))
            self._known.add(name)
            self._order.append((place, number, name, around))

    def stands_in_region(self, place: int) -> bool:
        """Whether a place is inside of what opens a scope."""
        return self._innermost(place) != _OUTSIDE

    def is_renamed(self, name: str) -> bool:
        """Whether there are variables of a name that have another one in what is kept."""
        return name in self._several

    def number(self, taken: Collection[str] = ()) -> None:
        """Give names to all variables that are declared. Names that are `taken` mean something else in the file."""
        counts: dict[tuple[int | None, str], int] = {(None, name): 1 for name in taken}
        for place, region, name, around in sorted(self._order, key=itemgetter(0, 1)):
            count = counts[(around, name)] = counts.get((around, name), 0) + 1
            self._names[(name, place, region)] = name if count == 1 else f"{name}~{count}"
        self._several = {name for (_, name), count in counts.items() if count > 1}
        self._several &= self._known
        for found in self._declared.values():
            found.sort()

    def declared(self, name: str, place: int, region: Place | None) -> str:
        """The name of the variable that is declared at a place."""
        if name not in self._several:
            return name
        return self._names.get((name, place, self._region(place, region)), name)

    def declares(self, name: str) -> bool:
        """Whether any variable has the name."""
        return name in self._known

    def seen(self, name: str, offset: int) -> str | None:
        """The name of the variable that is meant at an offset, None if none is seen there."""
        region = self._innermost(offset)
        while True:
            for variable in reversed(self._declared.get((region, name), ())):
                if variable.since <= offset:
                    return self._names[(name, variable.place, region)]
            if region == _OUTSIDE:
                return None
            region = self._outer[region]

    def path(self, path: str, offset: int) -> str:
        """The path of an expression at an offset, with the name of the variable that it begins with."""
        if not self._several or not path:
            return path
        if "|" in path and len(parts := split_at(path, "|")) > 1:
            return "|".join(self.path(part, offset) for part in parts)
        head = self._heads.get(path)
        if head is None:
            match = _HEAD.match(path)
            head = self._heads[path] = path if match is None else match[0]
        if head not in self._several:
            return path
        return (self.seen(head, offset) or head) + path[len(head) :]

    def arguments(self, form: str, offset: int) -> str:
        """Arguments in the form of `core.written_arguments`, with the names of the variables that they begin with."""
        if not self._several or ":" not in form:
            return form
        number, _, written = form.partition(":")
        parts = (
            f"&{self.path(part[1:], offset)}" if part[:1] == "&" else self.path(part, offset)
            for part in written.split(";")
        )
        return f"{number}:{';'.join(parts)}"

    def _region(self, place: int, region: Place | None) -> int:
        return self._innermost(place) if region is None else self._numbers.get(region, _OUTSIDE)

    def _innermost(self, offset: int) -> int:
        number = self._regions(offset)
        return _OUTSIDE if number is None else number
