"""The values that an expression may have which chooses between several: `a || b`, `a ?? b`, `c ? a : b`."""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.written_expressions import LONGEST_BYTES, after_bracket, after_string

_OPENING = frozenset("([{")
_QUOTES = frozenset("\"'`")
_TERNARY = "?:"
_MOST = 6


def alternatives(text: str, signs: Sequence[str]) -> list[str]:
    """The expressions that a value is chosen from, at most a few, or the one expression that the text is. Of `a && b`
    it is the last one, where `&&` is among the signs; `?:` among them stands for the ternary operator."""
    if len(text) > LONGEST_BYTES or not any(
        sign in text or (sign == _TERNARY and "?" in text) for sign in signs
    ):
        return [text]
    text = text.strip()
    if text.startswith("(") and after_bracket(text, 0) == len(text):
        return alternatives(text[1:-1], signs)
    parts = _split(text, signs)
    if len(parts) == 1:
        return parts
    return [found for part in parts for found in alternatives(part, signs)][:_MOST]


def _split(text: str, signs: Sequence[str]) -> list[str]:
    """The text without a condition before `?`, cut at the first sign that stands in no brackets."""
    operators = [sign for sign in signs if sign != _TERNARY]
    parts: list[str] = []
    begun = place = 0
    question = -1
    while place < len(text):
        character = text[place]
        if character in _QUOTES:
            place = after_string(text, place)
            continue
        if character in _OPENING:
            place = after_bracket(text, place)
            if place <= 0:
                return [text]
            continue
        if text.startswith("=>", place):
            return [text]
        if _TERNARY in signs and character == "?" and text[place + 1 : place + 2] not in ("?", "."):
            parts, begun, question = [], place + 1, place
        elif character == ":" and question >= 0:
            return [text[begun:place].strip(), text[place + 1 :].strip()]
        operator = next((sign for sign in operators if text.startswith(sign, place)), None)
        if operator is not None and question < 0:
            parts = [] if operator == "&&" else [*parts, text[begun:place].strip()]
            place += len(operator)
            begun = place
            continue
        place += 1
    return [*parts, text[begun:].strip()]
