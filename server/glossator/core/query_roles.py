"""What each pattern of a language's query says, worked out once from the names of its captures.

A pattern has one capture that tells what it is about (`@reference.call`, `@definition.class`, `@import`, `@local`,
`@comment`, ...) and others that add to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from glossator.core.fact_tables import REFERENCE_KIND_NUMBERS, SYMBOL_KIND_NUMBERS
from glossator.core.symbols import ReferenceKind, SymbolKind

_BOUND: tuple[str, ...] = ("local", "member", "result", "result.named", "alias", "parameter", "content")
_BOUND += (
    "content.first",
    "content.second",
    "content.third",
    "package",
    "part",
    "implementer",
    "assigned",
    "entry",
)
_BOUND += ("inside", "override", "explicit", "base", "unchanging", "constant", "constant.result", "pointing")
_BOUND += ("supertype", "conforming", "opened")
_BOUND += ("callback", "contract", "rebound")
SOURCES: tuple[str, ...] = (
    "type",
    "narrowed",
    "elements",
    "value",
    "element",
    "iterated",
    "first",
    "second",
    "third",
    "bound",
)
SOURCES += ("awaited", "whole", "whole.type", "function", "nothing", "callee", "made")
"""The captures that tell of the type of a value; of several the first counts."""
_CAPTURE = re.compile(r"@([\w.]+)")
_COMMENT = re.compile(r";[^\n]*")


@dataclass(frozen=True, slots=True)
class ReferencePattern:
    """A pattern of references: its number, its capture, and the kind as a place in `REFERENCE_KINDS`."""

    pattern: int
    capture: str
    kind: int
    has_receiver: bool


@dataclass(frozen=True, slots=True)
class DefinitionPattern:
    """A pattern of definitions: its number, its capture, and the kind as a place in `SYMBOL_KINDS`."""

    pattern: int
    capture: str
    kind: int
    is_declaration: bool


@dataclass(frozen=True, slots=True)
class ValuePattern:
    """A pattern of values: its number; what is bound (`local`; `member`; `result`, or `result.named` where names stand
    before the types of several; `alias`; `parameter` of a generic type or function; `content` of an object, and
    `content.first` and so on, the parts of one that is made of several; `package`, the name of that of the file;
    `part`, one of several fields without names of a type or of the case `of` it; `implementer`, a type that has the
    members of another one by what stands apart from both); and the captures that tell of its type: `type`, `narrowed`
    (a type that is tested), `elements` (of those of a sequence), `value`, `element` (of a value), `iterated` (what a
    loop over it gives), `first`, `second`, `third` (of several values), `awaited` (what is waited for), `whole` or
    `whole.type` (of which `key` is a part), `function`, `nothing` and `bound`. A value is `assigned` to a variable that
    is bound elsewhere; a name that is `rebound` means another variable in a `region`, behind the `statement` if one is
    told; an `entry` is a member of the object `literal`, or of that which the variable `object` holds."""

    pattern: int
    bound: str
    sources: tuple[str, ...]


@dataclass(slots=True)
class QueryRoles:
    """The numbers of all patterns by what they say, in ascending order: the first of two patterns wins."""

    references: list[ReferencePattern] = field(default_factory=list)
    definitions: list[DefinitionPattern] = field(default_factory=list)
    imports: list[int] = field(default_factory=list)
    values: list[ValuePattern] = field(default_factory=list)
    """Patterns of names that are bound to values."""
    others: list[tuple[int, str]] = field(default_factory=list)
    """Patterns of comments, decorators, blocks, regions, closures, scopes and errors with that capture."""


def roles_of(patterns: Iterable[str]) -> QueryRoles:
    """The roles of patterns, given by their text in the order of their numbers."""
    roles = QueryRoles()
    for number, text in enumerate(patterns):
        _add(roles, number, set(_CAPTURE.findall(_COMMENT.sub("", text))))
    return roles


def _add(roles: QueryRoles, number: int, captures: set[str]) -> None:
    for capture in captures:
        group, _, kind = capture.partition(".")
        if group == "reference":
            place = REFERENCE_KIND_NUMBERS[ReferenceKind(kind)]
            roles.references.append(ReferencePattern(number, capture, place, "receiver" in captures))
            return
        if group in ("definition", "declaration"):
            is_declaration = group == "declaration"
            place = SYMBOL_KIND_NUMBERS[SymbolKind(kind)]
            roles.definitions.append(DefinitionPattern(number, capture, place, is_declaration))
            return
        if group == "import":
            roles.imports.append(number)
            return
    for bound in _BOUND:
        if bound in captures:
            sources = tuple(each for each in SOURCES if each in captures)
            roles.values.append(ValuePattern(number, bound, sources))
            return
    for capture in ("comment", "decorator", "block", "region", "closure", "scope", "error"):
        if capture in captures:
            roles.others.append((number, capture))
