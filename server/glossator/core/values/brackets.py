"""Where brackets and strings end in an expression."""

from __future__ import annotations

import re

QUOTES = frozenset("\"'`")
CHARACTER_LITERAL = re.compile(r"'(?:\\.[^']{0,8}|[^'\\])'")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_BRACKET_OR_QUOTE = re.compile(r"[\"'`()\[\]{}]")
_PLAIN_BRACKETS = re.compile(r"\([^\"'`()\[\]{}]*\)|\[[^\"'`()\[\]{}]*\]|\{[^\"'`()\[\]{}]*\}")
"""Brackets with neither brackets nor quotes in them, as most are."""
_STRING_ENDS = {
    quote: re.compile(rf"[^{quote}\\]*+(?:\\.[^{quote}\\]*+)*+{quote}", re.DOTALL) for quote in QUOTES
}
_LONGEST_GENERICS = 200
_IN_GENERICS = frozenset("_$.,:&*?[]'| \n\t()-;")


def after_bracket(text: str, place: int) -> int:
    """Where the bracket that opens at `place` is closed, behind it; -1 if it is not."""
    if (plain := _PLAIN_BRACKETS.match(text, place)) is not None:
        return plain.end()
    closing: list[str] = []
    while (sign := _BRACKET_OR_QUOTE.search(text, place)) is not None:
        character, place = sign[0], sign.end()
        if character in QUOTES:
            place = after_string(text, sign.start())
        elif character in _CLOSING:
            closing.append(_CLOSING[character])
        elif not closing or character != closing.pop():
            return -1
        elif not closing:
            return place
    return -1


def after_string(text: str, place: int) -> int:
    """Where the string that begins with the quote at `place` ends; the end of the text if it is not closed."""
    quote = text[place]
    if quote == "'" and not CHARACTER_LITERAL.match(text, place):
        end = text.find("'", place + 1)
        # A lifetime, or a prime at the end of a name.
        return end + 1 if end > 0 and "\n" not in text[place:end] else place + 1
    if text.startswith(quote * 3, place):
        end = text.find(quote * 3, place + 3)
        return end + 3 if end > 0 else len(text)
    closed = _STRING_ENDS[quote].match(text, place + 1)
    return len(text) if closed is None else closed.end()


def after_generics(text: str, place: int) -> int:
    """Behind the arguments of a generic type that begin at `place`; `place` if there are none."""
    most = min(len(text), place + _LONGEST_GENERICS)
    if not text.startswith("<", place) or text.find(">", place, most) < 0:
        return place
    depth = 0
    for position in range(place, most):
        character = text[position]
        if character == "<":
            depth += 1
        elif character == ">":
            if text[position - 1] in "-=":
                continue
            depth -= 1
            if depth == 0:
                return position + 1
        elif not (character.isalnum() or character in _IN_GENERICS):
            return place
    return place
