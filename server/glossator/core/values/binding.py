"""From what the query found to the values of one file, and to the names that hide symbols.

A bare name that a function binds hides a symbol of the same name. What a value is bound to is kept in the form of
`core.symbols.Value`, so that the resolver can follow it across files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

from glossator.core.fact_tables import SYMBOL_KIND_NUMBERS
from glossator.core.nesting import EnclosingSymbols
from glossator.core.symbols import (
    ALIAS,
    ARROW,
    BASE,
    CALLABLE_KINDS,
    CONFORMING,
    CONSTANT,
    EXPLICIT,
    IMPLEMENTS,
    INSIDE,
    NONE,
    OPENED,
    OVERRIDE,
    PACKAGE,
    PARAMETERS,
    POINTING,
    RESULT,
    SUPERTYPE,
    TYPE_KINDS,
    UNCHANGING,
    WITHIN,
    Value,
)
from glossator.core.values.arguments import parameters_form
from glossator.core.values.bound_names import BoundNames
from glossator.core.values.documented_types import DocumentedValue, documented_values
from glossator.core.values.file_names import FileNames
from glossator.core.values.found_values import PART, FoundValues, OtherValue
from glossator.core.values.local_names import LocalNames
from glossator.core.values.type_forms import NAMED
from glossator.core.values.value_table import ValueTable

_CALLABLES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in CALLABLE_KINDS)
_TYPES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in TYPE_KINDS)
_NAMES = {
    "result": RESULT,
    "result.named": RESULT,
    "alias": ALIAS,
    "inside": INSIDE,
    "unchanging": UNCHANGING,
    "constant.result": f"{RESULT}{CONSTANT}",
    "base": BASE,
    "override": OVERRIDE,
    "conforming": CONFORMING,
    "supertype": SUPERTYPE,
    "explicit": EXPLICIT,
    "package": PACKAGE,
    "opened": OPENED,
    "content": "[]",
    "content.first": "[0]",
    "content.second": "[1]",
    "content.third": "[2]",
}
"""The names of values that have none in the source."""
_MARKS = {"constant": CONSTANT, "pointing": POINTING}
"""What stands behind the names of values that are marked."""
_DECLARED = frozenset({":", "?", "<", ""})
"""What sources begin with that are no expressions."""
_HEAD = re.compile(r"[^.(\[<]*")
_EXPORTS = frozenset({"exports", "module.exports"})

Place = tuple[int, int]


def bind_values(
    names: FileNames,
    found: FoundValues,
    declared: Mapping[int, str],
    bound: BoundNames,
    comments: Sequence[Place] = (),
) -> tuple[Value, ...]:
    """All values, and in `bound` the names that hide symbols. `declared` are the sources of definitions that are
    values, by the start of their names."""
    binder = _Binder(names, found, bound)
    binder.add_definitions(declared)
    documented = binder.add_locals(comments)
    binder.add_others()
    binder.add_members()
    binder.table.add_documented(documented)
    return binder.table.values(found.objects)


class _Binder:
    """Fills the table of the values of one file; its methods are called in the order in which they stand here."""

    def __init__(self, names: FileNames, found: FoundValues, bound: BoundNames) -> None:
        self.table = ValueTable()
        self._names = names
        self._found = found
        self._bound = bound
        self._kinds, self._containers, *_ = names.symbols.views()
        self._parts: dict[tuple[int | None, str], int] = {}
        self._firsts: dict[str, int] = {}

    def add_definitions(self, declared: Mapping[int, str]) -> None:
        """Add the declared types of definitions, and the types of the parameters of functions."""
        names = self._names
        _, _, _, starts, ends, *_ = names.symbols.views()
        for position, start in enumerate(starts):
            if (source := declared.get(start)) is not None:
                self._add_declared(position, source)
            if names.language.overloads and self._kinds[position] in _CALLABLES:
                form = parameters_form(names.data, ends[position])
                if form:
                    self.table.add(position, PARAMETERS, form)

    def _add_declared(self, position: int, source: str) -> None:
        container, name = self._containers[position], self._names.symbols.names[position]
        holder = None if container == NONE else container
        self.table.add(holder, name, source)
        # A parameter of a constructor may be a field of the type around.
        around = next((each for each in self._bound.around(holder) if self._kinds[each] in _TYPES), holder)
        if around != holder:
            self.table.add(around, name, source)

    def add_locals(self, comments: Sequence[Place]) -> list[DocumentedValue]:
        """Add the names that functions bind; returns what documentation tells."""
        names, bound = self._names, self._bound
        local_variables = LocalNames(names, self._found, bound)
        local_names = local_variables.written()
        waiting: Counter[tuple[int | None, str]] = Counter()
        for place, holder, variable in local_names:
            has_source = bool(self._found.locals[place].sources)
            waiting[(holder, variable)] += has_source
            if place.start not in names.defined and (holder, variable) not in names.known:
                bound.add(holder, variable, has_source)
        documented: list[DocumentedValue] = []
        if form := names.language.documented_types:
            places = sorted((place.start, place.end) for place in self._found.locals)
            members = sorted(each.place for each in self._found.others if each.what == "member")
            documented += documented_values(
                names.data,
                names.symbols,
                comments,
                names.enclosing,
                places,
                members,
                self._own_object,
                local_variables.behind,
                form,
            )
            for holder, name, _ in documented:
                bound.know(holder, name)
        for place, holder, variable in local_names:
            sources = self._found.locals[place].sources
            for source, written_at in sources or (("", 0),):
                source = self._of_local(source, written_at, holder, variable)
                if source[:1] == "?" and (tested := local_variables.tested(place, variable)):
                    source = f"{source} {tested}"
                self.table.add(holder, variable, source)
            waiting[(holder, variable)] -= bool(sources)
            if not waiting[(holder, variable)] and not any(self.table.sources[(holder, variable)]):
                bound.doubt(holder, variable)
        return documented

    def _of_local(self, source: str, written_at: int, holder: int | None, variable: str) -> str:
        """The source of a variable with the names that the variables in it have."""
        if source[:1] in _DECLARED:
            return source
        told = self._bound.told(source, written_at, holder)
        is_hidden = self._bound.variables.has_regions and not self._found.rebound
        if is_hidden and told.startswith(variable) and _head(told) == variable:
            # What has the same name where the variable is not seen yet.
            return f"{NAMED}.{told}"
        return told

    def add_others(self) -> None:
        """Add results, members, type parameters and whatever else is bound."""
        is_in_closure = self._closures()
        for other in sorted(self._found.others, key=itemgetter(1)):
            holder = self._names.enclosing(other.bound_at)
            if other.what != "result" or not is_in_closure(holder, other.bound_at):
                self._add_other(other, holder)

    def _add_other(self, other: OtherValue, holder: int | None) -> None:
        what, (start, end), source, _ = other
        bound = self._bound
        if source[:1] not in _DECLARED:
            source = bound.told(source, start, holder)
        name = _NAMES.get(what) or ("" if _names_itself(what) else self._names.text((start, end)))
        if what == "parameter":
            bound.add(holder, name, source != "<")
        elif what == "member":
            own = self._own_object(holder)
            if own is None:
                return
            source, holder = self._as_seen_in(source, holder, own), own
        elif what == "assigned":
            name = bound.variables.seen(name, start) or name
            around = (*bound.around(holder), None)
            holder = next((each for each in around if (each, name) in self.table.sources), holder)
            if any(each.startswith(":") for each in self.table.sources.get((holder, name), ())):
                return
            bound.know(holder, name)
        elif what in _MARKS:
            name, source = f"{bound.variables.declared(name, start, None)}{_MARKS[what]}", ":"
        elif what[:1] == PART:
            number = self._parts[(holder, what)] = self._parts.get((holder, what), -1) + 1
            name = f"{what[1:]}[{number}]"
        elif what[:1] == IMPLEMENTS:
            holder, name = None, what
        elif what[-1] == ")":
            name = what
        self.table.add(holder, name, source)

    def _as_seen_in(self, source: str, holder: int | None, own: int) -> str:
        """The source of a member, with the method that names its variables where it begins with one of these."""
        if holder is None or holder == own or source[:1] in _DECLARED:
            return source
        head = _head(source)
        is_local = any(
            (each, head) in self.table.sources for each in self._bound.around(holder) if each != own
        )
        return f"{WITHIN}{holder} {source}" if is_local else source

    def _own_object(self, holder: int | None) -> int | None:
        """The type that a method's code means by its own object, or the function that makes such objects."""
        symbols = self._names.symbols
        around = list(self._bound.around(holder))
        found = next((each for each in around if self._kinds[each] in _TYPES), None)
        if found is not None or not self._names.language.object_literals:
            return found
        owner = next((owner for each in around if (owner := symbols.owners[each]) is not None), None)
        if owner is not None:
            return self._first_of_name().get(owner)
        return next((each for each in around if symbols.names[each][:1].isupper()), None)

    def _first_of_name(self) -> dict[str, int]:
        """The first symbol of each name."""
        if not self._firsts:
            names = self._names.symbols.names
            self._firsts = {name: position for position, name in reversed(list(enumerate(names)))}
        return self._firsts

    def _closures(self) -> Callable[[int | None, int], bool]:
        """Whether a place stands in a function without a name inside of the symbol that encloses it."""
        starts, body_starts, body_ends = (self._names.symbols.views()[column] for column in (3, 9, 10))
        named = set(zip(body_starts, body_ends, strict=True)) if self._found.closures else set()
        places = sorted(set(self._found.closures) - named, key=lambda place: (place[0], -place[1]))
        innermost = EnclosingSymbols(list(enumerate(places)))

        def is_in_closure(holder: int | None, place: int) -> bool:
            closure = innermost(place)
            return closure is not None and (holder is None or places[closure][0] > starts[holder])

        return is_in_closure

    def add_members(self) -> None:
        """Add what the members of objects that are written out are bound to."""
        symbols = self._names.symbols
        starts = symbols.views()[3]
        called = [
            position for position, kind in enumerate(self._kinds) if kind in _CALLABLES or kind in _TYPES
        ]
        functions = {symbols.names[each]: f"#{each}" for each in called if self._containers[each] == NONE}

        def held_by(variable: Place) -> Sequence[str]:
            name = self._names.text(variable)
            if name in _EXPORTS:
                return ("exports",)
            name = self._bound.variables.seen(name, variable[0]) or name
            around = (*self._bound.around(self._names.enclosing(variable[0])), None)
            sources = self.table.sources
            found = next((sources[(each, name)] for each in around if (each, name) in sources), ())
            return found or ((functions[name],) if name in functions else ())

        members = self._found.objects.values(
            self._names.text,
            held_by,
            {starts[each]: each for each in called},
            self._names.enclosing,
            self._bound.variables.path,
        )
        for name, source in members:
            holder = None
            if name[0] == "#":
                position, _, name = name[1:].partition(".")
                holder = int(position)
            sources = self.table.sources.setdefault((holder, name), [])
            if source not in sources:
                sources.append(source)
            if source[:1] == "#" and self._is_arrow(int(source[1:])):
                self.table.add(int(source[1:]), ARROW, ":")

    def _is_arrow(self, position: int) -> bool:
        """Whether a function is written with an arrow, and so has no own object."""
        _, _, _, _, name_ends, *_, body_starts = self._names.symbols.views()[:10]
        return b"=>" in self._names.data[name_ends[position] : max(0, body_starts[position])]


def _names_itself(what: str) -> bool:
    """Whether the name of a value stands in what is bound, and not in the source."""
    return what[0] in (PART, IMPLEMENTS) or what[-1] == ")"


def _head(path: str) -> str:
    match = _HEAD.match(path)
    return path if match is None else match[0]
