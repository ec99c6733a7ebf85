"""Our terms and the protocol's, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types
from tests.core.reference_text import TEXTS, ReferenceText

from glossator.app.documents import Documents
from glossator.core.explanation import Completeness
from glossator.core.status import FileState, Status
from glossator.core.symbols import SymbolKind
from glossator.core.text import LineIndex, PositionEncoding, Span
from glossator.lsp import convert
from glossator.lsp.errors import InvalidParams

TEXT = "a = 'é日🚀'  # x\r\n\fnext\u2028line\n"
ALL_KINDS = frozenset(kind.value for kind in types.SymbolKind)


@pytest.mark.parametrize(
    ("encoding", "column"),
    [(PositionEncoding.UTF8, 14), (PositionEncoding.UTF16, 9), (PositionEncoding.UTF32, 8)],
)
def test_a_column_behind_wide_characters_counts_in_the_negotiated_units(
    encoding: PositionEncoding, column: int
) -> None:
    data = TEXT.encode()
    lines = LineIndex(data)
    quote = data.index(b"'  #")
    range_ = convert.range_of(lines, Span(quote, quote + 1), encoding)
    assert range_.start == types.Position(line=0, character=column)
    assert convert.span_from_range(lines, range_, encoding) == Span(quote, quote + 1)


@settings(deadline=None)
@given(TEXTS, st.integers(0, 60), st.integers(0, 60), st.sampled_from(PositionEncoding))
def test_a_span_survives_the_way_to_the_client_and_back(
    text: str, first: int, second: int, encoding: PositionEncoding
) -> None:
    model = ReferenceText.of(text)
    offsets = [len(model.utf8(start)) for start in model.starts()]
    lines = LineIndex(model.utf8())
    # An offset between CR and LF has no position of its own.
    offsets = [offset for offset in offsets if lines.data[max(0, offset - 1) : offset + 1] != b"\r\n"]
    start, end = sorted([offsets[first % len(offsets)], offsets[second % len(offsets)]])
    range_ = convert.range_of(lines, Span(start, end), encoding)
    assert convert.span_from_range(lines, range_, encoding) == Span(start, end)
    inverted = types.Range(start=range_.end, end=range_.start)
    assert convert.span_from_range(lines, inverted, encoding) == Span(start, end)
    assert (range_.start.line, range_.start.character) == model.position(
        next(unit for unit in model.starts() if len(model.utf8(unit)) == start), encoding.value
    )


def test_positions_outside_of_the_text_are_clamped() -> None:
    lines = LineIndex(b"ab\n")
    for line, character, offset in [(0, 999, 2), (1, 0, 3), (2, 5, 3), (2**31 - 1, 0, 3)]:
        position = types.Position(line=line, character=character)
        assert convert.span_at(lines, position, PositionEncoding.UTF16) == Span(offset, offset)


def test_a_request_without_position_and_range_does_not_fit() -> None:
    documents = Documents()
    documents.open("untitled:a", "python", 1, "text")
    with pytest.raises(InvalidParams, match="'position' or 'range'"):
        convert.requested_span(documents.snapshot("untitled:a"), None, None, PositionEncoding.UTF16)


def test_every_kind_has_one_that_the_oldest_clients_know() -> None:
    oldest = frozenset(range(1, 19))
    for kind in SymbolKind:
        assert convert.symbol_kind(kind, oldest).value in oldest
        assert convert.symbol_kind(kind, ALL_KINDS).value in ALL_KINDS


def test_a_status_travels_as_plain_camel_case_values() -> None:
    left_out = FileState("bad\udcff.py", "skipped", "binary")
    status = Status("1", "/w", "ready", 100, Completeness(1, 2, True), left_out=(left_out,))
    wire = convert.wire_form(status)
    assert wire["completeness"]["indexedFiles"] == 1
    assert wire["leftOut"] == [{"path": "bad\ufffd.py", "state": "skipped", "reason": "binary"}]
