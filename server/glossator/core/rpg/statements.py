"""From lines to statements: declarations and operations in one form, however they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from glossator.core.rpg.lines import LAST_COLUMN, Line
from glossator.core.rpg.tokens import LONGEST_NAME, NAME, Token, Tokenizer, TokenKind
from glossator.core.rpg.words import COMPARING, EXTENDED, OLD_OPERATIONS, OPERATIONS

_KEYWORDS = 43
"""Where the keywords of a definition or procedure begin, counted from 0."""
_OPERANDS = 35
_DEFINITIONS = {"pr": "dcl-pr", "pi": "dcl-pi", "ds": "dcl-ds", "s": "dcl-s", "c": "dcl-c"}
_NAME = re.compile(rf"\*?{NAME}")
_WRITTEN_OPERATION = re.compile(r"([a-z][a-z-]*)\s*(?:\([a-z ]*\)?)?")
_CALLING = frozenset({"call", "callb", "exsr"})


@dataclass(slots=True)
class Statement:
    """One declaration or operation; fixed columns are told in the words of the free form (`P … B` is `dcl-proc`).

    `name` is what is declared, or factor 1. `tokens` are keywords or operands. `start` is where the line begins on
    which the statement does, marks in front of the code included, unless something else stands before it.
    """

    operation: str
    start: int
    end: int
    name: Token | None = None
    tokens: list[Token] = field(default_factory=list)
    result: Token | None = None
    first: Token | None = None
    """The first token as written in free form."""
    is_fixed: bool = False

    def keyword(self, word: str) -> int | None:
        """Where a keyword stands among the tokens."""
        for place, token in enumerate(self.tokens):
            if token.kind is TokenKind.NAME and token.folded == word:
                return place
        return None

    def arguments(self, word: str) -> list[Token]:
        """The names and strings in the brackets behind a keyword."""
        place = self.keyword(word)
        found: list[Token] = []
        if place is None or not self.tokens[place + 1 : place + 2] or not self.tokens[place + 1].is_sign("("):
            return found
        for token in self.tokens[place + 2 :]:
            if token.is_sign(")"):
                break
            if token.kind in (TokenKind.NAME, TokenKind.STRING):
                found.append(token)
        return found


class FixedColumns:
    """Reads specifications with fixed columns; what a line continues is added to the statement before."""

    def __init__(self, statements: list[Statement]) -> None:
        self._statements = statements
        self._tokenizer = Tokenizer()
        self._name: Token | None = None
        self._name_start = 0
        self._open: Statement | None = None

    def close(self) -> None:
        """What follows is no continuation."""
        self._open = self._name = None

    def take(self, line: Line) -> None:
        """Read one line."""
        if line.specification in ("D", "P"):
            self._declaration(line)
        elif line.specification == "C":
            self._calculation(line)
        elif line.specification == "F":
            self._file(line)
        else:
            self.close()

    def _add(self, statement: Statement) -> Statement:
        statement.is_fixed = True
        self._statements.append(statement)
        self._open = statement
        return statement

    def _continue(self, line: Line, first: int) -> None:
        if self._open is not None:
            self._open.tokens += self._tokenizer.tokens(line, first, LAST_COLUMN)
            self._open.end = max(self._open.end, line.end)

    def _begun(self, line: Line, first: int, last: int) -> Iterable[Token]:
        self._tokenizer.reset()
        return self._tokenizer.tokens(line, first, last)

    def _declaration(self, line: Line) -> None:
        """A definition (D) or procedure (P) specification."""
        text = line.text
        whole = text[6 : line.last].strip()
        if whole.endswith("...") and (match := _NAME.fullmatch(whole.removesuffix("...").rstrip())):
            column = text.index(whole, 6)
            end = line.offset(column + match.end())
            self._add_to_name(line, Token(TokenKind.NAME, match[0], line.offset(column), end))
            return
        name = _name_between(line, 6, 21)
        kind = text[22:26].strip().lower() if line.specification == "P" else text[23:25].strip().lower()
        described = line.specification == "D" and text[25:_KEYWORDS].strip()
        if name is None and self._name is None and not kind and not described:
            self._continue(line, _KEYWORDS)
            return
        start = line.begin if self._name is None else self._name_start
        if name is not None:
            self._add_to_name(line, name)
        name, self._name = self._name, None
        if line.specification == "P":
            operation = "end-proc" if kind.startswith("e") else "dcl-proc"
        else:
            operation = _DEFINITIONS.get(kind, "dcl-subf")
        statement = self._add(Statement(operation, start, line.end, name))
        statement.tokens += self._begun(line, _KEYWORDS, LAST_COLUMN)

    def _add_to_name(self, line: Line, part: Token) -> None:
        if self._name is None or len(self._name.text) > LONGEST_NAME:
            self._name, self._name_start = part, line.begin
        else:
            self._name.text += part.text
            self._name.end = part.end

    def _file(self, line: Line) -> None:
        name = _name_between(line, 6, 16)
        if name is None:
            self._continue(line, _KEYWORDS)
            return
        statement = self._add(Statement("dcl-f", line.begin, line.end, name))
        statement.tokens += self._begun(line, _KEYWORDS, LAST_COLUMN)

    def _calculation(self, line: Line) -> None:
        """A calculation (C) specification in the columns of RPG IV, or else in those of RPG III."""
        text = line.text
        written = _WRITTEN_OPERATION.fullmatch(text[25:35].strip().lower())
        if written and written[1] in OPERATIONS and text[25] != " ":
            self._operation(line, written[1], (11, 25), (35, 49), (49, 63))
        elif (old := text[27:32].strip().lower()) in OLD_OPERATIONS:
            self._operation(line, old, (17, 27), (32, 42), (42, 48))
        elif not text[11:_OPERANDS].strip():
            self._continue(line, _OPERANDS)
        else:
            self.close()

    def _operation(
        self,
        line: Line,
        operation: str,
        factor1: tuple[int, int],
        factor2: tuple[int, int],
        result: tuple[int, int],
    ) -> None:
        statement = self._add(Statement(operation, line.begin, line.end, _name_between(line, *factor1)))
        if operation in EXTENDED and factor2[0] == _OPERANDS:
            statement.tokens += self._begun(line, _OPERANDS, LAST_COLUMN)
            return
        if operation in _CALLING:
            statement.tokens += self._begun(line, *factor2)
        elif operation in COMPARING:
            statement.result = _name_between(line, *result)
        self._open = None


def _name_between(line: Line, first: int, last: int) -> Token | None:
    match = _NAME.search(line.text, first, min(last, len(line.text)))
    if match is None:
        return None
    return Token(TokenKind.NAME, match[0], line.offset(match.start()), line.offset(match.end()))
