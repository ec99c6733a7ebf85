"""The receivers of names, read off the text before them: where the parser shows no node, as inside of macros."""

from __future__ import annotations

import re

_WORD_CHARACTER = re.compile(rb"[\w$]")
_OPENING = {b")": b"(", b"]": b"["}
_SEPARATORS = (b"::", b"->", b".")
_LONGEST = 600
"""Brackets and words of more bytes are not looked through."""


class ReceiverText:
    """Finds receivers in one text. What stands at the end of several of them is read once."""

    __slots__ = ("_begins", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._begins: dict[int, int] = {}

    def before(self, start: int) -> tuple[int, int]:
        """Where the receiver of the name at `start` begins and ends; both are `start` if it has none."""
        if self._data[start - 1 : start] not in (b".", b":"):
            return start, start
        end = self._before_separator(start)
        return (start, start) if end < 0 else (self._begin(end), end)

    def _begin(self, end: int) -> int:
        """Where the receiver begins that ends at `end`."""
        passed = []
        place = end
        while place > 0 and place not in self._begins:
            passed.append(place)
            begun = self._step_before(place)
            if begun == place:
                break
            place = begun
            if _WORD_CHARACTER.match(self._data, place):
                further = self._before_separator(place)
                if further < 0:
                    break
                place = further
        begin = self._begins.get(place, place)
        self._begins.update(dict.fromkeys(passed, begin))
        return begin

    def _before_separator(self, place: int) -> int:
        """Where what stands before the separator before `place` ends; -1 if there is no separator."""
        first = max(0, place - _LONGEST)
        before = self._data[first:place].rstrip()
        for separator in _SEPARATORS:
            if before.endswith(separator):
                found = before[: -len(separator)]
                # Two dots are a range.
                return -1 if found.endswith(b".") else first + len(found.rstrip())
        return -1

    def _step_before(self, place: int) -> int:
        """Where the name, brackets or sign that ends at `place` begins; `place` if there is none."""
        data = self._data
        last = data[place - 1 : place]
        if last in _OPENING:
            return self._opening(place, last)
        if data[max(0, place - 2) : place] in (b".?", b".*"):
            return place - 2
        if last == b"?":
            return place - 1
        first = max(0, place - _LONGEST)
        if last == b'"':
            opening = data.rfind(b'"', first, place - 1)
            return place if opening < 0 else opening
        begun = place
        while begun > first and _WORD_CHARACTER.match(data, begun - 1):
            begun -= 1
        return begun

    def _opening(self, place: int, closing: bytes) -> int:
        """Where the bracket is opened that is closed before `place`; `place` if it is not."""
        data = self._data
        first = max(0, place - _LONGEST)
        depth = 0
        position = place - 1
        while position >= first:
            sign = data[position : position + 1]
            if sign in b")]}":
                depth += 1
            elif sign in b"([{":
                depth -= 1
                if depth == 0:
                    return position if sign == _OPENING[closing] else place
            elif sign == b'"':
                position = data.rfind(b'"', first, position)
                if position < 0:
                    return place
            position -= 1
        return place
