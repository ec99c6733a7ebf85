"""Words, strings and signs of RPG code, across lines: names continued with `...`, strings with `+` and `-`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from glossator.core.rpg.lines import Line
from glossator.core.rpg.words import HYPHENATED

_LETTERS = r"A-Za-z_#@$£§À-ÖØ-öø-ÿ"
NAME = rf"[{_LETTERS}][{_LETTERS}0-9]*"
"""A name. Letters that keyboards of some countries have in the place of `#`, `@` and `$` count as letters."""

LONGEST_NAME = 4096
"""What goes on behind so many characters is no part of a name any more."""

_WORDS = "|".join(map(re.escape, HYPHENATED))
_TOKEN = re.compile(
    rf"""(?P<comment>//)
    |(?P<string>'(?P<content>(?:[^']|'')*)(?P<closing>')?)
    |(?P<word>(?:{_WORDS})(?![\w#@$-]))
    |(?P<name>(?:%|(?<![\w)'])\*)?{NAME})(?P<more>[ ]?\.\.\.\s*$)?
    |(?P<number>\d[\w]*)
    |(?P<sign>\*\*=?|[-+*/]=|<>|<=|>=|=>|\S)""",
    re.IGNORECASE | re.VERBOSE,
)
_STRING_END = re.compile(r"(?:[^']|'')*'")


class TokenKind(Enum):
    """What a token is."""

    NAME = auto()
    STRING = auto()
    NUMBER = auto()
    SIGN = auto()


@dataclass(slots=True)
class Token:
    """One token. A string's text and place are those between its quotation marks."""

    kind: TokenKind
    text: str
    start: int
    end: int
    begins_line: bool = False

    @property
    def folded(self) -> str:
        """The text without regard to case."""
        return self.text.lower()

    def is_sign(self, sign: str) -> bool:
        return self.kind is TokenKind.SIGN and self.text == sign


class Tokenizer:
    """Finds the tokens of one statement after the other; a string or name may go on in the next line."""

    def __init__(self) -> None:
        self._open_string: Token | None = None
        self._open_name: Token | None = None
        self.column = 0
        """Where the last token ended."""

    def reset(self) -> None:
        """Forget what was not ended: a new statement begins."""
        self._open_string = self._open_name = None

    def tokens(self, line: Line, first: int, last: int) -> Iterator[Token]:
        """The tokens between two columns of a line. A string or name that goes on is given at its beginning and
        grows later."""
        text = line.text[:last].rstrip()
        column = first
        if self._open_string is not None:
            column = self._string_continued(line, text, column)
        begins = not line.text[line.first : first].strip()
        while match := _TOKEN.search(text, column):
            if match["comment"]:
                return
            column = self.column = match.end()
            token = self._token(line, match)
            token.begins_line = begins
            begins = False
            if not self._continues_name(token):
                if match["more"]:
                    self._open_name = token
                yield token
            elif not match["more"]:
                self._open_name = None

    def _string_continued(self, line: Line, text: str, column: int) -> int:
        """The column behind the part of an open string that stands in a line."""
        assert self._open_string is not None
        match = _STRING_END.match(text, column)
        end = match.end() if match else len(text)
        self._open_string.end = line.offset(end - 1 if match else end)
        if match or not text.endswith(("+", "-")):
            self._open_string = None
        return end

    def _token(self, line: Line, match: re.Match[str]) -> Token:
        if match["string"] is not None:
            start, end = match.span("content")
            token = Token(TokenKind.STRING, match["content"], line.offset(start), line.offset(end))
            if not match["closing"] and match["content"].rstrip().endswith(("+", "-")):
                self._open_string = token
            return token
        for group, kind in _KINDS:
            if match[group] is not None:
                return Token(
                    kind, match[group], line.offset(match.start(group)), line.offset(match.end(group))
                )
        raise AssertionError("a token is of one kind")

    def _continues_name(self, token: Token) -> bool:
        """Whether a token is a further part of an open name, which then has it."""
        name = self._open_name
        if name is None or token.kind is not TokenKind.NAME or len(name.text) > LONGEST_NAME:
            self._open_name = None
            return False
        name.text += token.text
        name.end = token.end
        return True


_KINDS = (
    ("word", TokenKind.NAME),
    ("name", TokenKind.NAME),
    ("number", TokenKind.NUMBER),
    ("sign", TokenKind.SIGN),
)
