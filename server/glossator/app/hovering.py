"""What is shown when the cursor rests on the name of a definition: its signature, and how much of the code calls it.

Nothing here reads a file or asks a model: a hover comes unasked for, so it must cost next to nothing.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from glossator.app.documents import Snapshot
from glossator.app.entry_signs import entry_point_of
from glossator.app.subjects import signature_of
from glossator.app.usages import METHOD_LIKE
from glossator.core.symbols import EXPLAINABLE_KINDS, FileFacts, Symbol, SymbolKind
from glossator.core.text import Span
from glossator.store.usage_counts import CallerCounts, count_callers

if TYPE_CHECKING:
    from glossator.app.application import Application


@dataclass(frozen=True, slots=True)
class HoverAnswer:
    """A signature, the language it is written in, one sentence about its callers, and the span of the name."""

    signature: str
    language: str
    callers: str
    name: Span


async def hover(app: Application, snapshot: Snapshot, offset: int) -> HoverAnswer | None:
    """About the definition whose name is at `offset` of the document; None elsewhere."""
    facts = await app.facts(snapshot)
    named = (place for place, each in enumerate(facts.symbols) if _is_named_at(each, offset))
    position = next(named, None)
    if position is None:
        return None
    symbol = facts.symbols[position]
    callers = await asyncio.to_thread(_callers, app, snapshot, facts, position)
    return HoverAnswer(signature_of(snapshot.data, symbol), facts.language, callers, symbol.name_span)


def _is_named_at(symbol: Symbol, offset: int) -> bool:
    """Whether the name holds the offset or ends at it."""
    return symbol.kind in EXPLAINABLE_KINDS and symbol.name_span.start <= offset <= symbol.name_span.end


def _callers(app: Application, snapshot: Snapshot, facts: FileFacts, position: int) -> str:
    """How many definitions call the symbol at `position` as far as the index knows."""
    symbol = facts.symbols[position]
    inside = app.workspace_of(Path(snapshot.path)) if snapshot.path is not None else None
    if inside is None:
        return "The file is in no open folder: its callers are not known."
    index, path = inside
    counts = count_callers(
        index.reader,
        path,
        symbol.qualified_name,
        symbol.ordinal,
        with_container=symbol.kind is SymbolKind.CONSTRUCTOR,
    )
    found = "Not indexed yet: its callers are not known." if counts is None else _found(counts, symbol)
    if counts is not None and not counts.calling:
        sign = entry_point_of(index.reader, index.root, path, snapshot.data, facts, position)
        found = f"{found} {sign.sentence}" if sign is not None else found
    return (
        found
        if index.structure_ready.is_set()
        else f"{found} {index.state.unfinished}: callers may be missing."
    )


def _found(counts: CallerCounts, symbol: Symbol) -> str:
    if counts.calling:
        possibly = counts.calling - counts.surely
        return f"Called by {counts.calling}{f', {possibly} of them possibly' if possibly else ''}."
    doubt = "; calls through objects of unknown type are not counted" if symbol.kind in METHOD_LIKE else ""
    otherwise = f"; named otherwise by {counts.naming}" if counts.naming else ""
    return f"Calls: none found{otherwise}{doubt}."
