"""Calls of methods that override others, in languages where the call is one of the method that is overridden (C#).

A call binds to the method that introduces the name; which one runs is decided by the object. The overriding method of
the declared type is therefore a possible one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from glossator.core.resolve.entries import Edge, SymbolEntry
from glossator.core.resolve.members import Members
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import OVERRIDE, PARAMETERS, Certainty, SymbolKind


class Overrides:
    """Finds introducing methods in a workspace that does not change."""

    def __init__(self, workspace: Workspace, members: Members) -> None:
        self._workspace = workspace
        self._members = members

    def bound(self, edges: Sequence[Edge]) -> list[Edge]:
        """The edges of a call that may run a method of a derived type."""
        found: dict[int, Edge] = {}
        for edge in edges:
            if (edge.symbol, OVERRIDE) not in self._workspace.values:
                found.setdefault(edge.symbol, edge)
                continue
            introducing = self._introducing(self._workspace.symbols[edge.symbol])
            if introducing is not None:
                found.setdefault(introducing.id, replace(edge, symbol=introducing.id))
            found.setdefault(edge.symbol, replace(edge, certainty=Certainty.POSSIBLE))
        return list(found.values())

    def _introducing(self, entry: SymbolEntry) -> SymbolEntry | None:
        """The method of a base that one overrides, directly or through others; None if it is outside of the
        workspace."""
        values = self._workspace.values
        own = self._workspace.enclosing_type(entry.id)
        found = None
        language = self._workspace.language(entry.path)
        apart = language is not None and language.implements_all
        for base in self._members.lineage(own)[1:] if own is not None else ():
            if apart and base.kind is SymbolKind.INTERFACE:
                continue
            for other in self._members.declared(base, entry.name):
                same = values.get((other.id, PARAMETERS)) == values.get((entry.id, PARAMETERS))
                if other.most_arguments == entry.most_arguments and (same or found is None):
                    found = other
                    if same and (other.id, OVERRIDE) not in values:
                        return other
        return None if found is None or (found.id, OVERRIDE) in values else found
