"""Members of types: by nesting, by owner, and along the bases of a type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from glossator.core.resolve.edges import nearest
from glossator.core.resolve.workspace import Edge, ReferenceEntry, SymbolEntry, Workspace
from glossator.core.symbols import TYPE_KINDS, Certainty, SymbolKind

_MAX_BASES = 16
_MAX_BASES_IN_HAND = 32

_HOLDERS = TYPE_KINDS | {SymbolKind.MODULE, SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD}
"""What `self` may mean: a type, a module with methods, or an object that a name is bound to."""


class Members:
    """Finds members in a workspace that does not change; remembers the bases of types."""

    def __init__(self, workspace: Workspace, resolve: Callable[[ReferenceEntry], Sequence[Edge]]) -> None:
        """`resolve` resolves the references by which types name their bases."""
        self._workspace = workspace
        self._resolve = resolve
        self._bases_of: dict[int, Sequence[SymbolEntry]] = {}
        self._external: dict[int, bool] = {}
        self._bases_in_hand = 0

    def members(self, owner: SymbolEntry, name: str) -> list[SymbolEntry]:
        """Members of a type or namespace by nesting, by owner, or inherited: from the first base that has any."""
        for current in self._upwards(owner):
            if members := self._declared(current, name):
                return members
        return []

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

    def _declared(self, owner: SymbolEntry, name: str) -> list[SymbolEntry]:
        workspace = self._workspace
        inside = workspace.children.get((owner.id, name))
        if inside:
            return inside
        if elsewhere := workspace.members_of_other_parts(owner, name):
            return elsewhere
        owned = self.owned(owner.name, name, workspace.family(owner.path))
        if owner.kind not in TYPE_KINDS:
            # Only what the file itself adds to an object is known to belong to it.
            return [entry for entry in owned if entry.path == owner.path]
        return nearest(owned, owner.path) if owned else []

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
            for reference in self._workspace.bases.get(part.id, ()):
                known = len(found)
                for edge in self._resolve(reference):
                    base = self._workspace.symbols[edge.symbol]
                    if edge.certainty is Certainty.SURE and base.kind in TYPE_KINDS:
                        found[base.id] = base
                external = external or len(found) == known
        return tuple(found.values()), external

    def has_external_base(self, owner: SymbolEntry) -> bool:
        """Whether a type inherits, perhaps through others, from one outside the workspace."""
        return any(self._external.get(entry.id, False) for entry in self.lineage(owner))

    def own_type(self, holder: int | None) -> SymbolEntry | None:
        """The type, or what else `self` may mean, around the code in `holder`, by nesting or by its owner."""
        workspace = self._workspace
        for entry in workspace.chain(holder):
            if entry.owner is not None and (owner := self.owner_type(entry)) is not None:
                return owner
            if entry.kind in TYPE_KINDS:
                return entry
        return next((entry for entry in workspace.chain(holder) if entry.kind in _HOLDERS), None)

    def owner_type(self, entry: SymbolEntry) -> SymbolEntry | None:
        """The type that a symbol belongs to which names it apart from nesting."""
        name = (entry.owner or "").replace("::", ".").rpartition(".")[2]
        types = [
            other
            for other in self._workspace.by_name.get(name, ())
            if other.kind in TYPE_KINDS and self._workspace.family(other.path) == self._workspace.family(entry.path)
        ]
        return next(iter(nearest(types, entry.path)), None)

    def own_members(self, holder: int | None, path: str, name: str, *, outwards: bool) -> list[SymbolEntry]:
        """Members called `name` of the types around the code in `holder`, inherited ones included; of the innermost
        type alone unless `outwards`."""
        workspace = self._workspace
        owned = workspace.enclosing_owner(holder)
        if owned is not None and owned.owner is not None:
            owner_name = owned.owner.replace("::", ".").rpartition(".")[2]
            if methods := self.owned(owner_name, name, workspace.family(path)):
                return nearest(methods, path)
            own = self.owner_type(owned)
            return [] if own is None else self.members(own, name)
        for around in workspace.chain(holder):
            if around.kind in _HOLDERS and (members := self.members(around, name)):
                return members
            if around.kind in TYPE_KINDS and not outwards:
                break
        return []

    def inherited(self, holder: int | None, name: str) -> list[SymbolEntry]:
        """Members of the bases of the type around."""
        owner = self._workspace.enclosing_type(holder)
        for base in self.bases(owner) if owner is not None else ():
            if found := self.members(base, name):
                return found
        return []
