"""What an expression begins with: a string, a number, a name, or a call that makes something."""

from __future__ import annotations

import re

from glossator.core.languages import Language
from glossator.core.values.brackets import QUOTES, after_bracket, after_generics
from glossator.core.values.literals import LITERAL, number, quoted
from glossator.core.values.types import type_path

_NAME = re.compile(r"[^\W\d][\w$]*|[$@#]+\w+")
_MARKED_NAME = re.compile(r"[^\W\d]\w*[!?]?|[$@]+\w+")
_NUMBER = re.compile(r"\d[\w.]*")
_STRING = re.compile(r"(?:[rRbBuUfFL]{0,2}|[$@]{1,2})(?=[\"'`])")
_CASTS = frozenset({"static_cast", "dynamic_cast", "reinterpret_cast", "const_cast", "cast"})
_GENERIC_END = re.compile(r"\s*(?:[(.{\[]|::|\?\.|->|$)")
_MODULE = re.compile(r"""\(\s*(["'`])([^"'`$\n]+)\1\s*,?\s*\)""")
_NO_VALUES = frozenset({"function", "class", "async", "typeof", "void", "delete", "yield"})
"""Words at the beginning of expressions that are no paths (JavaScript)."""
SPECIAL_WORDS = frozenset({"map", *_NO_VALUES})
"""Words that begin other expressions than their names tell, in some languages."""
_NEVER = frozenset({"panic", "todo", "unreachable", "unimplemented"})
"""Macros that give nothing back."""

Found = tuple[str, int]
"""A path, "" for none, and where in the text it ends."""


def primary(text: str, language: Language) -> Found:
    """The path of what the text begins with, which is no parenthesis."""
    first = text[:1]
    if (string := _STRING.match(text)) is not None and text[string.end()] in QUOTES:
        return quoted(text, string.end())
    if (digits := _NUMBER.match(text)) is not None:
        return number(digits[0]), digits.end()
    if first and first in language.literal_brackets:
        return "[]<any>()" if language.object_literals else LITERAL, after_bracket(text, 0)
    name = name_at(text, 0, language)
    if name is None:
        return _array_of_type(text) if first == "[" else ("", 0)
    return _named(text, name[0], name.end(), language)


def name_at(text: str, place: int, language: Language) -> re.Match[str] | None:
    """The name that begins at `place`."""
    return (_MARKED_NAME if language.marked_names else _NAME).match(text, place)


def ends_generics(text: str, place: int) -> bool:
    """Whether what stands at `place` may follow the arguments of a generic type."""
    return _GENERIC_END.match(text, place) is not None


def _named(text: str, word: str, place: int, language: Language) -> Found:
    """The path of what begins with a word that ends at `place`."""
    if word in language.module_calls and (module := _MODULE.match(text, place)) is not None:
        return f'"{module[2]}"', module.end()
    if (
        language.macro_sign
        and text.startswith(language.macro_sign, place)
        and text[place + 1 : place + 2] in "([{"
    ):
        # What a macro makes is not told but for a sequence.
        made = "" if word in _NEVER else "[]<_>()" if text[place + 1] == "[" else LITERAL
        return made, after_bracket(text, place + 1)
    if word == "map" and text.startswith("[", place) and (opening := text.find("{", place)) > 0:
        # A map of Go: `map[string]Foo{}`.
        return _object_of(text[:opening]), after_bracket(text, opening)
    if language.object_literals and word in _NO_VALUES:
        return "", 0
    if (
        word in language.allocators
        and text.startswith("(", place)
        and (end := after_bracket(text, place)) > 0
    ):
        return _object_of(text[place + 1 : end - 1].partition(",")[0]), end
    if text.startswith(("<", "::<"), place):
        begun = place + (2 if text[place] == ":" else 0)
        end = after_generics(text, begun)
        if end > begun and ends_generics(text, end):
            if word in _CASTS:
                return f"{type_path(text[begun + 1 : end - 1])}()", after_bracket(text, end)
            return type_path(word + text[begun:end]) or word, end
    return word, place


def _array_of_type(text: str) -> Found:
    """A value of an array type as Go writes it: `[]Foo{a, b}`."""
    opening = text.find("{")
    return (_object_of(text[:opening]) if opening > 0 else ""), after_bracket(text, opening)


def _object_of(written: str) -> str:
    """What makes an object of a type, "" where the type has no name."""
    made = type_path(written)
    return f"{made}()" if made else ""
