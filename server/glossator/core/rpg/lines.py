"""Reading the lines of an RPG source: which are free form, which have fixed columns, which are no code at all.

Columns count characters. A source that begins with `**FREE` is free form from the first column on; in any other one
column 6 names the specification, `*` in column 7 makes a comment, and free form stands in the columns from 8 to 80.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import accumulate

from glossator.core.text import LineIndex

LAST_COLUMN = 80
"""What stands behind this column is a comment."""

_FULLY_FREE = re.compile(r"\ufeff?\s*\*\*free\b", re.IGNORECASE)
_DATA = re.compile(r"\*\*(?:\s|$|ctdata\b|ftrans\b|altseq\b)", re.IGNORECASE)
_UNANCHORED = re.compile(
    rb"^(?:(?P<data>\*\*(?:\s|ctdata|ftrans|altseq))|[ \t]{0,4}(?:dcl-(?:proc|pr|pi|ds|s|c|f)|ctl-opt|end-proc)\b)",
    re.IGNORECASE | re.MULTILINE,
)
_DIRECTIVE_WORDS = (
    "copy|include|free|end-free|if|elseif|else|endif|define|undefine|eof|title|eject|space|set|"
    "restore|exec|end-exec"
)
_FIXED_DIRECTIVE = re.compile(rf"(?:.{{5}}.?)?\s*(?P<word>/(?:{_DIRECTIVE_WORDS}))(?![\w-])", re.IGNORECASE)
_FREE_DIRECTIVE = re.compile(rf"\s*(?P<word>/(?:{_DIRECTIVE_WORDS}))(?![\w-])", re.IGNORECASE)
_SPECIFICATIONS = frozenset("HFDPCIOEL")
_DECLARATION = re.compile(r"\s*(?:dcl-|end-(?:proc|pi|pr|ds|enum)\b|ctl-opt\b|exec\s+sql\b)", re.IGNORECASE)


class LineKind(Enum):
    """What a line is."""

    FREE = auto()
    FIXED = auto()
    COMMENT = auto()
    DIRECTIVE = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its end. Code stands between the columns `first` and `last`, which count from 0."""

    kind: LineKind
    text: str
    start: int
    first: int
    last: int
    specification: str = ""
    """The letter in column 6, a capital one."""
    offsets: Sequence[int] | None = None
    """Where each character begins, in bytes from the start of the line; None where each is one byte."""

    def offset(self, column: int) -> int:
        """The place in the document of a column, at most that of the end of the line."""
        column = min(column, len(self.text))
        return self.start + (column if self.offsets is None else self.offsets[column])

    @property
    def begin(self) -> int:
        """Where the first character stands that is no white space, marks in front of the code included."""
        return self.offset(len(self.text) - len(self.text.lstrip()))

    @property
    def end(self) -> int:
        """Where the code ends, without white space."""
        return self.offset(len(self.text[: self.last].rstrip()))


def read_lines(data: bytes) -> Iterator[Line]:
    """The lines of a source that say something, up to the data of arrays that may stand at its end."""
    index = LineIndex(data)
    is_free = _is_unanchored(data)
    for number, start in enumerate(index.starts):
        raw = data[start : index.line_span(number).end]
        text = raw.decode("utf-8", "surrogateescape")
        if number == 0 and _FULLY_FREE.match(text):
            is_free = True
        elif _DATA.match(text):
            return
        elif text.strip():
            line = _free_line(text, start) if is_free else _line(text, start)
            if line is not None:
                yield line if raw.isascii() else _measured(line)


def _is_unanchored(data: bytes) -> bool:
    """Whether declarations begin in columns where only free form can, although nothing says that it is."""
    match = _UNANCHORED.search(data)
    return match is not None and match["data"] is None


def _measured(line: Line) -> Line:
    sizes = (len(character.encode("utf-8", "surrogateescape")) for character in line.text)
    return Line(
        line.kind, line.text, line.start, line.first, line.last, line.specification, [0, *accumulate(sizes)]
    )


def _free_line(text: str, start: int) -> Line:
    """A line of a source that is free form throughout."""
    if match := _FREE_DIRECTIVE.match(text):
        return Line(LineKind.DIRECTIVE, text, start, match.start("word"), len(text))
    kind = LineKind.COMMENT if text.lstrip().startswith("//") else LineKind.FREE
    return Line(kind, text, start, 0, len(text))


def _line(text: str, start: int) -> Line | None:
    """A line of a source with columns; None if it holds nothing of interest."""
    last = min(len(text), LAST_COLUMN)
    if text[6:7] == "*" or text[7:].lstrip().startswith("//") or text.lstrip().startswith("//"):
        return Line(LineKind.COMMENT, text, start, 0, len(text))
    if match := _FIXED_DIRECTIVE.match(text):
        return Line(LineKind.DIRECTIVE, text, start, match.start("word"), last)
    if text[6:7] == "+":
        # More of a statement of SQL.
        return None
    if text[0] == "\t" or _DECLARATION.match(text):
        return Line(LineKind.FREE, text, start, 0, last)
    specification = text[5:6].upper()
    if not text[5:7].strip():
        return Line(LineKind.FREE, text, start, 7, last) if text[7:last].strip() else None
    if specification in _SPECIFICATIONS and text[6:last].strip():
        return Line(LineKind.FIXED, text, start, 6, last, specification)
    return None
