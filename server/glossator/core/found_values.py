"""The names of one file that are bound to values, from what the query found to what is known of their types.

A bare name that a function binds hides a symbol of the same name. What a value is bound to is kept in the form of
`core.symbols.Value`, so that the resolver can follow it across files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

from glossator.core.callbacks import callback_name, callback_step
from glossator.core.documented_types import documented_values, is_vague
from glossator.core.fact_tables import NONE, SYMBOL_KIND_NUMBERS, SymbolTable
from glossator.core.inner_modules import InnerModules
from glossator.core.languages import Language
from glossator.core.local_variables import LocalVariables
from glossator.core.nesting import EnclosingSymbols
from glossator.core.node_texts import Node, NodeTexts
from glossator.core.object_literals import ObjectLiterals
from glossator.core.query_roles import ValuePattern
from glossator.core.symbols import (
    ALIAS,
    BASE,
    CALLABLE_KINDS,
    CONSTANT,
    IMPLEMENTS,
    INSIDE,
    OVERRIDE,
    PACKAGE,
    PARAMETERS,
    POINTING,
    RESULT,
    TYPE_KINDS,
    UNCHANGING,
    Value,
)
from glossator.core.written_alternatives import alternatives
from glossator.core.written_arguments import parameters_form
from glossator.core.written_expressions import FUNCTION, expression_path
from glossator.core.written_types import NAMED, SEQUENCE, split_at, type_path, without_names

_CALLABLES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in CALLABLE_KINDS)
_TYPES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in TYPE_KINDS)
_LONGEST_BYTES = 600
_NAMES = {
    "result": RESULT,
    "result.named": RESULT,
    "alias": ALIAS,
    "inside": INSIDE,
    "unchanging": UNCHANGING,
    "constant.result": f"{RESULT}{CONSTANT}",
    "base": BASE,
    "override": OVERRIDE,
    "package": PACKAGE,
    "content": "[]",
    "content.first": "[0]",
    "content.second": "[1]",
    "content.third": "[2]",
}
"""The names of values that have none in the source."""
_MARKS = {"constant": CONSTANT, "pointing": POINTING}
"""What stands behind the names of values that are marked."""
_STEPS = {"awaited": ".await", "element": "[]", "iterated": "[*]", "first": "[0]", "second": "[1]", "third": "[2]"}
"""What leads from an expression to the value that is meant, by the name of its capture."""
PART = "%"
"""Stands before the name of what has parts, which are numbered."""
_DECLARED = frozenset({":", "?", "<", ""})
_EXPRESSIONS = frozenset({"value", "whole", *_STEPS})
_OPEN = re.compile(r"(?<!\w)_(?!\w)")
_LONGEST_NAME = 80
_MARKED = re.compile(r"(?:&|\s+|(?:mut|ref)\s)+([^\W\d]\w*)")
_NOTHING = frozenset({"null", "undefined"})
_PART_OF_TYPE = re.compile(r"""[\w>\])]\s*\[\s*["'\w]|\bkeyof\b""")
_EXPORTS = frozenset({"exports", "module.exports"})
_CONSTANT = {"function": FUNCTION, "nothing": "null"}
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
        self.closures: list[Place] = []
        """What functions without a name hold: what they give back is no result of the function around."""
        self.objects = ObjectLiterals()
        self.others: list[tuple[str, Place, str, int]] = []
        """What else is bound (see `ValuePattern.bound`), where, its source, and a place inside of what binds it."""

    def take(self, pattern: ValuePattern, captures: Mapping[str, Sequence[Node]]) -> None:
        """Take one match."""
        source, place = self._source(pattern, captures)
        keys = captures.get("key")
        key = self._texts.text(keys[0]) if keys else ""
        if source and "arguments" in captures:
            source = _further(source, callback_step(captures, key))
        elif source and key:
            source = _further(source, f".{key}")
        if pattern.bound == "local":
            regions = captures.get("region")
            region = (regions[0].start_byte, regions[0].end_byte) if regions else None
            if region is not None:
                self.regions.append(region)
            for node in captures["local"]:
                self._take_local(LocalPlace(self._name_start(node), node.end_byte, region), source, place)
        elif pattern.bound == "entry":
            self._take_entry(captures, source)
        elif pattern.bound in ("callback", "contract"):
            (node,) = captures[pattern.bound]
            name = callback_name(captures, self._texts.text(node) if pattern.bound == "callback" else "")
            self.others.append((name, (node.start_byte, node.end_byte), source or "", node.start_byte))
        elif pattern.bound == "parameter":
            for node in captures["parameter"]:
                bound_at = captures.get("holder", (node,))[0].start_byte
                self.others.append(("parameter", (node.start_byte, node.end_byte), source or "<", bound_at))
        elif pattern.bound == "implementer":
            (node,) = captures["implementer"]
            name = IMPLEMENTS + self._texts.owner(node).rpartition(self._texts.language.separator)[2]
            self.others.append((name, (node.start_byte, node.end_byte), source or "", node.start_byte))
        elif pattern.bound == "part":
            of = self._texts.text(captures["of"][0]) if "of" in captures else ""
            for node in captures["part"]:
                found = f":{self.type(self._texts.text(node))}"
                self.others.append((PART + of, (node.start_byte, node.end_byte), found, node.start_byte))
        elif pattern.bound in ("member", "assigned", "base"):
            for node in captures[pattern.bound] if source is not None else ():
                self.others.append((pattern.bound, (node.start_byte, node.end_byte), source or "", node.start_byte))
        else:
            for node in captures[pattern.bound]:
                written = self._texts.text(node)
                if pattern.bound == "result.named":
                    written = without_names(written)
                declared = f":{self.type(written)}" if not pattern.sources or "type" in pattern.sources else ""
                found = declared or (source or "" if "value" in pattern.sources else self.expression(written))
                if found == ":" and pattern.bound in ("alias", "result"):
                    continue
                bound_at = captures.get("holder", (node,))[0].start_byte
                self.others.append((pattern.bound, (node.start_byte, node.end_byte), found, bound_at))

    def forget(self, starts: Collection[int]) -> None:
        """Leave out the names that begin at these places, which imports bind."""
        if starts:
            self.locals = {place: local for place, local in self.locals.items() if place.start not in starts}

    def _take_entry(self, captures: Mapping[str, Sequence[Node]], source: str | None) -> None:
        """Take a member of an object."""
        (name,) = captures["entry"]
        place = name.start_byte, name.end_byte
        if literals := captures.get("literal"):
            self.objects.add((literals[0].start_byte, literals[0].end_byte), place, source)
        elif variables := captures.get("object"):
            self.objects.assign((variables[0].start_byte, variables[0].end_byte), place, source)

    def _name_start(self, node: Node) -> int:
        """Where the name in a pattern begins that may have signs before it (`ref mut name`, `&name`)."""
        match = _MARKED.fullmatch(self._texts.text(node)) if node.end_byte - node.start_byte < _LONGEST_NAME else None
        return node.start_byte if match is None else node.end_byte - len(match[1].encode())

    def _take_local(self, place: LocalPlace, source: str | None, expression: Place) -> None:
        known = self.locals.get(place)
        if known is None:
            known = self.locals[place] = FoundLocal(place.end)
        known.since = max(known.since, expression[1])
        if not source:
            return
        declared = [each for each in known.sources if each[0].startswith(":")]
        if source.startswith(":"):
            known.sources = declared
        # The types or values of several cases.
        if (source.startswith(":") or not declared) and (source, expression[0]) not in known.sources:
            known.sources.append((source, expression[0]))

    def _source(self, pattern: ValuePattern, captures: Mapping[str, Sequence[Node]]) -> tuple[str | None, Place]:
        """The source of a value, and where it stands."""
        for name in pattern.sources:
            nodes = captures.get(name)
            if nodes:
                return self._source_at(name, nodes[0]), (nodes[0].start_byte, nodes[0].end_byte)
        return None, (0, 0)

    def _source_at(self, name: str, node: Node) -> str:
        if name in _EXPRESSIONS and (start := self._texts.object_start(node)) is not None:
            return self.objects.expression(start) + _STEPS.get(name, "")
        if node.end_byte - node.start_byte > _LONGEST_BYTES:
            return ""
        written = self._texts.text(node)
        if name == "made":
            found = self.type(written)
            return found if "|" not in found else ""
        if name == "whole.type":
            found = self.type(written)
            return f"{found}()" if found and "|" not in found else ""
        if name in ("type", "narrowed", "elements"):
            found = self.type(written)
            if name == "narrowed":
                return f"?{found}" if found else ""
            if name == "elements":
                return f":{SEQUENCE}<{found}>"
            # What the compiler is to find out may be told by the value.
            return f":{found}" if found and not _OPEN.search(found) else ""
        if name in _CONSTANT:
            return _CONSTANT[name]
        if name == "bound":
            return f"<{self.type(written)}"
        return _further(self.expression(written), _STEPS.get(name, ""))

    def type(self, written: str) -> str:
        found = self._types.get(written)
        if found is None:
            found = "" if self._names_part_of_type(written) else type_path(written)
            self._types[written] = found
        return found

    def _names_part_of_type(self, written: str) -> bool:
        """Whether a type is told by a member of another one (`Shop["till"]`) or by its names (`keyof Shop`)."""
        return self._texts.language.object_literals and _PART_OF_TYPE.search(written) is not None

    def expression(self, written: str) -> str:
        found = self._expressions.get(written)
        if found is None:
            language = self._texts.language
            chosen = alternatives(written, language.alternatives) if language.alternatives else [written]
            if len(chosen) > 1:
                chosen = [each for each in chosen if each not in _NOTHING and each[:1] != "{"]
            found = "|".join(dict.fromkeys(expression_path(each, language) for each in chosen))
            self._expressions[written] = found
        return found


class BoundNames:
    """Which names the functions of a file bind, and of which of them something is known."""

    def __init__(self, symbols: SymbolTable, language: Language) -> None:
        self._kinds, self._containers, *_ = symbols.views()
        self._language = language
        self.variables = LocalVariables(())
        self.modules = InnerModules((), language)
        self._bound: dict[int | None, dict[str, bool]] = {}
        self._told: set[tuple[int | None, str]] = set()
        self._visible: dict[int | None, dict[str, bool]] = {}

    def add(self, holder: int | None, name: str, is_known: bool) -> None:
        """Say that `holder` binds `name`, and whether something is known of its value."""
        self._visible.clear()
        names = self._bound.setdefault(holder, {})
        names[name] = is_known or names.get(name, False)

    def know(self, holder: int | None, name: str) -> None:
        """Say that something is known of a name, if `holder` binds it."""
        if name in self._bound.get(holder, ()):
            self.add(holder, name, is_known=True)
            self._told.add((holder, name))

    def doubt(self, holder: int | None, name: str) -> None:
        """Say that nothing is known of a name after all, if `holder` binds it and no documentation tells of it."""
        names = self._bound.get(holder, {})
        if names.get(name) and (holder, name) not in self._told:
            self._visible.clear()
            names[name] = False

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

    def settled(self, path: str, offset: int, holder: int | None) -> str:
        """The path of an expression at an offset with the name of the variable that it begins with. One that begins
        with the name of a module or type says so only where a variable has that name as well."""
        if path.startswith(NAMED):
            inner = path[len(NAMED) + 1 :]
            return path if inner.partition(".")[0] in self.visible(holder) else inner
        return self.variables.path(path, offset)

    def told(self, path: str, offset: int, holder: int | None) -> str:
        """The path of an expression at an offset, "" where it begins with a value of which nothing is known."""
        settled = self.settled(path, offset, holder)
        return self.receiver(settled, holder) if self.variables.has_regions else settled

    def hides(self, name: str, offset: int) -> bool:
        """Whether a name that is bound somewhere around an offset is bound there."""
        return self.variables.seen(name, offset) is not None or not self.variables.declares(name)

    def local_name(self, written: str) -> str:
        """The name of a variable; the brace of a lambda stands for that of its implicit parameter."""
        return self._language.implicit_parameter if written == "{" else written

    def outermost(self, holder: int) -> int:
        """The outermost function around a symbol, or what is outermost of all where there is none."""
        around = list(self.around(holder))
        return next((each for each in reversed(around) if self._kinds[each] in _CALLABLES), around[-1])

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
    comments: Sequence[Place] = (),
) -> tuple[Value, ...]:
    """All values, and in `bound` the names that hide symbols.

    `declared` are the sources of definitions that are values, by the start of their names, `defined` the starts of
    all names of definitions, and `known` the names (with their holder) that are symbols or imports.
    """
    values: dict[tuple[int | None, str], list[str]] = {}

    def add(holder: int | None, name: str, source: str) -> None:
        sources = values.setdefault((holder, name), [])
        if source[:1] == "<" and sources:
            # A type parameter whose bound stands apart from it.
            sources[0] = max(sources[0], source)
        elif source not in sources:
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
    local_names = _local_names(data, found, defined, enclosing, known, bound)
    variables = [bound.variables.declared(name, place.start, place.region) for place, _, name in local_names]
    for (place, holder, _), variable in zip(local_names, variables, strict=True):
        if place.start not in defined and (holder, variable) not in known:
            bound.add(holder, variable, bool(found.locals[place].sources))
    waiting = Counter(
        (holder, variable)
        for (place, holder, _), variable in zip(local_names, variables, strict=True)
        if found.locals[place].sources
    )
    documented: list[tuple[int | None, str, str]] = []
    if language.documented_types:
        places = sorted((place.start, place.end) for place in found.locals)
        documented += documented_values(data, symbols, comments, enclosing, places, language.documented_types)
        for holder, name, _ in documented:
            bound.know(holder, name)
    for (place, holder, _), variable in zip(local_names, variables, strict=True):
        for source, written_at in found.locals[place].sources or (("", 0),):
            if source[:1] not in _DECLARED:
                source = bound.told(source, written_at, holder)
                if bound.variables.has_regions and source.startswith(variable) and _head(source) == variable:
                    # What has the same name where the variable is not seen yet.
                    source = f"{NAMED}.{source}"
            add(holder, variable, source)
        waiting[(holder, variable)] -= bool(found.locals[place].sources)
        if not waiting[(holder, variable)] and not any(values[(holder, variable)]):
            bound.doubt(holder, variable)
    is_in_closure = _closures(found, symbols)
    parts: dict[tuple[int | None, str], int] = {}
    for what, (start, end), source, bound_at in sorted(found.others, key=itemgetter(1)):
        holder = enclosing(bound_at)
        if what == "result" and is_in_closure(holder, bound_at):
            continue
        if source[:1] not in _DECLARED:
            source = bound.told(source, start, holder)
        if what == "parameter":
            bound.add(holder, data[start:end].decode("utf-8", "replace"), source != "<")
        elif what == "member":
            holder = _own_object(holder, symbols, bound, language)
            if holder is None:
                continue
        name = data[start:end].decode("utf-8", "replace")
        if what == "assigned":
            name = bound.variables.seen(name, start) or name
            holder = next((each for each in (*bound.around(holder), None) if (each, name) in values), holder)
            if any(each.startswith(":") for each in values.get((holder, name), ())):
                continue
            bound.know(holder, name)
        if what in _MARKS:
            name, source = f"{bound.variables.declared(name, start, None)}{_MARKS[what]}", ":"
        if what[:1] == PART:
            number = parts[(holder, what)] = parts.get((holder, what), -1) + 1
            name = f"{what[1:]}[{number}]"
        elif what[:1] == IMPLEMENTS:
            holder, name = None, what
        elif what[-1] == ")":
            name = what
        add(holder, _NAMES.get(what, name), source)
    _add_members(data, found, values, enclosing, symbols, bound)
    _add_documented(values, documented)
    return tuple(
        Value(holder, found.objects.numbered(name), found.objects.numbered(source))
        for (holder, name), sources in sorted(values.items(), key=_order)
        if any(sources)
        for source in (sources if len(sources) <= _MOST_SOURCES else [*sources[:_MOST_SOURCES], ""])
    )


