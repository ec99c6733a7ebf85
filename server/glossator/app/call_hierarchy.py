"""Along calls, from a definition to those that call it and to those that it calls."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from glossator.app.asked_document import AskedDocument
from glossator.app.current_texts import CurrentText
from glossator.app.definitions import counterparts, definition_around, name_at
from glossator.app.documents import Snapshot
from glossator.app.fresh_edges import Definition
from glossator.app.use import Use
from glossator.app.uses import SECONDS, Uses
from glossator.core.cancel import CancelToken
from glossator.core.errors import ContentModified
from glossator.core.symbols import EXPLAINABLE_KINDS, Certainty, ReferenceKind, Symbol
from glossator.core.text import Span

if TYPE_CHECKING:
    from glossator.app.application import Application

MOST_CALLERS = 1000
"""Nobody reads through a longer list."""


@dataclass(frozen=True, slots=True)
class CallItem:
    """A definition that may be called or that calls, or, without a symbol, the top-level code of a file. With how it
    was reached from another item: by how certain an edge, why, and the calls themselves. These stand in the text of
    the caller. `possible` counts those of the calls that may mean something else."""

    text: CurrentText
    symbol: Symbol | None
    certainty: Certainty | None = None
    why: str = ""
    calls: tuple[Span, ...] = ()
    possible: int = 0


@dataclass(frozen=True, slots=True)
class ItemIdentity:
    """What a client gives back of an item: the symbol, None for top-level code."""

    qualified_name: str | None
    ordinal: int = 0


@dataclass(frozen=True, slots=True)
class Calls:
    """The items at the other end of calls, best first, and what is missing in sentences for the user."""

    items: tuple[CallItem, ...]
    note: str = ""


async def items_at(app: Application, snapshot: Snapshot, offset: int) -> list[CallItem]:
    """What the name at an offset means, if that may be called; in the head of a definition, the definition itself."""
    asked = await AskedDocument.read(app, snapshot)
    name = await name_at(asked, offset)
    found: Iterable[Definition] = ()
    if name is not None:
        # The definition itself says more than its prototype.
        bodies = [each for each in name.found if not each.symbol.is_declaration]
        found = (
            name.found
            if name.own is None
            else bodies
            if name.own.symbol.is_declaration and bodies
            else [name.own]
        )
    found = [each for each in found if each.symbol.kind in EXPLAINABLE_KINDS]
    if not found and (around := definition_around(asked, offset)) is not None:
        found = [around]
    return [CallItem(each.text, each.symbol, each.certainty, each.why) for each in found]


async def incoming(
    app: Application,
    snapshot: Snapshot,
    item: ItemIdentity,
    token: CancelToken,
    *,
    seconds: float = SECONDS,
    most: int = MOST_CALLERS,
) -> Calls:
    """Who calls an item. Nobody calls the top-level code of a file. Raises `ContentModified` if it is gone."""
    asked = await AskedDocument.read(app, snapshot)
    symbol = _symbol(asked, item)
    if symbol is None:
        return Calls(())
    definitions = [Definition(asked.text, symbol), *await counterparts(asked, symbol)]
    uses = Uses(asked, definitions, token, calls=True, seconds=seconds)
    callers: dict[tuple[str, int], _Grouped] = {}
    async for piece in uses.pieces():
        for use in piece:
            start = -1 if use.holder is None else use.holder.name_span.start
            callers.setdefault((use.text.path, start), _Grouped(use.text, use.holder)).add(use)
        if len(callers) >= most:
            break
    items = sorted(callers.values(), key=lambda each: not each.is_sure)
    note = await uses.note()
    if len(items) > most:
        note = f"{note} Only {most:,} of {len(items):,} callers are listed.".strip()
    return Calls(tuple(each.item() for each in items[:most]), note)


async def outgoing(app: Application, snapshot: Snapshot, item: ItemIdentity, token: CancelToken) -> Calls:
    """What an item calls itself, without what is defined inside of it. Raises `ContentModified` if it is gone."""
    asked = await AskedDocument.read(app, snapshot)
    symbol = _symbol(asked, item)
    token.check()
    called = await _called(asked, symbol, token)
    items = sorted((each for each in called if each.symbol), key=lambda each: not each.is_sure)
    completeness = await asyncio.to_thread(app.completeness, asked.index, (), "calls")
    return Calls(tuple(each.item() for each in items), completeness.note)


@dataclass(slots=True)
class _Grouped:
    """The calls between two items."""

    text: CurrentText
    symbol: Symbol | None
    calls: dict[Span, tuple[Certainty, str]] = field(default_factory=dict)

    def add(self, use: Use) -> None:
        self.add_call(use.span, use.certainty, use.why)

    def add_call(self, span: Span, certainty: Certainty, why: str) -> None:
        known = self.calls.get(span)
        if known is None or known[0] is not Certainty.SURE:
            self.calls[span] = (certainty, why)

    @property
    def is_sure(self) -> bool:
        return any(certainty is Certainty.SURE for certainty, _ in self.calls.values())

    def item(self) -> CallItem:
        ordered = sorted(self.calls.items())
        sure = [why for _, (certainty, why) in ordered if certainty is Certainty.SURE]
        why = sure[0] if sure else ordered[0][1][1]
        certainty = Certainty.SURE if sure else Certainty.POSSIBLE
        spans = tuple(span for span, _ in ordered)
        return CallItem(self.text, self.symbol, certainty, why, spans, len(ordered) - len(sure))


async def _called(asked: AskedDocument, symbol: Symbol | None, token: CancelToken) -> list[_Grouped]:
    wanted = None if symbol is None else asked.facts.symbols.index(symbol)
    positions = [
        position
        for position, each in enumerate(asked.facts.references)
        if each.enclosing == wanted and each.kind is ReferenceKind.CALL
    ]
    token.check()
    meant = await asked.meant(positions)
    found: dict[tuple[str, str, int], _Grouped] = {}
    for position, definitions in meant.items():
        span = asked.facts.references[position].span
        for each in definitions:
            group = found.setdefault(each.identity, _Grouped(each.text, each.symbol))
            group.add_call(span, each.certainty or Certainty.POSSIBLE, each.why)
    return list(found.values())


def _symbol(asked: AskedDocument, item: ItemIdentity) -> Symbol | None:
    """The symbol of an item, None for top-level code. Raises `ContentModified` if there is none any more."""
    if item.qualified_name is None:
        return None
    for each in asked.facts.symbols:
        if (each.qualified_name, each.ordinal) == (item.qualified_name, item.ordinal):
            return each
    raise ContentModified("The definition is no longer there; ask again.")
