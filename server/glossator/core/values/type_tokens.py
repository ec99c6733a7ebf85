"""The tokens of types in the source, and a reader that goes through them."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"(?P<name>[^\W\d][\w$]*|\$\w+|@\w+)|(?P<lifetime>'[a-z_]\w*(?![\w']))"
    r"|(?P<string>\"[^\"\n]*\"|'[^'\n]*')|(?P<number>\d\w*)"
    r"|(?P<sign>=>|->|::|\?\.|\.\.\.|[<>\[\]().,:;|&*?!=+\\^{}~@#'-])|\s+"
)
PATH_SIGNS = frozenset({".", "::", "\\"})
"""What joins the names of a path."""
QUALIFIERS = frozenset(
    (
        "const", "volatile", "mutable", "static", "final", "readonly", "struct", "class", "enum", "union",
        "typename", "mut", "ref", "out", "in", "dyn", "impl", "move", "auto", "register", "constexpr",
        "inline", "extern", "unsafe", "weak", "unowned", "lateinit", "var", "val", "let", "params", "some",
        "any", "inout", "owned", "borrowed", "restrict", "unsigned", "signed", "co", "contra", "override",
        "virtual", "public", "private", "protected", "internal", "async", "keyof", "unique", "infer",
        "asserts",
    )
)  # fmt: skip
"""Words beside a type that say how its value is held or passed."""
PREFIXES = frozenset("&*^?!~'@")
"""Signs before a type that say the same."""
POSTFIXES = frozenset({"?", "!", "*", "&", "...", "^"})
"""Signs behind a type that say the same."""
ENDS = frozenset(
    {",", ")", "]", ">", "|", "=", ";", "{", "}", "&", "+", ":", "?", "!", "*", "...", "=>", "->"}
)
"""What may follow a type, so that the word before it is no qualifier."""
CLOSING = {"<": ">", "[": "]", "(": ")"}


class NoTypeError(Exception):
    """The text names no type that could be followed."""


def tokens(text: str) -> list[str]:
    """The tokens of a text; raises `NoTypeError` where something in it is no token."""
    found: list[str] = []
    end = 0
    for match in _TOKEN.finditer(text):
        if match.start() != end:
            raise NoTypeError
        end = match.end()
        if match.lastgroup is not None:
            found.append(match[0])
    if end != len(text):
        raise NoTypeError
    return found


def is_name(token: str) -> bool:
    """Whether a token is a name or a word of the language."""
    return bool(token) and (token[0].isalpha() or token[0] in "_$")


def is_lifetime(token: str) -> bool:
    """Whether a token is a lifetime (`'a`)."""
    return token[:1] == "'" and token[-1:] != "'"


class TokenReader:
    """Goes through tokens from the first to the last. Behind the last one stand empty ones."""

    def __init__(self, text: str) -> None:
        self._tokens = tokens(text)
        self._place = 0

    @property
    def at_end(self) -> bool:
        return self._place >= len(self._tokens)

    def _peek(self, ahead: int = 0) -> str:
        place = self._place + ahead
        return self._tokens[place] if place < len(self._tokens) else ""

    def _next(self) -> str:
        token = self._peek()
        if not token:
            raise NoTypeError
        self._place += 1
        return token

    def _skip(self, signs: frozenset[str]) -> None:
        while self._peek() in signs:
            self._place += 1

    def _skip_to(self, token: str) -> None:
        """Skip everything up to a token, and the token."""
        while self._next() != token:
            pass

    def _expect(self, token: str) -> None:
        if self._next() != token:
            raise NoTypeError

    def _begins_type(self) -> bool:
        token = self._peek()
        return bool(token) and (is_name(token) or token in "*[(")
