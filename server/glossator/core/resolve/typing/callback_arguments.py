"""What functions call their arguments with (see `core.values.callbacks`)."""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.resolve.entries import SymbolEntry
from glossator.core.resolve.members import Members
from glossator.core.resolve.typing.bound_values import BoundValues
from glossator.core.resolve.typing.external_objects import given_to_callback
from glossator.core.resolve.typing.meanings import EXTERNAL, UNKNOWN, Meaning, Meanings, Sort
from glossator.core.resolve.workspace import Workspace


class CallbackArguments:
    """Finds what callbacks are called with in a workspace that does not change."""

    def __init__(self, workspace: Workspace, members: Members, values: BoundValues) -> None:
        self._workspace = workspace
        self._members = members
        self._values = values

    def given(self, meaning: Meaning, places: Sequence[str]) -> Meanings:
        """What a function calls its argument with. `places` are the place of the argument, perhaps the member of it
        that is called, and the place of the callback's parameter."""
        argument, *keys, parameter = places
        key = keys[0] if keys else ""
        if meaning.sort is Sort.EXTERNAL:
            return given_to_callback(meaning, int(parameter))
        values = self._workspace.values
        for function in self._functions_of(meaning):
            given = {} if meaning.owner is None else self._values.generic_arguments(meaning.owner)
            sources = values.get((function.id, f"({argument},{parameter})"))
            if sources is not None and not key:
                return self._values.of_sources(sources, function.path, function.id, given)
            of_type = values.get((function.id, f"({argument})"), ())
            for each in self._values.of_sources(of_type, function.path, function.id, given):
                # A type may say with what its function, or a member of it, is called.
                if (found := self._values.of_lineage(each, f"{key}({parameter})")) is not None:
                    return found
                if each.sort is Sort.EXTERNAL:
                    return (EXTERNAL,)
        return UNKNOWN

    def _functions_of(self, meaning: Meaning) -> Sequence[SymbolEntry]:
        """The function, or the constructors of a type."""
        if meaning.symbol is None:
            return ()
        if meaning.sort is Sort.FUNCTION:
            return self._declarations(meaning.symbol)
        language = self._workspace.language(meaning.symbol.path)
        names = () if language is None or meaning.sort is not Sort.TYPE else language.constructors
        return [entry for name in names for entry in self._members.members(meaning.symbol, name)]

    def _declarations(self, function: SymbolEntry) -> Sequence[SymbolEntry]:
        """A function with the declarations of its overloads."""
        workspace = self._workspace
        inside = workspace.children.get((function.container, function.name), ()) if function.container else ()
        beside = inside or workspace.top_level.get((function.path, function.name), ())
        return [function, *(entry for entry in beside if entry.id != function.id and entry.is_declaration)]
