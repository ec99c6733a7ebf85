"""Lines, positions in three encodings, edits: compared with a plain model that walks over code units."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.reference_text import NOT_LINE_ENDS, NUMBERS, TEXTS, ReferenceText

from glossator.core import text as text_module
from glossator.core.text import LineIndex, Position, PositionEncoding, Span, encode, replace

UTF8, UTF16, UTF32 = PositionEncoding.UTF8, PositionEncoding.UTF16, PositionEncoding.UTF32
ENCODINGS = [UTF8, UTF16, UTF32]
EDITS = st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS, TEXTS), max_size=4)


@pytest.fixture(scope="class", params=[text_module._BLOCK_BYTES, 4], ids=["short lines", "long lines"])
def block_bytes(request: pytest.FixtureRequest) -> Iterator[None]:
    """Runs the tests twice: the second time even short lines are counted in blocks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_module, "_BLOCK_BYTES", request.param)
        yield


def edit(data: bytes, start: Position, end: Position, new: str, encoding: PositionEncoding) -> bytes:
    index = LineIndex(data)
    span = Span(index.offset(start, encoding), index.offset(end, encoding))
    return replace(data, span, encode(new))


@pytest.mark.usefixtures("block_bytes")
class TestAgainstAnEditor:
    @settings(deadline=None)
    @given(TEXTS)
    def test_the_bytes_of_a_text_are_those_of_its_code_units(self, text: str) -> None:
        assert encode(text) == ReferenceText.of(text).utf8()

    @settings(deadline=None)
    @given(TEXTS, NUMBERS, NUMBERS, st.sampled_from(ENCODINGS))
    def test_any_position_means_the_character_that_the_editor_means(
        self, text: str, line: int, column: int, encoding: PositionEncoding
    ) -> None:
        model = ReferenceText.of(text)
        expected = len(model.utf8(model.index(line, column, encoding)))
        assert LineIndex(encode(text)).offset(Position(line, column), encoding) == expected

    @settings(deadline=None)
    @given(TEXTS, st.sampled_from(ENCODINGS))
    def test_every_character_has_the_position_that_the_editor_gives_it(
        self, text: str, encoding: PositionEncoding
    ) -> None:
        model = ReferenceText.of(text)
        index = LineIndex(encode(text))
        assert index.line_count == len(model.lines())
        for start in model.starts():
            line, column = model.position(start, encoding)
            offset = len(model.utf8(start))
            assert index.position(offset, encoding) == Position(line, column)
            assert index.line_at(offset) == line
        for number, (start, end) in enumerate(model.lines()):
            assert index.line_span(number) == Span(len(model.utf8(start)), len(model.utf8(end)))

    @settings(deadline=None)
    @given(TEXTS, st.sampled_from(ENCODINGS))
    def test_an_offset_comes_back_from_its_position(self, text: str, encoding: PositionEncoding) -> None:
        model = ReferenceText.of(text)
        index = LineIndex(encode(text))
        for start in model.starts():
            offset = len(model.utf8(start))
            inside_line_end = index.data[offset - 1 : offset + 1] == b"\r\n" and offset > 0
            back = index.offset(index.position(offset, encoding), encoding)
            assert back == (offset - 1 if inside_line_end else offset)

    @settings(deadline=None)
    @given(TEXTS, st.integers(-5, 200), st.sampled_from(ENCODINGS))
    def test_a_byte_inside_a_character_has_the_position_of_the_character(
        self, text: str, offset: int, encoding: PositionEncoding
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

    @settings(deadline=None)
    @given(TEXTS, EDITS, st.sampled_from(ENCODINGS))
    def test_after_any_edits_the_text_equals_the_editors(
        self, text: str, edits: list[tuple[int, int, int, int, str]], encoding: PositionEncoding
    ) -> None:
        data = encode(text)
        model = ReferenceText.of(text)
        for line, column, end_line, end_column, new in edits:
            start, end = sorted([(line, column), (end_line, end_column)])
            data = edit(data, Position(*start), Position(*end), new, encoding)
            model = model.edited(start, end, new, encoding)
            assert data == model.utf8()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_line_of_megabytes_is_counted_like_a_short_one(encoding: PositionEncoding) -> None:
    piece = "é🚀x名"
    sizes = {UTF8: 2 + 4 + 1 + 3, UTF16: 5, UTF32: 4}
    index = LineIndex(f"first\n{piece * 300_000}\nlast".encode())
    for number in (0, 1, 819, 123_456, 300_000):
        offset = 6 + number * sizes[UTF8]
        position = Position(1, number * sizes[encoding])
        assert index.position(offset, encoding) == position
        assert index.offset(position, encoding) == offset
    end = 6 + 300_000 * sizes[UTF8]
    assert index.offset(Position(1, 2**31 - 1), encoding) == end
    assert index.position(end + 1, encoding) == Position(2, 0)


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
        assert end.column - column == len(name.encode()) if encoding is UTF8 else len(name)


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


@pytest.mark.parametrize("halves", [("\ud83d", "\ude80"), ("\ud83dx", "\ude80")], ids=ascii)
def test_halves_of_a_surrogate_pair_that_meet_are_one_character(halves: tuple[str, str]) -> None:
    first, second = halves
    data = encode(f"a{first}{second}b")
    if "x" in first:
        data = edit(data, Position(0, 2), Position(0, 3), "", UTF16)
    assert data == "a🚀b".encode()


def test_an_empty_text_has_one_empty_line() -> None:
    index = LineIndex(b"")
    assert (index.line_count, index.line_span(0), index.position(9, UTF16)) == (1, Span(0, 0), Position(0, 0))


def test_spans_say_what_they_hold() -> None:
    span = Span(2, 5)
    assert (len(span), 2 in span, 5 in span) == (3, True, False)
    assert span.covers(Span(2, 5))
    assert span.covers(Span(5, 5))
    assert not span.covers(Span(1, 3))
