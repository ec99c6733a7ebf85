"""The resolution of one reference: scope, own class, file, imports, package, then what is only possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from glossator.core.languages import Language
from glossator.core.resolve.bindings import Binding, ImportBindings
from glossator.core.resolve.edges import (
    CALLED,
    at_definitions,
    distinct,
    edges_to,
    nearest,
    possible_edges,
)
from glossator.core.resolve.workspace import Edge, ReferenceEntry, SymbolEntry, Workspace
from glossator.core.symbols import TYPE_KINDS, Certainty, ReferenceKind, SymbolKind

MAX_POSSIBLE = 12
"""A call through an object whose type is unknown has no edges when more methods than this share the name:
the list would say nothing."""

_MAX_BASES = 16
_MAX_BASES_IN_HAND = 32

_HOLDERS = TYPE_KINDS | {SymbolKind.MODULE, SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD}
"""What `self` may mean: a type, a module with methods, or an object that a name is bound to."""


class Resolver:
    """Resolves references against a workspace that does not change meanwhile."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.bindings = ImportBindings(workspace)
        self._bases_of: dict[int, Sequence[SymbolEntry]] = {}
        self._bases_in_hand = 0

    def resolve(self, reference: ReferenceEntry) -> list[Edge]:
        """The edges of one reference: one `sure`, or several `possible`, or none."""
        language = self.workspace.language(reference.path)
        if language is None:
            return []
        if reference.receiver is None:
            return at_definitions(self.workspace, self._bare(reference, language))
        return at_definitions(self.workspace, self._through_receiver(reference, language))

    def _bare(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        binding = self._binding(reference.name, reference.path, reference.enclosing, language)
        if binding is not None:
            return edges_to(reference, binding.symbols, binding.why)
        if types := self._named_by_keyword(reference, language):
            return edges_to(reference, types, "constructor")
        if language.implicit_self and reference.kind is not ReferenceKind.INHERIT:
            own = self._own_members(reference, language, reference.name)
            if own:
                return edges_to(reference, own, "own class")
        if language.package_scope:
            neighbours = self._in_package(reference.path, reference.name)
            if neighbours:
                return edges_to(reference, neighbours, "same package")
        if language.global_scope or language.package_scope or language.implicit_self:
            return self._anywhere(reference, language)
        return []

    def _through_receiver(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        receiver = reference.receiver or ""
        if receiver in language.super_names:
            found = self._inherited(reference, reference.name)
            return edges_to(reference, found, "base class")
        declared, instance, rest_of_path = receiver.partition("()")
        if instance:
            return self._through_instance(declared, rest_of_path, reference, language)
        head, *rest = receiver.split(".") if receiver else [""]
        if head in language.self_names and not rest:
            own = self._own_members(reference, language, reference.name)
            if own or head not in language.path_roots:
                return edges_to(reference, own, "own class")
            # The module of the file is called as the own object is.
            same = self.workspace.top_level.get((reference.path, reference.name), ())
            return possible_edges(reference, same, "same file")
        if head and head not in language.self_names:
            binding = self._binding(head, reference.path, reference.enclosing, language)
            if binding is None and language.package_scope:
                types = self._in_package(reference.path, head)
                binding = Binding(types, (), "same package") if types else None
            if binding is None:
                binding = self._module_path([head, *rest], reference, language)
                rest = [] if binding else rest
            if binding is not None:
                binding = binding.with_types(self.workspace)
                members = self._members_along(binding, [*rest, reference.name])
                if not members and rest and (deeper := self._module_path([head, *rest], reference, language)):
                    binding, members = deeper, self._members_along(deeper, [reference.name])
                if members or not binding.symbols:
                    return edges_to(reference, members, binding.why)
            if binding is None and head in language.foreign:
                return []
            if binding is None and head[0].isupper() and not (head.isupper() and len(head) > 1):
                return self._through_type_name([head, *rest][-1], reference, language)
        return self._methods_named(reference, language)

    def _through_type_name(self, name: str, reference: ReferenceEntry, language: Language) -> list[Edge]:
        """A member of a type that nothing in sight binds: every type of that name is possible."""
        family = language.family
        types = [
            entry
            for entry in self.workspace.by_name.get(name, ())
            if entry.kind in TYPE_KINDS and self.workspace.family(entry.path) == family
        ]
        members = [member for entry in types for member in self._members(entry, reference.name)]
        owned = members or self._owned(name, reference.name, language)
        return possible_edges(reference, owned, "type of the name")

    def _owned(self, owner: str, name: str, language: Language) -> list[SymbolEntry]:
        """What names its owner apart from nesting, also where the owner is from outside the workspace."""
        return [
            entry
            for entry in self.workspace.by_owner.get((owner, name), ())
            if self.workspace.family(entry.path) == language.family
        ]

    def _through_instance(
        self, declared: str, rest_of_path: str, reference: ReferenceEntry, language: Language
    ) -> list[Edge]:
        """A member of an object whose type is declared; a type from outside the workspace has no edges."""
        head, *path = declared.split(".")
        rest = [part for part in rest_of_path.split(".") if part]
        if head in language.self_names and not path:
            own = [] if rest else self._own_members(reference, language, reference.name)
            return edges_to(reference, own, "own class") if own else self._methods_named(reference, language)
        types = self._types_named(head, path, reference, language)
        members = self._members_along(Binding(types), [reference.name])
        if not rest and members:
            return edges_to(reference, members, f"type {declared}")
        if not types and not rest:
            owned = self._owned((path or [head])[-1], reference.name, language)
            return edges_to(reference, nearest(owned, reference.path), f"type {declared}")
        return self._methods_named(reference, language)

    def _types_named(
        self, head: str, path: list[str], reference: ReferenceEntry, language: Language
    ) -> Sequence[SymbolEntry]:
        binding = self._binding(head, reference.path, reference.enclosing, language)
        if binding is None and language.package_scope:
            types = self._in_package(reference.path, head)
            binding = Binding(types, (), "same package")
        found: Sequence[SymbolEntry] = ()
        if binding is not None:
            found = self._members_along(binding, path) if path else binding.symbols
        if not found and language.global_scope:
            name = path[-1] if path else head
            found = [
                entry
                for entry in self.workspace.by_name.get(name, ())
                if self.workspace.family(entry.path) == language.family
            ]
        return [entry for entry in found if entry.kind in TYPE_KINDS]

    def _in_package(self, path: str, name: str) -> list[SymbolEntry]:
        """Top-level symbols of the name that the file sees without importing them, those of the nearest scope."""
        for files in self.workspace.modules.neighbours(path):
            if found := self.bindings.in_files(files, name):
                return found
        return []

    def _named_by_keyword(self, reference: ReferenceEntry, language: Language) -> Sequence[SymbolEntry]:
        """The type whose constructor a call of `this`, `super` or their like means."""
        own = self.workspace.enclosing_type(reference.enclosing)
        if own is None or reference.kind is not ReferenceKind.CALL:
            return ()
        if reference.name in language.self_names:
            return (own,)
        return self._bases(own)[:1] if reference.name in language.super_names else ()

    def _module_path(self, path: list[str], reference: ReferenceEntry, language: Language) -> Binding | None:
        """A receiver that is the path of a module or type without an import of its head (`a.b.C`, `crate::a`)."""
        separator, roots = language.separator, language.path_roots
        rooted = "*" in roots or path[0] in roots or (bool(roots) and len(path) > 1)
        for size in range(len(path), 0, -1):
            written = separator.join(path[:size])
            bound = self.bindings.binds_module(written, reference.path)
            if bound or (size == len(path) and rooted):
                files = self.workspace.modules.find(written, reference.path, language)
                if files:
                    return Binding((), files, f"module {written}")
        return None

    def _binding(self, name: str, path: str, enclosing: int | None, language: Language) -> Binding | None:
        """What a bare name means by scope, file and imports; None when nothing binds it."""
        workspace = self.workspace
        for holder in workspace.chain(enclosing):
            inside = workspace.children.get((holder.id, name))
            visible = holder.kind not in TYPE_KINDS or holder.id == enclosing or language.implicit_self
            if inside and visible:
                return Binding(inside, (), "same scope")
            if local := self.bindings.imported(name, path, holder.id, language):
                return local
        own = workspace.top_level.get((path, name))
        if own:
            return Binding(own, (), "same file")
        return self.bindings.imported(name, path, None, language)

    def _members_along(self, binding: Binding, names: list[str]) -> Sequence[SymbolEntry]:
        """Follow a dotted path from a module or type to the symbols it names."""
        current: Sequence[SymbolEntry] = binding.symbols
        if binding.files:
            top = self.bindings.exported(binding.files, names[0])
            if top or not current:
                current, names = top, names[1:]
        for name in names:
            current = distinct(member for entry in current for member in self._members(entry, name))
        return current

    def _members(self, owner: SymbolEntry, name: str) -> list[SymbolEntry]:
        """Members of a type or namespace by nesting, by owner, or inherited: from the first base that has any."""
        seen = {owner.id}
        waiting = [(owner, 0)]
        while waiting:
            current, depth = waiting.pop()
            if members := self._declared_members(current, name):
                return members
            if current.kind in TYPE_KINDS and depth < _MAX_BASES:
                bases = [base for base in self._bases(current) if base.id not in seen]
                seen.update(base.id for base in bases)
                waiting += [(base, depth + 1) for base in reversed(bases)]
        return []

    def _declared_members(self, owner: SymbolEntry, name: str) -> list[SymbolEntry]:
        workspace = self.workspace
        inside = workspace.children.get((owner.id, name))
        if inside:
            return inside
        if elsewhere := workspace.members_of_other_parts(owner, name):
            return elsewhere
        family = workspace.family(owner.path)
        owned = [
            entry
            for entry in workspace.by_owner.get((owner.name, name), ())
            if workspace.family(entry.path) == family
        ]
        if owner.kind not in TYPE_KINDS:
            # Only what the file itself adds to an object is known to belong to it.
            return [entry for entry in owned if entry.path == owner.path]
        return nearest(owned, owner.path) if owned else []

    def _bases(self, owner: SymbolEntry) -> Sequence[SymbolEntry]:
        """The types that a type inherits from. While they are being looked for there are none, nor where looking for
        the bases of others led here through more of them than people write."""
        found = self._bases_of.get(owner.id)
        if found is None and self._bases_in_hand < _MAX_BASES_IN_HAND:
            self._bases_of[owner.id] = ()
            self._bases_in_hand += 1
            self._bases_of[owner.id] = found = tuple(self._resolved_bases(owner))
            self._bases_in_hand -= 1
        return found or ()

    def _resolved_bases(self, owner: SymbolEntry) -> Iterable[SymbolEntry]:
        for reference in self.workspace.bases.get(owner.id, ()):
            for edge in self.resolve(reference):
                base = self.workspace.symbols[edge.symbol]
                if edge.certainty is Certainty.SURE and base.kind in TYPE_KINDS:
                    yield base

    def _own_members(self, reference: ReferenceEntry, language: Language, name: str) -> list[SymbolEntry]:
        """Members called `name` of the types around a reference, inherited ones included."""
        workspace = self.workspace
        family = workspace.family(reference.path)
        owned = workspace.enclosing_owner(reference.enclosing)
        if owned is not None and owned.owner is not None:
            owner_name = owned.owner.replace("::", ".").rpartition(".")[2]
            methods = [
                entry
                for entry in workspace.by_owner.get((owner_name, name), ())
                if workspace.family(entry.path) == family
            ]
            if methods:
                return nearest(methods, reference.path)
            types = [
                entry
                for entry in workspace.by_name.get(owner_name, ())
                if entry.kind in TYPE_KINDS and workspace.family(entry.path) == family
            ]
            return [
                member for entry in nearest(types, reference.path) for member in self._members(entry, name)
            ]
        for holder in workspace.chain(reference.enclosing):
            if holder.kind in _HOLDERS and (members := self._members(holder, name)):
                return members
            if holder.kind in TYPE_KINDS and not language.implicit_self:
                break
        return []

    def _inherited(self, reference: ReferenceEntry, name: str) -> list[SymbolEntry]:
        owner = self.workspace.enclosing_type(reference.enclosing)
        if owner is None:
            return []
        for base in self._bases(owner):
            if found := self._members(base, name):
                return found
        return []

    def _anywhere(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        """Top-level symbols of the name in all files of the family: sure when the scope is global and there is
        only one."""
        candidates = [
            entry
            for entry in self.workspace.by_name.get(reference.name, ())
            if self.workspace.family(entry.path) == language.family
            and (entry.container is None or entry.kind in CALLED)
            and entry.kind in CALLED
            and (language.global_scope or entry.kind not in (SymbolKind.FUNCTION, SymbolKind.MACRO))
        ]
        bodies = [entry for entry in candidates if not entry.is_declaration] or candidates
        only = len({(entry.path, entry.qualified_name) for entry in bodies}) == 1
        if only and language.global_scope and bodies[0].container is None and bodies[0].owner is None:
            return edges_to(reference, bodies, "only definition of the name")
        if reference.kind is not ReferenceKind.CALL or len(bodies) > MAX_POSSIBLE:
            return []
        return possible_edges(reference, bodies, "same name")

    def _methods_named(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        """A call through an object of unknown type: every method of that name is possible."""
        if reference.kind is not ReferenceKind.CALL:
            return []
        methods = self.workspace.methods_named(reference.name, language.family)
        if not methods or len(methods) > MAX_POSSIBLE:
            return []
        return possible_edges(reference, methods, "method of the name")
