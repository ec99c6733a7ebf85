"""Members of types: by nesting, by owner, and along the bases of a type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from glossator.core.resolve.edges import nearest
from glossator.core.resolve.entries import Edge, ReferenceEntry, SymbolEntry
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import (
    BASE,
    CALLABLE_KINDS,
    CONFORMING,
    PARAMETERS,
    TYPE_KINDS,
    Certainty,
    ReferenceKind,
    SymbolKind,
)
from glossator.core.values.type_forms import split_type

_MAX_BASES = 16
_MAX_BASES_IN_HAND = 32

_ANNOUNCING = frozenset({SymbolKind.INTERFACE, SymbolKind.TRAIT})
_CALLED = CALLABLE_KINDS | TYPE_KINDS
_HOLDERS = TYPE_KINDS | {SymbolKind.MODULE, SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD}
"""What `self` may mean: a type, a module with methods, or an object that a name is bound to."""


class Members:
    """Finds members in a workspace that does not change; remembers the bases of types."""

    def __init__(
        self,
        workspace: Workspace,
        resolve: Callable[[ReferenceEntry], Sequence[Edge]],
        imported: Callable[[SymbolEntry, str], Sequence[SymbolEntry]],
    ) -> None:
        """`resolve` resolves the references by which types name their bases, `imported` tells what the imports in a
        module inside of a file bind to a name."""
        self._workspace = workspace
        self._resolve = resolve
        self._imported = imported
        self._bases_of: dict[int, Sequence[SymbolEntry]] = {}
        self._external: dict[int, bool] = {}
        self._bases_in_hand = 0
        self._types_near: dict[tuple[str, str], list[SymbolEntry]] = {}

    def members(self, owner: SymbolEntry, name: str, *, called: bool = False) -> list[SymbolEntry]:
        """Members of a type or namespace by nesting, by owner, or inherited: from the first base that has any, and
        where overloads are inherited, from further ones those that take other parameters. Where variables are apart
        from functions, only the latter if they are `called`."""
        language = self._workspace.language(owner.path)
        inherits = language is not None and language.inherits_overloads
        only_called = called and language is not None and language.variables_apart
        apart = language is not None and language.implements_all and owner.kind is not SymbolKind.INTERFACE
        found: list[SymbolEntry] = []
        announced: list[SymbolEntry] = []
        for current in self._upwards(owner):
            if apart and current.kind is SymbolKind.INTERFACE:
                continue
            members = self.declared(current, name)
            if only_called:
                members = [member for member in members if member.kind in _CALLED]
            is_base = current.kind in _ANNOUNCING and current is not owner and not inherits
            if is_base and members and all(member.is_declaration for member in members):
                # What an interface or trait only announces may come from another base.
                announced = announced or members
                continue
            if members and not inherits:
                return members
            if members:
                found += self._other_overloads(members, found) if found else members
        return found or announced

    def _other_overloads(
        self, members: Iterable[SymbolEntry], known: Sequence[SymbolEntry]
    ) -> list[SymbolEntry]:
        """Those of the members of a base that are methods and have other parameters than the methods known."""
        values = self._workspace.values
        forms = [values.get((entry.id, PARAMETERS)) for entry in known]
        if any(entry.kind is not SymbolKind.METHOD for entry in known):
            return []
        return [
            entry
            for entry in members
            if entry.kind is SymbolKind.METHOD and values.get((entry.id, PARAMETERS)) not in forms
        ]

    def lineage(self, owner: SymbolEntry) -> list[SymbolEntry]:
        """A type and all its bases, in the order in which members are looked for."""
        return list(self._upwards(owner))

    def _upwards(self, owner: SymbolEntry) -> Iterable[SymbolEntry]:
        seen = {owner.id}
        waiting = [(owner, 0)]
        while waiting:
            current, depth = waiting.pop()
            yield current
            if current.kind in TYPE_KINDS and depth < _MAX_BASES:
                bases = [base for base in self.bases(current) if base.id not in seen]
                seen.update(base.id for base in bases)
                waiting += [(base, depth + 1) for base in reversed(bases)]

    def declared(self, owner: SymbolEntry, name: str) -> list[SymbolEntry]:
        """Members of a type or namespace without those that it inherits."""
        workspace = self._workspace
        inside = list(workspace.inside(owner.id, name))
        if owner.kind is SymbolKind.NAMESPACE:
            # A method that is defined outside of its type is no name of what is around it.
            inside = [
                entry
                for part in workspace.parts_of(owner)
                for entry in workspace.children.get((part.id, name), ())
            ]
            inside = [entry for entry in inside if entry.owner is None]
        if any(entry.kind in _CALLED for entry in inside):
            return self._with_other_parts(inside, owner, name)
        if owner.kind is SymbolKind.MODULE and not inside and (passed_on := self._imported(owner, name)):
            return list(passed_on)
        if elsewhere := workspace.members_of_other_parts(owner, name):
            return inside or elsewhere
        owned = self.owned(owner.name, name, workspace.family(owner.path))
        if not owned:
            return inside
        if owner.kind not in TYPE_KINDS:
            # Only what the file itself adds to an object is known to belong to it.
            return [*inside, *(entry for entry in owned if entry.path == owner.path)]
        own = (entry for entry in owned if owner in self.nearest_types(owner.name, entry.path))
        return self._before_conforming([*inside, *own])

    def _before_conforming(self, members: list[SymbolEntry]) -> list[SymbolEntry]:
        """Those that a type has by itself, before those that it has because of traits."""
        if len(members) < 2:
            return members
        values = self._workspace.values
        return [entry for entry in members if (entry.id, CONFORMING) not in values] or members

    def _with_other_parts(
        self, inside: list[SymbolEntry], owner: SymbolEntry, name: str
    ) -> list[SymbolEntry]:
        """Methods of one part of a type with those of the name in other parts, where both may have it."""
        language = self._workspace.language(owner.path)
        if language is None or not language.overloads or inside[0].kind is not SymbolKind.METHOD:
            return inside
        return inside + self._workspace.members_of_other_parts(owner, name)

    def owned(self, owner: str, name: str, family: str) -> list[SymbolEntry]:
        """What names its owner apart from nesting, also where the owner is from outside the workspace."""
        workspace = self._workspace
        found = workspace.by_owner.get((owner, name), ())
        return [entry for entry in found if workspace.family(entry.path) == family]

    def bases(self, owner: SymbolEntry) -> Sequence[SymbolEntry]:
        """The types that a type inherits from. While they are being looked for there are none, nor where looking for
        the bases of others led here through more of them than people write."""
        found = self._bases_of.get(owner.id)
        if found is None and self._bases_in_hand < _MAX_BASES_IN_HAND:
            self._bases_of[owner.id] = ()
            self._bases_in_hand += 1
            found, self._external[owner.id] = self._resolved_bases(owner)
            self._bases_of[owner.id] = found
            self._bases_in_hand -= 1
        return found or ()

    def _resolved_bases(self, owner: SymbolEntry) -> tuple[tuple[SymbolEntry, ...], bool]:
        """The bases, and whether there are others from outside the workspace."""
        found: dict[int, SymbolEntry] = {}
        external = False
        for part in self._workspace.parts_of(owner):
            for reference in (*self._workspace.bases.get(part.id, ()), *self._implemented(part)):
                known = len(found)
                found |= {base.id: base for base in self._bases_meant(reference) if self._is_base(base)}
                external = external or len(found) == known
        if self._copies_traits(owner):
            # What a type has from traits hides what it inherits.
            return tuple(sorted(found.values(), key=lambda base: base.kind is not SymbolKind.TRAIT)), external
        return tuple(found.values()), external

    def _copies_traits(self, owner: SymbolEntry) -> bool:
        language = self._workspace.language(owner.path)
        return language is not None and language.copies_traits

    def _bases_meant(self, reference: ReferenceEntry) -> list[SymbolEntry]:
        """What the name of a base surely means; a type that is written in parts is one."""
        edges = self._resolve(reference)
        meant = [self._workspace.symbols[edge.symbol] for edge in edges]
        if all(edge.certainty is Certainty.SURE for edge in edges):
            return meant
        parts = {part.id for part in self._workspace.parts_of(meant[0])}
        return meant[:1] if all(entry.id in parts for entry in meant) else []

    def _is_base(self, entry: SymbolEntry) -> bool:
        if entry.kind in TYPE_KINDS:
            return True
        language = self._workspace.language(entry.path)
        return entry.kind is SymbolKind.MODULE and language is not None and language.mixes_modules

    def _implemented(self, owner: SymbolEntry) -> Iterable[ReferenceEntry]:
        """References by which declarations apart from a type give it the members of another."""
        for path, written in self._workspace.implementations.get(owner.name, ()):
            if owner in self.nearest_types(owner.name, path):
                outer, _, name = split_type(written)[0].rpartition(".")
                yield ReferenceEntry(0, path, ReferenceKind.INHERIT, name, outer or None, None)

    def nearest_types(self, name: str, path: str) -> list[SymbolEntry]:
        """The types that a name may mean where the code of a file names the owner of what it defines."""
        found = self._types_near.get((name, path))
        if found is None:
            workspace = self._workspace
            types = [
                entry
                for entry in workspace.by_name.get(name, ())
                if entry.kind in TYPE_KINDS and workspace.family(entry.path) == workspace.family(path)
            ]
            found = self._types_near[(name, path)] = nearest(types, path)
        return found

    def has_external_base(self, owner: SymbolEntry) -> bool:
        """Whether a type inherits, perhaps through others, from one outside the workspace."""
        return any(self._external.get(entry.id, False) for entry in self.lineage(owner))

    def own_type(self, holder: int | None) -> SymbolEntry | None:
        """The type, or what else `self` may mean, around the code in `holder`, by nesting or by its owner."""
        workspace = self._workspace
        for entry in workspace.chain(holder):
            if entry.owner is not None and (owner := self.owner_type(entry)) is not None:
                return owner
            if (entry.id, BASE) in workspace.values:
                return next(iter(self._base_of_object(entry)), None)
            if entry.kind in TYPE_KINDS:
                return entry
        found = next((entry for entry in workspace.chain(holder) if entry.kind in _HOLDERS), None)
        return found or self._own_function(holder)

    def _own_function(self, holder: int | None) -> SymbolEntry | None:
        """The function that makes the object which `this` means in functions: it itself, or the one that the method
        belongs to."""
        workspace = self._workspace
        for entry in workspace.chain(holder):
            language = workspace.language(entry.path)
            if language is None or not language.object_literals:
                return None
            if entry.owner is not None:
                owners = workspace.top_level.get((entry.path, entry.owner), ())
                return next((owner for owner in owners if owner.kind is SymbolKind.FUNCTION), None)
            if entry.kind is SymbolKind.FUNCTION and entry.name[:1].isupper():
                return entry
        return None

    def of_object(self, method: SymbolEntry, name: str) -> list[SymbolEntry]:
        """Members of the object that a method is given to which belongs to it alone."""
        workspace = self._workspace
        if method.container is None or (method.id, BASE) not in workspace.values:
            return []
        beside = workspace.children.get((method.container, name), ())
        if found := [entry for entry in beside if (entry.id, BASE) in workspace.values]:
            return found
        return [member for base in self._base_of_object(method) for member in self.members(base, name)]

    def _base_of_object(self, entry: SymbolEntry) -> Sequence[SymbolEntry]:
        """The type of which a method makes a special case for one object (`new Type() { void method() { … } }`)."""
        sources = self._workspace.values.get((entry.id, BASE))
        if sources is None:
            return ()
        found = self._bases_of.get(entry.id)
        if found is None:
            receiver, _, name = split_type(sources[0][1:])[0].rpartition(".")
            reference = ReferenceEntry(
                entry.id, entry.path, ReferenceKind.INHERIT, name, receiver or None, entry.container
            )
            edges = self._resolve(reference)
            found = self._bases_of[entry.id] = tuple(self._workspace.symbols[edge.symbol] for edge in edges)
        return found

    def owner_type(self, entry: SymbolEntry) -> SymbolEntry | None:
        """The type that a symbol belongs to which names it apart from nesting."""
        name = (entry.owner or "").replace("::", ".").rpartition(".")[2]
        return next(iter(self.nearest_types(name, entry.path)), None)

    def own_members(
        self, holder: int | None, path: str, name: str, *, outwards: bool, called: bool = False
    ) -> list[SymbolEntry]:
        """Members called `name` of the types around the code in `holder`, inherited ones included; of the innermost
        type alone unless `outwards`. Which of them count if they are `called` is told by `members`."""
        workspace = self._workspace
        owned = workspace.enclosing_owner(holder)
        if owned is not None and owned.owner is not None:
            owner_name = owned.owner.replace("::", ".").rpartition(".")[2]
            own = self.owner_type(owned)
            if own is not None:
                return self.members(own, name, called=called)
            return nearest(self.owned(owner_name, name, workspace.family(path)), path)
        for around in workspace.chain(holder):
            if around.kind in _HOLDERS and (members := self.members(around, name, called=called)):
                return members
            if members := self.of_object(around, name):
                return members
            if not outwards and (around.kind in TYPE_KINDS or (around.id, BASE) in workspace.values):
                break
        return []

    def inherited_types(self, owner: SymbolEntry) -> Sequence[SymbolEntry]:
        """The bases of a type without those whose members it has as its own."""
        bases = self.bases(owner)
        if self._copies_traits(owner):
            return [base for base in bases if base.kind is not SymbolKind.TRAIT]
        return bases

    def _bases_around(self, holder: int | None) -> Sequence[SymbolEntry]:
        for entry in self._workspace.chain(holder):
            if entry.kind in TYPE_KINDS:
                return self.inherited_types(entry)
            if (entry.id, BASE) in self._workspace.values:
                return self._base_of_object(entry)
        return ()

    def inherited(self, holder: int | None, name: str, *, called: bool = False) -> list[SymbolEntry]:
        """Members of the bases of the type around, those of `members` if they are `called`."""
        for base in self._bases_around(holder):
            if found := self.members(base, name, called=called):
                return found
        return []
