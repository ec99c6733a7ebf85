"""The values that an expression may have which chooses between several: `a || b`, `a ?? b`, `c ? a : b`."""

from __future__ import annotations

import re
from functools import cache

from glossator.core.values.brackets import QUOTES, after_bracket, after_string
from glossator.core.values.expressions import LONGEST

_OPENING = frozenset("([{")
_TERNARY = "?:"
_MOST = 6
_IS_TERNARY = re.compile(r"\?(?![?.]|->)")


def alternatives(text: str, signs: tuple[str, ...]) -> list[str]:
    """The expressions that a value is chosen from, at most a few, or the one expression that the text is. Of `a && b`
    it is the last one, where `&&` is among the signs; `?:` among them stands for the ternary operator."""
    found: list[str] = []
    waiting = [text]
    while waiting and len(found) < _MOST:
        text = waiting.pop()
        if len(text) > LONGEST or not signs or _any_of(signs).search(text) is None:
            found.append(text)
            continue
        text = text.strip()
        if text.startswith("(") and after_bracket(text, 0) == len(text):
            waiting.append(text[1:-1])
            continue
        parts = _split(text, signs)
        if len(parts) == 1:
            parts = _spread(text, signs)
        if len(parts) == 1:
            found += parts
        else:
            # Each part is shorter than the text, so this comes to an end.
            waiting += reversed(parts)
    return found


def _spread(text: str, signs: tuple[str, ...]) -> list[str]:
    """The text once for each of the values between which the parenthesis chooses that it begins with."""
    end = after_bracket(text, 0) if text.startswith("(") else 0
    if end <= 0:
        return [text]
    chosen = _split(text[1 : end - 1], signs)
    return [f"({each}){text[end:]}" for each in chosen] if len(chosen) > 1 else [text]


@cache
def _any_of(signs: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(re.escape("?" if sign == _TERNARY else sign) for sign in signs))


@cache
def _what_counts(signs: tuple[str, ...]) -> re.Pattern[str]:
    """Where a text may be cut, and what may hide such places."""
    return re.compile(rf"=>|[\"'`(\[{{{re.escape(''.join(sorted({sign[0] for sign in (*signs, ':')})))}]")


def _split(text: str, signs: tuple[str, ...]) -> list[str]:
    """The text without a condition before `?`, cut at the signs that stand in no brackets."""
    operators = [sign for sign in signs if sign != _TERNARY]
    parts: list[str] = []
    begun = place = 0
    question = -1
    what_counts = _what_counts(signs)
    while (match := what_counts.search(text, place)) is not None:
        place = match.start()
        character = text[place]
        if character in QUOTES:
            place = after_string(text, place)
            continue
        if character in _OPENING:
            place = after_bracket(text, place)
            if place <= 0:
                return [text]
            continue
        if character == "=":
            # What stands behind the arrow belongs to a function.
            return [text]
        if text.startswith("::", place):
            place += 2
            continue
        if _TERNARY in signs and character == "?" and _IS_TERNARY.match(text, place):
            if text.startswith(_TERNARY, place):
                # Without a value between the signs it is that of the condition.
                return [text[begun:place].strip(), text[place + 2 :].strip()]
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
