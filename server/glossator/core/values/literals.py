"""What stands for values of types that are built into a language, and which of them a number or a string is."""

from __future__ import annotations

import re

from glossator.core.values.brackets import CHARACTER_LITERAL, after_string

LITERAL = "%value"
"""Stands for a value of a type that is built into the language; the ones below stand for those that can be told."""
STRING, CHARACTER, INTEGER, FRACTION = "%string", "%character", "%integer", "%fraction"
TRUTH, NOTHING, FUNCTION = "%truth", "%nothing", "%function"
LITERALS = frozenset({LITERAL, STRING, CHARACTER, INTEGER, FRACTION, TRUTH, NOTHING, FUNCTION})

_TYPES_BY_LETTER = {
    "l": "long()",
    "L": "long()",
    "f": "float()",
    "F": "float()",
    "d": "double()",
    "D": "double()",
    "m": "decimal()",
    "M": "decimal()",
}
"""Types of numbers that a letter behind them tells, each as what makes a value of it."""
_FRACTION = re.compile(r"\d[\d_]*(?:\.\d*(?:[eE][+-]?\d+)?[fFdDmM]?|[fFdDmM])")


def number(text: str) -> str:
    """What stands for a number that is written out."""
    if (kind := _TYPES_BY_LETTER.get(text[-1])) is not None and text[:2].lower() != "0x":
        return kind
    return FRACTION if _FRACTION.fullmatch(text) else INTEGER


def quoted(text: str, place: int) -> tuple[str, int]:
    """What stands for the string that begins with the quote at `place`, or for the character where single quotes hold
    one; and where it ends."""
    end = after_string(text, place)
    return (CHARACTER if CHARACTER_LITERAL.fullmatch(text, place, end) else STRING), end
