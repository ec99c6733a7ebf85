"""The units of a text's syntax: what chunks are cut along.

A node of the syntax tree is a unit. Only the root and those that are larger than a limit are opened: the units in them
follow. So an outline costs a fraction of the parse. Literals and comments are never opened: they are tokens, however
long they are. Running text (of a page, of a style sheet in it) is opened to its lines, and long lines to words.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from glossator.core.text import Span

COMMENT = 1
"""Marks a comment."""
TOKEN = 2
"""Marks a bracket, a keyword or other text of the grammar itself."""
TRAILING = 4
"""Marks what belongs to the unit before it wherever it stands, such as the body of a here-document."""
PROSE = 8
"""Marks a line of running text, or a word of it."""
PARAGRAPH = 16
"""Marks a line of running text that follows a blank one."""
HEADING = 32
"""Marks a line that opens a section."""
SCRIPT = 64
"""Marks code of another language; the units in it are those of that language."""

OPENED_BYTES = 350
"""Units that are longer are opened: no boundary inside of a smaller one is ever needed."""

_COMMENT = re.compile(r"comment|haddock")
_LITERAL = re.compile(
    r"(?<!concatenated_)string(?!s|_array)|heredoc_(?:body|content)|quoted_content|comment|haddock"
)
_TRAILING = frozenset({"heredoc_body"})
_RUNNING_TEXT = frozenset({"text", "raw_text", "jsx_text", "svelte_raw_text"})
_BLANK = b" \t\r\n\f\v"
_LINE = re.compile(rb"[^\r\n]+")
_WORD = re.compile(rb"\S+")
_HEADING = re.compile(rb"#{1,6}[ \t]")


class Unit(NamedTuple):
    """A unit, without white space around it, in bytes. Those in it follow it and have a greater `depth`."""

    start: int
    end: int
    depth: int
    mark: int = 0


class Node(Protocol):
    """A node, as tree-sitter's are."""

    @property
    def start_byte(self) -> int: ...
    @property
    def end_byte(self) -> int: ...
    @property
    def type(self) -> str: ...
    @property
    def is_named(self) -> bool: ...


class Cursor(Protocol):
    """A walk over a tree, as tree-sitter's cursors are."""

    @property
    def node(self) -> Node | None: ...
    def goto_first_child(self) -> bool: ...
    def goto_next_sibling(self) -> bool: ...
    def goto_parent(self) -> bool: ...


class Outline:
    """The units of one text, in order; empty where there is no syntax tree.

    With `opened_bytes` 0 all is opened, and the units that hold no others are the tokens.
    """

    def __init__(self, opened_bytes: int = OPENED_BYTES) -> None:
        self.opened_bytes = opened_bytes
        self.units: list[Unit] = []

    def take(self, cursor: Cursor, parsed: bytes) -> None:
        """Take the units of a tree, from its root on."""
        units, limit = self.units, self.opened_bytes
        ends = [0]
        while (node := cursor.node) is not None:
            begin, finish = node.start_byte, node.end_byte
            if begin > ends[-1]:
                self._take_nameless(parsed, ends[-1], begin, len(ends) - 1)
            ends[-1] = max(ends[-1], finish)
            is_opened = False
            if (span := _trimmed(parsed, begin, finish)) is not None:
                kind = node.type
                units.append(Unit(*span, len(ends) - 1, _mark(kind, is_named=node.is_named)))
                if finish - begin > limit or len(ends) == 1:
                    if kind in _RUNNING_TEXT:
                        units += text_units(parsed, *span, len(ends), limit)
                    elif not _LITERAL.search(kind):
                        is_opened = cursor.goto_first_child()
            if is_opened:
                ends.append(begin)
                continue
            while not cursor.goto_next_sibling():
                if not cursor.goto_parent():
                    return
                inner_end = ends.pop()
                self._take_nameless(parsed, inner_end, ends[-1], len(ends))

    def _take_nameless(self, parsed: bytes, start: int, end: int, depth: int) -> None:
        """Take the text between two nodes, for which some grammars have none."""
        if (span := _trimmed(parsed, start, end)) is not None:
            self.units.append(Unit(*span, depth, TOKEN))

    def put_scripts(self, data: bytes, scripts: Iterable[Span], inner: Outline) -> None:
        """Put the units of an inner language into the places of its scripts. What goes beyond a script ends with it."""
        places = {_trimmed(data, script.start, script.end) for script in scripts}
        spread: list[Unit] = []
        for unit in _without_units_in(self.units, places, spread):
            spread.append(unit._replace(mark=unit.mark | SCRIPT))
            spread += inner.within(unit.start, unit.end, unit.depth + 1)
        self.units = spread

    def within(self, start: int, end: int, depth: int) -> Iterator[Unit]:
        """The units between two places, cut off there, at `depth` or deeper."""
        place = bisect_left(self.units, (start,))
        before = place - 1
        if before >= 0 and self.is_closed(before) and self.units[before].end > start:
            unit = self.units[before]
            yield Unit(start, min(unit.end, end), depth, unit.mark)
        for number in range(place, len(self.units)):
            unit = self.units[number]
            if unit.start >= end:
                return
            if unit.end <= end or self.is_closed(number):
                yield Unit(unit.start, min(unit.end, end), depth + unit.depth, unit.mark)

    def is_closed(self, number: int) -> bool:
        """Whether a unit holds no others."""
        units = self.units
        return number + 1 == len(units) or units[number + 1].depth <= units[number].depth

    def tokens(self) -> list[Span]:
        """The units that hold no others."""
        return [
            Span(unit.start, unit.end) for number, unit in enumerate(self.units) if self.is_closed(number)
        ]


def text_units(
    data: bytes, start: int, end: int, depth: int, opened_bytes: int = OPENED_BYTES
) -> Iterator[Unit]:
    """The lines of running text, each with its words if it is longer than `opened_bytes`."""
    last_end = start
    for line in _LINE.finditer(data, start, end):
        span = _trimmed(data, *line.span())
        if span is None:
            continue
        mark = PROSE
        if last_end == start or data.count(b"\n", last_end, span[0]) > 1:
            mark |= PARAGRAPH | (HEADING if _HEADING.match(data, *span) else 0)
        yield Unit(*span, depth, mark)
        last_end = span[1]
        if last_end - span[0] > opened_bytes:
            for word in _WORD.finditer(data, *span):
                yield Unit(*word.span(), depth + 1, PROSE)


def _without_units_in(
    units: Sequence[Unit], places: set[tuple[int, int] | None], others: list[Unit]
) -> Iterator[Unit]:
    """The units at some places; those that lie in none go to `others`."""
    depth: int | None = None
    for unit in units:
        if depth is not None and unit.depth > depth:
            continue
        depth = None
        if (unit.start, unit.end) in places:
            depth = unit.depth
            yield unit
        else:
            others.append(unit)


def _trimmed(data: bytes, start: int, end: int) -> tuple[int, int] | None:
    """The place without white space around it, None if there is nothing else."""
    if start >= end:
        return None
    if data[start] not in _BLANK and data[end - 1] not in _BLANK:
        return start, end
    text = data[start:end]
    start += len(text) - len(text.lstrip())
    end -= len(text) - len(text.rstrip())
    return (start, end) if start < end else None


def _mark(kind: str, *, is_named: bool) -> int:
    if not is_named:
        return TOKEN
    if _COMMENT.search(kind):
        return COMMENT
    return TRAILING if kind in _TRAILING else 0
