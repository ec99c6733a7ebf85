"""From statements to references: who calls what. Names of arrays and other data are no calls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from glossator.core.rpg.definitions import Definitions
from glossator.core.rpg.free_form import ASSIGNMENTS, SQL
from glossator.core.rpg.statements import Statement
from glossator.core.rpg.tokens import NAME, Token, TokenKind
from glossator.core.rpg.words import ASSIGNING, COMPARING, CONNECTIVES
from glossator.core.symbols import ReferenceKind

Found = tuple[ReferenceKind, Token]

_NAME = re.compile(NAME)
_PROGRAM = re.compile(rf"(?:{NAME}/|\*LIBL/)?({NAME})\s*", re.IGNORECASE)
_TAKING_ADDRESSES = frozenset({"%paddr", "%handler"})
_LIKE = frozenset({"likeds", "overload", "infsr"})
_KEYWORD_KINDS = {"likeds": ReferenceKind.TYPE}


class References:
    """Finds the references of one file after its definitions."""

    def __init__(self, definitions: Definitions) -> None:
        self._data = definitions.data
        self._procedures = definitions.procedures

    def of(self, statements: Iterable[Statement]) -> Iterator[Found]:
        """All references, in order of statements."""
        for statement in statements:
            yield from self._of(statement)

    def _of(self, statement: Statement) -> Iterator[Found]:
        operation, tokens = statement.operation, statement.tokens
        if operation == SQL or operation in ("begsr", "end-proc"):
            return
        if operation.startswith(("dcl-", "ctl-")):
            yield from self._keywords(tokens)
        elif operation == "exsr":
            if tokens and tokens[0].kind is TokenKind.NAME:
                yield ReferenceKind.CALL, tokens[0]
        elif operation in ("call", "callb"):
            yield from self._program(tokens)
        elif operation in COMPARING:
            if statement.result is not None:
                yield ReferenceKind.CALL, statement.result
        elif operation == "callp":
            yield from self._called(tokens)
        elif operation in ASSIGNING:
            yield from self._assignment(tokens)
        elif operation:
            yield from self._expression(tokens)
        elif len(tokens) == 1 or (len(tokens) > 1 and tokens[1].is_sign("(") and not _target_end(tokens)):
            yield from self._called(tokens)
        else:
            yield from self._assignment(tokens)

    def _called(self, tokens: Sequence[Token]) -> Iterator[Found]:
        """A call that is a statement, with or without brackets."""
        if not tokens:
            return
        first = tokens[0]
        is_path = len(tokens) > 1 and tokens[1].is_sign(".")
        if _is_plain(first) and not is_path and not self._data.is_data(first.folded, first.start):
            yield ReferenceKind.CALL, first
            tokens = tokens[1:]
        yield from self._expression(tokens)

    def _program(self, tokens: Sequence[Token]) -> Iterator[Found]:
        """What `CALL 'LIB/PROGRAM'` and `CALLB 'procedure'` call; a variable may hold any name."""
        if not tokens or tokens[0].kind is not TokenKind.STRING:
            return
        program = tokens[0]
        if match := _PROGRAM.fullmatch(program.text):
            start = program.start + len(program.text[: match.start(1)].encode("utf-8", "surrogateescape"))
            end = start + len(match[1].encode("utf-8", "surrogateescape"))
            yield ReferenceKind.CALL, Token(TokenKind.NAME, match[1], start, end)

    def _assignment(self, tokens: Sequence[Token]) -> Iterator[Found]:
        """An assignment, whose target is no call although it may have brackets."""
        end = _target_end(tokens)
        if end:
            yield from self._expression(tokens[1:end])
            tokens = tokens[end:]
        yield from self._expression(tokens)

    def _keywords(self, tokens: Sequence[Token]) -> Iterator[Found]:
        """What keywords of declarations name."""
        yield from self._addresses(tokens)
        for place, token in enumerate(tokens):
            if token.kind is not TokenKind.NAME or token.folded not in _LIKE:
                continue
            kind = _KEYWORD_KINDS.get(token.folded, ReferenceKind.READ)
            if tokens[place + 1 : place + 2] and tokens[place + 1].is_sign("("):
                for argument in tokens[place + 2 :]:
                    if argument.is_sign(")"):
                        break
                    if _is_plain(argument):
                        yield kind, argument

    def _addresses(self, tokens: Sequence[Token]) -> Iterator[Found]:
        """Procedures whose address is taken: `%paddr(name)`, `%paddr('name')`."""
        for place in range(len(tokens) - 2):
            argument = tokens[place + 2]
            if tokens[place].folded not in _TAKING_ADDRESSES or not tokens[place + 1].is_sign("("):
                continue
            if _is_plain(argument) or (argument.kind is TokenKind.STRING and _NAME.fullmatch(argument.text)):
                yield ReferenceKind.READ, argument

    def _expression(self, tokens: Sequence[Token]) -> Iterator[Found]:
        """Calls in an expression: a name with brackets, or without them one that the file declares as a procedure."""
        addresses = list(self._addresses(tokens))
        yield from addresses
        taken = {token.start for _, token in addresses}
        for place, token in enumerate(tokens):
            if not _is_plain(token) or token.start in taken or (place and tokens[place - 1].is_sign(".")):
                continue
            name = token.folded
            following = tokens[place + 1] if place + 1 < len(tokens) else None
            opens = following is not None and following.is_sign("(")
            if name in CONNECTIVES or not (opens or name in self._procedures):
                continue
            if following is not None and following.is_sign("."):
                continue
            if not self._data.is_data(name, token.start):
                yield ReferenceKind.CALL, token


def _is_plain(token: Token) -> bool:
    """Whether a token is a name of the program, not a built-in function (`%trim`) or value (`*on`)."""
    return token.kind is TokenKind.NAME and token.text[:1] not in "%*" and "-" not in token.text


def _target_end(tokens: Sequence[Token]) -> int:
    """Where the sign of an assignment stands behind its target, 0 if there is none."""
    depth = 0
    for place, token in enumerate(tokens):
        if token.kind is not TokenKind.SIGN:
            if depth == 0 and place and not tokens[place - 1].is_sign("."):
                return 0
        elif token.text == "(":
            depth += 1
        elif token.text == ")":
            depth -= 1
        elif depth == 0 and token.text in ASSIGNMENTS:
            return place
        elif depth == 0 and token.text != ".":
            return 0
    return 0
