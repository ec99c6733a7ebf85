"""Which definitions have nothing to do with another one: not itself, nor around or in it, nor calling or called by it,
nor its other forms."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from glossator.app.near_code import Code, stands_in
from glossator.core.explanation import Usage
from glossator.core.row_ids import row_id
from glossator.core.symbols import TYPE_KINDS, ReferenceKind, Symbol
from glossator.store.reader import IndexReader
from glossator.store.rows import SymbolRow

_MOST_TYPES = 200
"""A family of more types is not followed to its end."""


@dataclass(frozen=True, slots=True)
class Around:
    """A stretch of a file with the definition that it is or stands in, and the type that holds that; "" for none."""

    path: str
    name: str
    container: str

    def holds(self, row: SymbolRow) -> bool:
        """Whether a definition is this one, stands round it or in it, or in the same type."""
        if row.file.path != self.path or not self.name:
            return False
        name = row.symbol.qualified_name
        return (
            stands_in(name, self.name)
            or stands_in(self.name, name)
            or bool(self.container and stands_in(name, self.container))
        )


@dataclass(frozen=True, slots=True)
class CodeApart:
    """Allows definitions that have nothing to do with a target. `connected` are paths and qualified names of what
    calls it, or is called by it; `forms` the ids of its other forms."""

    around: Around
    is_test: bool
    connected: frozenset[tuple[str, str]]
    forms: frozenset[int]

    def __call__(self, row: SymbolRow) -> bool:
        """Whether a definition may be shown. Tests are compared with tests alone."""
        if self.around.holds(row) or row.id in self.forms or (row.file.row.is_test and not self.is_test):
            return False
        name = row.symbol.qualified_name
        return not any(path == row.file.path and stands_in(other, name) for path, other in self.connected)


def around_of(code: Code) -> Around:
    """Where a piece of code stands."""
    if code.position is None:
        return Around(code.text.path, "", "")
    symbol = code.facts.symbols[code.position]
    outer = None if symbol.container is None else code.facts.symbols[symbol.container]
    if outer is None:
        # The methods of some languages stand beside their type and name it.
        container = "" if symbol.owner is None else symbol.container_name
    else:
        container = outer.qualified_name if outer.kind in TYPE_KINDS else ""
    return Around(code.text.path, symbol.qualified_name, container)


def code_apart(reader: IndexReader, code: Code, usages: Iterable[Usage], is_test: bool) -> CodeApart:
    """What has nothing to do with a definition that has these usages. Reads the index."""
    around = around_of(code)
    connected = {(usage.place.path, usage.name) for usage in usages}
    row = None
    if code.position is not None:
        symbol = code.facts.symbols[code.position]
        row = reader.symbol(code.text.path, symbol.qualified_name, symbol.ordinal)
    if row is None:
        return CodeApart(around, is_test, frozenset(connected), frozenset())
    inside = [row, *(each for each in reader.symbols_of(row.file.path) if _is_in(each, row))]
    for each in inside:
        callees = (edge.target for edge in reader.callees(each.id))
        connected |= {(target.file.path, target.symbol.qualified_name) for target in callees}
    return CodeApart(around, is_test, frozenset(connected), frozenset(_forms(reader, row)))


def _is_in(row: SymbolRow, outer: SymbolRow) -> bool:
    return row.id != outer.id and outer.symbol.span.covers(row.symbol.span)


def _forms(reader: IndexReader, row: SymbolRow) -> set[int]:
    """Other forms of a definition: declarations of its name, members of its type that are named alike, and methods that
    it overrides or that override it. A function of its name in another file may be a copy, which is worth showing."""
    same = [each for each in reader.symbols_named(row.symbol.name) if each.id != row.id]
    forms = {
        each.id
        for each in same
        if each.symbol.is_declaration
        or row.symbol.is_declaration
        or (each.symbol.qualified_name == row.symbol.qualified_name and _is_member(row.symbol))
    }
    if row.symbol.container is not None and any(each.symbol.container is not None for each in same):
        types = _family(reader, _holder(row))
        forms |= {each.id for each in same if each.symbol.container is not None and _holder(each) in types}
    return forms


def _is_member(symbol: Symbol) -> bool:
    return symbol.container is not None or symbol.owner is not None


def _holder(row: SymbolRow) -> int:
    """The id of what a definition stands in."""
    assert row.symbol.container is not None
    return row_id(row.file.id, row.symbol.container)


def _family(reader: IndexReader, type_id: int) -> Collection[int]:
    """The ids of the types that a type inherits from or that inherit from it, and theirs in turn."""
    found, waiting = {type_id}, [type_id]
    while waiting and len(found) < _MOST_TYPES:
        each = waiting.pop()
        bases = [edge.target.id for edge in reader.callees(each, [ReferenceKind.INHERIT])]
        heirs = [
            edge.reference.enclosing.id
            for edge in reader.callers(each, [ReferenceKind.INHERIT])
            if edge.reference.enclosing is not None
        ]
        for other in (*bases, *heirs):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found
