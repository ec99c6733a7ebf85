"""Reading free form: statements that end with a semicolon, embedded SQL among them."""

from __future__ import annotations

import re

from glossator.core.rpg.lines import Line
from glossator.core.rpg.statements import Statement
from glossator.core.rpg.tokens import Token, Tokenizer, TokenKind
from glossator.core.rpg.words import DECLARING, OPERATIONS
from glossator.core.symbols import Import
from glossator.core.text import Span

SQL = "exec sql"
"""The operation of a statement of SQL, of which nothing else is told."""

ASSIGNMENTS = frozenset({"=", "+=", "-=", "*=", "/=", "**="})
_BEGINNING = DECLARING | {"begsr", "endsr"}
_BEGINS_DECLARATION = re.compile(r"\s*(?:dcl-|end-proc\b|begsr\b|endsr\b)", re.IGNORECASE)
_SQL_PART = re.compile(r"--.*|'(?:[^']|'')*'?|\"[^\"]*\"?|;|[^-'\";]+|.")
_SQL_INCLUDE = re.compile(r"\s*include\s+'?([^\s';]+)", re.IGNORECASE)
_PROVIDED = frozenset({"sqlca", "sqlda"})


class FreeForm:
    """Reads lines of free form."""

    def __init__(self, statements: list[Statement], imports: list[Import]) -> None:
        self._statements = statements
        self._imports = imports
        self._tokenizer = Tokenizer()
        self._tokens: list[Token] = []
        self._start = self._end = 0
        self._in_sql = False

    def take(self, line: Line) -> None:
        """Read one line."""
        if self._in_sql and _BEGINS_DECLARATION.match(line.text, line.first):
            self.close()
        column: int | None = line.first
        while column is not None and column < line.last:
            column = self._skip_sql(line, column) if self._in_sql else self._read(line, column)

    def close(self) -> None:
        """End a statement that has no semicolon."""
        if self._in_sql:
            self._statements.append(Statement(SQL, self._start, self._end))
            self._in_sql = False
        elif self._tokens:
            self._statements.append(_statement(self._tokens, self._start, self._end))
        self._tokens = []
        self._tokenizer.reset()

    def _read(self, line: Line, column: int) -> int | None:
        """Read up to the end of the line, or to where SQL begins."""
        for token in self._tokenizer.tokens(line, column, line.last):
            if token.begins_line and self._tokens and token.folded in _BEGINNING:
                self.close()
            if not self._tokens:
                self._start = line.begin if token.begins_line else token.start
            self._end = line.offset(self._tokenizer.column)
            if token.is_sign(";"):
                self.close()
                continue
            self._tokens.append(token)
            if len(self._tokens) == 2 and self._tokens[0].folded == "exec" and token.folded == "sql":
                self._in_sql = True
                self._include(line, self._tokenizer.column)
                return self._tokenizer.column
        return None

    def _include(self, line: Line, column: int) -> None:
        match = _SQL_INCLUDE.match(line.text, column, line.last)
        if match and match[1].lower() not in _PROVIDED:
            span = Span(line.offset(match.start(1)), line.offset(match.end(1)))
            self._imports.append(Import(match[1], "*", None, span))

    def _skip_sql(self, line: Line, column: int) -> int | None:
        """The column behind the end of the statement, None if it is not in this line."""
        for match in _SQL_PART.finditer(line.text, column, line.last):
            self._end = line.offset(match.end())
            if match[0] == ";":
                self.close()
                return match.end()
        return None


def _statement(tokens: list[Token], start: int, end: int) -> Statement:
    first, rest = tokens[0], tokens[1:]
    word = first.folded if first.kind is TokenKind.NAME else ""
    statement = Statement("", start, end, None, tokens, first=first)
    if word in DECLARING:
        statement.operation = word
        statement.tokens = rest
        if rest and rest[0].kind is TokenKind.NAME and word != "ctl-opt":
            statement.name, statement.tokens = rest[0], rest[1:]
    elif word in OPERATIONS and not _is_assigned(rest):
        statement.operation = word
        statement.tokens = _without_extender(rest)
        if word == "begsr" and rest and rest[0].kind is TokenKind.NAME:
            statement.name = rest[0]
    return statement


def _is_assigned(rest: list[Token]) -> bool:
    """Whether a variable is meant that is called like an operation."""
    return (
        bool(rest) and rest[0].kind is TokenKind.SIGN and (rest[0].text in ASSIGNMENTS or rest[0].text == ".")
    )


def _without_extender(rest: list[Token]) -> list[Token]:
    """Operands without the letters in brackets that change how an operation works: `eval(h) a = b`."""
    if len(rest) > 3 and rest[0].is_sign("(") and rest[2].is_sign(")"):
        letters, following = rest[1], rest[3]
        if letters.kind is TokenKind.NAME and letters.text.isalpha() and following.kind is TokenKind.NAME:
            return rest[3:]
    return rest