def _add_documented(
    values: dict[tuple[int | None, str], list[str]],
    told: Iterable[tuple[int | None, str, str]],
) -> None:
    """Add what documentation tells, which counts more than values and less than types that are declared."""
    documented: set[tuple[int | None, str]] = set()
    for holder, name, source in told:
        key = holder, name
        sources = values.setdefault(key, [])
        if key in documented:
            sources.append(source)
        elif "<" in source or all(is_vague(each) or not each.startswith(":") for each in sources):
            documented.add(key)
            values[key] = [*(each for each in sources if not each.startswith(":")), source]


def _own_object(
    holder: int | None, symbols: SymbolTable, bound: BoundNames, language: Language
) -> int | None:
    """The type that a method's code means by its own object, or the function that makes such objects."""
    kinds, containers, *_ = symbols.views()
    around = list(bound.around(holder))
    found = next((each for each in around if kinds[each] in _TYPES), None)
    if found is not None or not language.object_literals:
        return found
    owner = next((owner for each in around if (owner := symbols.owners[each]) is not None), None)
    if owner is not None:
        return next((each for each, name in enumerate(symbols.names) if name == owner), None)
    return next((each for each in around if symbols.names[each][:1].isupper()), None)


def _closures(found: FoundValues, symbols: SymbolTable) -> Callable[[int | None, int], bool]:
    """Whether a place stands in a function without a name inside of the symbol that encloses it."""
    starts, body_starts, body_ends = (symbols.views()[column] for column in (3, 9, 10))
    named = set(zip(body_starts, body_ends, strict=True))
    places = sorted(set(found.closures) - named, key=lambda place: (place[0], -place[1]))
    innermost = EnclosingSymbols(list(enumerate(places)))

    def is_in_closure(holder: int | None, place: int) -> bool:
        closure = innermost(place)
        return closure is not None and (holder is None or places[closure][0] > starts[holder])

    return is_in_closure


