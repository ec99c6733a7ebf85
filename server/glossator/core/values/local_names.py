"""The names that functions bind, each with the name of the variable that it is in what is kept."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from operator import itemgetter

from glossator.core.values.bound_names import BoundNames
from glossator.core.values.file_names import FileNames
from glossator.core.values.found_values import FoundValues, LocalPlace, Rebound
from glossator.core.values.local_variables import LocalVariables

_SPACE = re.compile(rb"\s*")
_MOST_PLACES = 100
"""Behind a test, a variable that is written in more places is taken for one that is bound there."""

WrittenName = tuple[LocalPlace, int | None, str]
"""Where a name is bound, by what, and the name."""


class LocalNames:
    """The names that the functions of one file bind."""

    def __init__(self, names: FileNames, found: FoundValues, bound: BoundNames) -> None:
        self._names = names
        self._found = found
        self._bound = bound

    def written(self) -> Sequence[WrittenName]:
        """Where names are bound, by what, and the names of the variables; declares those."""
        names, bound, found = self._names, self._bound, self._found
        written: list[WrittenName] = []
        for place in sorted(found.locals, key=itemgetter(0)):
            name = bound.local_name(names.text((place.start, place.end)))
            written.append((place, names.enclosing(place.start), name))
        bound.variables = LocalVariables(found.regions)
        if not bound.variables.has_regions:
            return written
        return self._rebound(written) if found.rebound else self._declared(written)

    def _declared(self, written: Sequence[WrittenName]) -> Sequence[WrittenName]:
        """The same with the names of the variables where each is declared in a block."""
        names, bound, found = self._names, self._bound, self._found
        variables = bound.variables
        taken = {name for holder, name in names.known if holder is None and name is not None}
        for place, holder, name in written:
            since = found.locals[place].since
            if holder is not None:
                variables.declare(name, place.start, since, place.region, bound.outermost(holder))
            elif place.region is None and not variables.stands_in_region(place.start):
                taken.add(name)
            elif place.start not in names.defined:
                variables.declare(name, place.start, since, place.region, None)
        variables.number(taken)
        return [
            (place, holder, variables.declared(name, place.start, place.region))
            for place, holder, name in written
        ]

    def _rebound(self, written: Sequence[WrittenName]) -> Sequence[WrittenName]:
        """The same with the names of the variables where each that is bound again may be another one."""
        variables = self._bound.variables
        places: dict[tuple[int | None, str], list[LocalPlace]] = {}
        for place, holder, name in written:
            places.setdefault((holder, name), []).append(place)
        for place, holder, name in written:
            others = places[(holder, name)]
            for again in self._found.rebound.get(place.start, ()):
                if others[0] != place and not self._is_bound_in(again, place, others):
                    around = None if holder is None else self._bound.outermost(holder)
                    variables.declare(name, place.start, again.since, again.region, around)
        variables.number(are_further=True)
        return [
            (place, holder, variable)
            for place, holder, name in written
            for variable in self._variables(name, place.start, is_test=self._is_test(place))
        ]

    def _is_test(self, place: LocalPlace) -> bool:
        """Whether a name is not bound at a place, but its type tested."""
        sources = self._found.locals[place].sources
        return bool(sources) and all(source.startswith("?") for source, _ in sources)

    def _is_bound_in(self, again: Rebound, place: LocalPlace, others: Sequence[LocalPlace]) -> bool:
        """Whether a name that is tested at a place is bound to something else in the region behind the test."""
        if not self._is_test(place):
            return False
        begun = bisect_left(others, again.region[0], key=itemgetter(0))
        inside = bisect_left(others, again.region[1], key=itemgetter(0)) - begun
        return inside > _MOST_PLACES or not all(map(self._is_test, others[begun : begun + inside]))

    def _variables(self, name: str, start: int, *, is_test: bool = False) -> Sequence[str]:
        """The variables that a name means which is bound at a place, perhaps again in some regions. A test tells of the
        variable that is tested as well."""
        variables, rebound = self._bound.variables, self._found.rebound.get(start, ())
        declared = (variables.declared(name, start, again.region) for again in rebound)
        found = [each for each in declared if each != name]
        return found if found and not is_test else [*found, variables.seen(name, start) or name]

    def tested(self, place: LocalPlace, variable: str) -> str:
        """The variable that is tested where one is another in some region behind the test, "" for any other place."""
        if place.start not in self._found.rebound:
            return ""
        name = self._names.text((place.start, place.end))
        seen = self._bound.variables.seen(name, place.start) or name
        return seen if seen != variable else ""

    def behind(self, name: str, end: int) -> str:
        """The variable of a name that a comment which ends at a place is about."""
        if not self._found.rebound:
            return name
        following = _SPACE.match(self._names.data, end)
        return self._variables(name, end if following is None else following.end())[0]
