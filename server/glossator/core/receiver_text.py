"""The receiver of a name, read off the text before it: where the parser shows no node for it, as inside of macros."""

from __future__ import annotations

import re

_WORD = re.compile(rb"[\w$]+")
_OPENING = {b")": b"(", b"]": b"["}
_LONGEST = 600


def receiver_before(data: bytes, start: int) -> tuple[int, int]:
    """Where the receiver of the name at `start` begins and ends; both are `start` if it has none."""
    if data[start - 1 : start] not in (b".", b":"):
        return start, start
    offset = max(0, start - _LONGEST)
    text = data[offset:start]
    end = place = _before_separator(text, len(text))
    if end < 0:
        return start, start
    while place > 0:
        begun = _step_before(text, place)
        if begun == place:
            break
        place = begun
        if text[place : place + 1].isalnum() or text[place : place + 1] in b"_$":
            further = _before_separator(text, place)
            if further < 0:
                break
            place = further
    return offset + place, offset + end


def _before_separator(text: bytes, place: int) -> int:
    """Where what stands before the separator before `place` ends; -1 if there is no separator."""
    before = text[:place].rstrip()
    for separator in (b"::", b"->", b"."):
        if before.endswith(separator):
            found = before[: -len(separator)]
            # Two dots are a range.
            return -1 if found.endswith(b".") else len(found.rstrip())
    return -1


def _step_before(text: bytes, place: int) -> int:
    """Where the name, brackets or sign that ends at `place` begins; `place` if there is none."""
    last = text[place - 1 : place]
    if last in _OPENING:
        return _opening(text, place, last)
    if text[max(0, place - 2) : place] in (b".?", b".*"):
        return place - 2
    if last == b"?":
        return place - 1
    if last == b'"':
        opening = text.rfind(b'"', 0, place - 1)
        return place if opening < 0 else opening
    begun = place
    while begun > 0 and _WORD.match(text, begun - 1):
        begun -= 1
    return begun


def _opening(text: bytes, place: int, closing: bytes) -> int:
    """Where the bracket is opened that is closed before `place`; `place` if it is not."""
    depth = 0
    position = place - 1
    while position >= 0:
        sign = text[position : position + 1]
        if sign in b")]}":
            depth += 1
        elif sign in b"([{":
            depth -= 1
            if depth == 0:
                return position if sign == _OPENING[closing] else place
        elif sign == b'"':
            position = text.rfind(b'"', 0, position)
            if position < 0:
                return place
        position -= 1
    return place
