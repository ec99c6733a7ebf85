"""The receiver of a name, read off the text before it: where the parser sees only tokens, as inside of macro calls."""

from __future__ import annotations

import re

_SEPARATOR = re.compile(rb"(?:\?\.|(?<!\.)\.|::|->)\s*$")
_WORD = re.compile(rb"[\w$]+$")
_OPENING = {b")": b"(", b"]": b"["}
_LONGEST = 600


def receiver_before(data: bytes, start: int) -> tuple[int, int]:
    """Where the receiver of the name at `start` begins and ends; both are `start` if it has none."""
    text = data[max(0, start - _LONGEST) : start]
    separator = _SEPARATOR.search(text)
    if separator is None:
        return start, start
    offset = start - len(text)
    end = place = len(text[: separator.start()].rstrip())
    while place > 0:
        begun = _step_before(text, place)
        if begun == place:
            break
        place = begun
        before = text[:place].rstrip()
        if text[place : place + 1].isalnum() or text[place : place + 1] in b"_$":
            separator = _SEPARATOR.search(before)
            if separator is None:
                break
            place = len(text[: separator.start()].rstrip())
    return offset + place, offset + end


def _step_before(text: bytes, place: int) -> int:
    """Where the name, brackets or sign that ends at `place` begins; `place` if there is none."""
    last = text[place - 1 : place]
    if last in _OPENING:
        return _opening(text, place, last)
    if last == b"?":
        return place - 1
    if last == b'"':
        opening = text.rfind(b'"', 0, place - 1)
        return place if opening < 0 else opening
    word = _WORD.search(text, 0, place)
    return place if word is None else word.start()


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
