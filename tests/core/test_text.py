"""Lines, positions in three encodings, edits, decoding: compared with a plain model that counts code units."""

from __future__ import annotations

import codecs
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossator.core.text import (
    LineIndex,
    Position,
    PositionEncoding,
    Span,
    decode_file,
    encode,
    looks_binary,
    replace,
)

UTF8, UTF16, UTF32 = PositionEncoding.UTF8, PositionEncoding.UTF16, PositionEncoding.UTF32
ENCODINGS = [UTF8, UTF16, UTF32]
UNIT_BYTES = {UTF8: 1, UTF16: 2, UTF32: 4}
CODECS = {UTF8: "utf-8", UTF16: "utf-16-le", UTF32: "utf-32-le"}
NOT_LINE_ENDS = ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]

ODD = st.sampled_from(
    ["\r", "\n", "\r\n", "\t", "é", "e\u0301", "ß", "名", "🚀", "👩‍👧", "\ufeff", "\0", *NOT_LINE_ENDS]
)
LONE = st.sampled_from(["\ud800", "\udfff"])
PIECES = st.one_of(ODD, st.sampled_from("ab "), st.characters(), LONE)
TEXTS = st.one_of(st.lists(PIECES, max_size=30).map("".join), st.text("ab\r\n", max_size=20))
NUMBERS = st.one_of(st.integers(0, 12), st.integers(0, 2**31 - 1))


def model_lines(text: str) -> list[str]:
    """The lines with their ends, the last one without."""
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)", text)
    return [*lines, text[sum(map(len, lines)) :]]


def units_of(text: str, encoding: PositionEncoding) -> int:
    return len(text.encode(CODECS[encoding], "surrogatepass")) // UNIT_BYTES[encoding]


def model_index(text: str, position: Position, encoding: PositionEncoding) -> int:
    """The code point that an editor puts the cursor before when it is sent to `position`."""
    lines = model_lines(text)
    if position.line >= len(lines):
        return len(text)
    start = sum(map(len, lines[: position.line]))
    line = lines[position.line].rstrip("\r\n")
    fitting = [taken for taken in range(len(line) + 1) if units_of(line[:taken], encoding) <= position.column]
    return start + max(fitting)


def model_edit(text: str, start: Position, end: Position, new: str, encoding: PositionEncoding) -> str:
    return text[: model_index(text, start, encoding)] + new + text[model_index(text, end, encoding) :]


def edit(data: bytes, start: Position, end: Position, new: str, encoding: PositionEncoding) -> bytes:
    index = LineIndex(data)
    span = Span(index.offset(start, encoding), index.offset(end, encoding))
    return replace(data, span, encode(new))


@given(TEXTS, NUMBERS, NUMBERS, st.sampled_from(ENCODINGS))
def test_any_position_means_the_character_that_the_editor_means(
    text: str, line: int, column: int, encoding: PositionEncoding
) -> None:
    position = Position(line, column)
    expected = len(encode(text[: model_index(text, position, encoding)]))
    assert LineIndex(encode(text)).offset(position, encoding) == expected


@given(TEXTS, st.sampled_from(ENCODINGS))
def test_every_character_has_the_position_that_the_editor_gives_it(
    text: str, encoding: PositionEncoding
) -> None:
    index = LineIndex(encode(text))
    number, before = 0, 0
    for number, line in enumerate(model_lines(text)):
        content = line.rstrip("\r\n")
        for taken in range(len(line) + 1 if line == content else len(line)):
            offset = before + len(encode(line[:taken]))
            assert index.line_at(offset) == number
            column = units_of(line[: min(taken, len(content))], encoding)
            assert index.position(offset, encoding) == Position(number, column)
        assert index.line_span(number) == Span(before, before + len(encode(content)))
        before += len(encode(line))
    assert index.line_count == number + 1


