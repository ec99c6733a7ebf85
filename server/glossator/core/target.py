"""What is to be explained: the innermost definition at the cursor, or the selection inside one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from glossator.core.symbols import EXPLAINABLE_KINDS, Symbol
from glossator.core.text import Span


@dataclass(frozen=True, slots=True)
class TargetChoice:
    """`position` in the file's list of symbols (None: a selection outside of definitions) and the selection."""

    position: int | None
    selection: Span | None


def choose_target(symbols: Sequence[Symbol], data: bytes, span: Span) -> TargetChoice | None:
    """The target for a cursor (empty span) or a selection; None where there is nothing to explain.

    A selection that covers white space only, or a whole definition, or a single word, counts as a cursor.
    """
    selected = data[span.start : span.end]
    if not selected.strip():
        position = innermost(symbols, Span(span.start, span.start))
        return None if position is None else TargetChoice(position, None)
    trimmed = _trim(data, span)
    position = innermost(symbols, trimmed)
    if position is not None and _is_whole(symbols[position], trimmed, data):
        return TargetChoice(position, None)
    if position is None and len(selected.split()) == 1:
        return None
    return TargetChoice(position, trimmed)


def innermost(symbols: Sequence[Symbol], span: Span) -> int | None:
    """The position of the innermost definition that can be explained and covers `span`.

    A cursor right behind a definition's last character still belongs to it.
    """
    best: int | None = None
    for position, symbol in enumerate(symbols):
        if symbol.kind not in EXPLAINABLE_KINDS or not symbol.span.covers(span):
            continue
        if best is None or len(symbol.span) <= len(symbols[best].span):
            best = position
    return best


def _trim(data: bytes, span: Span) -> Span:
    selected = data[span.start : span.end]
    start = span.start + len(selected) - len(selected.lstrip())
    return Span(start, start + len(selected.strip()))


def _is_whole(symbol: Symbol, selection: Span, data: bytes) -> bool:
    single_word = len(data[selection.start : selection.end].split()) == 1
    return single_word or selection.covers(_trim(data, Span(symbol.signature_span.start, symbol.span.end)))
