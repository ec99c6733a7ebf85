"""From the definitions that a query found to symbols with containers, documentation and signatures.

Containment is decided by spans alone, in one sweep over the sorted definitions.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from glossator.core.attachments import Attachments, Place
from glossator.core.fact_tables import SYMBOL_KIND_NUMBERS, SYMBOL_KINDS, SymbolTable, SymbolTableBuilder
from glossator.core.languages import Language
from glossator.core.symbols import ANY_PARAMETERS, CALLABLE_KINDS, NONE, TYPE_KINDS, Parameters, SymbolKind
from glossator.core.text import Span
from glossator.core.values.parameter_lists import count_parameters

_ENCLOSING = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in CALLABLE_KINDS | TYPE_KINDS)
_CALLABLES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in CALLABLE_KINDS)
_TYPES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in TYPE_KINDS)
_FUNCTIONS = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in (SymbolKind.FUNCTION, SymbolKind.METHOD))
_CONSTRUCTOR = SYMBOL_KIND_NUMBERS[SymbolKind.CONSTRUCTOR]
_FOREVER = 1 << 62
MOST_LEVELS = 100
"""A definition inside of so many others is no symbol: people write some ten levels, and names grow with each."""
_METHOD = SYMBOL_KIND_NUMBERS[SymbolKind.METHOD]


@dataclass(slots=True)
class Definition:
    """One definition as the query found it.

    `kind` is a place in `SYMBOL_KINDS`, `node` the definition itself, `whole` includes its wrappers (decorators,
    `export`). A place that there is not is None.
    """

    kind: int
    name: str
    name_place: Place
    node: Place
    whole: Place
    body: Place | None
    docstring: Place | None
    owner: str | None
    is_declaration: bool
    parent_start: int | None = None
    """Where the node around the whole definition begins, by which neighbours know each other."""
    only_outside: bool = False
    """Whether this is a symbol only outside of functions (a variable of a file, a prototype)."""


class EnclosingSymbols:
    """Finds the innermost function, method or type around an offset."""

    __slots__ = ("_holders", "_starts")

    def __init__(self, places: Sequence[tuple[int, Place]]) -> None:
        """`places` are (position, node) of the symbols, sorted by start, properly nested."""
        boundaries: list[tuple[int, int | None]] = []
        stack: list[tuple[int, int]] = []
        for position, (start, end) in places:
            while stack and stack[-1][1] <= start:
                _, closed = stack.pop()
                boundaries.append((closed, stack[-1][0] if stack else None))
            stack.append((position, end))
            boundaries.append((start, position))
        while stack:
            _, closed = stack.pop()
            boundaries.append((closed, stack[-1][0] if stack else None))
        self._starts = [start for start, _ in boundaries]
        self._holders = [holder for _, holder in boundaries]

    def region(self, offset: int) -> tuple[int | None, int]:
        """The innermost symbol around `offset`, and the offset up to which it stays that one."""
        place = bisect_right(self._starts, offset)
        end = self._starts[place] if place < len(self._starts) else _FOREVER
        return (self._holders[place - 1] if place else None), end

    def __call__(self, offset: int) -> int | None:
        """The position of the innermost symbol around `offset`, None at top level."""
        return self.region(offset)[0]


@dataclass(frozen=True, slots=True)
class Nested:
    """Symbols in order, and who encloses an offset."""

    symbols: SymbolTable
    enclosing: EnclosingSymbols


def nest(
    data: bytes,
    language: Language,
    definitions: Iterable[Definition],
    scopes: Iterable[tuple[Span, str]],
    attachments: Iterable[Place],
    decorators: Collection[Place],
) -> Nested:
    """Symbols out of definitions.

    `scopes` are regions that name an owner without being symbols (a Rust `impl`), `attachments` are comments
    and decorators, which belong to the definition that follows them without a blank line.
    """
    ordered = sorted(definitions, key=lambda item: (item.node[0], -item.node[1]))
    if language.clauses:
        ordered = _merged_clauses(ordered)
    ordered = _shallow(ordered)
    owners = _Owners(scopes)
    symbols = _Symbols(data, language, Attachments(data, sorted(attachments), decorators))
    stack: list[int] = []
    enclosing: list[tuple[int, Place]] = []
    for position, definition in enumerate(ordered):
        start, end = node = definition.node
        # Broken text can make nodes overlap without nesting; such a node counts as nested only if it fits.
        # Several names in one declaration (`X, Y int`) share its span and stand side by side.
        while stack:
            around = ordered[stack[-1]].node
            if start < around[1] and end <= around[1] and around != node:
                break
            stack.pop()
        container = stack[-1] if stack else NONE
        owner = definition.owner
        if owner is None and owners.scopes:
            owner = owners.around(node, ordered[container].node if stack else None)
        kind = symbols.add(definition, container, owner)
        stack.append(position)
        if kind in _ENCLOSING:
            enclosing.append((position, node))
    return Nested(symbols.table.table(), EnclosingSymbols(_properly_nested(enclosing)))


def _shallow(ordered: Iterable[Definition]) -> list[Definition]:
    """Those of the definitions that are inside of less than `MOST_LEVELS` others."""
    kept: list[Definition] = []
    around: list[Place] = []
    for definition in ordered:
        while around and (around[-1][1] <= definition.node[0] or around[-1] == definition.node):
            around.pop()
        if len(around) < MOST_LEVELS:
            around.append(definition.node)
            kept.append(definition)
    return kept


def inside_blocks(definitions: Iterable[Definition], blocks: Iterable[Place]) -> set[Place]:
    """The name places of definitions that are symbols only outside of functions and stand inside of a block."""
    inside: set[Place] = set()
    ends = sorted(blocks)
    following = block_end = 0
    for definition in sorted(definitions, key=lambda item: item.node[0]):
        while following < len(ends) and ends[following][0] < definition.node[0]:
            block_end = max(block_end, ends[following][1])
            following += 1
        if definition.only_outside and definition.node[1] <= block_end:
            inside.add(definition.name_place)
    return inside


def _merged_clauses(ordered: Iterable[Definition]) -> list[Definition]:
    """Neighbouring functions of one name as one; the first one, or the declaration before it, names it."""
    merged: list[Definition] = []
    around: list[int] = []
    for definition in ordered:
        before = None
        while around and merged[around[-1]].node[1] <= definition.node[0]:
            before = around.pop()
        if before is not None and _is_clause(merged[before], definition):
            _add_clause(merged[before], definition)
            around.append(before)
        else:
            around.append(len(merged))
            merged.append(definition)
    return merged


def _is_clause(first: Definition, other: Definition) -> bool:
    return (
        first.name == other.name
        and first.kind == other.kind
        and SYMBOL_KINDS[first.kind] in CALLABLE_KINDS
        and first.parent_start == other.parent_start
        and not other.is_declaration
    )


def _add_clause(first: Definition, clause: Definition) -> None:
    end = clause.node[1]
    body = first.body or clause.node
    first.node = (first.node[0], end)
    first.whole = (first.whole[0], clause.whole[1])
    first.body = (body[0], end)
    first.is_declaration = False


def _properly_nested(places: list[tuple[int, Place]]) -> list[tuple[int, Place]]:
    kept: list[tuple[int, Place]] = []
    stack: list[int] = []
    for position, (start, end) in places:
        while stack and stack[-1] <= start:
            stack.pop()
        if not stack or end <= stack[-1]:
            kept.append((position, (start, end)))
            stack.append(end)
    return kept


class _Owners:
    """Regions that name an owner; asked about places in the order of their starts."""

    def __init__(self, scopes: Iterable[tuple[Span, str]]) -> None:
        self.scopes = sorted(((span.start, -span.end), name) for span, name in scopes)
        self._open: list[tuple[Place, str]] = []
        self._following = 0

    def around(self, node: Place, container: Place | None) -> str | None:
        """What the innermost scope names, unless a definition stands between that scope and its content."""
        while self._following < len(self.scopes) and self.scopes[self._following][0][0] <= node[0]:
            (start, negative_end), name = self.scopes[self._following]
            self._open.append(((start, -negative_end), name))
            self._following += 1
        while self._open and self._open[-1][0][1] <= node[0]:
            self._open.pop()
        for scope, name in reversed(self._open):
            if node[1] <= scope[1] and scope != node:
                is_between = container is not None and not _covers(container, scope)
                return None if is_between else name
        return None


def _covers(outer: Place, inner: Place) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


class _Symbols:
    """Makes symbols out of definitions, containers before what they contain."""

    def __init__(self, data: bytes, language: Language, attached: Attachments) -> None:
        self._data = data
        self.language = language
        self.attached = attached
        self.table = SymbolTableBuilder()
        self._kinds: list[int] = []
        self._ordinals: dict[str, int] = {}

    def add(self, definition: Definition, container: int, owner: str | None) -> int:
        """Add a definition and return its kind."""
        table, attached = self.table, self.attached
        separator = self.language.separator
        qualified_name = f"{owner}{separator}{definition.name}" if owner else definition.name
        if container != NONE and (outer := table.qualified_names[container]):
            qualified_name = f"{outer}{separator}{qualified_name}"
        ordinal = self._ordinals.get(qualified_name, 0)
        self._ordinals[qualified_name] = ordinal + 1
        kind = definition.kind
        if kind in _FUNCTIONS:
            kind = self._function_kind(definition, container, owner)
        self._kinds.append(kind)
        start, end = definition.whole
        leading = attached.before(start)
        comments = [place for place in leading if place not in attached.decorators] if leading else leading
        decorators = [place for place in leading if place in attached.decorators] if leading else leading
        decorators = decorators + attached.within(start, definition.node[0])
        documentation = definition.docstring
        if documentation is None and comments:
            documentation = (comments[0][0], comments[-1][1])
        numbers = (
            ordinal,
            *definition.name_place,
            leading[0][0] if leading else start,
            end,
            *attached.signature(
                definition.whole,
                definition.node,
                definition.name_place,
                definition.body,
                definition.docstring,
                decorators,
            ),
            *(definition.body or (NONE, NONE)),
            *(documentation or (NONE, NONE)),
            definition.is_declaration,
            *(self._parameters(definition) if kind in _CALLABLES else ANY_PARAMETERS),
        )
        table.add(kind, definition.name, qualified_name, owner, container, numbers, decorators)
        return kind

    def _parameters(self, definition: Definition) -> Parameters:
        if not self.language.counts_arguments:
            return ANY_PARAMETERS
        return count_parameters(self._data, definition.name_place[1])

    def _function_kind(self, definition: Definition, container: int, owner: str | None) -> int:
        in_type = owner is not None or (container != NONE and self._kinds[container] in _TYPES)
        if not in_type:
            return definition.kind
        for name in self.language.constructors:
            if name == "$class":
                name = owner or (self.table.names[container] if container != NONE else "")
            if definition.name == name:
                return _CONSTRUCTOR
        return _METHOD
