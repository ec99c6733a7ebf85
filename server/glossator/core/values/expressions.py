"""From an expression as it stands in the source to an access path, in one form for all languages.

`self->items[0].get(a, b)?.name` becomes `self.items[].get().name`: names, calls without their arguments, and
subscripts. What makes an object of a type is a call of the type, however it is written: `new Foo(a)`, `&Foo{a: 1}`,
`(Foo) x`, `x as Foo` and `static_cast<Foo*>(x)` become `Foo()`. A value of a type that is built in is `%value` or the
like (`core.values.literals`); any other expression is "".
"""

from __future__ import annotations

import re

from glossator.core.languages import Language
from glossator.core.values.brackets import after_bracket, after_generics
from glossator.core.values.literals import LITERAL, number
from glossator.core.values.primaries import SPECIAL_WORDS, primary
from glossator.core.values.steps import Steps, is_cast
from glossator.core.values.type_forms import NAMED, ROOT
from glossator.core.values.types import type_path

LONGEST = 600
"""A longer expression is none that is followed, but for a path of names."""
_DEEPEST = 6
"""An expression inside of more others than that is none that could be followed."""
_PATH = re.compile(r"[\w$@!#]+(?:(?:\.|::|->|\?\.|\\|:)[\w$@!#]+)*+")
_SEPARATOR = re.compile(r"::|->|\?\.|!!\.|!\.|&\.|\.|\\|:")
_PLACE = re.compile(r"\.(\d)(?=\.|$)")
_LABEL = re.compile(r"\b(this|super)@(\w+)")
"""The object of an outer type (Kotlin)."""
_PREFIX = re.compile(r"(?:&mut\b|&raw\b|\bmut\b|\bref\b|\bmove\b|[&*@^]|\btry[!?]?(?=\s)|\bcopy\b)\s*")
_ROOTED = re.compile(r"(?:\\|::)\s*")
_BEGINS_PATH = re.compile(r"\s*(?:&\s*(?:mut\s+)?)?(?!self\b|super\b|crate\b)[a-z_]\w*::")
_PLAIN_CONTENT = r"(?:[^()\[\]{}\"'`]++|\"[^\"\\()\[\]{}]++\"|'[^'\\\n()\[\]{}]++')*+"
_PLAIN = re.compile(
    rf"(?!(?:mut|ref|move|copy)\b)([A-Za-z_]\w*+)(?:\.(?!asInstanceOf\b|new\()[A-Za-z_]\w*+|\({_PLAIN_CONTENT}\)|\[\w+\])*+",
    re.ASCII,
)
"""Members, calls and subscripts without brackets in them, as most expressions are that are no bare paths."""
_IN_BRACKETS = re.compile(r"(?<=\()[^()]+|(?<=\[)[^\[\]()]+(?=\])")
_MADE = re.compile(r"[\\\w$.:]+")
_ASSIGNED = re.compile(r"[$@\w][\w.]*(?:->\w+)*\s*=(?![=>])\s*")
"""What a value is bound to in the parenthesis around it."""


def expression_path(text: str, language: Language) -> str:
    """The path of an expression, "" for one that is no path."""
    if text.isidentifier() and text.isascii():
        return text
    if text and text == language.macro_sign:
        return text
    found = _expression_path(text, language)
    return f"{NAMED}.{found}" if found and language.paths_apart and _BEGINS_PATH.match(text) else found


def _expression_path(text: str, language: Language) -> str:
    # A sign before the name of a static variable is no part of the name (PHP).
    text = text.strip().replace("::$", "::")
    if "@" in text:
        text = _LABEL.sub(r"\2.\1", text)
    if text.endswith("!") and not language.marked_names:
        text = text.rstrip("!")
    if _PATH.fullmatch(text):
        if text[0].isdigit():
            return number(text)
        return _PLACE.sub(r"[\1]", _SEPARATOR.sub(".", text))
    if not 0 < len(text) <= LONGEST:
        return ""
    return _plain_path(text, language) or _path(text, language, 0)


def _plain_path(text: str, language: Language) -> str:
    """The path of members, calls and subscripts that need no closer look, "" for anything else."""
    plain = _PLAIN.fullmatch(text)
    if plain is None or ("<" in text and ">" in text):
        return ""
    word = plain[1]
    if word in SPECIAL_WORDS or word in language.allocators or word in language.module_calls:
        return ""
    return _IN_BRACKETS.sub("", text)


def _path(text: str, language: Language, depth: int) -> str:
    """The path of an expression that is inside of `depth` others."""
    if depth > _DEEPEST:
        return ""
    if (rooted := _ROOTED.match(text)) is not None:
        inner = _path(text[rooted.end() :], language, depth + 1)
        return f"{ROOT}.{inner}" if inner else "" if text[rooted.end() :] else ROOT
    prefix = _PREFIX.match(text)
    while prefix is not None:
        text = text[prefix.end() :]
        prefix = _PREFIX.match(text)
    if text.startswith("await "):
        inner = _path(text[6:].lstrip(), language, depth + 1)
        return f"{inner}.await" if inner else ""
    if text.startswith(("new ", "new\n")):
        return _made(text[4:].lstrip(), language, depth + 1)
    if text.startswith("clone $"):
        return _path(text[6:], language, depth + 1)
    if text.startswith("("):
        found, place = _parenthesized(text, language, depth)
    else:
        found, place = primary(text, language)
    return _further(text, place, found, language, depth) if found else ""


def _made(text: str, language: Language, depth: int) -> str:
    """What `new` makes: an object of the type that follows."""
    match = _MADE.match(text)
    if match is None:
        return ""
    place = match.end()
    if text.startswith("<", place):
        place = after_generics(text, place)
    made = type_path(text[:place])
    rest = text[place:].lstrip()
    if not made:
        return LITERAL if rest.startswith("[") else ""
    if rest.startswith("["):
        return _made_array(made, rest)
    place = len(text) - len(rest)
    if rest.startswith("("):
        place = after_bracket(text, place)
    found = made if made in language.self_names else f"{made}()"
    return _further(text, place, found, language, depth) if place > 0 else ""


def _made_array(made: str, rest: str) -> str:
    """The path of a new array of a type, whose sizes and content follow (`new Foo[2][]`, `new Foo[] { a, b }`)."""
    while rest.startswith("["):
        end = after_bracket(rest, 0)
        if end <= 0:
            return LITERAL
        made, rest = f"[]<{made}>", rest[end:].lstrip()
    return f"{made}()" if not rest or rest.startswith("{") else LITERAL


def _parenthesized(text: str, language: Language, depth: int) -> tuple[str, int]:
    """What the parenthesis holds that the text begins with, or what is cast by it, and where that ends."""
    end = after_bracket(text, 0)
    if end <= 0:
        return "", 0
    inner = text[1 : end - 1].strip()
    rest = text[end:].lstrip()
    if rest and (rest[0].isalnum() or rest[0] in "_($\"'") and not is_cast(text, end):
        # `(Foo) value`: what follows is what is cast.
        made = type_path(inner)
        return (f"{made}()", len(text)) if made else ("", 0)
    if (assigned := _ASSIGNED.match(inner)) is not None:
        inner = inner[assigned.end() :]
    return _path(inner, language, depth + 1), end


def _further(text: str, place: int, found: str, language: Language, depth: int) -> str:
    """Add the steps that follow from `place` on; it is negative where brackets are not closed."""
    if place < 0 or place == len(text):
        return found if place > 0 else ""

    def inner(written: str) -> str:
        return _path(written, language, depth + 1)

    return Steps(text, place, found, language, inner).read()
