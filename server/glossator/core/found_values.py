"""The names of one file that are bound to values, from what the query found to what is known of their types.

A bare name that a function binds hides a symbol of the same name. What a value is bound to is kept in the form of
`core.symbols.Value`, so that the resolver can follow it across files.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from glossator.core.fact_tables import NONE, SYMBOL_KIND_NUMBERS, SymbolTable
from glossator.core.languages import Language
from glossator.core.nesting import EnclosingSymbols
from glossator.core.node_texts import Node, NodeTexts
from glossator.core.query_roles import ValuePattern
from glossator.core.symbols import ALIAS, CALLABLE_KINDS, PARAMETERS, RESULT, TYPE_KINDS, Value
from glossator.core.written_arguments import parameters_form
from glossator.core.written_expressions import expression_path
from glossator.core.written_types import SEQUENCE, type_path, without_names

_CALLABLES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in CALLABLE_KINDS)
_TYPES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in TYPE_KINDS)
_LONGEST_BYTES = 600
_NAMES = {
    "result": RESULT,
    "result.named": RESULT,
    "alias": ALIAS,
    "content": "[]",
    "content.first": "[0]",
    "content.second": "[1]",
    "content.third": "[2]",
}
"""The names of values that have none in the source."""
_STEPS = {"element": "[]", "first": "[0]", "second": "[1]", "third": "[2]"}
"""What leads from an expression to the value that is meant, by the name of its capture."""
_HEAD = re.compile(r"[^.(\[<]*")
_MOST_SOURCES = 8
"""A name that is bound to more is bound to anything."""

Place = tuple[int, int]


class LocalPlace(NamedTuple):
    """Where a function binds a name, and the region in which it is seen where the query tells it."""

    start: int
    end: int
    region: Place | None


@dataclass(slots=True)
class FoundLocal:
    """What is known of a name that a function binds: its sources, each with the place of its expression, and from
    where on the name is seen."""

    since: int
    sources: list[tuple[str, int]] = field(default_factory=list)


class FoundValues:
    """Gathers values match by match."""

    def __init__(self, texts: NodeTexts) -> None:
        self._texts = texts
        self._types: dict[str, str] = {}
        self._expressions: dict[str, str] = {}
        self.locals: dict[LocalPlace, FoundLocal] = {}
        self.regions: list[Place] = []
        """Where variables are declared that are seen only there."""
        self.others: list[tuple[str, Place, str]] = []
        """What else is bound (see `ValuePattern.bound`), where, and its source."""

    def take(self, pattern: ValuePattern, captures: Mapping[str, Sequence[Node]]) -> None:
        """Take one match."""
        source, place = self._source(pattern, captures)
        if pattern.bound == "local":
            regions = captures.get("region")
            region = (regions[0].start_byte, regions[0].end_byte) if regions else None
            for node in captures["local"]:
                self._take_local(LocalPlace(node.start_byte, node.end_byte, region), source, place)
        elif pattern.bound == "parameter":
            for node in captures["parameter"]:
                self.others.append(("parameter", (node.start_byte, node.end_byte), source or "<"))
        elif pattern.bound == "member":
            for node in captures["member"] if source is not None else ():
                self.others.append(("member", (node.start_byte, node.end_byte), source or ""))
        else:
            for node in captures[pattern.bound]:
                written = self._texts.text(node)
                if pattern.bound == "result.named":
                    written = without_names(written)
                declared = f":{self.type(written)}" if not pattern.sources or "type" in pattern.sources else ""
                found = declared or self.expression(written)
                self.others.append((pattern.bound, (node.start_byte, node.end_byte), found))

    def _take_local(self, place: LocalPlace, source: str | None, expression: Place) -> None:
        known = self.locals.get(place)
        if known is None:
            known = self.locals[place] = FoundLocal(place.end)
        known.since = max(known.since, expression[1])
        if not source:
            return
        if not any(each.startswith(":") for each, _ in known.sources):
            known.sources = [(source, expression[0])]
        elif source.startswith(":") and (source, expression[0]) not in known.sources:
            # The types of several cases.
            known.sources.append((source, expression[0]))

    def _source(self, pattern: ValuePattern, captures: Mapping[str, Sequence[Node]]) -> tuple[str | None, Place]:
        """The source of a value, and where it stands."""
        for name in pattern.sources:
            nodes = captures.get(name)
            if nodes:
                return self._source_at(name, nodes[0]), (nodes[0].start_byte, nodes[0].end_byte)
        return None, (0, 0)

    def _source_at(self, name: str, node: Node) -> str:
        if node.end_byte - node.start_byte > _LONGEST_BYTES:
            return ""
        written = self._texts.text(node)
        if name in ("type", "elements"):
            found = self.type(written)
            if name == "elements":
                return f":{SEQUENCE}<{found}>"
            return f":{found}" if found else ""
        if name == "bound":
            return f"<{self.type(written)}"
        found = self.expression(written)
        return f"{found}{_STEPS.get(name, '')}" if found else ""

    def type(self, written: str) -> str:
        found = self._types.get(written)
        if found is None:
            found = self._types[written] = type_path(written)
        return found

    def expression(self, written: str) -> str:
        found = self._expressions.get(written)
        if found is None:
            found = self._expressions[written] = expression_path(written, self._texts.language)
        return found


class BoundNames:
    """Which names the functions of a file bind, and of which of them something is known."""

    def __init__(self, symbols: SymbolTable, language: Language) -> None:
        _, self._containers, *_ = symbols.views()
        self._language = language
        self._bound: dict[int | None, dict[str, bool]] = {}
        self._visible: dict[int | None, dict[str, bool]] = {}

    def add(self, holder: int | None, name: str, is_known: bool) -> None:
        """Say that `holder` binds `name`, and whether something is known of its value."""
        self._visible.clear()
        names = self._bound.setdefault(holder, {})
        names[name] = is_known or names.get(name, False)

    def visible(self, holder: int | None) -> dict[str, bool]:
        """The names that the functions around `holder` bind (those of the file where there is none), and whether
        something is known of their values. Valid until something is added."""
        visible = self._visible.get(holder)
        if visible is None:
            visible = self._visible[holder] = {}
            for place in self.around(holder) if holder is not None else (None,):
                for name, is_known in self._bound.get(place, {}).items():
                    visible.setdefault(name, is_known)
        return visible

    def receiver(self, path: str, holder: int | None) -> str:
        """The path of a receiver, "" where it begins with a value of which nothing is known."""
        head = _HEAD.match(path)
        name = path if head is None else head[0]
        if name in self._language.self_names or name in self._language.super_names:
            return path
        return path if self.visible(holder).get(name, True) else ""

    def around(self, holder: int | None) -> Iterator[int]:
        """The symbol and those that enclose it, innermost first."""
        while holder is not None:
            yield holder
            container = self._containers[holder]
            holder = None if container == NONE else container


def bind_values(
    data: bytes,
    found: FoundValues,
    declared: Mapping[int, str],
    defined: Collection[int],
    enclosing: EnclosingSymbols,
    known: Collection[tuple[int | None, str | None]],
    symbols: SymbolTable,
    bound: BoundNames,
    language: Language,
) -> tuple[Value, ...]:
    """All values, and in `bound` the names that hide symbols.

    `declared` are the sources of definitions that are values, by the start of their names, `defined` the starts of
    all names of definitions, and `known` the names (with their holder) that are symbols or imports.
    """
    values: dict[tuple[int | None, str], list[str]] = {}

    def add(holder: int | None, name: str, source: str) -> None:
        sources = values.setdefault((holder, name), [])
        if source not in sources:
            sources.append(source)

    kinds, containers, _, name_starts, name_ends, *_ = symbols.views()
    for position, start in enumerate(name_starts):
        if (source := declared.get(start)) is not None:
            holder = _holder(containers[position])
            add(holder, symbols.names[position], source)
            # A parameter of a constructor may be a field of the type around.
            around = next((each for each in bound.around(holder) if kinds[each] in _TYPES), holder)
            if around != holder:
                add(around, symbols.names[position], source)
        if language.overloads and kinds[position] in _CALLABLES:
            form = parameters_form(data, name_ends[position])
            if form:
                add(position, PARAMETERS, form)
    for place in sorted(found.locals):
        start, end = place
        sources = found.locals[place]
        holder = enclosing(start)
        name = data[start:end].decode("utf-8", "replace")
        if start not in defined and (holder, name) not in known:
            bound.add(holder, name, bool(sources))
        for source in sources or ("",):
            add(holder, name, source)
    for what, (start, end), source in found.others:
        holder = enclosing(start)
        if what == "member":
            holder = next((each for each in bound.around(holder) if kinds[each] in _TYPES), None)
            if holder is None:
                continue
        name = data[start:end].decode("utf-8", "replace")
        add(holder, _NAMES.get(what, name), source)
    return tuple(
        Value(holder, name, source)
        for (holder, name), sources in sorted(values.items(), key=_order)
        if any(sources)
        for source in (sources if len(sources) <= _MOST_SOURCES else [*sources[:_MOST_SOURCES], ""])
    )


def _holder(container: int) -> int | None:
    return None if container == NONE else container


def _order(item: tuple[tuple[int | None, str], list[str]]) -> int:
    holder = item[0][0]
    return NONE if holder is None else holder
