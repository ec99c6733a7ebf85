"""Extensions: methods that are called on an object whose type does not have them (C#)."""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.resolve.edges import distinct
from glossator.core.resolve.entries import ReferenceEntry, SymbolEntry
from glossator.core.resolve.members import Members
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import CONDITIONAL, NONE, SymbolKind
from glossator.core.values.arguments import number_of, type_arguments_of

VALUES = frozenset({SymbolKind.PROPERTY, SymbolKind.FIELD, SymbolKind.ENUM_MEMBER, SymbolKind.CONSTANT})
"""Kinds of what is only called where it holds a function."""
_ANY_TYPE = frozenset({"object", "Object"})


class Extensions:
    """Finds extensions in a workspace that does not change."""

    def __init__(self, workspace: Workspace, members: Members) -> None:
        self._workspace = workspace
        self._members = members

    def called(
        self, members: Sequence[SymbolEntry], type_: SymbolEntry, reference: ReferenceEntry
    ) -> Sequence[SymbolEntry]:
        """What a call of a member of a type means: a method that the type itself has, or else extensions of it and its
        bases, or else a value that is called."""
        own = [entry for entry in members if entry.owner is None]
        if any(self._may_be_called(entry, reference) for entry in own):
            return own
        lineage = self._members.lineage(type_)
        found = [each for base in lineage for each in self._of_type(base, reference.name)]
        return self.fitting(distinct(found), reference) or own

    def fitting(self, owned: Sequence[SymbolEntry], reference: ReferenceEntry) -> list[SymbolEntry]:
        """Those of a type, or else those of objects of any type, that take so many arguments beside the object."""
        number = number_of(reference.arguments)
        return [
            entry
            for entry in owned or self._of_anything(reference)
            if NONE in (number, entry.most_arguments)
            or entry.least_arguments <= number < entry.most_arguments
        ]

    def is_doubtful(self, found: Sequence[SymbolEntry], reference: ReferenceEntry) -> bool:
        """Whether a type from outside may well have the method itself: where an extension is only there under a
        condition, and in its own body."""
        around = {entry.id for entry in self._workspace.chain(reference.enclosing)}
        return any((entry.id, CONDITIONAL) in self._workspace.values or entry.id in around for entry in found)

    def _may_be_called(self, entry: SymbolEntry, reference: ReferenceEntry) -> bool:
        """Whether a member is a method that takes so many arguments, and as many type arguments if any are written."""
        written = type_arguments_of(reference.arguments)
        parameters = len(self._workspace.type_parameters(entry.id))
        is_fitting = entry.takes(number_of(reference.arguments)) and written in (NONE, parameters)
        return entry.kind not in VALUES and is_fitting

    def _of_type(self, owner: SymbolEntry, name: str) -> list[SymbolEntry]:
        owned = self._members.owned(owner.name, name, self._workspace.family(owner.path))
        return [entry for entry in owned if owner in self._members.nearest_types(owner.name, entry.path)]

    def _of_anything(self, reference: ReferenceEntry) -> list[SymbolEntry]:
        """Those of the type of a type parameter, or of what all types have for a base."""
        workspace = self._workspace
        return [
            entry
            for entry in workspace.by_name.get(reference.name, ())
            if entry.owner is not None
            and (entry.owner in _ANY_TYPE or entry.owner in workspace.type_parameters(entry.id))
            and workspace.family(entry.path) == workspace.family(reference.path)
        ]
