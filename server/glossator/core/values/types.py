"""From a type as it stands in the source to one form for all languages.

`Optional[Foo]`, `List<Foo>`, `*Foo`, `&mut dyn a::Foo`, `Foo[]`, `map[string]Foo`, `Foo | null` and their like become
`Optional<Foo>`, `List<Foo>`, `Foo`, `a.Foo`, `[]<Foo>`, `map<string,Foo>` and `Foo|null`. What only says how a value is
held or passed is left out: pointers, references, mutability, lifetimes, nullability. A type that names none, such as
that of a function, is "".
"""

from __future__ import annotations

from functools import lru_cache

from glossator.core.values.type_forms import FUNCTION, ROOT, SEQUENCE, TUPLE
from glossator.core.values.type_tokens import (
    CLOSING,
    ENDS,
    PATH_SIGNS,
    POSTFIXES,
    PREFIXES,
    QUALIFIERS,
    NoTypeError,
    TokenReader,
    is_lifetime,
    is_name,
)

_FUNCTION_TYPES = frozenset({"func", "fn", "Fn", "FnMut", "FnOnce"})
_FUNCTION_WORDS = frozenset({"func", "fn", "fun", "function", "typeof", "decltype"})
_LONGEST = 400
_DEEPEST = 12
"""A type inside of more others than that is none that could be followed."""
_REMEMBERED = 4096


def type_path(text: str) -> str:
    """The type in the common form, "" where it has no name."""
    if text.isidentifier() and len(text) <= _LONGEST:
        return text
    return _type_path(text) if len(text) <= _LONGEST else ""


@lru_cache(_REMEMBERED)
def _type_path(text: str) -> str:
    """The same, remembered: a project writes few types, and those often."""
    try:
        return _read(text, 0)
    except NoTypeError:
        return ""


def _read(text: str, depth: int) -> str:
    parser = _TypeParser(text.lstrip(": \t\r\n"))
    found = parser.union(depth)
    return found if parser.at_end else ""


