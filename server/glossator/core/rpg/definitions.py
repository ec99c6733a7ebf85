"""From statements to definitions: procedures, subroutines, prototypes and data, and which names are data where."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from glossator.core.attachments import Place
from glossator.core.fact_tables import SYMBOL_KIND_NUMBERS
from glossator.core.nesting import Definition
from glossator.core.rpg.statements import Statement
from glossator.core.rpg.tokens import Token, TokenKind
from glossator.core.rpg.words import DECLARING, TYPES
from glossator.core.symbols import ANNOUNCED, PRIVATE, SymbolKind

_ENDS = {"end-pr": "dcl-pr", "end-pi": "dcl-pi", "end-ds": "dcl-ds", "end-enum": "dcl-enum"}
_MOST_BLOCKS = 30
"""How many data structures may stand inside of each other."""
_BLOCKS = frozenset(_ENDS.values())
_BLOCK_KINDS = {
    "dcl-pr": SymbolKind.PROCEDURE,
    "dcl-pi": SymbolKind.PROCEDURE,
    "dcl-ds": SymbolKind.STRUCT,
    "dcl-enum": SymbolKind.ENUM,
}
_SINGLE_KINDS = {"dcl-s": SymbolKind.VARIABLE, "dcl-c": SymbolKind.CONSTANT}


@dataclass(slots=True)
class DataNames:
    """Names of data, folded: those of the file, and those of each procedure by where it begins."""

    everywhere: set[str] = field(default_factory=set)
    inside: list[tuple[int, set[str]]] = field(default_factory=list)
    _ends: dict[int, int] = field(default_factory=dict)

    def is_data(self, name: str, offset: int) -> bool:
        """Whether a name means a variable, an array or the like at a place."""
        if name in self.everywhere:
            return True
        place = bisect_right(self.inside, offset, key=lambda item: item[0]) - 1
        if place < 0:
            return False
        start, names = self.inside[place]
        return name in names and offset < self._ends.get(start, offset + 1)

    def begin(self, start: int) -> set[str]:
        """The names of a procedure that begins here."""
        names: set[str] = set()
        self.inside.append((start, names))
        return names

    def end(self, start: int, end: int) -> None:
        self._ends[start] = end


@dataclass(slots=True)
class _Open:
    """A definition that is not ended yet."""

    statement: Statement
    body: int
    names: set[str] | None = None
    is_inner: bool = False
    """Whether a block says something about the definition around it and is none of its own."""


class Definitions:
    """Sweeps over the statements of a file once, in order."""

    def __init__(self) -> None:
        self.found: list[Definition] = []
        self.values: list[tuple[int, str, str]] = []
        """What is told of symbols beside their definition: where their name starts, and name and source of a value."""
        self.data = DataNames()
        self.procedures: set[str] = set()
        """The folded names of procedures and prototypes."""
        self._procedure: _Open | None = None
        self._subroutine: _Open | None = None
        self._blocks: list[_Open] = []
        self._last_end = 0

    def take(self, statements: Iterable[Statement]) -> None:
        """Find the definitions of a whole file."""
        for statement in statements:
            self._take(statement)
            self._last_end = statement.end
        self._end_procedure(self._last_end)

    def _take(self, statement: Statement) -> None:
        if self._blocks and self._is_member(statement):
            statement.operation = "dcl-subf"
            statement.name = statement.name or statement.first
            self._member(statement)
            return
        operation = statement.operation
        if operation in _ENDS:
            self._end_block(_ENDS[operation], statement.end)
            return
        if operation not in _BLOCKS or statement.is_fixed or (self._blocks and not self._nests(operation)):
            self._end_blocks()
        if operation == "dcl-proc":
            self._end_procedure(self._last_end)
            self._begin_procedure(statement)
        elif operation == "end-proc":
            self._end_procedure(statement.end)
        elif operation == "begsr":
            self._end_subroutine(self._last_end)
            self._subroutine = _Open(statement, statement.end)
        elif operation == "endsr":
            self._end_subroutine(statement.end)
        elif operation in _BLOCKS:
            self._begin_block(statement)
        elif operation in ("dcl-s", "dcl-c", "dcl-f"):
            self._single(statement)

    def _nests(self, operation: str) -> bool:
        """Whether a block may stand inside of the open one: data structures in data structures."""
        is_structure = operation == "dcl-ds" and self._blocks[-1].statement.operation == "dcl-ds"
        return is_structure and len(self._blocks) < _MOST_BLOCKS

    def _is_member(self, statement: Statement) -> bool:
        """Whether a statement is a subfield or parameter of the open block."""
        if self._blocks[-1].statement.is_fixed or statement.is_fixed:
            return statement.operation == "dcl-subf" and statement.is_fixed
        if statement.operation in ("dcl-subf", "dcl-parm"):
            return True
        first = statement.first
        if statement.operation in DECLARING or first is None or first.kind is not TokenKind.NAME:
            return False
        following = [token for token in statement.tokens if token is not first][:1]
        if following and following[0].kind is TokenKind.NAME and following[0].folded in TYPES:
            return True
        is_named = not following or following[0].kind is not TokenKind.SIGN
        return not statement.operation and (is_named or self._blocks[-1].statement.operation == "dcl-enum")

    def _member(self, statement: Statement) -> None:
        block = self._blocks[-1]
        operation, name = block.statement.operation, statement.name
        if name is None or operation == "dcl-pr":
            return
        if block.names is not None:
            block.names.add(name.folded)
        if self._procedure is None and operation in ("dcl-ds", "dcl-enum"):
            kind = SymbolKind.FIELD if operation == "dcl-ds" else SymbolKind.ENUM_MEMBER
            self._add(kind, name, (statement.start, statement.end))

    def _begin_block(self, statement: Statement) -> None:
        operation, name = statement.operation, statement.name
        scope = self._scope()
        block = _Open(statement, statement.end, scope)
        if operation == "dcl-pi":
            block.is_inner = self._procedure is not None
        elif operation == "dcl-pr":
            block.names = None
        else:
            if name is not None:
                scope.add(name.folded)
            qualified = statement.keyword("qualified") is not None or bool(self._blocks)
            if qualified or (operation == "dcl-enum" and statement.keyword("qualified") is not None):
                block.names = None
            block.is_inner = self._procedure is not None or (name is None or name.text.startswith("*"))
        ended = any(token.folded in _ENDS for token in statement.tokens)
        copied = statement.keyword("likeds") is not None or statement.keyword("likerec") is not None
        self._blocks.append(block)
        if not statement.is_fixed and (ended or (operation == "dcl-ds" and copied)):
            self._end_block(operation, statement.end)

    def _end_block(self, operation: str, end: int) -> None:
        """End the innermost block of a kind and what is open inside of it."""
        if all(block.statement.operation != operation for block in self._blocks):
            return
        while self._blocks:
            block = self._blocks.pop()
            if block.statement.operation == operation:
                self._finish_block(block, end)
                return
            self._finish_block(block, self._last_end)

    def _end_blocks(self) -> None:
        while self._blocks:
            self._finish_block(self._blocks.pop(), self._last_end)

    def _finish_block(self, block: _Open, end: int) -> None:
        statement = block.statement
        end = max(end, statement.end)
        operation, name = statement.operation, statement.name
        if operation == "dcl-pi" and self._procedure is not None:
            self._procedure.body = end
        if block.is_inner or name is None or name.text.startswith("*"):
            return
        self._add(_BLOCK_KINDS[operation], name, (statement.start, end), is_declaration=operation == "dcl-pr")
        if operation == "dcl-pr":
            self.procedures.add(name.folded)
            self._announce(statement, name)
        elif operation != "dcl-pi":
            self._tell(name, PRIVATE)

    def _announce(self, statement: Statement, name: Token) -> None:
        """Tell under which names the definition is to be found, where these are others than that of the prototype."""
        for keyword in ("extproc", "extpgm"):
            written = [token for token in statement.arguments(keyword) if token.kind is TokenKind.STRING]
            if len(written) == 1 and (real := written[0].text.rpartition("/")[2].strip()):
                self._tell(name, ANNOUNCED, f":{real}")
        for token in statement.arguments("overload"):
            self._tell(name, ANNOUNCED, f":{token.text}")

    def _single(self, statement: Statement) -> None:
        name = statement.name
        if name is None:
            return
        self._scope().add(name.folded)
        kind = _SINGLE_KINDS.get(statement.operation)
        if kind is not None and self._procedure is None:
            self._add(kind, name, (statement.start, statement.end))

    def _scope(self) -> set[str]:
        names = None if self._procedure is None else self._procedure.names
        return self.data.everywhere if names is None else names

    def _begin_procedure(self, statement: Statement) -> None:
        self._procedure = _Open(statement, statement.end, self.data.begin(statement.start))
        if statement.name is not None:
            self.procedures.add(statement.name.folded)

    def _end_procedure(self, end: int) -> None:
        self._end_blocks()
        self._end_subroutine(self._last_end)
        procedure, self._procedure = self._procedure, None
        if procedure is None:
            return
        statement = procedure.statement
        self.data.end(statement.start, end)
        if statement.name is None:
            return
        self._add(SymbolKind.PROCEDURE, statement.name, (statement.start, end), procedure.body)
        if statement.keyword("export") is None:
            self._tell(statement.name, PRIVATE)

    def _end_subroutine(self, end: int) -> None:
        subroutine, self._subroutine = self._subroutine, None
        if subroutine is None or subroutine.statement.name is None:
            return
        statement = subroutine.statement
        end = max(end, statement.end)
        self._add(SymbolKind.SUBROUTINE, subroutine.statement.name, (statement.start, end), subroutine.body)
        self._tell(subroutine.statement.name, PRIVATE)

    def _add(
        self,
        kind: SymbolKind,
        name: Token,
        node: Place,
        body: int | None = None,
        *,
        is_declaration: bool = False,
    ) -> None:
        self.found.append(
            Definition(
                kind=SYMBOL_KIND_NUMBERS[kind],
                name=name.text,
                name_place=(name.start, name.end),
                node=node,
                whole=node,
                body=None if body is None or body >= node[1] else (body, node[1]),
                docstring=None,
                owner=None,
                is_declaration=is_declaration,
            )
        )

    def _tell(self, name: Token, what: str, source: str = "") -> None:
        self.values.append((name.start, what, source))
