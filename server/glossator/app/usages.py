"""Who uses a symbol, with places that hold now.

Edges come from the index. Where a file has changed since it was indexed, its references are looked up again in
its present facts: those that are still there keep their certainty, the others are left out and the file is named
as stale. Calls inside the target's own file, when it is being edited, are resolved afresh.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from glossator.app.current_texts import CurrentText, CurrentTexts
from glossator.app.disk_threads import ask_disk
from glossator.app.relocation import relocate
from glossator.core.explanation import Place, Usage
from glossator.core.languages import detect, languages
from glossator.core.resolve import resolve_workspace
from glossator.core.row_ids import position_of
from glossator.core.symbols import (
    MODULE,
    Certainty,
    FileFacts,
    ParseState,
    ReferenceKind,
    Symbol,
    SymbolKind,
)
from glossator.core.test_paths import is_in_test_container, is_test_path
from glossator.core.text import Span
from glossator.store.reader import IndexReader
from glossator.store.rows import ReferenceRow, SymbolRow

FactsOf = Callable[[CurrentText], Awaitable[FileFacts]]

METHOD_LIKE = frozenset({SymbolKind.METHOD, SymbolKind.PROPERTY})

_BY_NAME = "its name alone: the file of the definition is broken"
_MOST_BY_NAME = 100
"""More uses of a name are not listed by the name alone."""

_KIND_ORDER = {ReferenceKind.CALL: 0}


@dataclass(frozen=True, slots=True)
class _Use:
    """One reference to the target in a present text."""

    span: Span
    kind: ReferenceKind
    certainty: Certainty
    why: str


class _Edge(NamedTuple):
    """A stored reference that is, or may be, one to the target."""

    reference: ReferenceRow
    certainty: Certainty
    why: str


@dataclass(frozen=True, slots=True)
class Found:
    """Usages, their texts by path for whoever shows code, and files that no longer match the index."""

    usages: tuple[Usage, ...]
    symbols: tuple[Symbol | None, ...]
    """The enclosing symbol of each usage in the present text."""
    texts: dict[str, CurrentText]
    stale: tuple[str, ...]
    unlisted: int = 0
    """Calls of the name through objects of unknown type, which so many methods share that none is listed."""
    outdated: tuple[str, ...] = ()
    """Files that are not on disk as they were indexed, whether their references were matched or not."""


class UsageFinder:
    """Finds usages below one root."""

    def __init__(self, root: Path, reader: IndexReader, texts: CurrentTexts, facts_of: FactsOf) -> None:
        self.root = root
        self.reader = reader
        self.texts = texts
        self.facts_of = facts_of

    async def find(self, path: str, facts: FileFacts, position: int, text: CurrentText) -> Found:
        """Usages of the symbol at `position` in the facts of `text`, which is the file at `path`."""
        symbol = facts.symbols[position]
        row = await asyncio.to_thread(self.reader.symbol, path, symbol.qualified_name, symbol.ordinal)
        edges = await asyncio.to_thread(self._edges, row, symbol) if row is not None else ()
        if row is None and facts.state is not ParseState.PARSED:
            edges = await asyncio.to_thread(self._edges_by_name, path, symbol)
        unlisted = await asyncio.to_thread(self._unlisted, path, symbol)
        by_file: dict[str, list[_Edge]] = {}
        for edge in edges:
            by_file.setdefault(edge.reference.file.path, []).append(edge)
        own_changed = row is None or not text.is_fresh(row.file.row.content_hash)
        if own_changed:
            by_file.pop(path, None)
        usages: list[tuple[Usage, Symbol | None]] = []
        texts: dict[str, CurrentText] = {path: text}
        stale: list[str] = []
        outdated = [path] if row is not None and text.is_outdated(row.file.row.content_hash) else []
        for other, rows in sorted(by_file.items()):
            current = text if other == path else await ask_disk(self.texts.get, self.root, other)
            if current is None:
                stale.append(other)
                outdated.append(other)
                continue
            if other != path and current.is_outdated(rows[0].reference.file.row.content_hash):
                outdated.append(other)
            texts[other] = current
            found, lost = await self._in_file(current, rows)
            usages += found
            if lost:
                stale.append(other)
        if own_changed:
            usages += await asyncio.to_thread(_own_usages, text, facts, position)
        usages.sort(key=lambda item: _order(item[0], path))
        return Found(
            usages=tuple(usage for usage, _ in usages),
            symbols=tuple(holder for _, holder in usages),
            texts=texts,
            stale=tuple(stale),
            unlisted=unlisted,
            outdated=tuple(outdated),
        )

    def _unlisted(self, path: str, symbol: Symbol) -> int:
        """How many calls of the name the resolver does not list because they may mean too many symbols."""
        language = detect(path)
        if language is None:
            return 0
        family = {entry.id for entry in languages().values() if entry.family == language.family}
        calls = self.reader.unlisted_named(symbol.name)
        is_member = symbol.kind in METHOD_LIKE or symbol.owner is not None or symbol.container is not None
        return sum(row.file.row.language in family and (is_member or row.receiver is None) for row in calls)

    def _edges_by_name(self, path: str, symbol: Symbol) -> list[_Edge]:
        """Uses of a symbol that the index does not know because its file is broken: those of its name that lead to no
        symbol. A name that very many have says nothing."""
        language = detect(path)
        if language is None:
            return []
        family = {entry.id for entry in languages().values() if entry.family == language.family}
        uses = self.reader.unresolved_named(symbol.name)
        uses = [row for row in uses if row.file.path != path and row.file.row.language in family]
        found = uses if len(uses) <= _MOST_BY_NAME else []
        return [_Edge(row, Certainty.POSSIBLE, _BY_NAME) for row in found]

    def _edges(self, row: SymbolRow, symbol: Symbol) -> list[_Edge]:
        edges = self.reader.callers(row.id)
        if symbol.kind is SymbolKind.CONSTRUCTOR and symbol.container is not None:
            # A constructor is called through the name of its class.
            owner = next(
                (
                    other
                    for other in self.reader.symbols_of(row.file.path)
                    if other.position == symbol.container
                ),
                None,
            )
            if owner is not None:
                edges = edges + self.reader.callers(owner.id, [ReferenceKind.CALL])
        return [_Edge(edge.reference, edge.certainty, edge.why) for edge in edges]

    async def _in_file(
        self, current: CurrentText, rows: Sequence[_Edge]
    ) -> tuple[list[tuple[Usage, Symbol | None]], bool]:
        if current.is_fresh(rows[0].reference.file.row.content_hash):
            grouped: dict[int | None, tuple[Symbol | None, list[_Use]]] = {}
            for edge in rows:
                holder = edge.reference.enclosing
                key = None if holder is None else holder.position
                use = _Use(edge.reference.span, edge.reference.kind, edge.certainty, edge.why)
                grouped.setdefault(key, (holder.symbol if holder else None, []))[1].append(use)
            return [(usage(current, holder, uses), holder) for holder, uses in grouped.values()], False
        facts = await self.facts_of(current)
        return _relocated(current, facts, rows)


def _relocated(
    current: CurrentText, facts: FileFacts, rows: Sequence[_Edge]
) -> tuple[list[tuple[Usage, Symbol | None]], bool]:
    """The edges of a changed file, found again by name, kind and enclosing symbol."""
    present = relocate(facts, [edge.reference for edge in rows])
    grouped: dict[int | None, list[_Use]] = {}
    for edge, found in zip(rows, present, strict=True):
        if found is not None:
            use = _Use(found.span, found.kind, edge.certainty, edge.why)
            grouped.setdefault(found.enclosing, []).append(use)
    lost = None in present
    usages = []
    for position, uses in grouped.items():
        symbol = None if position is None else facts.symbols[position]
        usages.append((usage(current, symbol, uses), symbol))
    return usages, lost


def _own_usages(text: CurrentText, facts: FileFacts, position: int) -> list[tuple[Usage, Symbol | None]]:
    """Usages inside a file that differs from the index, resolved within the file alone."""
    grouped: dict[int | None, list[_Use]] = {}
    for edge in resolve_workspace({text.path: facts}):
        if position_of(edge.symbol) != position:
            continue
        reference = facts.references[position_of(edge.reference)]
        grouped.setdefault(reference.enclosing, []).append(
            _Use(reference.span, reference.kind, edge.certainty, edge.why)
        )
    found = []
    for holder_position, uses in grouped.items():
        holder = None if holder_position is None else facts.symbols[holder_position]
        found.append((usage(text, holder, uses), holder))
    return found


def usage(current: CurrentText, holder: Symbol | None, uses: Iterable[_Use]) -> Usage:
    """One usage out of the references that one symbol (or top-level code) makes."""
    ordered = sorted(uses, key=lambda use: use.span)
    best = min(ordered, key=lambda use: (_KIND_ORDER.get(use.kind, 1), use.certainty is not Certainty.SURE))
    shown = [use for use in ordered if use.kind is best.kind]
    places = tuple(place(current, use.span) for use in shown)
    language = detect(current.path)
    in_test = is_test_path(current.path, language)
    return Usage(
        name=holder.qualified_name if holder else MODULE,
        kind=holder.kind if holder else SymbolKind.MODULE,
        place=place(current, holder.span) if holder else places[0],
        name_place=place(current, holder.name_span) if holder else places[0],
        uses=places,
        reference=best.kind,
        certainty=best.certainty,
        why=best.why,
        in_test=in_test or (holder is not None and is_in_test_container(holder.qualified_name, language)),
    )


def place(current: CurrentText, span: Span) -> Place:
    """A span of a present text as a place."""
    return Place(current.path, current.uri, span, current.lines.line_at(span.start), hash(current.data))


def _order(usage: Usage, target_path: str) -> tuple[bool, bool, bool, bool, str, int]:
    return (
        usage.reference is not ReferenceKind.CALL,
        usage.certainty is not Certainty.SURE,
        usage.in_test,
        usage.place.path != target_path,
        usage.place.path,
        usage.place.span.start,
    )