class _TypeParser(TokenReader):
    """Reads a type out of tokens by recursive descent. Every way down leads through `_single`, which goes no deeper
    than `_DEEPEST`."""

    def union(self, depth: int) -> str:
        """Types between bars, of which a value has one, or between `&` or `+`, of which it has all."""
        self._skip(frozenset("|&"))
        parts = [self._single(depth)]
        while self._peek() in ("|", "&", "+"):
            sign = "|" if self._next() == "|" else "&"
            following = self._peek()
            if is_name(following) or following in ("(", "[", "{") or following.startswith(("'", '"')):
                part = self._single(depth)
                if part and sign == "&" and parts[-1]:
                    parts[-1] = f"{parts[-1]}&{part}"
                else:
                    parts.append(part)
        return "|".join(dict.fromkeys(part for part in parts if part))

    def _single(self, depth: int) -> str:
        if depth > _DEEPEST:
            raise NoTypeError
        is_rooted = self._skip_prefixes()
        token = self._next()
        if token == "[":
            found = self._bracketed(depth)
        elif token == "(" and (end := self._arrow()):
            self._place = end
            found = f"{FUNCTION}<{self.union(depth + 1)}>"
        elif token == "(":
            found = self._parenthesized(depth)
        elif token[:1] in "\"'" and len(token) > 1:
            found = _quoted(token[1:-1], depth + 1)
        elif is_name(token):
            found = self._named(f"{ROOT}.{token}" if is_rooted else token, depth)
        else:
            raise NoTypeError
        return self._with_postfixes(found)

    def _named(self, name: str, depth: int) -> str:
        while self._peek() in PATH_SIGNS and is_name(self._peek(1)):
            name = f"{name}.{self._peek(1)}"
            self._place += 2
        if self._peek() == "::" and self._peek(1) == "<":
            self._place += 1
        if name == "chan" and (self._begins_type() or self._peek() == "<"):
            self._skip(frozenset("<-"))
            return f"chan<{self._single(depth + 1)}>"
        if self._peek() == "<" or (
            self._peek() == "[" and self._peek(1) != "]" and not self._peek(1).isdigit()
        ):
            arguments = self._arguments(self._next(), depth)
            if name == "map" and self._begins_type():
                arguments.append(self._single(depth + 1))
            name = f"{name}<{','.join(arguments)}>"
        elif name in _FUNCTION_TYPES and self._peek() == "(":
            name = self._function(depth)
        elif name in _FUNCTION_WORDS:
            raise NoTypeError
        while self._peek() in PATH_SIGNS and is_name(self._peek(1)):
            # A type inside of a generic one: `Outer<T>.Inner`.
            name = f"{name.partition('<')[0]}.{self._peek(1)}"
            self._place += 2
        return name

    def _function(self, depth: int) -> str:
        """A type of functions: what they give, since only that is used."""
        opened = 0
        while not opened or self._peek() != ")" or opened > 1:
            opened += {"(": 1, ")": -1}.get(self._next(), 0)
        self._place += 1
        if self._peek() == "->":
            self._place += 1
        if self.at_end or not (self._begins_type() or self._peek() in PREFIXES):
            raise NoTypeError
        return f"{FUNCTION}<{self._single(depth + 1)}>"

    def _arrow(self) -> int:
        """Where what a function gives begins, if one with parameters in the parenthesis that is open; 0 if none."""
        opened, ahead = 1, 0
        while opened and (token := self._peek(ahead)):
            opened += {"(": 1, ")": -1}.get(token, 0)
            ahead += 1
        return self._place + ahead + 1 if not opened and self._peek(ahead) == "=>" else 0

    def _bracketed(self, depth: int) -> str:
        """`[]T` and `[3]T` (Go), `[T]`, `[T; 3]` and `[K: V]` (Rust, Swift), `[A, B]` (a tuple of TypeScript)."""
        if self._peek() == "]" or self._peek()[:1].isdigit() or self._peek() == "...":
            self._skip_to("]")
            return f"{SEQUENCE}<{self._single(depth + 1)}>"
        parts = [self.union(depth + 1)]
        sign = self._next()
        if sign == ";":
            self._skip_to("]")
            return f"{SEQUENCE}<{parts[0]}>"
        while sign in (",", ":"):
            parts.append(self.union(depth + 1))
            if sign == ":":
                self._expect("]")
                return f"map<{','.join(parts)}>"
            sign = self._next()
        if sign != "]":
            raise NoTypeError
        if len(parts) > 1:
            return f"{TUPLE}<{','.join(parts)}>"
        # An array of Go whose length is a constant: `[size]T`.
        return f"{SEQUENCE}<{self._single(depth + 1) if self._begins_type() else parts[0]}>"

    def _parenthesized(self, depth: int) -> str:
        parts: list[str] = []
        while self._peek() != ")":
            parts.append(self.union(depth + 1))
            if self._peek() not in (",", ")"):
                raise NoTypeError
            if self._peek() == ",":
                self._place += 1
        self._place += 1
        if self._peek() in ("=>", "->") or not parts:
            raise NoTypeError
        return parts[0] if len(parts) == 1 else f"{TUPLE}<{','.join(parts)}>"

    def _arguments(self, opening: str, depth: int) -> list[str]:
        closing = CLOSING[opening]
        arguments: list[str] = []
        while self._peek() != closing:
            if is_lifetime(self._peek()):
                self._place += 1
            else:
                arguments.append(self._argument(closing, depth))
            if self._peek() == ",":
                self._place += 1
        self._place += 1
        return arguments

    def _argument(self, closing: str, depth: int) -> str:
        """One argument of a generic type, "" for one that is no type."""
        begun = self._place
        try:
            if is_name(self._peek()) and self._peek(1) == "=":
                # A named argument: `Iterator<Item = T>`.
                self._place += 2
            if self._peek() in ("?", "_") and self._peek(1) in ("extends", "super"):
                self._place += 2
            found = self.union(depth + 1)
            if self._peek() in (",", closing):
                return found
        except NoTypeError:
            pass
        self._place = begun
        self._skip_argument(closing)
        return ""

    def _skip_argument(self, closing: str) -> None:
        open_brackets: list[str] = []
        while not self.at_end:
            token = self._peek()
            if not open_brackets and token in (",", closing):
                return
            if token in CLOSING:
                open_brackets.append(CLOSING[token])
            elif open_brackets and token == open_brackets[-1]:
                open_brackets.pop()
            self._place += 1
        raise NoTypeError

    def _with_postfixes(self, found: str) -> str:
        while not self.at_end:
            token = self._peek()
            if token == "[" and (self._peek(1) == "]" or self._peek(1).isdigit()):
                self._skip_to("]")
                found = f"{SEQUENCE}<{found}>"
            elif token in QUALIFIERS or (
                token in POSTFIXES and not (token == "&" and is_name(self._peek(1)))
            ):
                self._place += 1
            else:
                break
        return found

    def _skip_prefixes(self) -> bool:
        """Skip what precedes a name; whether the last of it is the sign of the root of all names."""
        is_rooted = False
        while not self.at_end:
            token = self._peek()
            if token == "@":
                self._place += 2
            elif token in PREFIXES or token in ("...", "\\", "::", "<", "-") or is_lifetime(token):
                # Pointers, lifetimes, and the root of all names.
                is_rooted = token in ("\\", "::")
                self._place += 1
            elif token.startswith("@") or (token in QUALIFIERS and self._qualifies(self._peek(1))):
                self._place += 1
            else:
                break
        return is_rooted

    @staticmethod
    def _qualifies(following: str) -> bool:
        """Whether a word before a token belongs to a type that follows, and is not the type itself."""
        is_type = following not in ENDS and following not in PATH_SIGNS and following not in ("", "<")
        return is_type or following in "*&"


def _quoted(text: str, depth: int) -> str:
    """A type that is written as a string, because it is defined later (Python)."""
    if text.isidentifier():
        return text
    try:
        return _read(text, depth)
    except NoTypeError:
        return ""


def named_results(written: str) -> str:
    """The types of several results that have names in front of them: `(n int, a, b *Foo)` is `(int, *Foo, *Foo)`."""
    parts = [part.strip().partition(" ") for part in _top_level(written.strip()[1:-1])]
    types = [kind.strip() for _, _, kind in parts]
    for place in reversed(range(len(types) - 1)):
        types[place] = types[place] or types[place + 1]
    return f"({', '.join(types)})"


def _top_level(written: str) -> list[str]:
    """The parts between commas that stand in no brackets."""
    parts, depth, begun = [], 0, 0
    for place, character in enumerate(written):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and not depth:
            parts.append(written[begun:place])
            begun = place + 1
    return [*parts, written[begun:]]
