"""The common form of types, and how a type in that form is taken apart.

A type is a path of names with its arguments in angle brackets. Types between bars are those of which a value has one,
types between `&` those of which it has all.
"""

from __future__ import annotations

SEQUENCE = "[]"
"""The name of arrays, slices and lists that are written with brackets."""

TUPLE = "()"
"""The name of tuples that are written with parentheses."""

FUNCTION = "fn"
"""The name of types of functions, whose argument is what they give."""

ROOT = "%root"
"""The first name of a path that begins outside of all name spaces: `::a::b`, `\\a\\b`."""

NAMED = "%named"
"""The first name of a path that begins with a module or type, also where a variable has its name: `a::b`."""

FILE = "%file"
"""The first name of a path that begins with what the file itself defines."""


def split_type(written: str) -> tuple[str, list[str]]:
    """The path of a type in the common form (no union) and its arguments."""
    name, bracket, rest = written.partition("<")
    if not bracket:
        return written, []
    if name in ("", SEQUENCE, TUPLE) or rest.endswith(">"):
        return name, split_at(rest[:-1], ",")
    return written, []


def split_at(written: str, sign: str) -> list[str]:
    """The parts of a type in the common form between a sign that stands in no brackets."""
    if sign not in written:
        return [written] if written else []
    if "<" not in written and ">" not in written:
        return written.split(sign)
    parts, depth, begun = [], 0, 0
    for place, character in enumerate(written):
        if character == "<":
            depth += 1
        elif character == ">":
            depth -= 1
        elif character == sign and not depth:
            parts.append(written[begun:place])
            begun = place + 1
    return [*parts, written[begun:]]
