"""The definitions of one document as the protocol wants them, made as plain JSON.

An editor asks for the outline after every pause in typing. The protocol's own classes would take several times as long
to make, to check and to take apart again, on the event loop, where everybody else waits.
"""

from __future__ import annotations

from collections.abc import Sequence

from glossator.app.documents import Snapshot
from glossator.core.symbols import Symbol
from glossator.core.text import LineIndex, PositionEncoding
from glossator.lsp.convert import Json, plain_range, symbol_kind


def document_symbols(
    symbols: Sequence[Symbol], lines: LineIndex, encoding: PositionEncoding, known: frozenset[int]
) -> list[Json]:
    """The symbols of one file as a tree of `DocumentSymbol`. A symbol without a name is left out, its children move
    up."""
    top: list[Json] = []
    made: dict[int, list[Json]] = {}
    for number, symbol in enumerate(symbols):
        siblings = top if symbol.container is None else made.get(symbol.container, top)
        made[number] = siblings
        if not symbol.name.strip():
            continue
        children: list[Json] = []
        made[number] = children
        siblings.append(
            {
                "name": symbol.name,
                "kind": symbol_kind(symbol.kind, known).value,
                "range": plain_range(lines, *_whole_span(symbol), encoding),
                "selectionRange": plain_range(lines, symbol.name_span.start, symbol.name_span.end, encoding),
                "children": children,
            }
        )
    return top


def flat_symbols(
    symbols: Sequence[Symbol], snapshot: Snapshot, encoding: PositionEncoding, known: frozenset[int]
) -> list[Json]:
    """The symbols of one file as a list of `SymbolInformation`, for clients that do not know the tree."""
    lines = snapshot.lines
    found: list[Json] = []
    for symbol in symbols:
        if not symbol.name.strip():
            continue
        information: Json = {
            "name": symbol.name,
            "kind": symbol_kind(symbol.kind, known).value,
            "location": {"uri": snapshot.uri, "range": plain_range(lines, *_whole_span(symbol), encoding)},
        }
        if symbol.container is not None:
            information["containerName"] = symbols[symbol.container].name
        found.append(information)
    return found


def _whole_span(symbol: Symbol) -> tuple[int, int]:
    """The symbol's span, widened where needed: the protocol demands that it holds the name's."""
    span, name = symbol.span, symbol.name_span
    return min(span.start, name.start), max(span.end, name.end)