@given(TEXTS, st.integers(-5, 200), st.sampled_from(ENCODINGS))
def test_a_byte_inside_a_character_has_the_position_of_the_character(
    text: str, offset: int, encoding: PositionEncoding
) -> None:
    data = encode(text)
    index = LineIndex(data)
    back = index.offset(index.position(offset, encoding), encoding)
    clamped = max(0, min(offset, len(data)))
    between_cr_and_lf = data[clamped - 1 : clamped + 1] == b"\r\n" and clamped > 0
    inside = clamped < len(data) and data[clamped] & 0xC0 == 0x80
    assert back <= clamped
    assert clamped - back <= 3
    assert (back == clamped) == (not inside and not between_cr_and_lf)


@given(
    TEXTS,
    st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS, TEXTS), max_size=4),
    st.sampled_from(ENCODINGS),
)
def test_after_any_edits_the_text_equals_the_editors(
    text: str, edits: list[tuple[int, int, int, int, str]], encoding: PositionEncoding
) -> None:
    data = encode(text)
    for line, column, end_line, end_column, new in edits:
        start, end = sorted([Position(line, column), Position(end_line, end_column)])
        data = edit(data, start, end, new, encoding)
        text = model_edit(text, start, end, new, encoding)
        assert data == encode(text)


@pytest.mark.parametrize(
    ("line", "name", "columns"),
    [
        ("s = '🚀🚀' + tail(1)", "tail", (17, 13, 11)),
        ("\tx = 'e\u0301' + tail(1)", "tail", (13, 12, 12)),
        ("y = '👩‍👧'; tail(2)", "tail", (19, 13, 11)),
        ("const 名 = '✅'; function 次() { return 名 }", "次", (28, 24, 24)),
    ],
)
def test_columns_count_in_units_of_the_encoding(line: str, name: str, columns: tuple[int, int, int]) -> None:
    data = encode(line)
    index = LineIndex(data)
    start = data.index(encode(name))
    for encoding, column in zip(ENCODINGS, columns, strict=True):
        assert index.position(start, encoding) == Position(0, column)
        assert index.offset(Position(0, column), encoding) == start
        end = index.position(start + len(encode(name)), encoding)
        assert end.column - column == units_of(name, encoding)


def test_typing_after_an_emoji_lands_where_the_editor_typed() -> None:
    data = encode('msg = "🚀"\n')
    at = Position(0, 9)
    assert edit(data, at, at, "!", UTF16) == encode('msg = "🚀!"\n')


def test_a_position_inside_a_surrogate_pair_is_the_start_of_its_character() -> None:
    assert LineIndex(encode("a🚀b")).offset(Position(0, 2), UTF16) == 1


def test_positions_outside_of_the_text_are_clamped() -> None:
    index = LineIndex(b"ab\n")
    cases = {(0, 999): 2, (1, 0): 3, (2, 5): 3, (4294967295, 0): 3, (-1, 7): 0, (0, -3): 0}
    for (line, column), offset in cases.items():
        assert [index.offset(Position(line, column), encoding) for encoding in ENCODINGS] == [offset] * 3
    past = Position(7, 0)
    assert edit(b"ab\n", past, past, "Z", UTF16) == b"ab\nZ"


@pytest.mark.parametrize("separator", NOT_LINE_ENDS, ids=ascii)
def test_only_cr_and_lf_end_a_line(separator: str) -> None:
    data = encode(f"alpha{separator}beta\ngamma\n")
    changed = edit(data, Position(1, 0), Position(1, 5), "DELTA", UTF16)
    assert changed == encode(f"alpha{separator}beta\nDELTA\n")
    assert LineIndex(changed).line_count == 3


def test_mixed_line_ends_count_as_in_the_editor() -> None:
    data = b"x = 1\ry = 2\r\ndef z(): pass\n"
    index = LineIndex(data)
    assert index.position(data.index(b"z"), UTF16) == Position(2, 4)
    assert [index.line_span(line) for line in range(5)] == [
        Span(0, 5),
        Span(6, 11),
        Span(13, 26),
        Span(27, 27),
        Span(27, 27),
    ]


