"""The values of one file as the query found them: what is bound where, and what stands there of its type."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from glossator.core.node_texts import Node, NodeTexts
from glossator.core.query_roles import ValuePattern
from glossator.core.symbols import IMPLEMENTS
from glossator.core.values.alternatives import alternatives
from glossator.core.values.callbacks import callback_name, callback_step
from glossator.core.values.expressions import expression_path
from glossator.core.values.literals import FUNCTION
from glossator.core.values.object_literals import ObjectLiterals
from glossator.core.values.type_forms import SEQUENCE, split_at
from glossator.core.values.types import named_results, type_path

PART = "%"
"""Stands before the name of what has parts, which are numbered."""
_OPENED = re.compile(r"\bnamespace\s+(\w+)")
_LONGEST_BYTES = 600
_LONGEST_DECLARED_BYTES = 2400
_LONGEST_NAME_BYTES = 80
_STEPS = {
    "awaited": ".await",
    "element": "[]",
    "iterated": "[*]",
    "first": "[0]",
    "second": "[1]",
    "third": "[2]",
}
"""What leads from an expression to the value that is meant, by the name of its capture."""
_EXPRESSIONS = frozenset({"value", "whole", *_STEPS})
_CONSTANT = {"function": FUNCTION, "nothing": "null"}
_OPEN = re.compile(r"(?<!\w)_(?!\w)")
_MARKED = re.compile(r"(?:&|\s|(?:mut|ref)\s)++([^\W\d]\w*)")
_NOTHING = frozenset({"null", "undefined"})
_PART_OF_TYPE = re.compile(r"""[\w>\])]\s*\[\s*["'\w]|\bkeyof\b""")

Place = tuple[int, int]
Captures = Mapping[str, Sequence[Node]]


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


class Rebound(NamedTuple):
    """Where a name is another variable that was bound before: in a region, from a place on."""

    region: Place
    since: int


class OtherValue(NamedTuple):
    """A value that is no name which a function binds: what is bound (see `ValuePattern.bound`), where that stands, its
    source, and a place inside of what binds it."""

    what: str
    place: Place
    source: str
    bound_at: int


class FoundValues:
    """Gathers values match by match."""

    def __init__(self, texts: NodeTexts) -> None:
        self._texts = texts
        self._types: dict[str, str] = {}
        self._expressions: dict[str, str] = {}
        self.locals: dict[LocalPlace, FoundLocal] = {}
        self.regions: list[Place] = []
        """Where variables are declared that are seen only there."""
        self.rebound: dict[int, list[Rebound]] = {}
        """Names that are bound again, by where they start."""
        self.closures: list[Place] = []
        """What functions without a name hold: what they give back is no result of the function around."""
        self.objects = ObjectLiterals()
        self.others: list[OtherValue] = []
        self._takers: dict[str, Callable[[ValuePattern, Captures, str | None], None]] = {
            "entry": self._take_entry,
            "rebound": self._take_rebound,
            "callback": self._take_callback,
            "contract": self._take_callback,
            "parameter": self._take_parameter,
            "implementer": self._take_implementer,
            "part": self._take_parts,
            "opened": self._take_opened,
            "member": self._take_members,
            "assigned": self._take_members,
            "base": self._take_members,
        }

    def take(self, pattern: ValuePattern, captures: Captures) -> None:
        """Take one match; of the branches of a pattern some may bind nothing of its sort."""
        if pattern.bound not in captures:
            return
        source, place = self._source(pattern, captures)
        if source:
            keys = captures.get("key")
            key = self._texts.text(keys[0]) if keys else ""
            if "arguments" in captures:
                source = _with_step(source, callback_step(captures, key))
            elif key:
                source = _with_step(source, f".{key}")
        if pattern.bound == "local":
            self._take_locals(captures, source, place[1], place[0])
        else:
            self._takers.get(pattern.bound, self._take_declared)(pattern, captures, source)

    def forget(self, starts: Collection[int]) -> None:
        """Leave out the names that begin at these places, which imports bind."""
        if starts:
            self.locals = {place: local for place, local in self.locals.items() if place.start not in starts}

    def type(self, written: str) -> str:
        """A type in the common form, "" for one that has none."""
        found = self._types.get(written)
        if found is None:
            found = "" if self._names_part_of_type(written) else type_path(written)
            self._types[written] = found
        return found

    def expression(self, written: str) -> str:
        """The path of an expression, or the paths of those that it chooses from, between bars."""
        found = self._expressions.get(written)
        if found is None:
            language = self._texts.language
            chosen = alternatives(written, language.alternatives) if language.alternatives else [written]
            if len(chosen) > 1:
                chosen = [each for each in chosen if each not in _NOTHING and each[:1] != "{"]
            found = "|".join(dict.fromkeys(expression_path(each, language) for each in chosen))
            self._expressions[written] = found
        return found

    def _take_locals(self, captures: Captures, source: str | None, since: int, written_at: int) -> None:
        """Take names that a function binds to what stands from `written_at` to `since`."""
        regions = captures.get("region")
        region = (regions[0].start_byte, regions[0].end_byte) if regions else None
        if region is not None:
            self.regions.append(region)
        for node in captures["local"]:
            place = LocalPlace(self._name_start(node), node.end_byte, region)
            known = self.locals.get(place)
            if known is None:
                known = self.locals[place] = FoundLocal(place.end)
            known.since = max(known.since, since)
            if source:
                _add_source(known, source, written_at)

    def _take_rebound(self, _: ValuePattern, captures: Captures, __: str | None) -> None:
        ((name,), (region,)) = captures["rebound"], captures["region"]
        since = captures.get("statement", (name,))[0].end_byte
        place = region.start_byte, region.end_byte
        self.regions.append(place)
        self.rebound.setdefault(name.start_byte, []).append(Rebound(place, since))

    def _take_entry(self, _: ValuePattern, captures: Captures, source: str | None) -> None:
        """Take a member of an object."""
        (name,) = captures["entry"]
        place = name.start_byte, name.end_byte
        if literals := captures.get("literal"):
            self.objects.add((literals[0].start_byte, literals[0].end_byte), place, source)
        elif variables := captures.get("object"):
            self.objects.assign((variables[0].start_byte, variables[0].end_byte), place, source)

    def _take_callback(self, pattern: ValuePattern, captures: Captures, source: str | None) -> None:
        (node,) = captures[pattern.bound]
        name = callback_name(captures, self._texts.text(node) if pattern.bound == "callback" else "")
        self._add(name, node, source or "")

    def _take_parameter(self, _: ValuePattern, captures: Captures, source: str | None) -> None:
        for node in captures["parameter"]:
            self._add("parameter", node, source or "<", captures.get("holder", (node,))[0].start_byte)

    def _take_implementer(self, _: ValuePattern, captures: Captures, source: str | None) -> None:
        (node,) = captures["implementer"]
        name = self._texts.owner(node).rpartition(self._texts.language.separator)[2]
        self._add(IMPLEMENTS + name, node, source or "")

    def _take_parts(self, _: ValuePattern, captures: Captures, __: str | None) -> None:
        of = self._texts.text(captures["of"][0]) if "of" in captures else ""
        for node in captures["part"]:
            self._add(PART + of, node, f":{self.type(self._declared(node))}")

    def _take_opened(self, _: ValuePattern, captures: Captures, __: str | None) -> None:
        for node in captures["opened"]:
            for match in _OPENED.finditer(self._declared(node)):
                self._add("opened", node, f":{match[1]}")

    def _take_members(self, pattern: ValuePattern, captures: Captures, source: str | None) -> None:
        if source is not None:
            for node in captures[pattern.bound]:
                self._add(pattern.bound, node, source)

    def _take_declared(self, pattern: ValuePattern, captures: Captures, source: str | None) -> None:
        """Take what a definition says of itself: its result, what it stands for, its content, its marks."""
        what = pattern.bound
        for node in captures[what]:
            if pattern.sources and "type" not in pattern.sources:
                written = self._declared(node) if "value" not in pattern.sources else ""
                found = (source or "") if "value" in pattern.sources else self.expression(written)
            else:
                written = self._declared(node).removeprefix("extends ")
                found = f":{self.type(named_results(written) if what == 'result.named' else written)}"
            if found != ":" or what not in ("alias", "result"):
                self._add(what, node, found, captures.get("holder", (node,))[0].start_byte)

    def _add(self, what: str, node: Node, source: str, bound_at: int | None = None) -> None:
        start = node.start_byte
        self.others.append(
            OtherValue(what, (start, node.end_byte), source, start if bound_at is None else bound_at)
        )

    def _declared(self, node: Node) -> str:
        """The text at a node, "" where it is longer than any type or expression that is followed."""
        return self._texts.text(node) if node.end_byte - node.start_byte <= _LONGEST_DECLARED_BYTES else ""

    def _name_start(self, node: Node) -> int:
        """Where the name in a pattern begins that may have signs before it (`ref mut name`, `&name`)."""
        start, end = node.start_byte, node.end_byte
        if end - start >= _LONGEST_NAME_BYTES or (text := self._texts.text(node)).isidentifier():
            return start
        match = _MARKED.fullmatch(text)
        return start if match is None else end - len(match[1].encode())

    def _source(self, pattern: ValuePattern, captures: Captures) -> tuple[str | None, Place]:
        """The source of a value, and where it stands."""
        for name in pattern.sources:
            if nodes := captures.get(name):
                return self._source_at(name, nodes[0]), (nodes[0].start_byte, nodes[0].end_byte)
        return None, (0, 0)

    def _source_at(self, name: str, node: Node) -> str:
        """What a node says as the source of that name, see `ValuePattern`."""
        if name in _EXPRESSIONS and (start := self._texts.object_start(node)) is not None:
            return self.objects.expression(start) + _STEPS.get(name, "")
        if node.end_byte - node.start_byte > _LONGEST_BYTES:
            return ""
        if (constant := _CONSTANT.get(name)) is not None:
            return constant
        written = self._texts.text(node)
        if name in _EXPRESSIONS or name == "callee":
            return _with_step(self.expression(written), _STEPS.get(name, ""))
        return _source_of_type(name, self.type(written))

    def _names_part_of_type(self, written: str) -> bool:
        """Whether a type is told by a member of another one (`Shop["till"]`) or by its names (`keyof Shop`)."""
        return self._texts.language.object_literals and _PART_OF_TYPE.search(written) is not None


def _source_of_type(name: str, found: str) -> str:
    """The source of a value of which the capture of that name tells the type."""
    if name == "bound":
        return f"<{found}"
    if name == "elements":
        return f":{SEQUENCE}<{found}>"
    if name == "narrowed":
        return f"?{found}" if found else ""
    if name == "made":
        return found if "|" not in found else ""
    if name == "whole.type":
        return f"{found}()" if found and "|" not in found else ""
    # What the compiler is to find out may be told by the value.
    return f":{found}" if found and not _OPEN.search(found) else ""


def _add_source(known: FoundLocal, source: str, written_at: int) -> None:
    """Add a type or value, of which there are several where cases bind the name. A declared type counts alone."""
    is_declared = source.startswith(":")
    if known.sources:
        declared = [each for each in known.sources if each[0].startswith(":")]
        if is_declared:
            known.sources = declared
        elif declared:
            return
    if (source, written_at) not in known.sources:
        known.sources.append((source, written_at))


def _with_step(source: str, step: str) -> str:
    """An expression with one more step, for each of several if it may be any of them."""
    if not source or not step:
        return source
    if "|" not in source:
        return f"{source}{step}"
    return "|".join(f"{part}{step}" if part else "" for part in split_at(source, "|"))
