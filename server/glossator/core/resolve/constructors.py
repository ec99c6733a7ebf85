"""Constructors that calls reach by other words than their own names, or beside the type that is named."""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.languages import Language
from glossator.core.resolve.edges import at_definitions, possible_edges, with_definitions
from glossator.core.resolve.entries import Edge, ReferenceEntry, SymbolEntry
from glossator.core.resolve.members import Members
from glossator.core.resolve.overloads import Overloads
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import TYPE_KINDS, ReferenceKind, SymbolKind


class Constructors:
    """Finds constructors in a workspace that does not change."""

    def __init__(self, workspace: Workspace, members: Members, overloads: Overloads) -> None:
        self._workspace = workspace
        self._members = members
        self._overloads = overloads

    def named_by_keyword(self, reference: ReferenceEntry, language: Language) -> Sequence[SymbolEntry]:
        """The type whose constructor a call of `this`, `super` or their like means."""
        own = self._workspace.enclosing_type(reference.enclosing)
        if own is None or reference.kind is not ReferenceKind.CALL:
            return ()
        if reference.name in language.self_names:
            return (own,)
        bases = self._members.inherited_types(own) if reference.name in language.super_names else ()
        return [base for base in bases if base.kind is not SymbolKind.INTERFACE][:1]

    def outside(self, reference: ReferenceEntry, edge: Edge) -> list[Edge]:
        """The constructor that is called, where it is defined outside of its type, if the arguments tell it."""
        made = self._workspace.symbols[edge.symbol]
        if made.kind not in TYPE_KINDS:
            return []
        constructors = self._members.declared(made, made.name)
        chosen, proved = self._overloads.chosen(reference, constructors)
        bodies = with_definitions(self._workspace, chosen[:1] if proved else chosen)
        edges = at_definitions(self._workspace, possible_edges(reference, bodies, "constructor"))
        outside = [each for each in edges if self._workspace.symbols[each.symbol].owner is not None]
        if len(edges) != 1 or not outside:
            return []
        return [Edge(reference.id, edges[0].symbol, edge.certainty, "constructor")]

    def inherited(self, edge: Edge, language: Language) -> list[Edge]:
        """The constructor that makes an object of a type which has none of its own."""
        made = self._workspace.symbols[edge.symbol]
        if made.kind not in TYPE_KINDS:
            return []
        for name in language.constructors:
            for entry in self._members.members(made, name)[:1]:
                own = self._workspace.enclosing_type(entry.id)
                if own is None or own.id == made.id or entry.is_declaration:
                    return []
                return [Edge(edge.reference, entry.id, edge.certainty, "inherited constructor")]
        return []