def test_an_empty_text_has_one_empty_line() -> None:
    index = LineIndex(b"")
    assert (index.line_count, index.line_span(0), index.position(9, UTF16)) == (1, Span(0, 0), Position(0, 0))


def test_spans_say_what_they_hold() -> None:
    span = Span(2, 5)
    assert (len(span), 2 in span, 5 in span) == (3, True, False)
    assert span.covers(Span(2, 5))
    assert span.covers(Span(5, 5))
    assert not span.covers(Span(1, 3))


class TestDecoding:
    @given(st.text())
    def test_utf8_stays_as_it_is(self, text: str) -> None:
        raw = text.encode("utf-8", "ignore")
        expected = raw.removeprefix(codecs.BOM_UTF8)
        assert decode_file(raw) == (expected, "utf-8")

    @given(st.binary())
    def test_any_bytes_become_valid_utf8(self, raw: bytes) -> None:
        decode_file(raw)[0].decode("utf-8")

    @pytest.mark.parametrize("name", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
    def test_a_byte_order_mark_tells_the_encoding_and_is_dropped(self, name: str) -> None:
        assert decode_file("\ufeffx = '🚀'\n".encode(name)) == ("x = '🚀'\n".encode(), name)
        assert not looks_binary("\ufeffx = '🚀'\n".encode(name))

    def test_a_coding_line_in_the_first_two_lines_counts(self) -> None:
        text = "#!/usr/bin/python\n# -*- coding: cp1251 -*-\n# цена\n"
        assert decode_file(text.encode("cp1251")) == (text.encode(), "cp1251")
        text = "# vim: set fileencoding=shift_jis :\n# 値段\n"
        assert decode_file(text.encode("shift_jis")) == (text.encode(), "shift_jis")

    def test_a_coding_line_further_down_does_not_count(self) -> None:
        raw = b"\n\n# coding: cp1251\n# \xe9\n"
        assert decode_file(raw) == (raw.decode("latin-1").encode(), "latin-1")

    @pytest.mark.parametrize(
        "name",
        [
            "none-such",
            "rot13",
            "hex",
            "unicode_escape",
            "raw_unicode_escape",
            "utf-7",
            "punycode",
            "undefined",
        ],
    )
    def test_a_coding_line_that_names_no_encoding_of_files_is_ignored(self, name: str) -> None:
        raw = f"# coding: {name}\nx = '\\n \\u0041 +AGE-'  # ".encode() + b"\xe9\n"
        assert decode_file(raw) == (raw.decode("latin-1").encode(), "latin-1")

    def test_a_coding_line_that_the_bytes_contradict_is_ignored(self) -> None:
        raw = b"# coding: ascii\n# \xe9\n"
        assert decode_file(raw) == ("# coding: ascii\n# é\n".encode(), "latin-1")

    @pytest.mark.parametrize("name", ["unicode_escape", "rot13", "utf-16"])
    def test_valid_utf8_needs_no_coding_line(self, name: str) -> None:
        raw = f"# coding: {name}\nx = 'é'\n".encode()
        assert decode_file(raw) == (raw, "utf-8")


class TestBinaryFiles:
    @pytest.mark.parametrize(
        "raw",
        [
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            b"\x7fELF\x02\x01\x01\0",
            b"PK\x03\x04\x14\0",
            bytes(range(1, 9)) * 9,
        ],
    )
    def test_binary_files_are_told(self, raw: bytes) -> None:
        assert looks_binary(raw)

    @pytest.mark.parametrize(
        "raw",
        [
            b"",
            b"x = 1\n",
            "Цена".encode("cp1251"),
            "名前".encode("shift_jis"),
            b"\x0c\ndef f(): pass\n",
            b"\x1b[1mbold",
        ],
    )
    def test_texts_are_not_taken_for_binary(self, raw: bytes) -> None:
        assert not looks_binary(raw)

    @given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
    def test_no_text_without_control_characters_is_binary(self, text: str) -> None:
        assert not looks_binary(text.encode())
