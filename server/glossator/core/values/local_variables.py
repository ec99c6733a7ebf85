"""Which of several variables of one name is meant at a place, in languages whose variables belong to blocks.

The query of such a language captures what opens a scope as `@region`. A variable can be seen from behind its
declaration to the end of its region, and hides others of its name there. All but the first of one name inside of one
function have a number behind their name in what is kept of them (`item~2`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import NamedTuple

from glossator.core.nesting import EnclosingSymbols
from glossator.core.values.type_forms import split_at

_HEAD = re.compile(r"[^.(\[<]*")
_OUTSIDE = -1
_MOST_SCOPES = 100
"""Behind so many others of its name, each declared only behind the place, a variable is not looked for."""

Place = tuple[int, int]


class _Variable(NamedTuple):
    since: int
    place: int


_since = itemgetter(0)


class _Scopes:
    """The regions in which variables of one name are declared. Their numbers are in the order of their places."""

    __slots__ = ("_enclosing", "_regions", "outer")

    def __init__(self, regions: Sequence[tuple[int, Place]]) -> None:
        self._regions = regions
        self._enclosing = EnclosingSymbols(regions) if len(regions) > 1 else None
        self.outer: dict[int, int] = {}
        """Of each region the innermost one of them around it."""
        around: list[tuple[int, int]] = []
        for number, (start, end) in regions:
            while around and around[-1][1] <= start:
                around.pop()
            self.outer[number] = around[-1][0] if around else _OUTSIDE
            around.append((number, end))

    def innermost(self, offset: int) -> int:
        """The number of the innermost of them around an offset."""
        if self._enclosing is not None:
            number = self._enclosing(offset)
            return _OUTSIDE if number is None else number
        # Nearly every name is declared in one region alone.
        return next((number for number, (start, end) in self._regions if start <= offset < end), _OUTSIDE)


class LocalVariables:
    """The variables of the functions of one file. First all are declared, then asked for."""

    def __init__(self, regions: Sequence[Place]) -> None:
        self._places = sorted(set(regions), key=lambda place: (place[0], -place[1]))
        self._numbers = {place: number for number, place in enumerate(self._places)}
        self.has_regions = bool(self._places)
        self._regions = EnclosingSymbols(list(enumerate(self._places)))
        self._declared: dict[tuple[int, str], list[_Variable]] = {}
        self._order: list[tuple[int, int, str, int | None]] = []
        self._names: dict[tuple[str, int, int], str] = {}
        self._several: set[str] = set()
        self._heads: dict[str, str] = {}
        self._regions_of: dict[str, set[int]] = {}
        self._scopes: dict[str, _Scopes] = {}

    def declare(self, name: str, place: int, since: int, region: Place | None, around: int | None) -> None:
        """Say that a variable is declared at `place` and seen from `since` on, in a region that is the innermost one
        there unless it is given; `around` is the outermost function around it."""
        if self._places:
            number = self._region(place, region)
            self._declared.setdefault((number, name), []).append(_Variable(since, place))
            self._regions_of.setdefault(name, set()).add(number)
            self._order.append((place, number, name, around))

    def stands_in_region(self, place: int) -> bool:
        """Whether a place is inside of what opens a scope."""
        return self._innermost(place) != _OUTSIDE

    def is_renamed(self, name: str) -> bool:
        """Whether there are variables of a name that have another one in what is kept."""
        return name in self._several

    def number(self, taken: Collection[str] = (), *, are_further: bool = False) -> None:
        """Give names to all variables that are declared. Names that are `taken` mean something else in the file; all do
        in their functions where the variables are further ones of their names."""
        counts: dict[tuple[int | None, str], int] = {(None, name): 1 for name in taken}
        for place, region, name, around in sorted(self._order, key=itemgetter(0, 1)):
            count = counts[(around, name)] = counts.get((around, name), int(are_further)) + 1
            self._names[(name, place, region)] = name if count == 1 else f"{name}~{count}"
        self._several = {name for (_, name), count in counts.items() if count > 1}
        self._several &= self._regions_of.keys()
        for found in self._declared.values():
            found.sort()

    def declared(self, name: str, place: int, region: Place | None) -> str:
        """The name of the variable that is declared at a place."""
        if name not in self._several:
            return name
        return self._names.get((name, place, self._region(place, region)), name)

    def declares(self, name: str) -> bool:
        """Whether any variable has the name."""
        return name in self._regions_of

    def seen(self, name: str, offset: int) -> str | None:
        """The name of the variable that is meant at an offset, None if none is seen there."""
        if name not in self._regions_of:
            return None
        scopes = self._scopes.get(name)
        if scopes is None:
            scopes = self._scopes[name] = self._scopes_of(name)
        region = scopes.innermost(offset)
        for _ in range(_MOST_SCOPES):
            variables = self._declared.get((region, name), ())
            if count := bisect_right(variables, offset, key=_since):
                return self._names[(name, variables[count - 1].place, region)]
            if region == _OUTSIDE:
                return None
            region = scopes.outer[region]
        return None

    def _scopes_of(self, name: str) -> _Scopes:
        numbers = [number for number in sorted(self._regions_of[name]) if number != _OUTSIDE]
        return _Scopes([(number, self._places[number]) for number in numbers])

    def path(self, path: str, offset: int) -> str:
        """The path of an expression at an offset, with the name of the variable that it begins with; of several paths
        between bars, each with that of its own."""
        if not self._several or not path:
            return path
        if "|" in path:
            return "|".join(self._path(part, offset) for part in split_at(path, "|"))
        return self._path(path, offset)

    def arguments(self, form: str, offset: int) -> str:
        """Arguments in the form of `core.values.arguments`, with the names of the variables that they begin with."""
        if not self._several or ":" not in form:
            return form
        number, _, written = form.partition(":")
        parts = (
            f"&{self.path(part[1:], offset)}" if part[:1] == "&" else self.path(part, offset)
            for part in written.split(";")
        )
        return f"{number}:{';'.join(parts)}"

    def _path(self, path: str, offset: int) -> str:
        head = self._heads.get(path)
        if head is None:
            match = _HEAD.match(path)
            head = self._heads[path] = path if match is None else match[0]
        if head not in self._several:
            return path
        return (self.seen(head, offset) or head) + path[len(head) :]

    def _region(self, place: int, region: Place | None) -> int:
        return self._innermost(place) if region is None else self._numbers.get(region, _OUTSIDE)

    def _innermost(self, offset: int) -> int:
        number = self._regions(offset)
        return _OUTSIDE if number is None else number
