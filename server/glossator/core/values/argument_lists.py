"""The arguments of calls, read off the text behind the names of what is called.

Calls stand inside of the arguments of others, at any depth. So the text is read once for all calls in a stretch of it,
and each takes as long as the text is, not as long as the text times the depth.
"""

from __future__ import annotations

import re
from itertools import pairwise

_LONGEST_BYTES = 4000
"""Arguments of more bytes are not told."""
_QUOTED = rb'"(?:\\.|[^"\\\n])*"|(?<![&<\w])\'(?:\\.|[^\'\\\n])*\'|`[^`]*`|/\*.*?\*/|//[^\n]*'
_GENERIC = rb"[\w\s,.?&:\[\]*]"
_GENERICS = rb"<(?:" + _GENERIC + rb"++|<" + _GENERIC + rb"*+>)*+>(?=\s*[(:{.,)])"
_CLOSURE = rb"(?:(?<=[(,])\s*+(?:async\s++)?(?:move\s++)?\|[^|]{0,300}+\|)?+"
"""The parameters of a function that an argument is (`|a, b| a + b`)."""
_SIGN = re.compile(
    _CLOSURE + rb"(?:[^()\[\]{},\"'`/<]++|(?>" + _QUOTED + rb"|" + _GENERICS + rb"|[\"'`/<]))*+([()\[\]{},])",
    re.DOTALL,
)
"""Up to the next bracket or comma that stands in no string, comment, arguments of a generic type or parameters of a
closure."""
_FLAT = re.compile(rb"\(((?:[^()\[\]{}\"'`/<|]++|\"[^\"\\\n,]*+\"|(?<![&<\w])'[^'\\\n,]*+')*+)\)")
"""Arguments with no brackets in them, and no commas but those between them, as most are."""
_BEFORE = re.compile(rb"\s*(?:(?:::)?<[\w\s,.?&:\[\]*'<>]*>)?\s*\(")
_NOTHING = re.compile(rb"(?:\s++|/\*.*?\*/|//[^\n]*+)*+", re.DOTALL)
_BRACE = re.compile(rb"\s*\{")
_COMMA = ord(",")
_OPENING = frozenset(b"([{")


class ArgumentLists:
    """The argument lists of the calls in one file."""

    __slots__ = ("_data", "_signs")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._signs: dict[int, list[int] | None] = {}
        """By where a bracket opens: its place, those of the commas in it, and where it is closed; None where it is
        not closed as far as was read."""

    def count(self, end: int) -> int | None:
        """The number of arguments of the call whose name ends at `end`; None where there is no call to be seen."""
        if (flat := _FLAT.match(self._data, end, end + _LONGEST_BYTES)) is not None:
            content = flat[1]
            commas = content.count(b",")
            # A comma at the end brings no further argument.
            return commas + bool((content.rpartition(b",")[2] if commas else content).strip())
        signs = self._between(end)
        return None if signs is None else len(signs) - 1

    def texts(self, end: int) -> list[bytes] | None:
        """The texts of the arguments of that call."""
        if (flat := _FLAT.match(self._data, end, end + _LONGEST_BYTES)) is not None:
            texts = flat[1].split(b",")
            return texts if texts[-1].strip() else texts[:-1]
        signs = self._between(end)
        if signs is None:
            return None
        return [self._data[before + 1 : behind] for before, behind in pairwise(signs)]

    def brace_follows(self, end: int) -> bool:
        """Whether a brace opens behind the arguments of that call."""
        if (flat := _FLAT.match(self._data, end, end + _LONGEST_BYTES)) is not None:
            return _BRACE.match(self._data, flat.end()) is not None
        opening = self._between(end)
        signs = None if opening is None else self._signs[opening[0]]
        return signs is not None and _BRACE.match(self._data, signs[-1] + 1) is not None

    def _between(self, end: int) -> list[int] | None:
        """The places between which the arguments stand."""
        data = self._data
        opening = end
        if data[end : end + 1] != b"(":
            found = _BEFORE.match(data, end, end + _LONGEST_BYTES)
            if found is None:
                return None
            opening = found.end() - 1
        if opening not in self._signs:
            self._read(opening)
        signs = self._signs[opening]
        if signs is None or signs[-1] >= end + _LONGEST_BYTES:
            return None
        return signs[:-1] if _NOTHING.fullmatch(data, signs[-2] + 1, signs[-1]) else signs

    def _read(self, opening: int) -> None:
        """Read a bracket and all that open in it so near to it that as much as counts of them is read as well."""
        data, known = self._data, self._signs
        last = opening + _LONGEST_BYTES
        most = last + _LONGEST_BYTES
        around: list[list[int]] = []
        match = _SIGN.match(data, opening, most)
        while match is not None:
            place = match.end() - 1
            sign = data[place]
            if sign == _COMMA:
                around[-1].append(place)
            elif sign in _OPENING:
                around.append([place])
            else:
                signs = around.pop()
                if signs[0] <= last:
                    signs.append(place)
                    known[signs[0]] = signs
                if not around:
                    return
            match = _SIGN.match(data, place + 1, most)
        known.update((signs[0], None) for signs in around if signs[0] <= last)
