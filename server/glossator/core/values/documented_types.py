"""Types that documentation tells of, for languages in which code need not declare them.

`@param Foo $x`, `@return Foo[]|null`, `@var Foo`, `@property Foo $x` and `@template T of Foo` (PHP) and the like of
other languages: `@param {Foo} x`, `@param x [Foo]`, `@param x Foo`, see `Language.documented_types`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from glossator.core.fact_tables import SYMBOL_KIND_NUMBERS, SymbolTable
from glossator.core.symbols import CALLABLE_KINDS, NONE, RESULT, TYPE_KINDS, SymbolKind
from glossator.core.values.types import type_path

_CALLABLES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in CALLABLE_KINDS)
_TYPES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in TYPE_KINDS)
_FIELD = SYMBOL_KIND_NUMBERS[SymbolKind.FIELD]
_DOCUMENTATION_COLUMN = 11

_TAG = re.compile(
    r"@(?:phpstan-|psalm-)?"
    r"(param|returns?|var|type|property(?:-read|-write)?|field|template(?:-covariant)?)(?![\w-])[ \t]*"
)
_ROLES = {
    "param": "parameter",
    "return": "result",
    "returns": "result",
    "var": "value",
    "type": "value",
    "field": "member",
    "property": "member",
    "property-read": "member",
    "property-write": "member",
    "template": "type parameter",
    "template-covariant": "type parameter",
}
_NAME = re.compile(r"[ \t]*((?:\.\.\.|&)*)\[?([$@]?[^\W\d]\w*)")
_BOUND = re.compile(r"[ \t]*([^\W\d]\w*)(?:[ \t]+(?:of|as)[ \t]+)?")
_CLOSING = {"<": ">", "[": "]", "(": ")", "{": "}"}
_SIGN = re.compile(r"[<>\[\](){}\n \t,]")
_JOINS = re.compile(r"[ \t]*[|&][ \t]*")
_NOTHING = re.compile(rb"\s*")
_OWN_OBJECT = re.compile(rb"\s*(?:this\s*\.|self\s*\.|\$this\s*->)\s*")
"""What stands before the name of a member of the own object."""
_LONGEST = 300
_DEEPEST = 12
"""More brackets than that stand in each other in no type that is followed."""


class DocumentedType(NamedTuple):
    """One thing told: its role (`parameter`, `result`, `value`, `member`, `type parameter`), the name where one is
    given, and the type in the common form."""

    role: str
    name: str
    type: str


def documented_types(text: str, form: str) -> Iterator[DocumentedType]:
    """What a comment tells of types, in the order of the text."""
    for match in _TAG.finditer(text):
        role = _ROLES[match[1]]
        if role == "type parameter":
            if (found := _BOUND.match(text, match.end())) is not None:
                yield DocumentedType(
                    role, found[1], type_path(text[found.end() : _type_end(text, found.end())])
                )
            continue
        told = _told(text, match.end(), form, role)
        if told is not None:
            yield told


def _told(text: str, place: int, form: str, role: str) -> DocumentedType | None:
    name = ""
    if form.startswith("name") and role in ("parameter", "member"):
        found = _NAME.match(text, place)
        if found is None:
            return None
        name, place = found[2], found.end()
        while text[place : place + 1] in (" ", "\t", "?"):
            place += 1
    bracket = "{" if "{" in form else "[" if "[" in form else ""
    end = _type_end(text, place)
    if bracket:
        if text[place : place + 1] != bracket or text[end - 1] != _CLOSING[bracket]:
            return None
        written = text[place + 1 : end - 1]
    else:
        written = text[place:end]
    is_many = False
    if not name and role != "result" and (found := _NAME.match(text, end)) is not None:
        name, is_many = found[2], "..." in found[1]
    declared = type_path(written)
    if not declared:
        return None
    return DocumentedType(role, name, f"[]<{declared}>" if is_many else declared)


def _type_end(text: str, place: int) -> int:
    """Where a type ends that begins at `place`: at a space outside of brackets, except round the bar of a union."""
    closing: list[str] = []
    most = min(len(text), place + _LONGEST)
    while (sign := _SIGN.search(text, place, most)) is not None:
        place = sign.start()
        character = text[place]
        if character in _CLOSING:
            if len(closing) == _DEEPEST:
                return place
            closing.append(_CLOSING[character])
        elif closing and character == closing[-1]:
            closing.pop()
        elif character == "\n":
            return place
        elif not closing and character in " \t,":
            joined = _JOINS.match(text, place)
            if joined is None:
                return place
            place = joined.end()
            continue
        place += 1
    return max(place, most)


DocumentedValue = tuple[int | None, str, str]
"""The holder, the name and the source of a value, see `core.symbols.Value`."""


def documented_values(
    data: bytes,
    symbols: SymbolTable,
    comments: Iterable[tuple[int, int]],
    enclosing: Callable[[int], int | None],
    bound_at: Sequence[tuple[int, int]],
    members_at: Sequence[tuple[int, int]],
    own_object: Callable[[int | None], int | None],
    variable: Callable[[str, int], str],
    form: str,
) -> Iterator[DocumentedValue]:
    """What the comments of a file tell of values. `bound_at` are the places where functions bind names, `members_at`
    those where they bind members of the own object, whose type `own_object` tells; both in order. `variable` tells
    which variable of a name a comment is about that ends at a place."""
    views = symbols.views()
    starts, ends = views[_DOCUMENTATION_COLUMN : _DOCUMENTATION_COLUMN + 2]
    documented: set[int] = set()
    for position, start in enumerate(starts):
        if start == NONE or b"@" not in (text := data[start : ends[position]]):
            continue
        documented.add(start)
        tags = list(documented_types(text.decode("utf-8", "replace"), form))
        has_parameters = any(each.role == "parameter" for each in tags)
        fields = _fields(position, symbols, views) if has_parameters else ()
        for each in tags:
            yield from _of_symbol(position, each, symbols, views, fields)
    for start, end in comments:
        if start in documented or b"@" not in (text := data[start:end]):
            continue
        for told in documented_types(text.decode("utf-8", "replace"), form):
            if told.role != "value":
                continue
            if name := told.name or _following(data, end, bound_at):
                yield enclosing(start), variable(name, end), f":{told.type}"
            elif name := _following(data, end, members_at, _OWN_OBJECT):
                yield own_object(enclosing(start)), name, f":{told.type}"


def _of_symbol(
    position: int,
    told: DocumentedType,
    symbols: SymbolTable,
    views: Sequence[memoryview],
    fields: Collection[str],
) -> Iterator[DocumentedValue]:
    """What the documentation of a symbol tells. `fields` are those that a constructor declares with its parameters."""
    kind, container = views[0][position], views[1][position]
    if told.role == "type parameter":
        yield position, told.name, f"<{told.type}"
    elif told.role == "member" and kind in _TYPES:
        yield position, told.name.lstrip("$@"), f":{told.type}"
    elif told.role == "result" and kind in _CALLABLES:
        yield position, RESULT, f":{told.type}"
    elif told.role == "parameter" and kind in _CALLABLES and told.name:
        yield position, told.name, f":{told.type}"
        if container != NONE and (field := told.name.lstrip("$@")) in fields:
            # A parameter that is a field of the type around as well.
            yield container, field, f":{told.type}"
    elif told.role == "value" and kind not in _CALLABLES and kind not in _TYPES:
        yield None if container == NONE else container, symbols.names[position], f":{told.type}"


def _fields(position: int, symbols: SymbolTable, views: Sequence[memoryview]) -> set[str]:
    """The fields that a constructor declares with its parameters."""
    kinds, containers = views[0], views[1]
    found: set[str] = set()
    for place in range(position + 1, len(symbols.names)):
        if containers[place] < position or containers[place] == NONE:
            break
        if containers[place] == position and kinds[place] == _FIELD:
            found.add(symbols.names[place])
    return found


def _following(
    data: bytes, end: int, bound_at: Sequence[tuple[int, int]], between: re.Pattern[bytes] = _NOTHING
) -> str:
    """The name that is bound behind a comment, with nothing else between them."""
    place = bisect_left(bound_at, (end, 0))
    if place == len(bound_at) or between.fullmatch(data, end, bound_at[place][0]) is None:
        return ""
    start, until = bound_at[place]
    return data[start:until].decode("utf-8", "replace")


def is_vague(source: str) -> bool:
    """Whether documentation may tell more than a declared type: `array`, `object`, `mixed` and their like."""
    return source.startswith(":") and (source[1:].islower() or not source[1:])
