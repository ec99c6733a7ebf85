"""What calls give: an object of a type, or what a function is declared to give or returns."""

from __future__ import annotations

from glossator.core.languages import Language
from glossator.core.resolve.entries import SymbolEntry
from glossator.core.resolve.members import Members
from glossator.core.resolve.typing.bound_values import BoundValues
from glossator.core.resolve.typing.external_objects import given_by_method
from glossator.core.resolve.typing.meanings import (
    NAME_SPACES,
    UNKNOWN,
    Meaning,
    Meanings,
    Sort,
    few,
)
from glossator.core.resolve.typing.module_objects import ModuleObjects
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import RESULT, SymbolKind
from glossator.core.values.type_forms import FUNCTION

_DELEGATE = "Func"
"""The type of functions whose last argument is that of what they give (C#)."""


class Calls:
    """Finds what calls give in a workspace that does not change."""

    def __init__(
        self, workspace: Workspace, members: Members, values: BoundValues, modules: ModuleObjects
    ) -> None:
        self._workspace = workspace
        self._members = members
        self._values = values
        self._modules = modules

    def called(self, meaning: Meaning, path: str) -> Meanings:
        """What something gives when the code of a file calls it."""
        if meaning.sort is Sort.TYPE:
            return (Meaning(Sort.INSTANCE, meaning.symbol, meaning.arguments, why=meaning.why),)
        if meaning.sort is Sort.EXTERNAL:
            if meaning.type_name == FUNCTION:
                return meaning.arguments[0] if meaning.arguments else UNKNOWN
            if meaning.type_name == _DELEGATE and meaning.arguments:
                return meaning.arguments[-1]
            return given_by_method(meaning, self._workspace.language(path))
        if meaning.sort is Sort.MODULE:
            return few(
                found for whole in self._modules.at_last(meaning) for found in self.called(whole, path)
            )
        if meaning.sort is Sort.FUNCTION:
            return self._function_called(meaning)
        if meaning.sort is Sort.INSTANCE and meaning.symbol is not None:
            return self._object_called(meaning, meaning.symbol)
        return UNKNOWN

    def _function_called(self, meaning: Meaning) -> Meanings:
        """What a function gives, or a maker of objects, which is one without a symbol."""
        owner, symbol = meaning.owner, meaning.symbol
        if symbol is None:
            if owner is None:
                return UNKNOWN
            return (owner._replace(sort=Sort.INSTANCE) if owner.symbol else owner,)
        if meaning.name == "bind":
            return (meaning._replace(name="", is_certain=False),)
        if symbol.kind is SymbolKind.CONSTRUCTOR:
            own = owner.symbol if owner is not None else None
            own = own or self._workspace.enclosing_type(symbol.id) or self._owning_table(symbol)
            return () if own is None else (Meaning(Sort.INSTANCE, own, why=meaning.why),)
        language = self._workspace.language(symbol.path)
        if language is not None and language.object_literals and symbol.name[:1].isupper():
            # `new Shop()`, where `Shop` is a function that gives `this` its members.
            return (Meaning(Sort.INSTANCE, symbol, why="own function"),)
        return self._result(meaning, symbol, language)

    def _result(self, meaning: Meaning, symbol: SymbolEntry, language: Language | None) -> Meanings:
        """What a function is declared to give or returns."""
        owner = meaning.owner
        sources = self._workspace.values.get((symbol.id, RESULT))
        if sources is None:
            return UNKNOWN
        if language is not None and owner is not None and set(sources) <= {*language.self_names}:
            # A chain of calls on one object.
            return (owner,)
        around = self._workspace.enclosing_type(symbol.id)
        given = {} if owner is None else self._values.arguments_of(owner, around)
        if meaning.arguments:
            given = {**given, **self._values.generic_arguments(meaning)}
        if owner is not None and owner.symbol is not None:
            # `Self` and a chain of calls on a base class mean the type of the object.
            own = Meaning(Sort.INSTANCE, owner.symbol, owner.arguments, why=meaning.why)
            given = {**given, "Self": (own,), "this": (own,), "static": (own,), "$this": (own,)}
        return self._values.of_sources(sources, symbol.path, symbol.id, given)

    def _owning_table(self, symbol: SymbolEntry) -> SymbolEntry | None:
        """The table of the same file that a function names as its owner."""
        tables = self._workspace.top_level.get((symbol.path, symbol.owner or ""), ())
        return next((entry for entry in tables if entry.kind in NAME_SPACES), None)

    def _object_called(self, meaning: Meaning, symbol: SymbolEntry) -> Meanings:
        """What an object gives when it is called: a case of an enumeration is made so, another is a function."""
        language = self._workspace.language(symbol.path)
        if meaning.name or (language is not None and language.variables_apart):
            # The method that has the name of a part of a record gives that part.
            return (meaning,)
        sources = self._workspace.values.get((symbol.id, RESULT))
        if sources is None:
            return UNKNOWN
        given = self._values.generic_arguments(meaning)
        return self._values.of_sources(sources, symbol.path, symbol.id, given)

    def called_bare(self, meanings: Meanings, path: str) -> Meanings:
        """What meanings give that are named without being called, where a name alone calls a method."""
        found: list[Meaning] = []
        for meaning in meanings:
            is_external = meaning.sort is Sort.EXTERNAL and meaning.name and meaning.arguments
            is_method = meaning.sort is Sort.FUNCTION or is_external
            found += self.called(meaning, path) if is_method and not meaning.type_name else (meaning,)
        return few(found)

    def reached(self, meanings: Meanings, language: Language) -> Meanings:
        """What objects lead to that are used like pointers."""
        found: list[Meaning] = []
        for each in meanings:
            if each.sort is not Sort.INSTANCE or each.symbol is None:
                continue
            for name in language.pointer_methods:
                for entry in self._members.members(each.symbol, name)[:1]:
                    found += self.called(Meaning(Sort.FUNCTION, entry, owner=each), entry.path)
                if found:
                    break
        return few(found)
