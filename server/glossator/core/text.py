"""Documents as bytes: lines, edits, and positions in the three encodings of the protocol.

The only coordinate below the protocol layer is the byte offset into the UTF-8 form of a document (`Span`).
Lines end at `\\n`, `\\r\\n` or `\\r` and nowhere else, as the protocol says; form feeds, U+2028 and the like are
ordinary characters. Positions outside the text are clamped, and a position inside a character (between the
two units of a surrogate pair, or inside a UTF-8 sequence) means the start of that character.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, pairwise


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of byte offsets, `start <= end`."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def __contains__(self, offset: int) -> bool:
        return self.start <= offset < self.end

    def covers(self, other: Span) -> bool:
        """Whether `other` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A zero-based line and a zero-based column counted in units of a `PositionEncoding`."""

    line: int
    column: int


class PositionEncoding(StrEnum):
    """The units in which a column counts."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


class LineIndex:
    """Where the lines of one text begin, and how its byte offsets and positions map to each other.

    Thread-safe. A position costs no more than a few kilobytes of text, however long its line is.
    """

    __slots__ = ("_ascii", "_long_lines", "data", "starts")

    def __init__(self, data: bytes) -> None:
        self.data = data
        # The lines of bytes, in contrast to those of a string, end where the protocol says.
        self.starts = [0, *accumulate(map(len, data.splitlines(keepends=True)))]
        if data and data[-1] not in b"\r\n":
            self.starts.pop()
        self._ascii = data.isascii()
        self._long_lines: dict[int, _Blocks] = {}

    @property
    def line_count(self) -> int:
        """The number of lines; a text that ends with a line end has an empty last line."""
        return len(self.starts)

    def line_at(self, offset: int) -> int:
        """The zero-based line that holds the byte at `offset` (clamped to the text)."""
        return bisect_right(self.starts, max(0, min(offset, len(self.data)))) - 1

    def line_span(self, line: int) -> Span:
        """The bytes of `line` without its line end; an empty span at the end of the text past the last line."""
        if line >= len(self.starts):
            return Span(len(self.data), len(self.data))
        start = self.starts[line]
        end = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.data)
        if end > start and self.data[end - 1 : end] == b"\n":
            end -= 1
        if end > start and self.data[end - 1 : end] == b"\r":
            end -= 1
        return Span(start, end)

    def position(self, offset: int, encoding: PositionEncoding) -> Position:
        """The position of the byte at `offset`, which is clamped to the text and to a character's start."""
        offset = self._character_start(max(0, min(offset, len(self.data))))
        line = bisect_right(self.starts, offset) - 1
        span = self.line_span(line)
        # An offset between the CR and the LF of one line end stands at the end of the line.
        offset = min(offset, span.end)
        if self._ascii or encoding is PositionEncoding.UTF8:
            return Position(line, offset - span.start)
        start, units = span.start, 0
        if len(span) > _BLOCK_BYTES:
            start, units = self._blocks(line, span).before_byte(offset, encoding)
        return Position(line, units + _units(self.data[start:offset], encoding))

    def offset(self, position: Position, encoding: PositionEncoding) -> int:
        """The byte offset of `position`: lines past the end mean the end of the text, columns past the end of a
        line mean the end of that line."""
        if position.line < 0:
            return 0
        if position.line >= len(self.starts):
            return len(self.data)
        span = self.line_span(position.line)
        column = max(0, position.column)
        if self._ascii or encoding is PositionEncoding.UTF8:
            return self._character_start(min(span.start + column, span.end))
        start, end = span.start, span.end
        if len(span) > _BLOCK_BYTES:
            start, end, column = self._blocks(position.line, span).before_unit(column, encoding)
        return start + _bytes_before(self.data[start:end], column, encoding)

    def _character_start(self, offset: int) -> int:
        while 0 < offset < len(self.data) and self.data[offset] & 0xC0 == 0x80:
            offset -= 1
        return offset

    def _blocks(self, line: int, span: Span) -> _Blocks:
        if line not in self._long_lines:
            edges = [*map(self._character_start, range(span.start, span.end, _BLOCK_BYTES)), span.end]
            self._long_lines[line] = _Blocks(self.data, edges)
        return self._long_lines[line]


_BLOCK_BYTES = 4096
"""Lines that are longer are counted once, in blocks of so many bytes."""


class _Blocks:
    """How many units stand before each block of one long line; blocks begin with whole characters."""

    __slots__ = ("_edges", "_units")

    def __init__(self, data: bytes, edges: list[int]) -> None:
        """The blocks lie between neighbouring `edges`, byte offsets in `data`."""
        self._edges = edges
        self._units = {
            encoding: [
                0,
                *accumulate(_units(data[start:end], encoding) for start, end in pairwise(edges)),
            ]
            for encoding in (PositionEncoding.UTF16, PositionEncoding.UTF32)
        }

    def before_byte(self, offset: int, encoding: PositionEncoding) -> tuple[int, int]:
        """Where the block with the byte at `offset` starts, and the units before it."""
        block = bisect_right(self._edges, offset) - 1
        return self._edges[block], self._units[encoding][block]

    def before_unit(self, column: int, encoding: PositionEncoding) -> tuple[int, int, int]:
        """Start and end of the block with the unit at `column`, and how far into the block that unit is."""
        units = self._units[encoding]
        block = min(bisect_right(units, column), len(units) - 1) - 1
        return self._edges[block], self._edges[block + 1], column - units[block]


def _units(text: bytes, encoding: PositionEncoding) -> int:
    """How many units of UTF-16 or UTF-32 `text` has."""
    decoded = text.decode("utf-8", "surrogatepass")
    if encoding is PositionEncoding.UTF32:
        return len(decoded)
    return len(decoded.encode("utf-16-le", "surrogatepass")) // 2


def _bytes_before(text: bytes, column: int, encoding: PositionEncoding) -> int:
    """How many bytes of `text` stand before its unit (of UTF-16 or UTF-32) at `column`, which is clamped."""
    head = text.decode("utf-8", "surrogatepass")[:column]
    if encoding is PositionEncoding.UTF16:
        # No character has less than one unit, so that none behind the cut can be needed.
        units = head.encode("utf-16-le", "surrogatepass")
        cut = min(2 * column, len(units))
        if len(units) > cut and _is_high(units[cut - 2 : cut]) and _is_low(units[cut : cut + 2]):
            cut -= 2
        head = units[:cut].decode("utf-16-le", "surrogatepass")
    return len(head.encode("utf-8", "surrogatepass"))


def _is_high(unit: bytes) -> bool:
    return 0xD800 <= int.from_bytes(unit, "little") <= 0xDBFF


def _is_low(unit: bytes) -> bool:
    return 0xDC00 <= int.from_bytes(unit, "little") <= 0xDFFF


_PAIR = re.compile(rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]")
"""Two halves of a surrogate pair, each encoded by itself."""


def encode(text: str) -> bytes:
    """The UTF-8 form of a text from the editor.

    Lone surrogates, which JSON can carry, survive; two that make a pair become the one character that they are to
    an editor of UTF-16.
    """
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return joined.encode("utf-8", "surrogatepass")


def replace(data: bytes, span: Span, new_text: bytes) -> bytes:
    """The text with the bytes of `span` replaced. Halves of a surrogate pair that meet by that become one
    character: an input method may send them in two edits."""
    replaced = data[: span.start] + new_text + data[span.end :]
    if _PAIR.search(replaced, max(0, span.start - 3), span.start + len(new_text) + 3):
        return encode(replaced.decode("utf-8", "surrogatepass"))
    return replaced
