"""From the definitions that a query found to symbols with containers, documentation and signatures.

Containment is decided by spans alone, in one sweep over the sorted definitions.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from glossator.core.languages import Language
from glossator.core.symbols import CALLABLE_KINDS, TYPE_KINDS, Symbol, SymbolKind
from glossator.core.text import Span

_ENCLOSING_KINDS = CALLABLE_KINDS | TYPE_KINDS


@dataclass(frozen=True, slots=True)
class Definition:
    """One definition as the query found it.

    `node_span` is the definition itself, `whole_span` includes its wrappers (decorators, `export`).
    """

    kind: SymbolKind
    name: str
    name_span: Span
    node_span: Span
    whole_span: Span
    body_span: Span | None
    docstring_span: Span | None
    owner: str | None
    is_declaration: bool
    parent_start: int | None = None
    """Where the node around the whole definition begins, by which neighbours know each other."""
    only_outside: bool = False
    """Whether this is a symbol only outside of functions (a variable of a file, a prototype)."""


class EnclosingSymbols:
    """Finds the innermost function, method or type around an offset."""

    __slots__ = ("_holders", "_starts")

    def __init__(self, spans: Sequence[tuple[int, Span]]) -> None:
        """`spans` are (position, node span) of the symbols, sorted by start, properly nested."""
        boundaries: list[tuple[int, int | None]] = []
        stack: list[tuple[int, int]] = []
        for position, span in spans:
            while stack and stack[-1][1] <= span.start:
                _, end = stack.pop()
                boundaries.append((end, stack[-1][0] if stack else None))
            stack.append((position, span.end))
            boundaries.append((span.start, position))
        while stack:
            _, end = stack.pop()
            boundaries.append((end, stack[-1][0] if stack else None))
        self._starts = [start for start, _ in boundaries]
        self._holders = [holder for _, holder in boundaries]

    def __call__(self, offset: int) -> int | None:
        """The position of the innermost symbol around `offset`, None at top level."""
        place = bisect_right(self._starts, offset) - 1
        return self._holders[place] if place >= 0 else None


@dataclass(frozen=True, slots=True)
class Nested:
    """Symbols in order, and who encloses an offset."""

    symbols: tuple[Symbol, ...]
    enclosing: EnclosingSymbols


def nest(
    data: bytes,
    language: Language,
    definitions: Iterable[Definition],
    scopes: Iterable[tuple[Span, str]],
    attachments: Iterable[Span],
    decorators: Collection[Span],
) -> Nested:
    """Symbols out of definitions.

    `scopes` are regions that name an owner without being symbols (a Rust `impl`), `attachments` are comments
    and decorators, which belong to the definition that follows them without a blank line.
    """
    ordered = sorted(definitions, key=lambda item: (item.node_span.start, -item.node_span.end))
    if language.clauses:
        ordered = _merged_clauses(ordered)
    scopes_around = _scopes_around(ordered, sorted(scopes, key=lambda scope: (scope[0].start, -scope[0].end)))
    attached = _Attachments(data, sorted(attachments), decorators)
    symbols: list[Symbol] = []
    stack: list[tuple[int, int]] = []
    ordinals: dict[str, int] = {}
    enclosing_spans: list[tuple[int, Span]] = []
    for position, definition in enumerate(ordered):
        while stack and stack[-1][1] <= definition.node_span.start:
            stack.pop()
        # Broken text can make nodes overlap without nesting; such a node counts as nested only if it fits.
        while stack and stack[-1][1] < definition.node_span.end:
            stack.pop()
        # Several names in one declaration (`X, Y int`) share its span and stand side by side.
        while stack and ordered[stack[-1][0]].node_span == definition.node_span:
            stack.pop()
        container = stack[-1][0] if stack else None
        owner = definition.owner or _owner(
            scopes_around[position], ordered[container].node_span if container is not None else None
        )
        symbol = _symbol(language, definition, container, owner, symbols, ordinals, attached)
        symbols.append(symbol)
        stack.append((position, definition.node_span.end))
        if symbol.kind in _ENCLOSING_KINDS:
            enclosing_spans.append((position, definition.node_span))
    return Nested(tuple(symbols), EnclosingSymbols(_properly_nested(enclosing_spans)))


def inside_blocks(definitions: Iterable[Definition], blocks: Iterable[Span]) -> set[Span]:
    """The name spans of definitions that are symbols only outside of functions and stand inside of a block."""
    inside: set[Span] = set()
    ends = sorted((span.start, span.end) for span in blocks)
    following = block_end = 0
    for definition in sorted(definitions, key=lambda item: item.node_span.start):
        while following < len(ends) and ends[following][0] < definition.node_span.start:
            block_end = max(block_end, ends[following][1])
            following += 1
        if definition.only_outside and definition.node_span.end <= block_end:
            inside.add(definition.name_span)
    return inside


def _merged_clauses(ordered: Iterable[Definition]) -> list[Definition]:
    """Neighbouring functions of one name as one; the first one, or the declaration before it, names it."""
    merged: list[Definition] = []
    around: list[int] = []
    for definition in ordered:
        before = None
        while around and merged[around[-1]].node_span.end <= definition.node_span.start:
            before = around.pop()
        if before is not None and _is_clause(merged[before], definition):
            merged[before] = _with_clause(merged[before], definition)
            around.append(before)
        else:
            around.append(len(merged))
            merged.append(definition)
    return merged


def _is_clause(first: Definition, other: Definition) -> bool:
    return (
        first.name == other.name
        and first.kind == other.kind
        and first.kind in CALLABLE_KINDS
        and first.parent_start == other.parent_start
        and not other.is_declaration
    )


def _with_clause(first: Definition, clause: Definition) -> Definition:
    end = clause.node_span.end
    body = first.body_span or clause.node_span
    return replace(
        first,
        node_span=Span(first.node_span.start, end),
        whole_span=Span(first.whole_span.start, clause.whole_span.end),
        body_span=Span(body.start, end),
        is_declaration=False,
    )


def _properly_nested(spans: list[tuple[int, Span]]) -> list[tuple[int, Span]]:
    kept: list[tuple[int, Span]] = []
    stack: list[int] = []
    for position, span in spans:
        while stack and stack[-1] <= span.start:
            stack.pop()
        if not stack or span.end <= stack[-1]:
            kept.append((position, span))
            stack.append(span.end)
    return kept


def _scopes_around(
    ordered: Sequence[Definition], scopes: Sequence[tuple[Span, str]]
) -> list[tuple[tuple[Span, str], ...]]:
    """For each definition the scopes around it, outermost first."""
    around: list[tuple[tuple[Span, str], ...]] = []
    open_scopes: list[tuple[Span, str]] = []
    following = 0
    for definition in ordered:
        span = definition.node_span
        while following < len(scopes) and scopes[following][0].start <= span.start:
            open_scopes.append(scopes[following])
            following += 1
        while open_scopes and open_scopes[-1][0].end <= span.start:
            open_scopes.pop()
        around.append(tuple((scope, name) for scope, name in open_scopes if _is_around(scope, span)))
    return around


def _is_around(scope: Span, span: Span) -> bool:
    return scope.covers(span) and scope != span


def _owner(scopes: Sequence[tuple[Span, str]], container: Span | None) -> str | None:
    """What the innermost scope names, unless a definition stands between that scope and its content."""
    if not scopes:
        return None
    scope, name = scopes[-1]
    return name if container is None or container.covers(scope) else None


class _Attachments:
    """Comments and decorators that stand directly before a definition."""

    def __init__(self, data: bytes, spans: list[Span], decorators: Collection[Span]) -> None:
        self.data = data
        self.spans = spans
        self.starts = [span.start for span in spans]
        self.decorators = decorators

    def before(self, offset: int) -> tuple[Span, ...]:
        """Those that lead up to `offset`, in order: only white space and at most one line end between each."""
        found: list[Span] = []
        place = bisect_left(self.starts, offset) - 1
        while place >= 0:
            span = self.spans[place]
            gap = self.data[span.end : offset]
            if gap.strip() or gap.count(b"\n") > (0 if self.data[span.end - 1 : span.end] == b"\n" else 1):
                break
            if self._trails_code(span):
                break
            found.append(span)
            offset = span.start
            place -= 1
        return tuple(reversed(found))

    def start_of_comments(self, first: int, offset: int) -> int:
        """Where the comments after `first` begin between which and `offset` stands white space only."""
        place = bisect_left(self.starts, offset) - 1
        while (
            place >= 0
            and self.starts[place] >= first
            and not self.data[self.spans[place].end : offset].strip()
        ):
            offset = self.starts[place]
            place -= 1
        return offset

    def within(self, span: Span) -> tuple[Span, ...]:
        first = bisect_left(self.starts, span.start)
        last = bisect_left(self.starts, span.end)
        return tuple(item for item in self.spans[first:last] if item in self.decorators)

    def _trails_code(self, span: Span) -> bool:
        """Whether something stands before the comment on its line, so that it belongs to that."""
        if span in self.decorators:
            return False
        line_start = max(self.data.rfind(b"\n", 0, span.start), self.data.rfind(b"\r", 0, span.start)) + 1
        before = self.data[line_start : span.start].strip()
        return bool(before) and not before.endswith(b"*/")


def _symbol(
    language: Language,
    definition: Definition,
    container: int | None,
    owner: str | None,
    symbols: Sequence[Symbol],
    ordinals: dict[str, int],
    attached: _Attachments,
) -> Symbol:
    around = symbols[container] if container is not None else None
    prefix = [part for part in (around.qualified_name if around else "", owner or "") if part]
    qualified_name = language.separator.join([*prefix, definition.name])
    ordinal = ordinals.get(qualified_name, 0)
    ordinals[qualified_name] = ordinal + 1
    leading = attached.before(definition.whole_span.start)
    comments = tuple(span for span in leading if span not in attached.decorators)
    head = Span(definition.whole_span.start, definition.node_span.start)
    decorators = tuple(span for span in leading if span in attached.decorators) + attached.within(head)
    return Symbol(
        kind=_kind(language, definition, around, owner),
        name=definition.name,
        qualified_name=qualified_name,
        container=container,
        ordinal=ordinal,
        name_span=definition.name_span,
        span=Span(leading[0].start if leading else definition.whole_span.start, definition.whole_span.end),
        signature_span=_signature_span(attached, definition, decorators),
        body_span=definition.body_span,
        doc_span=definition.docstring_span
        or (Span(comments[0].start, comments[-1].end) if comments else None),
        decorator_spans=decorators,
        is_declaration=definition.is_declaration,
        owner=owner,
    )


def _kind(language: Language, definition: Definition, around: Symbol | None, owner: str | None) -> SymbolKind:
    if definition.kind not in (SymbolKind.FUNCTION, SymbolKind.METHOD):
        return definition.kind
    in_type = owner is not None or (around is not None and around.kind in TYPE_KINDS)
    if not in_type:
        return definition.kind
    names = {
        (owner or around.name if around else owner) if name == "$class" else name
        for name in language.constructors
    }
    return SymbolKind.CONSTRUCTOR if definition.name in names else SymbolKind.METHOD


def _signature_span(attached: _Attachments, definition: Definition, decorators: tuple[Span, ...]) -> Span:
    """From the first modifier to the body, without white space and comments at its end."""
    data = attached.data
    start = definition.whole_span.start
    # Documentation may open the definition in the grammar: it is no part of the signature.
    if definition.docstring_span and definition.docstring_span.end <= definition.name_span.start:
        start = max(start, definition.docstring_span.end)
    for span in decorators:
        if definition.whole_span.start <= span.start and span.end <= definition.node_span.start:
            start = max(start, span.end)
    start += len(data[start : definition.node_span.end]) - len(
        data[start : definition.node_span.end].lstrip()
    )
    end = definition.node_span.end
    if definition.body_span is not None and definition.body_span.start > definition.name_span.start:
        end = attached.start_of_comments(definition.name_span.end, definition.body_span.start)
    return Span(start, start + len(data[start:end].rstrip().removesuffix(b",")))
