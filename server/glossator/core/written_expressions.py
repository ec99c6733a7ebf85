"""From an expression as it stands in the source to a path of steps, in one form for all languages.

`self->items[0].get(a, b)?.name` becomes `self.items[].get().name`: names, calls without their arguments, and
subscripts. What makes an object of a type is a call of the type, however it is written: `new Foo(a)`, `&Foo{a: 1}`,
`(Foo) x`, `x as Foo` and `static_cast<Foo*>(x)` become `Foo()`. A value of a type that is built in is `%value` or the like; any
other expression is "".
"""

from __future__ import annotations

import re

from glossator.core.languages import Language
from glossator.core.written_types import NAMED, ROOT, type_path

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
_PLACES = re.compile(r"\d+(?:\.\d+)*")
_PLACE = re.compile(r"\.(\d)(?=\.|$)")
_LABEL = re.compile(r"\b(this|super)@(\w+)")
"""The object of an outer type (Kotlin)."""
_NUMBER = re.compile(r"\d[\w.]*")
_NUMBER_KINDS = {
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
_OPENING = re.compile(r"\s*([(\[{])")
_STEP = re.compile(r"\s*(?:\?\.(?=[\[(])|\?\.|!!\.|!\.|&\.|->|::|\.(?!\.)|\\|:(?!:))\s*")
_PREFIX = re.compile(r"(?:&mut\b|&raw\b|\bmut\b|\bref\b|\bmove\b|[&*@^]|\btry[!?]?(?=\s)|\bcopy\b)\s*")
_ROOTED = re.compile(r"(?:\\|::)\s*")
_CASTS = frozenset({"static_cast", "dynamic_cast", "reinterpret_cast", "const_cast", "cast"})
_CAST_SIGN = re.compile(r"\s+(?:as[!?]?|:>|satisfies)\s+")
_STRING = re.compile(r"(?:[rRbBuUfFL]{0,2}|[$@]{1,2})(?=[\"'`])")
_QUOTES = frozenset("\"'`")
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_GENERIC_END = re.compile(r"\s*(?:[(.{\[]|::|\?\.|->|$)")
_MODULE = re.compile(r"""\(\s*(["'`])([^"'`$\n]+)\1\s*,?\s*\)""")
_NO_VALUES = frozenset({"function", "class", "async", "typeof", "void", "delete", "yield"})
"""Words at the beginning of expressions that are no paths (JavaScript)."""
_CAST_TO = {"const": "", "any": "any()", "unknown": "any()", "never": "any()"}
_SLICE = re.compile(r"[\w.()+*\- ]*?(?::(?!:)|\.\.)")
_BEGINS_PATH = re.compile(r"\s*(?:&\s*(?:mut\s+)?)?(?!self\b|super\b|crate\b)[a-z_]\w*::")
_NEVER = frozenset({"panic", "todo", "unreachable", "unimplemented"})
"""Macros that give nothing back."""
_NEW = ".new"
_BLOCKS = frozenset({"unsafe", "loop", "async", "do", "try"})
"""Words before blocks that are values."""
_BRACKET_OR_QUOTE = re.compile(r"[\"'`()\[\]{}]")
_CHARACTER = re.compile(r"'(?:\\.[^']{0,8}|[^'\\])'")


def expression_path(text: str, language: Language) -> str:
    """The path of an expression, "" for one that is no path."""
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
            return _number(text)
        return _PLACE.sub(r"[\1]", _SEPARATOR.sub(".", text))
    return _path(text, language, 0) if 0 < len(text) <= LONGEST_BYTES else ""


def _path(text: str, language: Language, depth: int) -> str:
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
    if text.startswith("new ") or text.startswith("new\n"):
        return _made(text[4:].lstrip(), language)
    if text.startswith("clone $"):
        return _path(text[6:], language, depth + 1)
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
    if not made:
        return LITERAL if rest.startswith("[") else ""
    if rest.startswith("["):
        return _made_array(made, rest)
    place = len(text) - len(rest)
    if rest.startswith("("):
        place = after_bracket(text, place)
    found = made if made in language.self_names else f"{made}()"
    return _further(text, place, found, language, 1) if place > 0 else ""


def _made_array(made: str, rest: str) -> str:
    """The path of a new array of a type, whose sizes and content follow (`new Foo[2][]`, `new Foo[] { a, b }`)."""
    while rest.startswith("["):
        end = after_bracket(rest, 0)
        if end <= 0:
            return LITERAL
        made, rest = f"[]<{made}>", rest[end:].lstrip()
    return f"{made}()" if not rest or rest.startswith("{") else LITERAL


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
        return "[]<any>()" if language.object_literals else LITERAL, after_bracket(text, 0)
    if first == "(":
        return _parenthesized(text, language, depth)
    name = _name_at(text, 0, language)
    if name is None:
        return _of_array(text) if first == "[" else ("", 0)
    place = name.end()
    word = name[0]
    if word in language.module_calls and (module := _MODULE.match(text, place)) is not None:
        return f'"{module[2]}"', module.end()
    if language.macro_sign and text.startswith(language.macro_sign, place) and text[place + 1 : place + 2] in "([{":
        # What a macro makes is not told but for a sequence.
        made = "" if word in _NEVER else "[]<_>()" if text[place + 1] == "[" else LITERAL
        return made, after_bracket(text, place + 1)
    if word == "map" and text.startswith("[", place) and (opening := text.find("{", place)) > 0:
        # A map of Go: `map[string]Foo{}`.
        made = type_path(text[:opening])
        return f"{made}()" if made else "", after_bracket(text, opening)
    if language.object_literals and word in _NO_VALUES:
        return "", 0
    if word in language.allocators and text.startswith("(", place) and (end := after_bracket(text, place)) > 0:
        made = type_path(text[place + 1 : end - 1].partition(",")[0])
        return f"{made}()" if made else "", end
    if text[place : place + 1] == "<" or text[place : place + 3] == "::<":
        begun = place + (2 if text[place] == ":" else 0)
        end = _after_generics(text, begun)
        if end > begun and _GENERIC_END.match(text, end):
            written = type_path(word + text[begun:end])
            if word in _CASTS:
                return f"{type_path(text[begun + 1 : end - 1])}()", after_bracket(text, end)
            return written or word, end
    return word, place


def _number(text: str) -> str:
    if (kind := _NUMBER_KINDS.get(text[-1])) is not None and text[:2].lower() != "0x":
        return kind
    return FRACTION if _FRACTION.fullmatch(text) else INTEGER


def _quoted(text: str, place: int) -> tuple[str, int]:
    """A string, or a character where single quotes hold one."""
    end = after_string(text, place)
    return (CHARACTER if _CHARACTER.fullmatch(text, place, end) else STRING), end


def _name_at(text: str, place: int, language: Language) -> re.Match[str] | None:
    return (_MARKED_NAME if language.marked_names else _NAME).match(text, place)


def _of_array(text: str) -> tuple[str, int]:
    """A value of an array type as Go writes it: `[]Foo{a, b}`."""
    opening = text.find("{")
    made = type_path(text[:opening]) if opening > 0 else ""
    return f"{made}()" if made else "", after_bracket(text, opening)


def _parenthesized(text: str, language: Language, depth: int) -> tuple[str, int]:
    end = after_bracket(text, 0)
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
        if text.startswith((".?", ".*"), place) and not text[place + 2 : place + 3].isalnum():
            # What Zig takes out of an optional value or a pointer.
            place += 2
            continue
        cast = _CAST_SIGN.match(text, place)
        if cast is not None:
            made = type_path(text[cast.end() :])
            if made in language.predefined_types:
                return _CAST_TO.get(made, LITERAL) or found
            return f"{made}()" if made else ""
        step = _STEP.match(text, place)
        if step is not None and step.end() > place:
            place = step.end()
            if text.startswith("[", place):
                continue
            if text.startswith("(", place):
                # What Go asserts about the type of a value: `x.(Foo)`.
                end = after_bracket(text, place)
                made = type_path(text[place + 1 : end - 1]) if end > 0 else ""
                if not made:
                    return ""
                found, place = f"{made}()", end
                continue
            if text.startswith("<", place):
                begun, place = place, _after_generics(text, place)
                if text.startswith("(", place):
                    # The arguments of a generic method: `parse::<Foo>()`.
                    arguments = type_path(f"T{text[begun:place]}")[1:]
                    if found.rpartition(".")[2] not in language.same_methods:
                        found += arguments
                    continue
            name = _name_at(text, place, language)
            if name is None:
                digits = _PLACES.match(text, place)
                if digits is None:
                    return ""
                # `1` or, of what stands at a place, `0.1`.
                found, place = found + "".join(f"[{each[:1]}]" for each in digits[0].split(".")), digits.end()
                continue
            if name[0] == "asInstanceOf" and (end := after_bracket(text, name.end())) > 0:
                # A cast of Scala: `x.asInstanceOf[Foo]`.
                made = type_path(text[name.end() + 1 : end - 1])
                if not made:
                    return ""
                found, place = f"{made}()", end
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
        end = after_bracket(text, opening.end() - 1)
        if end <= 0:
            return ""
        sign = opening[1]
        if sign == "[":
            # A part of a sequence is a sequence.
            found += "" if _SLICE.match(text, opening.end(), end - 1) else "[]"
        elif sign == "(":
            made = found.removesuffix(_NEW) if language.transparent_types and found.endswith(_NEW) else ""
            if made in language.transparent_types and (
                inner := _path(text[opening.end() : end - 1].strip(), language, depth + 1)
            ):
                # `Box::new(value)` is used like the value.
                found = inner
            else:
                found += "()"
        elif found in _BLOCKS:
            return ""
        elif not found.endswith(")") and not opening[0][:-1].endswith("\n"):
            # `Foo{a: 1}` makes a `Foo`; a block behind a call belongs to the call.
            found += "()"
        place = end
    return found


def after_bracket(text: str, place: int) -> int:
    """Where the bracket that opens at `place` is closed, behind it; -1 if it is not."""
    closing: list[str] = []
    while (sign := _BRACKET_OR_QUOTE.search(text, place)) is not None:
        character, place = sign[0], sign.end()
        if character in _QUOTES:
            place = after_string(text, sign.start())
        elif character in "([{":
            closing.append(_CLOSING[character])
        elif not closing or character != closing.pop():
            return -1
        elif not closing:
            return place
    return -1


def after_string(text: str, place: int) -> int:
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
