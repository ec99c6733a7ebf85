"""From an expression as it stands in the source to a path of steps, in one form for all languages.

`self->items[0].get(a, b)?.name` becomes `self.items[].get().name`: names, calls without their arguments, and
subscripts. What makes an object of a type is a call of the type, however it is written: `new Foo(a)`, `&Foo{a: 1}`,
`(Foo) x`, `x as Foo` and `static_cast<Foo*>(x)` become `Foo()`. A value of a type that is built in is `%value` or the like; any
other expression is "".
"""

from __future__ import annotations

import re

from glossator.core.languages import Language
from glossator.core.written_types import type_path

LITERAL = "%value"
"""Stands for a value of a type that is built into the language; the ones below stand for those that can be told."""
STRING, CHARACTER, INTEGER, FRACTION = "%string", "%character", "%integer", "%fraction"
TRUTH, NOTHING, FUNCTION = "%truth", "%nothing", "%function"
LITERALS = frozenset({LITERAL, STRING, CHARACTER, INTEGER, FRACTION, TRUTH, NOTHING, FUNCTION})

LONGEST_BYTES = 600
_DEEPEST = 6

_PATH = re.compile(r"[\w$@!#]+(?:(?:\.|::|->|\?\.|\\|:)[\w$@!#]+)*")
_SEPARATOR = re.compile(r"::|->|\?\.|!!\.|!\.|&\.|\.|\\|:")
_NAME = re.compile(r"[^\W\d][\w$]*|[$@#]+\w+")
_MARKED_NAME = re.compile(r"[^\W\d]\w*[!?]?|[$@]+\w+")
_NUMBER = re.compile(r"\d[\w.]*")
_FRACTION = re.compile(r"\d[\d_]*(?:\.\d*(?:[eE][+-]?\d+)?[fFdDmM]?|[fFdDmM])")
_OPENING = re.compile(r"\s*([(\[{])")
_STEP = re.compile(r"\s*(?:\?\.(?=[\[(])|\?\.|!!\.|!\.|&\.|->|::|\.(?!\.)|\\|:(?!:))\s*")
_PREFIX = re.compile(r"(?:&mut\b|&raw\b|\bmut\b|\bref\b|\bmove\b|[&*@^]|\btry[!?]?(?=\s)|\bcopy\b)\s*")
_CASTS = frozenset({"static_cast", "dynamic_cast", "reinterpret_cast", "const_cast", "cast"})
_CAST_SIGN = re.compile(r"\s+(?:as[!?]?|:>|satisfies)\s+")
_STRING = re.compile(r"(?:[rRbBuUfFL]{0,2}|[$@]{1,2})(?=[\"'`])")
_QUOTES = frozenset("\"'`")
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_GENERIC_END = re.compile(r"\s*(?:[(.{\[]|::|\?\.|->|$)")
_CHARACTER = re.compile(r"'(?:\\.[^']{0,8}|[^'\\])'")


def expression_path(text: str, language: Language) -> str:
    """The path of an expression, "" for one that is no path."""
    text = text.strip()
    if _PATH.fullmatch(text):
        return _number(text) if text[0].isdigit() else _SEPARATOR.sub(".", text)
    return _path(text, language, 0) if 0 < len(text) <= LONGEST_BYTES else ""


def _path(text: str, language: Language, depth: int) -> str:
    if depth > _DEEPEST:
        return ""
    text = text.lstrip("\\:") if text.startswith(("\\", "::")) else text
    prefix = _PREFIX.match(text)
    while prefix is not None:
        text = text[prefix.end() :]
        prefix = _PREFIX.match(text)
    if text.startswith("await "):
        inner = _path(text[6:].lstrip(), language, depth + 1)
        return f"{inner}.await" if inner else ""
    if text.startswith("new ") or text.startswith("new\n"):
        return _made(text[4:].lstrip(), language)
    found, place = _primary(text, language, depth)
    return _further(text, place, found, language, depth) if found else ""


def _made(text: str, language: Language) -> str:
    """What `new` makes: an object of the type that follows."""
    match = re.match(r"[\\\w$.:]+", text)
    if match is None:
        return ""
    place = match.end()
    if text[place : place + 1] == "<":
        place = _after_generics(text, place)
    made = type_path(text[:place])
    rest = text[place:].lstrip()
    if rest.startswith("["):
        return LITERAL
    if not made:
        return ""
    place = len(text) - len(rest)
    if rest.startswith("("):
        place = _after(text, place)
    found = f"{made}()"
    return _further(text, place, found, language, 1) if place > 0 else ""


def _primary(text: str, language: Language, depth: int) -> tuple[str, int]:
    """The path of what the text begins with, and where it ends."""
    first = text[:1]
    string = _STRING.match(text)
    if string is not None and text[string.end()] in _QUOTES:
        return _quoted(text, string.end())
    if first.isdigit():
        end = _NUMBER.match(text).end()  # type: ignore[union-attr]
        return _number(text[:end]), end
    if first and first in language.literal_brackets:
        return LITERAL, _after(text, 0)
    if first == "(":
        return _parenthesized(text, language, depth)
    name = _name_at(text, 0, language)
    if name is None:
        return _of_array(text) if first == "[" else ("", 0)
    place = name.end()
    word = name[0]
    if word in language.allocators and text.startswith("(", place) and (end := _after(text, place)) > 0:
        made = type_path(text[place + 1 : end - 1].partition(",")[0])
        return f"{made}()" if made else "", end
    if text[place : place + 1] == "<" or text[place : place + 3] == "::<":
        begun = place + (2 if text[place] == ":" else 0)
        end = _after_generics(text, begun)
        if end > begun and _GENERIC_END.match(text, end):
            written = type_path(word + text[begun:end])
            if word in _CASTS:
                return f"{type_path(text[begun + 1 : end - 1])}()", _after(text, end)
            return written or word, end
    return word, place


