"""Cutting a file into chunks: whole definitions where they fit, parts where they do not.

Every non-blank byte lies in exactly one chunk, and chunks stand in order. A function or method is one chunk with
everything nested in it; a type's own lines (head, fields) are chunks apart from its methods; what is left
between is cut by lines. A chunk that is too long is cut at line ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from glossator.core.symbols import CALLABLE_KINDS, TYPE_KINDS, Symbol
from glossator.core.text import LineIndex, Span

CHUNKER_VERSION = 1
"""Bump when the chunks of an unchanged file may change."""

MAX_CHUNK_BYTES = 2400
"""Longer pieces are cut: about what fits into 512 tokens with its heading."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a file; `symbol` is the position of the definition it belongs to, None for other text."""

    symbol: int | None
    span: Span


def cut(lines: LineIndex, symbols: Sequence[Symbol]) -> list[Chunk]:
    """The chunks of a file, in order."""
    chunks: list[Chunk] = []
    for segment in _segments(len(lines.data), symbols):
        for part in _split(lines, segment.span):
            if lines.data[part.start : part.end].strip():
                chunks.append(Chunk(segment.symbol, part))
    return chunks


def _segments(size: int, symbols: Sequence[Symbol]) -> Iterator[Chunk]:
    """Each stretch of bytes with the innermost definition that owns it; nested functions belong to the outer."""
    owners = [
        (symbol.span, position)
        for position, symbol in enumerate(symbols)
        if symbol.kind in CALLABLE_KINDS | TYPE_KINDS and not _inside_callable(symbols, position)
    ]
    owners.sort(key=lambda owner: (owner[0].start, -owner[0].end))
    stack: list[tuple[int, int]] = []
    place = 0
    for span, position in owners:
        while stack and stack[-1][1] <= span.start:
            holder, end = stack.pop()
            if place < end:
                yield Chunk(holder, Span(place, end))
                place = end
        if stack and stack[-1][1] < span.end:
            continue
        if place < span.start:
            yield Chunk(stack[-1][0] if stack else None, Span(place, span.start))
            place = span.start
        stack.append((position, span.end))
    while stack:
        holder, end = stack.pop()
        if place < end:
            yield Chunk(holder, Span(place, end))
            place = end
    if place < size:
        yield Chunk(None, Span(place, size))


def _inside_callable(symbols: Sequence[Symbol], position: int) -> bool:
    container = symbols[position].container
    while container is not None:
        if symbols[container].kind in CALLABLE_KINDS:
            return True
        container = symbols[container].container
    return False


def _split(lines: LineIndex, span: Span) -> Iterator[Span]:
    start = span.start
    while span.end - start > MAX_CHUNK_BYTES:
        limit = start + MAX_CHUNK_BYTES
        line_start = lines.starts[lines.line_at(limit)]
        # A single line that is too long is cut at the limit, but never inside a character.
        end = line_start if line_start > start else limit
        while end < span.end and lines.data[end] & 0xC0 == 0x80:
            end += 1
        yield Span(start, end)
        start = end
    if start < span.end:
        yield Span(start, span.end)
