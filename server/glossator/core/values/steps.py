"""The steps behind the beginning of an expression: members, calls, subscripts, casts."""

from __future__ import annotations

import re
from collections.abc import Callable

from glossator.core.languages import Language
from glossator.core.values.brackets import after_bracket, after_generics
from glossator.core.values.literals import LITERAL
from glossator.core.values.primaries import ends_generics, name_at
from glossator.core.values.types import type_path

_OPENING = re.compile(r"\s*([(\[{])")
_COMMENT = re.compile(r"\s*(?://[^\n]*(?:\n|$)|/\*.*?\*/)\s*", re.DOTALL)
_STEP = re.compile(r"\s*(?:\?->|\?\.(?=[\[(])|\?\.|!!\.|!\.|&\.|->|::|\.(?!\.)|\\|:(?!:))\s*")
_CAST_SIGN = re.compile(r"\s+(?:as[!?]?|:>|satisfies)\s+")
_CAST_TO = {"const": "", "any": "any()", "unknown": "any()", "never": "any()"}
_PLACES = re.compile(r"\d+(?:\.\d+)*")
_SLICE = re.compile(r"[\w.()+*\- ]*?(?::(?!:)|\.\.)")
_NEW = ".new"
_BLOCKS = frozenset({"unsafe", "loop", "async", "do", "try"})
"""Words before blocks that are values."""
_SURE_SIGNS = frozenset("?!")


def is_cast(text: str, place: int) -> bool:
    """Whether a sign of a cast stands at `place` (`as`)."""
    return _CAST_SIGN.match(text, place) is not None


class Steps:
    """Reads steps one after the other. Methods that read one say whether the expression is a path still."""

    __slots__ = ("_found", "_inner", "_language", "_place", "_text")

    def __init__(
        self, text: str, place: int, found: str, language: Language, inner: Callable[[str], str]
    ) -> None:
        """`found` is the path up to `place`, `inner` gives the path of an expression inside of this one."""
        self._text = text
        self._place = place
        self._found = found
        self._language = language
        self._inner = inner

    def read(self) -> str:
        """The path with all steps, "" if it is none."""
        text = self._text
        while self._place < len(text):
            sign = text[self._place]
            if sign in _SURE_SIGNS and self._skips_sure_sign():
                continue
            if sign == "." and text.startswith((".?", ".*"), self._place):
                following = text[self._place + 2 : self._place + 3]
                if not following.isalnum():
                    # What Zig takes out of an optional value or a pointer.
                    self._place += 2
                    continue
            if sign.isspace() and (cast := _CAST_SIGN.match(text, self._place)) is not None:
                return self._cast(type_path(text[cast.end() :]))
            if (comment := _COMMENT.match(text, self._place)) is not None:
                self._place = comment.end()
                continue
            step = _STEP.match(text, self._place)
            if step is not None:
                self._place = step.end()
                if not self._member():
                    return ""
            elif not self._brackets():
                return ""
        return self._found

    def _skips_sure_sign(self) -> bool:
        """Skip signs behind a value that say that there is one, or that take it out of what holds it (`?`, `!`)."""
        text, place = self._text, self._place
        if place + 1 < len(text) and text[place + 1] not in ".[()!?\n \t":
            return False
        following = text[place:].lstrip("?!")
        if following and following[0] not in ".[(":
            return False
        if self._language.try_sign and text[place] == self._language.try_sign:
            self._found += ".await"
        self._place = len(text) - len(following)
        return True

    def _cast(self, made: str) -> str:
        if made in self._language.predefined_types:
            return _CAST_TO.get(made, LITERAL) or self._found
        return f"{made}()" if made else ""

    def _member(self) -> bool:
        """What follows a separator."""
        text, language = self._text, self._language
        if text.startswith("[", self._place):
            return True
        if text.startswith("(", self._place):
            # What Go asserts about the type of a value: `x.(Foo)`.
            return self._becomes(self._place)
        if text.startswith("<", self._place) and self._generic_method():
            return True
        name = name_at(text, self._place, language)
        if name is None:
            return self._places()
        if name[0] == "asInstanceOf" and after_bracket(text, name.end()) > 0:
            # A cast of Scala: `x.asInstanceOf[Foo]`.
            return self._becomes(name.end())
        self._found, self._place = f"{self._found}.{name[0]}", name.end()
        end = after_generics(text, self._place)
        if end > self._place and ends_generics(text, end):
            self._found += type_path(f"T{text[self._place : end]}")[1:]
            self._place = end
        return True

    def _becomes(self, opening: int) -> bool:
        """A cast to the type in the brackets that open there."""
        end = after_bracket(self._text, opening)
        made = type_path(self._text[opening + 1 : end - 1]) if end > 0 else ""
        self._found, self._place = f"{made}()", end
        return bool(made)

    def _generic_method(self) -> bool:
        """The arguments of a generic method: `parse::<Foo>()`."""
        begun = self._place
        self._place = after_generics(self._text, begun)
        if not self._text.startswith("(", self._place):
            return False
        if self._found.rpartition(".")[2] not in self._language.same_methods:
            self._found += type_path(f"T{self._text[begun : self._place]}")[1:]
        return True

    def _places(self) -> bool:
        """`1` or, of what stands at a place, `0.1`."""
        digits = _PLACES.match(self._text, self._place)
        if digits is None:
            return False
        self._found += "".join(f"[{each[:1]}]" for each in digits[0].split("."))
        self._place = digits.end()
        return True

    def _brackets(self) -> bool:
        """A call, a subscript, or the content of an object; or nothing but space at the end."""
        text, found = self._text, self._found
        opening = _OPENING.match(text, self._place)
        if opening is None:
            is_at_end = not text[self._place :].strip()
            self._place = len(text)
            return is_at_end
        end = after_bracket(text, opening.end() - 1)
        if end <= 0:
            return False
        self._place = end
        sign = opening[1]
        if sign == "[":
            # A part of a sequence is a sequence.
            self._found += "" if _SLICE.match(text, opening.end(), end - 1) else "[]"
        elif sign == "(":
            self._found = self._transparent(text[opening.end() : end - 1]) or f"{found}()"
        elif found in _BLOCKS:
            return False
        elif not found.endswith(")") and not opening[0][:-1].endswith("\n"):
            # `Foo{a: 1}` makes a `Foo`; a block behind a call belongs to the call.
            self._found += "()"
        return True

    def _transparent(self, arguments: str) -> str:
        """The value that `Box::new(value)` is used like, "" for any other call."""
        transparent = self._language.transparent_types
        if not transparent or not self._found.endswith(_NEW):
            return ""
        return self._inner(arguments.strip()) if self._found.removesuffix(_NEW) in transparent else ""
