"""Between the protocol's terms and ours, both ways. Nothing else knows how a position or a symbol travels.

Markdown passes through untouched: links in it were made from places by the core, none are added here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from lsprotocol import types

from glossator.app.documents import Change, Snapshot
from glossator.app.uris import path_from_uri
from glossator.core.settings import wire_name
from glossator.core.symbols import SymbolKind
from glossator.core.text import LineIndex, Position, PositionEncoding, Span
from glossator.lsp.errors import InvalidParams

Json = dict[str, Any]

_SHORT_LINE_BYTES = 2048
"""Where a line is longer, what stands before a position is not looked through again and again."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_SYMBOL_KINDS = {
    SymbolKind.FUNCTION: types.SymbolKind.Function,
    SymbolKind.METHOD: types.SymbolKind.Method,
    SymbolKind.CONSTRUCTOR: types.SymbolKind.Constructor,
    SymbolKind.CLASS: types.SymbolKind.Class,
    SymbolKind.INTERFACE: types.SymbolKind.Interface,
    SymbolKind.TRAIT: types.SymbolKind.Interface,
    SymbolKind.STRUCT: types.SymbolKind.Struct,
    SymbolKind.UNION: types.SymbolKind.Struct,
    SymbolKind.ENUM: types.SymbolKind.Enum,
    SymbolKind.ENUM_MEMBER: types.SymbolKind.EnumMember,
    SymbolKind.TYPE: types.SymbolKind.Class,
    SymbolKind.MODULE: types.SymbolKind.Module,
    SymbolKind.NAMESPACE: types.SymbolKind.Namespace,
    SymbolKind.CONSTANT: types.SymbolKind.Constant,
    SymbolKind.VARIABLE: types.SymbolKind.Variable,
    SymbolKind.FIELD: types.SymbolKind.Field,
    SymbolKind.PROPERTY: types.SymbolKind.Property,
    SymbolKind.MACRO: types.SymbolKind.Function,
    SymbolKind.PROCEDURE: types.SymbolKind.Function,
    SymbolKind.SUBROUTINE: types.SymbolKind.Function,
}
_PLAINER_KINDS = {
    types.SymbolKind.Struct: types.SymbolKind.Class,
    types.SymbolKind.EnumMember: types.SymbolKind.Constant,
}
"""What stands in for a kind that came later, at clients that only know the original ones."""


def position_from_lsp(position: types.Position) -> Position:
    """The same position; its column keeps counting in the negotiated encoding."""
    return Position(position.line, position.character)


def span_from_range(lines: LineIndex, range_: types.Range, encoding: PositionEncoding) -> Span:
    """The bytes of a range, clamped to the text; the ends of an inverted range are exchanged."""
    start = lines.offset(position_from_lsp(range_.start), encoding)
    end = lines.offset(position_from_lsp(range_.end), encoding)
    return Span(min(start, end), max(start, end))


def span_at(lines: LineIndex, position: types.Position, encoding: PositionEncoding) -> Span:
    """The empty span at a position, clamped to the text."""
    offset = lines.offset(position_from_lsp(position), encoding)
    return Span(offset, offset)


def requested_span(
    snapshot: Snapshot,
    position: types.Position | None,
    range_: types.Range | None,
    encoding: PositionEncoding,
) -> Span:
    """The span that a request names by a range or a position. Raises `InvalidParams` if it names none."""
    if range_ is not None:
        return span_from_range(snapshot.lines, range_, encoding)
    if position is not None:
        return span_at(snapshot.lines, position, encoding)
    raise InvalidParams("Either 'position' or 'range' must be given.")


def requested_scope(uri: str | None) -> Path | None:
    """The folder or file that a request names by its URI. Raises `InvalidParams` for a URI of something else."""
    if uri is None:
        return None
    path = path_from_uri(uri)
    if path is None:
        raise InvalidParams("'scopeUri' must be the URI of a file or folder.")
    return path


def range_of(lines: LineIndex, span: Span, encoding: PositionEncoding) -> types.Range:
    """The range of a span."""
    start, end = lines.position(span.start, encoding), lines.position(span.end, encoding)
    return types.Range(
        start=types.Position(line=start.line, character=start.column),
        end=types.Position(line=end.line, character=end.column),
    )


def plain_range(lines: LineIndex, start: int, end: int, encoding: PositionEncoding) -> Json:
    """The range between two byte offsets as plain JSON, for answers with very many of them."""
    return {"start": _plain_position(lines, start, encoding), "end": _plain_position(lines, end, encoding)}


def _plain_position(lines: LineIndex, offset: int, encoding: PositionEncoding) -> Json:
    line = bisect_right(lines.starts, offset) - 1
    start = lines.starts[line]
    if offset - start < _SHORT_LINE_BYTES and offset <= len(lines.data):
        before = lines.data[start:offset]
        # In ASCII all encodings count alike; behind a carriage return the line may have ended.
        if before.isascii() and not before.endswith(b"\r"):
            return {"line": line, "character": offset - start}
    exact = lines.position(offset, encoding)
    return {"line": exact.line, "character": exact.column}


def changes_from_lsp(
    changes: Sequence[types.TextDocumentContentChangeEvent], encoding: PositionEncoding
) -> list[Change]:
    """The edits of a `didChange` notification, in their order."""
    return [_change_from_lsp(change, encoding) for change in changes]


def _change_from_lsp(change: types.TextDocumentContentChangeEvent, encoding: PositionEncoding) -> Change:
    if isinstance(change, types.TextDocumentContentChangePartial):
        start = position_from_lsp(change.range.start)
        return Change(change.text, start, position_from_lsp(change.range.end), encoding)
    return Change(change.text, encoding=encoding)


def symbol_kind(kind: SymbolKind, known: frozenset[int]) -> types.SymbolKind:
    """The protocol's kind, or a plainer one if the client does not know it."""
    exact = _SYMBOL_KINDS[kind]
    return exact if exact in known else _PLAINER_KINDS.get(exact, types.SymbolKind.Variable)


def sendable(text: str) -> str:
    """The text without lone surrogates, which stand for undecodable bytes of a path and are no valid JSON."""
    return _SURROGATE.sub("\ufffd", text)


def wire_form(value: Any) -> Any:
    """Plain JSON values of a dataclass that holds no places: attributes in camelCase, enums by value."""
    if is_dataclass(value) and not isinstance(value, type):
        return {wire_name(each.name): wire_form(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return sendable(value)
    if isinstance(value, dict):
        return {key: wire_form(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [wire_form(each) for each in value]
    return value