def _add_members(
    data: bytes,
    found: FoundValues,
    values: dict[tuple[int | None, str], list[str]],
    enclosing: EnclosingSymbols,
    symbols: SymbolTable,
    bound: BoundNames,
) -> None:
    """Add what the members of objects that are written out are bound to."""

    def text(place: Place) -> str:
        return data[place[0] : place[1]].decode("utf-8", "replace")

    def held_by(variable: Place) -> Sequence[str]:
        name = text(variable)
        if name in _EXPORTS:
            return ("exports",)
        name = bound.variables.seen(name, variable[0]) or name
        around = (*bound.around(enclosing(variable[0])), None)
        found = next((values[(each, name)] for each in around if (each, name) in values), ())
        return found or functions.get(name, ())

    kinds, containers, *_ = symbols.views()
    called = _CALLABLES | _TYPES
    functions = {
        name: (f"#{position}",)
        for position, name in enumerate(symbols.names)
        if containers[position] == NONE and kinds[position] in called
    }
    defined = {start: place for place, start in enumerate(symbols.views()[3]) if kinds[place] in called}
    for name, source in found.objects.values(text, held_by, defined, enclosing, bound.variables.path):
        holder = None
        if name[0] == "#":
            position, _, name = name[1:].partition(".")
            holder = int(position)
        sources = values.setdefault((holder, name), [])
        if source not in sources:
            sources.append(source)


