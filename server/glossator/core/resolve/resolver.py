"""The resolution of one reference: scope, own class, file, imports, package, type, then what is only possible."""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.languages import Language
from glossator.core.resolve.bindings import ImportBindings
from glossator.core.resolve.edges import CALLED, at_definitions, distinct, meant, nearest, possible_edges
from glossator.core.resolve.members import Members
from glossator.core.resolve.overloads import Overloads
from glossator.core.resolve.scopes import Scopes
from glossator.core.resolve.typing import Meaning, Sort, Typing
from glossator.core.resolve.workspace import Edge, ReferenceEntry, SymbolEntry, Workspace
from glossator.core.symbols import Certainty, ReferenceKind, SymbolKind
from glossator.core.written_arguments import number_of

MAX_POSSIBLE = 12
"""A call through an object whose type is unknown has no edges when more methods than this share the name:
the list would say nothing."""


class Resolver:
    """Resolves references against a workspace that does not change meanwhile."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.members = Members(workspace, self.resolve)
        self.bindings = ImportBindings(workspace)
        self.scopes = Scopes(workspace, self.bindings, self.members)
        self.typing = Typing(workspace, self.bindings, self.scopes, self.members)
        self.overloads = Overloads(workspace, self.typing)

    def resolve(self, reference: ReferenceEntry) -> list[Edge]:
        """The edges of one reference: one `sure`, or several `possible`, or none."""
        language = self.workspace.language(reference.path)
        if language is None:
            return []
        if reference.receiver is None:
            return at_definitions(self.workspace, self._bare(reference, language))
        return at_definitions(self.workspace, self._through_receiver(reference, language))

    def _bare(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        binding = self.scopes.binding(reference.name, reference.path, reference.enclosing, language)
        if binding is not None:
            return self._edges(reference, binding.symbols, binding.why)
        if types := self._named_by_keyword(reference, language):
            return self._edges(reference, types, "constructor")
        if language.implicit_self and reference.kind is not ReferenceKind.INHERIT:
            own = self._own_members(reference, language)
            if own:
                return self._edges(reference, own, "own class")
        if language.package_scope:
            neighbours = self.scopes.in_package(reference.path, reference.name)
            if neighbours:
                return self._edges(reference, neighbours, "same package")
        if language.global_scope or language.package_scope or language.implicit_self:
            return self._anywhere(reference, language)
        return []

    def _named_by_keyword(self, reference: ReferenceEntry, language: Language) -> Sequence[SymbolEntry]:
        """The type whose constructor a call of `this`, `super` or their like means."""
        own = self.workspace.enclosing_type(reference.enclosing)
        if own is None or reference.kind is not ReferenceKind.CALL:
            return ()
        if reference.name in language.self_names:
            return (own,)
        return self.members.bases(own)[:1] if reference.name in language.super_names else ()

    def _own_members(self, reference: ReferenceEntry, language: Language) -> list[SymbolEntry]:
        return self.members.own_members(
            reference.enclosing, reference.path, reference.name, outwards=language.implicit_self
        )

    def _through_receiver(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        receiver = reference.receiver or ""
        if receiver in language.super_names:
            found = self.members.inherited(reference.enclosing, reference.name)
            return self._edges(reference, found, "base class")
        if receiver in language.self_names:
            return self._through_self(reference, language)
        meanings = self.typing.meanings(receiver, reference.path, reference.enclosing)
        if not meanings:
            return self._methods_named(reference, language)
        found_in = [(self._members_of(meaning, reference, language), meaning) for meaning in meanings]
        candidates = distinct(entry for entries, _ in found_in for entry in entries)
        number = number_of(reference.arguments)
        if candidates and not any(entry.takes(number) for entry in candidates):
            candidates = []
        if not candidates:
            if any(self._is_open(meaning) for meaning in meanings):
                return self._methods_named(reference, language)
            return []
        why = next(meaning.why for entries, meaning in found_in if entries)
        is_certain = all(entries for entries, _ in found_in) and all(meaning.is_certain for meaning in meanings)
        if is_certain:
            return self._edges(reference, candidates, why)
        chosen, _ = self.overloads.chosen(reference, meant(reference, candidates))
        return possible_edges(reference, chosen, why)

    def _through_self(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        own = self._own_members(reference, language)
        if own or reference.receiver not in language.path_roots:
            return self._edges(reference, own, "own class")
        # The module of the file is called as the own object is.
        same = self.workspace.top_level.get((reference.path, reference.name), ())
        return possible_edges(reference, same, "same file")

    def _members_of(self, meaning: Meaning, reference: ReferenceEntry, language: Language) -> Sequence[SymbolEntry]:
        """What the name of a reference is of something that its receiver may mean."""
        if meaning.sort is Sort.EXTERNAL:
            if not meaning.name:
                return ()
            owned = self.members.owned(meaning.name, reference.name, language.family)
            return nearest(owned, reference.path)
        if meaning.sort is Sort.MODULE:
            return self.bindings.exported(meaning.files, reference.name)
        if meaning.symbol is None:
            return ()
        return self.members.members(meaning.symbol, reference.name)

    def _is_open(self, meaning: Meaning) -> bool:
        """Whether something may have members that the facts do not show."""
        return False

    def _anywhere(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        """Top-level symbols of the name in all files of the family: sure when the scope is global and there is
        only one."""
        candidates = [
            entry
            for entry in self.workspace.by_name.get(reference.name, ())
            if self.workspace.family(entry.path) == language.family
            and entry.kind in CALLED
            and (language.global_scope or entry.kind not in (SymbolKind.FUNCTION, SymbolKind.MACRO))
        ]
        bodies = [entry for entry in candidates if not entry.is_declaration] or candidates
        only = len({(entry.path, entry.qualified_name) for entry in bodies}) == 1
        if only and language.global_scope and bodies[0].container is None and bodies[0].owner is None:
            return self._edges(reference, bodies, "only definition of the name")
        if reference.kind is not ReferenceKind.CALL or len(bodies) > MAX_POSSIBLE:
            return []
        chosen, _ = self.overloads.chosen(reference, bodies)
        return possible_edges(reference, chosen, "same name")

    def _edges(self, reference: ReferenceEntry, symbols: Sequence[SymbolEntry], why: str) -> list[Edge]:
        """One `sure` edge, or `possible` ones, best first, when the name has several definitions."""
        chosen, proved = self.overloads.chosen(reference, meant(reference, symbols))
        bodies = [entry for entry in chosen if not entry.is_declaration] or chosen
        if len(bodies) == 1 or (proved and bodies):
            return [Edge(reference.id, bodies[0].id, Certainty.SURE, why)]
        return possible_edges(reference, bodies, f"{why}, several definitions")

    def _methods_named(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        """A call through an object of unknown type: every method of that name is possible."""
        if reference.kind is not ReferenceKind.CALL:
            return []
        named = self.workspace.methods_named(reference.name, language.family)
        number = number_of(reference.arguments)
        methods = [entry for entry in named if entry.takes(number)]
        if not methods or len(methods) > MAX_POSSIBLE:
            return []
        chosen, _ = self.overloads.chosen(reference, methods)
        return possible_edges(reference, chosen, "method of the name")
