"""What changed between two texts, and where the places of the older one are in the newer.

Equal lines at the beginning and at the end belong together, and so do lines between them that stand exactly once in
either text, in the same order (the anchors of Bram Cohen's "patience diff"). What lies between such lines is a
change, made as small as whole words allow.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from glossator.core.text import Span

_WORD = bytes(byte for byte in range(256) if byte >= 0x80 or chr(byte).isalnum() or byte in b"_$")
"""The bytes that words consist of; all characters beyond ASCII count, so that none is divided."""


@dataclass(frozen=True, slots=True)
class Change:
    """`old` of the older text became `new` of the newer; either may be empty, but not both."""

    old: Span
    new: Span


class Changes:
    """The changes between two texts, in order, and the map from the places of the older text to the newer.

    The map keeps order: what lay inside of, before or behind something still does, at worst with nothing between.
    """

    def __init__(self, old: bytes, new: bytes) -> None:
        self.all = tuple(_changes(old, new)) if old != new else ()
        self._old_starts = [change.old.start for change in self.all]
        self._old_ends = [change.old.end for change in self.all]
        self._new_starts = [change.new.start for change in self.all]
        self._new_ends = [change.new.end for change in self.all]

    def start(self, offset: int) -> int:
        """Where something begins that began at `offset`: behind what was put there; where its beginning was
        replaced, with the replacement, or behind it if that stands for what was before as well."""
        place = bisect_right(self._old_starts, offset) - 1
        if place < 0:
            return offset
        change = self.all[place]
        if change.old.start == offset < change.old.end:
            return change.new.start
        return change.new.end + max(0, offset - change.old.end)

    def end(self, offset: int) -> int:
        """Where something ends that ended at `offset`: before what was put there, behind what replaced its end."""
        place = bisect_left(self._old_starts, offset) - 1
        if place < 0:
            return offset
        change = self.all[place]
        return change.new.end + max(0, offset - change.old.end)

    def moved(self, span: Span) -> Span:
        """Where something is that covered `span`."""
        start = self.start(span.start)
        return Span(start, max(start, self.end(span.end)))

    def unchanged(self, span: Span) -> Span | None:
        """Where a span is whose text is as it was; None if something in it changed."""
        place = bisect_right(self._old_ends, span.start)
        if place < len(self.all) and self._old_starts[place] < span.end:
            return None
        return self.moved(span)

    def is_new(self, span: Span) -> bool:
        """Whether a span of the newer text overlaps a change or borders on one."""
        place = bisect_left(self._new_ends, span.start)
        return place < len(self.all) and self._new_starts[place] <= span.end

    def new_at(self, offset: int) -> Span | None:
        """What was written at `offset` of the newer text or behind it: the next change's new text."""
        place = bisect_left(self._new_starts, offset)
        return self.all[place].new if place < len(self.all) else None


def _changes(old: bytes, new: bytes) -> Iterator[Change]:
    old_lines, new_lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
    old_starts = [0, *accumulate(map(len, old_lines))]
    new_starts = [0, *accumulate(map(len, new_lines))]
    for lines in _changed_lines(old_lines, new_lines):
        change = Change(
            Span(old_starts[lines.old.start], old_starts[lines.old.end]),
            Span(new_starts[lines.new.start], new_starts[lines.new.end]),
        )
        yield _narrowed(old, new, change) if change.old and change.new else change


def _changed_lines(old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[Change]:
    """The changes in numbers of lines."""
    outer = _trimmed(old, new, Change(Span(0, len(old)), Span(0, len(new))))
    at_old, at_new = outer.old.start, outer.new.start
    for old_line, new_line in [*_anchors(old, new, outer), (outer.old.end, outer.new.end)]:
        change = _trimmed(old, new, Change(Span(at_old, old_line), Span(at_new, new_line)))
        if change.old or change.new:
            yield change
        at_old, at_new = old_line + 1, new_line + 1


def _trimmed(old: Sequence[bytes], new: Sequence[bytes], change: Change) -> Change:
    """The change without the lines that are the same at its beginning and its end."""
    (first_old, end_old), (first_new, end_new) = _bounds(change)
    while first_old < end_old and first_new < end_new and old[first_old] == new[first_new]:
        first_old += 1
        first_new += 1
    while first_old < end_old and first_new < end_new and old[end_old - 1] == new[end_new - 1]:
        end_old -= 1
        end_new -= 1
    return Change(Span(first_old, end_old), Span(first_new, end_new))


def _bounds(change: Change) -> tuple[tuple[int, int], tuple[int, int]]:
    return (change.old.start, change.old.end), (change.new.start, change.new.end)


def _anchors(old: Sequence[bytes], new: Sequence[bytes], within: Change) -> list[tuple[int, int]]:
    """The pairs of lines that stand once on either side: the longest run of them in the same order."""
    old_lines = range(within.old.start, within.old.end)
    new_lines = range(within.new.start, within.new.end)
    old_counts = Counter(old[number] for number in old_lines)
    new_counts = Counter(new[number] for number in new_lines)
    place_in_new = {new[number]: number for number in new_lines if new_counts[new[number]] == 1}
    pairs = [
        (number, place_in_new[old[number]])
        for number in old_lines
        if old_counts[old[number]] == 1 and old[number] in place_in_new
    ]
    return _longest_increasing(pairs)


def _longest_increasing(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest selection of `pairs`, which increase in their first number, that increases in the second."""
    ends: list[int] = []
    end_places: list[int] = []
    before: list[int] = []
    for place, (_, number) in enumerate(pairs):
        length = bisect_left(ends, number)
        ends[length : length + 1] = [number]
        end_places[length : length + 1] = [place]
        before.append(end_places[length - 1] if length else -1)
    found: list[tuple[int, int]] = []
    place = end_places[-1] if end_places else -1
    while place >= 0:
        found.append(pairs[place])
        place = before[place]
    return found[::-1]


def _narrowed(old: bytes, new: bytes, change: Change) -> Change:
    """The change without the bytes that are the same at its beginning and its end, up to whole words."""
    before, after = old[change.old.start : change.old.end], new[change.new.start : change.new.end]
    head = _common_start(before, after)
    if _is_word(before[head : head + 1]) or _is_word(after[head : head + 1]):
        head = len(before[:head].rstrip(_WORD))
    before, after = before[head:], after[head:]
    tail = _common_end(before, after)
    rest = before[len(before) - tail :]
    if _is_word(before[: len(before) - tail][-1:]) or _is_word(after[: len(after) - tail][-1:]):
        tail = len(rest.lstrip(_WORD))
    return Change(
        Span(change.old.start + head, change.old.end - tail),
        Span(change.new.start + head, change.new.end - tail),
    )


def _is_word(byte: bytes) -> bool:
    return byte != b"" and byte in _WORD


def _common_start(first: bytes, second: bytes) -> int:
    """How many bytes at the beginning are the same; found by halving, so that long texts are compared in blocks."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(first: bytes, second: bytes) -> int:
    """How many bytes at the end are the same."""
    return _common_start(first[::-1], second[::-1])