def _local_names(
    data: bytes,
    found: FoundValues,
    defined: Collection[int],
    enclosing: EnclosingSymbols,
    known: Collection[tuple[int | None, str | None]],
    bound: BoundNames,
) -> list[tuple[LocalPlace, int | None, str]]:
    """Where names are bound, by what, and the names; declares the variables among them."""
    names = []
    taken = {name for holder, name in known if holder is None and name is not None}
    variables = bound.variables = LocalVariables(found.regions)
    for place in sorted(found.locals, key=itemgetter(0)):
        holder = enclosing(place.start)
        name = bound.local_name(data[place.start : place.end].decode("utf-8", "replace"))
        names.append((place, holder, name))
        if holder is not None:
            outermost = bound.outermost(holder)
            variables.declare(name, place.start, found.locals[place].since, place.region, outermost)
        elif place.region is None and not variables.stands_in_region(place.start):
            taken.add(name)
        elif place.start not in defined:
            variables.declare(name, place.start, found.locals[place].since, place.region, None)
    variables.number(taken)
    return names


def _further(source: str, step: str) -> str:
    """An expression with one more step, for each of several if it may be any of them."""
    if not source or not step:
        return source
    return "|".join(f"{part}{step}" if part else "" for part in split_at(source, "|"))


def _head(path: str) -> str:
    match = _HEAD.match(path)
    return path if match is None else match[0]


def _holder(container: int) -> int | None:
    return None if container == NONE else container


def _order(item: tuple[tuple[int | None, str], list[str]]) -> int:
    holder = item[0][0]
    return NONE if holder is None else holder
