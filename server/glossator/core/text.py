"""Documents as bytes: decoding, lines, and positions in the three encodings of the protocol.

The only coordinate below the protocol layer is the byte offset into the UTF-8 form of a document (`Span`).
Lines end at `\\n`, `\\r\\n` or `\\r` and nowhere else, as the protocol says; form feeds, U+2028 and the like are
ordinary characters. Positions outside the text are clamped, and a position inside a character (between the
two units of a surrogate pair, or inside a UTF-8 sequence) means the start of that character.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate


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
    """Where the lines of one text begin, and how its byte offsets and positions map to each other."""

    __slots__ = ("_ascii", "data", "starts")

    def __init__(self, data: bytes) -> None:
        self.data = data
        # The lines of bytes, in contrast to those of a string, end where the protocol says.
        self.starts = [0, *accumulate(map(len, data.splitlines(keepends=True)))]
        if data and data[-1] not in b"\r\n":
            self.starts.pop()
        self._ascii = data.isascii()

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
        line_span = self.line_span(line)
        # An offset between the CR and the LF of one line end stands at the end of the line.
        prefix = self.data[line_span.start : min(offset, line_span.end)]
        return Position(line, _units(prefix, encoding, self._ascii))

    def offset(self, position: Position, encoding: PositionEncoding) -> int:
        """The byte offset of `position`: lines past the end mean the end of the text, columns past the end of a
        line mean the end of that line."""
        if position.line < 0:
            return 0
        if position.line >= len(self.starts):
            return len(self.data)
        line = self.line_span(position.line)
        column = max(0, position.column)
        if self._ascii:
            return min(line.start + column, line.end)
        if encoding is PositionEncoding.UTF8:
            return self._character_start(min(line.start + column, line.end))
        return line.start + _bytes_before(self.data[line.start : line.end], column, encoding)

    def _character_start(self, offset: int) -> int:
        while 0 < offset < len(self.data) and self.data[offset] & 0xC0 == 0x80:
            offset -= 1
        return offset


def _units(prefix: bytes, encoding: PositionEncoding, is_ascii: bool) -> int:
    if is_ascii or encoding is PositionEncoding.UTF8:
        return len(prefix)
    text = prefix.decode("utf-8", "surrogatepass")
    if encoding is PositionEncoding.UTF32:
        return len(text)
    return len(text) + sum(character > "\uffff" for character in text)


def _bytes_before(line: bytes, column: int, encoding: PositionEncoding) -> int:
    units = 0
    size = 0
    for character in line.decode("utf-8", "surrogatepass"):
        width = 2 if encoding is PositionEncoding.UTF16 and character > "\uffff" else 1
        if units + width > column:
            break
        units += width
        size += len(character.encode("utf-8", "surrogatepass"))
    return size


def encode(text: str) -> bytes:
    """The UTF-8 form of a text from the editor; lone surrogates, which JSON can carry, survive."""
    return text.encode("utf-8", "surrogatepass")


def replace(data: bytes, span: Span, new_text: bytes) -> bytes:
    """The text with the bytes of `span` replaced."""
    return data[: span.start] + new_text + data[span.end :]


_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ESCAPING_CODECS = frozenset(
    {"unicode-escape", "raw-unicode-escape", "utf-7", "punycode", "idna", "undefined"}
)
"""Codecs of the standard library that read escapes in the text, which no editor does."""
_CODING_LINE = re.compile(rb"^[ \t\f]*(?:#|//|--|/\*|<!--|;|\").*?coding[:=][ \t]*([-\w.]+)")


def decode_file(raw: bytes) -> tuple[bytes, str]:
    """The UTF-8 form of a file's bytes, as an editor would show them, and the encoding they had.

    In this order: byte order mark (dropped), strict UTF-8, a coding line in the first two lines (PEP 263), and
    Latin-1, which accepts every byte. Binary files are told apart before, by `looks_binary`.
    """
    for mark, name in _BYTE_ORDER_MARKS:
        if raw.startswith(mark):
            body = raw[len(mark) :]
            return body.decode(name, "replace").encode("utf-8", "replace"), name
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        name = _declared_encoding(raw) or "latin-1"
        try:
            return raw.decode(name).encode("utf-8"), name
        except (UnicodeError, ValueError):
            return raw.decode("latin-1").encode("utf-8"), "latin-1"
    return raw, "utf-8"


def _declared_encoding(raw: bytes) -> str | None:
    for line in raw.split(b"\n", 2)[:2]:
        if match := _CODING_LINE.match(line):
            try:
                info = codecs.lookup(match[1].decode("ascii", "replace"))
            except (LookupError, ValueError):
                return None
            # Codecs that are no encodings of characters (rot13, zip) would raise or change the text.
            is_encoding = getattr(info, "_is_text_encoding", True) and info.name not in _ESCAPING_CODECS
            return info.name if is_encoding else None
    return None


BINARY_PROBE_BYTES = 8192


def looks_binary(raw: bytes) -> bool:
    """Whether the first block of a file holds NUL bytes or mostly control bytes, whatever its name says."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
        return False
    block = raw[:BINARY_PROBE_BYTES]
    if b"\0" in block:
        return True
    control = sum(byte < 32 and byte not in (9, 10, 11, 12, 13, 27) for byte in block)
    return control * 10 > len(block)
