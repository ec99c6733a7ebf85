"""The resolution of one reference: scope, own class, file, imports, package, type, then what is only possible."""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.languages import Language
from glossator.core.resolve.bindings import ImportBindings
from glossator.core.resolve.called_values import Called, CalledValues
from glossator.core.resolve.constructors import Constructors
from glossator.core.resolve.edges import (
    CALLED,
    at_definitions,
    distinct,
    is_unlisted,
    meant,
    nearest,
    possible_edges,
    unlisted,
    with_definitions,
)
from glossator.core.resolve.entries import Edge, ReferenceEntry, SymbolEntry
from glossator.core.resolve.extensions import VALUES, Extensions
from glossator.core.resolve.members import Members
from glossator.core.resolve.overloads import Overloads
from glossator.core.resolve.overrides import Overrides
from glossator.core.resolve.scopes import Scopes
from glossator.core.resolve.typing import Meaning, Sort, Typing
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import CALLED_VALUE, TYPE_KINDS, Certainty, ReferenceKind, SymbolKind
from glossator.core.values.arguments import makes_object, number_of
from glossator.core.values.type_forms import ROOT

_MADE = TYPE_KINDS | {SymbolKind.CONSTRUCTOR}


class Resolver:
    """Resolves references against a workspace that does not change meanwhile."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.members = Members(workspace, self.resolve, self._imported)
        self.bindings = ImportBindings(workspace, self.members)
        self.scopes = Scopes(workspace, self.bindings, self.members)
        self.typing = Typing(workspace, self.bindings, self.scopes, self.members)
        self.values = CalledValues(self.typing, self.bindings, self.members)
        self.extensions = Extensions(workspace, self.members)
        self.overloads = Overloads(workspace, self.typing)
        self.overrides = Overrides(workspace, self.members)
        self.constructors = Constructors(workspace, self.members, self.overloads)

    def resolve(self, reference: ReferenceEntry) -> list[Edge]:
        """The edges of one reference: one `sure`, or several `possible`, or none."""
        language = self.workspace.language(reference.path)
        if language is None:
            return []
        if reference.kind is ReferenceKind.INHERIT:
            self._look_for_bases(reference)
        if reference.receiver is None:
            edges = self._bare(reference, language)
        else:
            edges = self._through_receiver(reference, language)
        if is_unlisted(edges):
            return edges
        if reference.receiver not in language.super_names:
            edges = self.overrides.bound(edges)
        edges = at_definitions(self.workspace, edges)
        if language.inherits_constructors and reference.kind is ReferenceKind.CALL and len(edges) == 1:
            edges += self.constructors.inherited(edges[0], language)
        if language.defines_outside and reference.kind is ReferenceKind.CALL and len(edges) == 1:
            edges += self.constructors.outside(reference, edges[0])
        return edges

    def _imported(self, module: SymbolEntry, name: str) -> Sequence[SymbolEntry]:
        return self.bindings.in_module(module, name)

    def _look_for_bases(self, reference: ReferenceEntry) -> None:
        """Have the bases of a type found before what its header names, which members of the bases might be."""
        symbols = self.workspace.symbols
        own = None if reference.enclosing is None else symbols.get(reference.enclosing)
        if own is not None and own.kind in TYPE_KINDS:
            self.members.bases(own)

    def _bare(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        if types := self.constructors.named_by_keyword(reference, language):
            return self._edges(reference, types, "constructor")
        is_base = reference.kind is ReferenceKind.INHERIT
        binding = self.scopes.binding(
            reference.name,
            reference.path,
            reference.enclosing,
            language,
            is_type=is_base,
            is_base=is_base,
            is_call=reference.kind is ReferenceKind.CALL,
        )
        if binding is not None:
            binding = binding.with_types(self.workspace) if is_base else binding
            if (called := self.values.bound(reference, binding, language)) is not None:
                return self._edges_to(reference, called, binding.why)
            symbols = self._callable(reference, binding.symbols, language)
            number, from_outside = number_of(reference.arguments), language.implicit_self
            if (
                from_outside
                and language.explicit_imports
                and not any(entry.takes(number) for entry in symbols)
            ):
                # A method of the name may come from a base outside of the workspace.
                return []
            return self._edges(reference, symbols, binding.why)
        if language.implicit_self and reference.kind is not ReferenceKind.INHERIT:
            own = self._own_members(reference, outwards=True)
            if makes_object(reference.arguments):
                own = [entry for entry in own if entry.kind in _MADE]
            if own:
                return self._edges(reference, own, "own class")
        if language.package_scope:
            neighbours = self.scopes.in_package(reference.path, reference.name)
            if neighbours:
                return self._edges(reference, neighbours, "same package")
        if language.explicit_imports:
            return []
        if language.global_scope or language.package_scope or language.implicit_self:
            return self._anywhere(reference, language)
        return []

    def _callable(
        self, reference: ReferenceEntry, symbols: Sequence[SymbolEntry], language: Language
    ) -> Sequence[SymbolEntry]:
        """The symbols of a name, or the type that has the same name as a property and is called in its place."""
        if language.macro_sign:
            return [entry for entry in symbols if entry.kind is not SymbolKind.MACRO]
        if makes_object(reference.arguments):
            number = number_of(reference.arguments)
            if made := [entry for entry in symbols if entry.kind in _MADE and entry.takes(number)]:
                return made
            return self.scopes.types_named(reference.name, (), reference.path, reference.enclosing, language)
        if reference.kind is not ReferenceKind.CALL or any(entry.kind not in VALUES for entry in symbols):
            return symbols
        found = self.scopes.types_named(reference.name, (), reference.path, reference.enclosing, language)
        return found or symbols

    def _own_members(self, reference: ReferenceEntry, *, outwards: bool) -> list[SymbolEntry]:
        return self.members.own_members(
            reference.enclosing,
            reference.path,
            reference.name,
            outwards=outwards,
            called=reference.kind is ReferenceKind.CALL,
        )

    def _through_receiver(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        receiver = reference.receiver or ""
        if receiver[:1] == CALLED_VALUE:
            return self._edges_to(reference, self.values.variable(reference), "value")
        if receiver in language.super_names:
            called = reference.kind is ReferenceKind.CALL
            found = self.members.inherited(reference.enclosing, reference.name, called=called)
            return self._edges(reference, found, "base class")
        if receiver == ROOT:
            found = self.scopes.at_root(reference.name, reference.path, language)
            return self._edges(reference, found, "global name")
        if receiver in language.self_names and not self.workspace.has_other_object(reference.enclosing):
            return self._through_self(reference, language)
        if language.macro_sign and receiver.endswith(language.macro_sign):
            return self._edges(reference, self._macros(reference, language), "macro")
        meanings = self.typing.meanings(receiver, reference.path, reference.enclosing)
        meanings = self.typing.with_member(meanings, reference.name)
        if not meanings:
            return self._methods_named(reference, language)
        meanings = self.typing.nearer(meanings, reference.name)
        found_in = [(self._members_of(meaning, reference, language), meaning) for meaning in meanings]
        candidates = distinct(entry for called, _ in found_in for entry in called.symbols)
        number = number_of(reference.arguments)
        further = language.further_arguments
        if candidates and not any(entry.takes(number, further=further) for entry in candidates):
            candidates = []
        if not candidates and not self.workspace.opened_by_macros:
            return []
        if not candidates:
            opened = self.scopes.behind_macros(receiver.split("."), reference.name, language)
            return self._edges(reference, opened, f"name space {receiver}")
        why = next(meaning.why for called, meaning in found_in if called.symbols) or "extension"
        if all(called.symbols and called.is_certain and meaning.is_certain for called, meaning in found_in):
            return self._edges(reference, candidates, why)
        chosen, _ = self.overloads.chosen(reference, meant(reference, candidates))
        return possible_edges(reference, chosen, why)

    def _macros(self, reference: ReferenceEntry, language: Language) -> Sequence[SymbolEntry]:
        """The macros that a name means: by scope, imports and path, else those of the name anywhere."""
        outer = (reference.receiver or "").removesuffix(language.macro_sign).rstrip(".")
        anywhere = self.workspace.by_name.get(reference.name, ())
        if outer:
            modules = self.typing.meanings(outer, reference.path, reference.enclosing)
            files = [file for each in modules for file in each.files]
            found = self.bindings.exported(files, reference.name) or (anywhere if files else ())
        else:
            binding = self.scopes.binding(reference.name, reference.path, reference.enclosing, language)
            found = binding.symbols if binding is not None else anywhere
        return nearest([entry for entry in found if entry.kind is SymbolKind.MACRO], reference.path)

    def _through_self(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        own: Sequence[SymbolEntry] = self._own_members(reference, outwards=False)
        type_ = self.members.own_type(reference.enclosing)
        if not own and language.copies_traits:
            own = self._aliased(type_, reference.name)
        if language.extends_parameters and reference.kind is ReferenceKind.CALL and type_ is not None:
            own = self.extensions.called(own, type_, reference)
        if own or reference.receiver not in language.path_roots:
            return self._edges(reference, own, "own class")
        # The module of the file is called as the own object is.
        same = self.workspace.top_level.get((reference.path, reference.name), ())
        return possible_edges(reference, same, "same file")

    def _members_of(self, meaning: Meaning, reference: ReferenceEntry, language: Language) -> Called:
        """What the name of a reference is of something that its receiver may mean."""
        if language.called_values and meaning.sort is not Sort.EXTERNAL:
            return self.values.member(meaning, reference.name)
        found = self._declared_members(meaning, reference, language)
        is_certain = meaning.sort is not Sort.EXTERNAL or not self.extensions.is_doubtful(found, reference)
        return Called(found, is_certain=is_certain)

    def _declared_members(
        self, meaning: Meaning, reference: ReferenceEntry, language: Language
    ) -> Sequence[SymbolEntry]:
        if meaning.sort is Sort.EXTERNAL:
            name = meaning.type_name or ("" if language.object_literals else meaning.name)
            name = language.literal_type(name) if name[:1] == "%" else name
            owned = self.members.owned(name, reference.name, language.family) if name else ()
            # What belongs to a type of the workspace belongs to no other of its name.
            owned = [entry for entry in owned if self.members.owner_type(entry) is None]
            if language.extends_parameters:
                owned = self.extensions.fitting(owned, reference)
            return nearest(owned, reference.path)
        if meaning.sort is Sort.MODULE:
            return self.bindings.exported(meaning.files, reference.name)
        if meaning.symbol is None:
            return ()
        called = reference.kind is ReferenceKind.CALL
        members: Sequence[SymbolEntry] = self.members.members(meaning.symbol, reference.name, called=called)
        if language.extends_parameters and called and meaning.sort is Sort.INSTANCE:
            members = self.extensions.called(members, meaning.symbol, reference)
        if not members and language.pointer_methods and meaning.sort is Sort.INSTANCE:
            reached = [
                each.symbol for each in self.typing.reached((meaning,), language) if each.symbol is not None
            ]
            return [entry for each in reached for entry in self.members.members(each, reference.name)]
        if not members and language.copies_traits:
            return self._aliased(meaning.symbol, reference.name)
        return members

    def _aliased(self, owner: SymbolEntry | None, name: str) -> Sequence[SymbolEntry]:
        """The methods of traits that a type has under another name."""
        if owner is None:
            return ()
        found = self.typing.member(Meaning(Sort.INSTANCE, owner), name)
        return [each.symbol for each in found if each.sort is Sort.FUNCTION and each.symbol is not None]

    def _given_to(self, reference: ReferenceEntry) -> list[Edge]:
        """What the file itself gives to an object of that name (`app.use = function …`)."""
        owner = (reference.receiver or "").rpartition(".")[2].partition("~")[0]
        given = self.workspace.by_owner.get((owner, reference.name), ()) if owner else ()
        return possible_edges(
            reference, [entry for entry in given if entry.path == reference.path], "same file"
        )

    def _anywhere(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        """Top-level symbols of the name in all files of the family: sure when the scope is global and there is
        only one."""
        candidates = [
            entry
            for entry in self.workspace.by_name.get(reference.name, ())
            if self.workspace.family(entry.path) == language.family
            and entry.kind in CALLED
            and (language.global_scope or entry.kind not in (SymbolKind.FUNCTION, SymbolKind.MACRO))
            and self.scopes.is_seen(entry, reference.path, language)
        ]
        bodies = [entry for entry in candidates if not entry.is_declaration] or candidates
        only = len({(entry.path, entry.qualified_name) for entry in bodies}) == 1
        if only and language.global_scope and bodies[0].container is None and bodies[0].owner is None:
            return self._edges(reference, bodies, "only definition of the name")
        if reference.kind is not ReferenceKind.CALL:
            return []
        if len(bodies) > language.most_possible:
            return unlisted(reference)
        chosen, _ = self.overloads.chosen(reference, bodies)
        return possible_edges(reference, chosen, "same name")

    def _edges(self, reference: ReferenceEntry, symbols: Sequence[SymbolEntry], why: str) -> list[Edge]:
        """One `sure` edge, or `possible` ones, best first, when the name has several definitions."""
        chosen, proved = self.overloads.chosen(reference, meant(reference, symbols))
        language = self.workspace.language(reference.path)
        # A method that is only declared is another one than those beside it, where both may be called.
        is_apart = language is not None and language.inherits_overloads
        bodies = chosen if is_apart else with_definitions(self.workspace, chosen)
        if len(bodies) == 1 or (proved and bodies):
            return [Edge(reference.id, bodies[0].id, Certainty.SURE, why)]
        return possible_edges(reference, bodies, f"{why}, several definitions")

    def _edges_to(self, reference: ReferenceEntry, called: Called, why: str) -> list[Edge]:
        """Edges to what is called through a value."""
        if called.is_certain:
            return self._edges(reference, called.symbols, why)
        return possible_edges(reference, meant(reference, called.symbols), why)

    def _methods_named(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        """A call through an object of unknown type: every method of that name is possible."""
        if reference.kind is not ReferenceKind.CALL:
            return []
        if language.object_literals and (near := self._given_to(reference)):
            return near
        named = self.workspace.methods_named(reference.name, language.family)
        number = number_of(reference.arguments)
        methods = [entry for entry in named if entry.takes(number)]
        if methods and (len(methods) > language.most_possible or reference.name in language.common_members):
            return unlisted(reference)
        chosen, _ = self.overloads.chosen(reference, methods)
        return possible_edges(reference, chosen, "method of the name")