def _number(text: str) -> str:
    return FRACTION if _FRACTION.fullmatch(text) else INTEGER


def _quoted(text: str, place: int) -> tuple[str, int]:
    """A string, or a character where single quotes hold one."""
    end = _after_string(text, place)
    return (CHARACTER if _CHARACTER.fullmatch(text, place, end) else STRING), end


def _name_at(text: str, place: int, language: Language) -> re.Match[str] | None:
    return (_MARKED_NAME if language.marked_names else _NAME).match(text, place)


def _of_array(text: str) -> tuple[str, int]:
    """A value of an array type as Go writes it: `[]Foo{a, b}`."""
    opening = text.find("{")
    made = type_path(text[:opening]) if opening > 0 else ""
    return f"{made}()" if made else "", _after(text, opening)


def _parenthesized(text: str, language: Language, depth: int) -> tuple[str, int]:
    end = _after(text, 0)
    if end <= 0:
        return "", 0
    inner = text[1 : end - 1].strip()
    rest = text[end:].lstrip()
    if rest and (rest[0].isalnum() or rest[0] in "_($\"'") and not _CAST_SIGN.match(text, end):
        # `(Foo) value`: what follows is what is cast.
        made = type_path(inner)
        return (f"{made}()", len(text)) if made else ("", 0)
    found = _path(inner, language, depth + 1)
    return found, end


def _further(text: str, place: int, found: str, language: Language, depth: int) -> str:
    """Add the steps that follow from `place` on."""
    while place < len(text):
        if text.startswith(("?", "!"), place) and (
            place + 1 == len(text) or text[place + 1] in ".[()!?\n \t" and text[place + 1 : place + 2] != ""
        ):
            following = text[place:].lstrip("?!")
            if not following or following[0] in ".[(":
                if language.try_sign and text[place] == language.try_sign:
                    found += ".await"
                place = len(text) - len(following)
                continue
        cast = _CAST_SIGN.match(text, place)
        if cast is not None:
            made = type_path(text[cast.end() :])
            return f"{made}()" if made else ""
        step = _STEP.match(text, place)
        if step is not None and step.end() > place:
            place = step.end()
            if text.startswith("[", place):
                continue
            if text.startswith("(", place):
                # What Go asserts about the type of a value: `x.(Foo)`.
                end = _after(text, place)
                made = type_path(text[place + 1 : end - 1]) if end > 0 else ""
                if not made:
                    return ""
                found, place = f"{made}()", end
                continue
            if text.startswith("<", place):
                place = _after_generics(text, place)
            name = _name_at(text, place, language)
            if name is None:
                digits = _NUMBER.match(text, place)
                if digits is None:
                    return ""
                found, place = f"{found}[]", digits.end()
                continue
            found, place = f"{found}.{name[0]}", name.end()
            end = _after_generics(text, place)
            if end > place and _GENERIC_END.match(text, end):
                arguments = type_path(f"T{text[place:end]}")[1:]
                found, place = f"{found}{arguments}", end
            continue
        opening = _OPENING.match(text, place)
        if opening is None:
            return "" if text[place:].strip() else found
        end = _after(text, opening.end() - 1)
        if end <= 0:
            return ""
        sign = opening[1]
        if sign == "[":
            found += "[]"
        elif sign == "(":
            found += "()"
        elif not found.endswith(")") and not opening[0][:-1].endswith("\n"):
            # `Foo{a: 1}` makes a `Foo`; a block behind a call belongs to the call.
            found += "()"
        place = end
    return found


def _after(text: str, place: int) -> int:
    """Where the bracket that opens at `place` is closed, behind it; -1 if it is not."""
    closing: list[str] = []
    while place < len(text):
        character = text[place]
        if character in _QUOTES:
            place = _after_string(text, place)
            continue
        if character in "([{":
            closing.append(_CLOSING[character])
        elif closing and character == closing[-1]:
            closing.pop()
            if not closing:
                return place + 1
        elif character in ")]}":
            return -1
        place += 1
    return -1


def _after_string(text: str, place: int) -> int:
    quote = text[place]
    if quote == "'" and not _CHARACTER.match(text, place):
        end = text.find("'", place + 1)
        # A lifetime, or a prime at the end of a name.
        return end + 1 if end > 0 and "\n" not in text[place:end] else place + 1
    if text.startswith(quote * 3, place):
        end = text.find(quote * 3, place + 3)
        return end + 3 if end > 0 else len(text)
    place += 1
    while place < len(text):
        if text[place] == "\\":
            place += 1
        elif text[place] == quote:
            return place + 1
        place += 1
    return len(text)


def _after_generics(text: str, place: int) -> int:
    """Behind the arguments of a generic type that begin at `place`; `place` if there are none."""
    depth = 0
    for position in range(place, min(len(text), place + 200)):
        character = text[position]
        if character == "<":
            depth += 1
        elif character == ">":
            if text[position - 1] in "-=":
                continue
            depth -= 1
            if depth == 0:
                return position + 1
        elif not (character.isalnum() or character in "_$.,:&*?[]'| \n\t()-;"):
            return place
    return place
