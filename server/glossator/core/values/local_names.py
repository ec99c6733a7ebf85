"""The names that functions bind, each with the name of the variable that it is in what is kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import itemgetter

from glossator.core.values.bound_names import BoundNames
from glossator.core.values.file_names import FileNames
from glossator.core.values.found_values import FoundValues, LocalPlace
from glossator.core.values.local_variables import LocalVariables

_SPACE = re.compile(rb"\s*")

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
        known: set[tuple[int | None, str]] = set()
        for place, holder, name in written:
            again = self._found.rebound.get(place.start)
            if again is not None and (holder, name) in known:
                around = None if holder is None else self._bound.outermost(holder)
                variables.declare(name, place.start, again.since, again.region, around)
            known.add((holder, name))
        variables.number(are_further=True)
        return [(place, holder, self._variable(name, place.start)) for place, holder, name in written]

    def _variable(self, name: str, start: int) -> str:
        """The variable that a name means which is bound at a place, perhaps again."""
        variables, again = self._bound.variables, self._found.rebound.get(start)
        declared = name if again is None else variables.declared(name, start, again.region)
        return declared if declared != name else variables.seen(name, start) or name

    def behind(self, name: str, end: int) -> str:
        """The variable of a name that a comment which ends at a place is about."""
        if not self._found.rebound:
            return name
        following = _SPACE.match(self._names.data, end)
        return self._variable(name, end if following is None else following.end())
