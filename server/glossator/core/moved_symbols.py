"""A symbol of one text in another: moved by what changed between them, or cut to the stretch that is left for it."""

from __future__ import annotations

import re
from dataclasses import replace

from glossator.core.symbols import Symbol
from glossator.core.text import Span
from glossator.core.text_changes import Changes

_COMMENT = re.compile(rb"//|#|--|/\*|\{-|<!--")
"""What begins a comment in one language or another."""
_BLANK = re.compile(rb"\s*")
_LINE = re.compile(rb"([ \t]*)[^\r\n]*(?:\r\n?|\n|\Z)")
_LONGEST_LINE_START = 200
"""So many bytes before a place are looked at to find how its line begins."""


def moved_symbol(symbol: Symbol, name: Span, changes: Changes, data: bytes, limit: int) -> Symbol:
    """The symbol where it is now, ending at `limit` at the latest. `name` is the place of its name."""
    span = changes.moved(symbol.span)
    signature = changes.moved(symbol.signature_span)
    end = min(_with_lines_below(data, signature.start, span.end, changes), limit)
    return replace(
        symbol,
        name_span=name,
        span=Span(span.start, max(end, name.end)),
        signature_span=Span(signature.start, max(min(signature.end, end), name.end)),
        body_span=_part(symbol.body_span and changes.moved(symbol.body_span), Span(name.end, end)),
        doc_span=_part(symbol.doc_span and changes.moved(symbol.doc_span), Span(span.start, end)),
        decorator_spans=tuple(map(changes.moved, symbol.decorator_spans)),
    )


def _with_lines_below(data: bytes, head: int, end: int, changes: Changes) -> int:
    """The end of a definition with what was written behind it: the rest of its last line, and the lines that are
    indented deeper than the line of its head."""
    written = changes.new_at(end)
    if written is None or _BLANK.match(data, end, written.start).end() < written.start:  # type: ignore[union-attr]
        return end
    depth = _indentation(data, head)
    line_end = end
    for match in _LINE.finditer(data, end, written.end):
        continues = match.start() == end and data[end - 1 : end] not in (b"\n", b"\r")
        if match[0].strip() and not continues and len(match[1]) <= depth:
            break
        if match[0].strip():
            line_end = match.start() + len(match[0].rstrip())
    return line_end


def _indentation(data: bytes, offset: int) -> int:
    line = data[line_start(data, offset) : offset]
    return len(line) - len(line.lstrip(b" \t"))


def line_start(data: bytes, offset: int) -> int:
    """Where the line begins, or the last bytes of it that are worth looking at."""
    first = max(0, offset - _LONGEST_LINE_START)
    return max(first, data.rfind(b"\n", first, offset) + 1, data.rfind(b"\r", first, offset) + 1)


def is_commented(old: bytes, old_name: Span, new: bytes, new_name: Span) -> bool:
    """Whether the line of a name now has the beginning of a comment before it that it had not."""
    before = new[line_start(new, new_name.start) : new_name.start]
    if not _COMMENT.search(before):
        return False
    return not _COMMENT.search(old[line_start(old, old_name.start) : old_name.start])


def symbol_within(symbol: Symbol, stretch: Span) -> Symbol | None:
    """The symbol without what lies outside of `stretch`; None if its name does."""
    if not stretch.covers(symbol.name_span):
        return None
    span = _inside(symbol.span, stretch)
    return replace(
        symbol,
        span=span,
        signature_span=_inside(symbol.signature_span, stretch),
        body_span=_part(symbol.body_span, stretch),
        doc_span=_part(symbol.doc_span, stretch),
        decorator_spans=tuple(each for each in symbol.decorator_spans if stretch.covers(each)),
    )


def _inside(span: Span, stretch: Span) -> Span:
    return Span(max(span.start, stretch.start), min(span.end, stretch.end))


def _part(span: Span | None, stretch: Span) -> Span | None:
    """What of a span lies inside of `stretch`, None if nothing does."""
    if span is None or span.end <= stretch.start or stretch.end <= span.start:
        return None
    return _inside(span, stretch)
