"""Calls of values: of variables, members of objects and exports that are bound to functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from glossator.core.languages import Language
from glossator.core.resolve.bindings import Binding, ImportBindings
from glossator.core.resolve.edges import CALLED, distinct
from glossator.core.resolve.entries import ReferenceEntry, SymbolEntry
from glossator.core.resolve.members import Members
from glossator.core.resolve.typing import Meaning, Sort, Typing
from glossator.core.symbols import CALLED_VALUE, ReferenceKind


class Called(NamedTuple):
    """The symbols that a call may reach, and whether it can reach no others."""

    symbols: Sequence[SymbolEntry]
    is_certain: bool


class CalledValues:
    """Finds what is called through values in a workspace that does not change."""

    def __init__(self, typing: Typing, bindings: ImportBindings, members: Members) -> None:
        self._typing = typing
        self._bindings = bindings
        self._members = members

    def variable(self, reference: ReferenceEntry) -> Called:
        """What a local variable is bound to, which is called by its name."""
        name = (reference.receiver or "").removeprefix(CALLED_VALUE)
        return _functions(self._typing.meanings(name, reference.path, reference.enclosing))

    def bound(self, reference: ReferenceEntry, binding: Binding, language: Language) -> Called | None:
        """What a variable of a file is bound to, or what an import takes from the object that a module is; None where
        the name means symbols themselves."""
        if binding.offered is not None:
            return _functions(self._typing.offered(binding))
        if not language.called_values or reference.kind is not ReferenceKind.CALL or not binding.symbols:
            return None
        if any(entry.kind in CALLED for entry in binding.symbols):
            return None
        return _functions(self._typing.of_symbols(binding.symbols))

    def member(self, meaning: Meaning, name: str) -> Called:
        """What a name is of an object that is written out, of a module, or of an object of a type."""
        declared: Sequence[SymbolEntry] = ()
        if meaning.sort is Sort.MODULE:
            declared = self._bindings.exported(meaning.files, name)
        elif meaning.symbol is not None and meaning.sort is not Sort.OBJECT:
            declared = self._members.members(meaning.symbol, name)
        if any(entry.kind in CALLED for entry in declared) and not self._typing.is_replaced(meaning, name):
            return Called(declared, is_certain=True)
        found = _functions(self._typing.member(meaning, name))
        return found if found.symbols else Called(declared, is_certain=True)


def _functions(meanings: Sequence[Meaning]) -> Called:
    """The functions and types among meanings."""
    called = [
        each for each in meanings if each.symbol is not None and each.sort in (Sort.FUNCTION, Sort.TYPE)
    ]
    is_certain = len(called) == len(meanings) and all(each.is_certain for each in called)
    return Called(distinct(each.symbol for each in called if each.symbol is not None), is_certain)
