"""From a type as it stands in the source to one form for all languages.

`Optional[Foo]`, `List<Foo>`, `*Foo`, `&mut dyn a::Foo`, `Foo[]`, `map[string]Foo`, `Foo | null` and their like become
`Optional<Foo>`, `List<Foo>`, `Foo`, `a.Foo`, `[]<Foo>`, `map<string,Foo>` and `Foo|null`. What only says how a value is
held or passed is left out: pointers, references, mutability, lifetimes, nullability. A type that names none, such as
that of a function, is "".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

SEQUENCE = "[]"
"""The name of arrays, slices and lists that are written with brackets."""
TUPLE = "()"
"""The name of tuples that are written with parentheses."""
ROOT = "%root"
"""The first name of a path that begins outside of all name spaces: `::a::b`, `\\a\\b`."""

NAMED = "%named"
"""The first name of a path that begins with a module or type, also where a variable has its name: `a::b`."""

FILE = "%file"
"""The first name of a path that begins with what the file itself defines."""
FUNCTION = "fn"
"""The name of types of functions, whose argument is what they give."""
_FUNCTION_TYPES = frozenset({"func", "fn", "Fn", "FnMut", "FnOnce"})

_LONGEST = 400
_DEEPEST = 12
_TOKEN = re.compile(
    r"(?P<name>[^\W\d][\w$]*|\$\w+|@\w+)|(?P<lifetime>'[a-z_]\w*(?![\w']))|(?P<string>\"[^\"\n]*\"|'[^'\n]*')|(?P<number>\d\w*)"
    r"|(?P<sign>=>|->|::|\?\.|\.\.\.|[<>\[\]().,:;|&*?!=+\\^{}~@#'-])|\s+"
)
_PATH_SIGNS = frozenset({".", "::", "\\"})
_QUALIFIERS = frozenset(
    "const volatile mutable static final readonly struct class enum union typename mut ref out in dyn impl move auto "
    "register constexpr inline extern unsafe weak unowned lateinit var val let params some any inout owned borrowed "
    "restrict unsigned signed co contra override virtual public private protected internal async keyof unique infer asserts".split()
)
_PREFIXES = frozenset("&*^?!~'@")
_POSTFIXES = frozenset({"?", "!", "*", "&", "...", "^"})
_ENDS = frozenset({",", ")", "]", ">", "|", "=", ";", "{", "}", "&", "+", ":", "?", "!", "*", "...", "=>", "->"})
_CLOSING = {"<": ">", "[": "]", "(": ")"}


class _NoName(Exception):
    """The text names no type that could be followed."""


def type_path(text: str) -> str:
    """The type in the common form, "" where it has no name."""
    if len(text) > _LONGEST:
        return ""
    if text.isidentifier():
        return text
    try:
        parser = _Parser(_tokens(text.lstrip(": \t\r\n")))
        found = parser.union(0)
    except _NoName:
        return ""
    return found if parser.at_end else ""


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise _NoName
        if match.lastgroup is not None:
            tokens.append(match[0])
        place = match.end()
    return tokens


class _Parser:
    """Reads a type out of tokens by recursive descent, no deeper than `_DEEPEST`."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = tokens
        self._place = 0

    @property
    def at_end(self) -> bool:
        return self._place >= len(self._tokens)

    def union(self, depth: int) -> str:
        """Types between bars, of which a value has one, or between `&` or `+`, of which it has all."""
        if depth > _DEEPEST:
            raise _NoName
        self._skip(frozenset("|&"))
        parts = [self._single(depth)]
        while self._peek() in ("|", "&", "+"):
            sign = "|" if self._next() == "|" else "&"
            following = self._peek()
            if self._is_name(following) or following in ("(", "[", "{") or following.startswith(("'", '"')):
                part = self._single(depth)
                if part and sign == "&" and parts[-1]:
                    parts[-1] = f"{parts[-1]}&{part}"
                else:
                    parts.append(part)
        return "|".join(dict.fromkeys(part for part in parts if part))

    def _single(self, depth: int) -> str:
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
            found = type_path(token[1:-1])
        elif self._is_name(token):
            found = self._named(f"{ROOT}.{token}" if is_rooted else token, depth)
        else:
            raise _NoName
        return self._with_postfixes(found)

    def _named(self, name: str, depth: int) -> str:
        while self._peek() in _PATH_SIGNS and self._is_name(self._peek(1)):
            name = f"{name}.{self._peek(1)}"
            self._place += 2
        if self._peek() == "::" and self._peek(1) == "<":
            self._place += 1
        if name == "chan" and (self._begins_type() or self._peek() == "<"):
            self._skip(frozenset("<-"))
            return f"chan<{self._single(depth + 1)}>"
        if self._peek() == "<" or (self._peek() == "[" and self._peek(1) != "]" and not self._peek(1).isdigit()):
            arguments = self._arguments(self._next(), depth)
            if name == "map" and self._begins_type():
                arguments.append(self._single(depth + 1))
            name = f"{name}<{','.join(arguments)}>"
        elif name in _FUNCTION_TYPES and self._peek() == "(":
            name = self._function(depth)
        elif name in ("func", "fn", "fun", "function", "typeof", "decltype"):
            raise _NoName
        while self._peek() in _PATH_SIGNS and self._is_name(self._peek(1)):
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
        if self.at_end or not self._begins_type() and self._peek() not in _PREFIXES:
            raise _NoName
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
            while self._next() != "]":
                pass
            return f"{SEQUENCE}<{self._single(depth + 1)}>"
        parts = [self.union(depth + 1)]
        sign = self._next()
        if sign == ";":
            while self._next() != "]":
                pass
            return f"{SEQUENCE}<{parts[0]}>"
        while sign in (",", ":"):
            parts.append(self.union(depth + 1))
            if sign == ":":
                self._expect("]")
                return f"map<{','.join(parts)}>"
            sign = self._next()
        if sign != "]":
            raise _NoName
        if len(parts) > 1:
            return f"{TUPLE}<{','.join(parts)}>"
        # An array of Go whose length is a constant: `[size]T`.
        return f"{SEQUENCE}<{self._single(depth + 1) if self._begins_type() else parts[0]}>"

    def _parenthesized(self, depth: int) -> str:
        parts: list[str] = []
        while self._peek() != ")":
            parts.append(self.union(depth + 1))
            if self._peek() not in (",", ")"):
                raise _NoName
            if self._peek() == ",":
                self._place += 1
        self._place += 1
        if self._peek() in ("=>", "->") or not parts:
            raise _NoName
        return parts[0] if len(parts) == 1 else f"{TUPLE}<{','.join(parts)}>"

    def _arguments(self, opening: str, depth: int) -> list[str]:
        closing = _CLOSING[opening]
        arguments: list[str] = []
        while self._peek() != closing:
            if _is_lifetime(self._peek()):
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
            if self._is_name(self._peek()) and self._peek(1) == "=":
                # A named argument: `Iterator<Item = T>`.
                self._place += 2
            if self._peek() in ("?", "_") and self._peek(1) in ("extends", "super"):
                self._place += 2
            found = self.union(depth + 1)
            if self._peek() in (",", closing):
                return found
        except _NoName:
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
            if token in _CLOSING:
                open_brackets.append(_CLOSING[token])
            elif open_brackets and token == open_brackets[-1]:
                open_brackets.pop()
            self._place += 1
        raise _NoName

    def _with_postfixes(self, found: str) -> str:
        while not self.at_end:
            token = self._peek()
            if token == "[" and (self._peek(1) == "]" or self._peek(1).isdigit()):
                while self._next() != "]":
                    pass
                found = f"{SEQUENCE}<{found}>"
            elif token in _POSTFIXES and not (token == "&" and self._is_name(self._peek(1))):
                self._place += 1
            elif token in _QUALIFIERS:
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
            elif token in _PREFIXES or token in ("...", "\\", "::", "<", "-") or _is_lifetime(token):
                # Pointers, lifetimes, and the root of all names.
                is_rooted = token in ("\\", "::")
                self._place += 1
            elif token.startswith("@") or (
                token in _QUALIFIERS and (self._peek(1) not in _ENDS | _PATH_SIGNS | {"", "<"} or self._peek(1) in "*&")
            ):
                self._place += 1
            else:
                break
        return is_rooted

    def _begins_type(self) -> bool:
        token = self._peek()
        return bool(token) and (self._is_name(token) or token in "*[(")

    def _skip(self, signs: frozenset[str]) -> None:
        while self._peek() in signs:
            self._place += 1

    def _expect(self, token: str) -> None:
        if self._next() != token:
            raise _NoName

    def _next(self) -> str:
        token = self._peek()
        if not token:
            raise _NoName
        self._place += 1
        return token

    def _peek(self, ahead: int = 0) -> str:
        place = self._place + ahead
        return self._tokens[place] if place < len(self._tokens) else ""

    @staticmethod
    def _is_name(token: str) -> bool:
        return bool(token) and (token[0].isalpha() or token[0] in "_$")


def _is_lifetime(token: str) -> bool:
    return token[:1] == "'" and token[-1:] != "'"


def without_names(written: str) -> str:
    """The types of several results that have names in front of them: `(n int, a, b *Foo)` is `(int, *Foo, *Foo)`."""
    parts = [part.strip().partition(" ") for part in _top_level(written.strip()[1:-1])]
    types = [kind.strip() for _, _, kind in parts]
    for place in reversed(range(len(types) - 1)):
        types[place] = types[place] or types[place + 1]
    return f"({', '.join(types)})"


def _top_level(written: str) -> list[str]:
    """The parts between commas that stand in no brackets."""
    parts, depth = [""], 0
    for character in written:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return parts


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
