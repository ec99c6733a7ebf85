"""The resolution of one reference: scope, own class, file, imports, package, then what is only possible."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from glossator.core.languages import Language
from glossator.core.resolve.workspace import Edge, ReferenceEntry, SymbolEntry, Workspace
from glossator.core.symbols import CALLABLE_KINDS, TYPE_KINDS, Certainty, Import, ReferenceKind, SymbolKind

MAX_POSSIBLE = 12
"""A call through an object whose type is unknown has no edges when more methods than this share the name:
the list would say nothing."""

_MAX_REEXPORTS = 8
_MAX_BASES = 16
_CALLED = CALLABLE_KINDS | TYPE_KINDS
_METHOD_LIKE = frozenset(
    {SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY, SymbolKind.FUNCTION}
)
_EXTERNAL: tuple[SymbolEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class _Binding:
    """What a name means: symbols, or the files of a module; both empty for something outside the workspace."""

    symbols: Sequence[SymbolEntry] = ()
    files: tuple[str, ...] = ()
    why: str = ""


class Resolver:
    """Resolves references against a workspace. Holds no state beyond memory of what it has looked up."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def resolve(self, reference: ReferenceEntry) -> list[Edge]:
        """The edges of one reference: one `sure`, or several `possible`, best first, or none."""
        language = self.workspace.language(reference.path)
        if language is None:
            return []
        if reference.receiver is None:
            return self._bare(reference, language)
        return self._through_receiver(reference, language)

    def _bare(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        binding = self._binding(reference.name, reference.path, reference.enclosing, language)
        if binding is not None:
            return _edges(reference, binding.symbols, binding.why)
        if language.implicit_self:
            own = self._own_members(reference, language, reference.name)
            if own:
                return _edges(reference, own, "own class")
        if language.package_scope:
            neighbours = self._in_files(self.workspace.modules.folder_files(reference.path), reference.name)
            if neighbours:
                return _edges(reference, neighbours, "same package")
        if language.global_scope or language.package_scope or language.implicit_self:
            return self._anywhere(reference, language)
        return []

    def _through_receiver(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        receiver = reference.receiver or ""
        head, *rest = receiver.split(".") if receiver else [""]
        if receiver in language.super_names:
            found = self._inherited(reference, reference.name)
            return _edges(reference, found, "base class")
        if head in language.self_names and not rest:
            own = self._own_members(reference, language, reference.name)
            return _edges(reference, own, "own class") if own else []
        if head and head not in language.self_names:
            binding = self._binding(head, reference.path, reference.enclosing, language)
            if binding is None and language.package_scope:
                types = self._in_files(self.workspace.modules.folder_files(reference.path), head)
                binding = _Binding(types, (), "same package") if types else None
            if binding is None:
                binding = self._module_path([head, *rest], reference, language)
                rest = [] if binding else rest
            if binding is not None and not _is_value(binding):
                members = self._members_along(binding, [*rest, reference.name])
                if members or not binding.symbols:
                    return _edges(reference, members, binding.why)
        return self._methods_named(reference, language)

    def _module_path(self, path: list[str], reference: ReferenceEntry, language: Language) -> _Binding | None:
        """A receiver that is the path of a module or type without an import of its head (`a.b.C`, `crate::a`)."""
        separator = language.separator
        imports = self.workspace.files[reference.path].imports
        for size in range(len(path), 0, -1):
            written = separator.join(path[:size])
            bound = any(entry.module == written and entry.name is None for _, entry in imports)
            if bound or (size == len(path) and language.imports == "rust"):
                files = self.workspace.modules.find(written, reference.path, language)
                if files:
                    return _Binding((), files, f"module {written}")
        return None

    def _binding(self, name: str, path: str, enclosing: int | None, language: Language) -> _Binding | None:
        """What a bare name means by scope, file and imports; None when nothing binds it."""
        workspace = self.workspace
        holders: list[int] = []
        for holder in workspace.chain(enclosing):
            holders.append(holder.id)
            inside = workspace.children.get((holder.id, name))
            visible = holder.kind not in TYPE_KINDS or holder.id == enclosing or language.implicit_self
            if inside and visible:
                return _Binding(inside, (), "same scope")
            if local := self._imported(name, path, (holder.id,), language):
                return local
        own = workspace.top_level.get((path, name))
        if own:
            return _Binding(own, (), "same file")
        return self._imported(name, path, (None,), language)

    def _imported(
        self, name: str, path: str, scopes: Iterable[int | None], language: Language, depth: int = 0
    ) -> _Binding | None:
        file = self.workspace.files.get(path)
        if file is None:
            return None
        wildcards: list[Import] = []
        for enclosing, entry in file.imports:
            if enclosing not in scopes:
                continue
            if entry.name == "*" and entry.alias is None:
                wildcards.append(entry)
            elif _local_name(entry, language) == name:
                return self._target_of(entry, path, language, depth)
        for entry in wildcards:
            files = self.workspace.modules.find(entry.module, path, language)
            if found := self._exported(files, name, language, depth):
                return _Binding(found, (), f"imported from {entry.module}")
        return None

    def _target_of(self, entry: Import, path: str, language: Language, depth: int) -> _Binding:
        """What an import binds; an empty binding is something outside the workspace."""
        modules = self.workspace.modules
        why = f"imported from {entry.module}"
        if entry.name is None or entry.name == "*":
            files = modules.find(entry.module, path, language)
            if files:
                return _Binding(self._same_named(files, entry.module), files, f"module {entry.module}")
            outer, _, last = _split_last(entry.module)
            found = (
                self._exported(modules.find(outer, path, language), last, language, depth) if outer else ()
            )
            return _Binding(found, (), why)
        files = modules.find(entry.module, path, language)
        found = self._exported(files, entry.name, language, depth)
        if found:
            return _Binding(found, (), why)
        joined = f"{entry.module}{'' if entry.module.endswith('.') else language.separator}{entry.name}"
        submodule = modules.find(joined, path, language)
        return _Binding(self._same_named(submodule, entry.name), submodule, why)

    def _exported(
        self, files: Sequence[str], name: str, language: Language, depth: int
    ) -> Sequence[SymbolEntry]:
        """Symbols that the files define under `name` at top level or pass on from their own imports."""
        found = self._in_files(files, name)
        if found or depth >= _MAX_REEXPORTS:
            return found
        for path in files:
            passed_on = self._imported(name, path, (None,), language, depth + 1)
            if passed_on is not None and passed_on.symbols:
                return passed_on.symbols
        return ()

    def _in_files(self, files: Iterable[str], name: str) -> list[SymbolEntry]:
        return [entry for path in files for entry in self.workspace.top_level.get((path, name), ())]

    def _same_named(self, files: Sequence[str], module: str) -> Sequence[SymbolEntry]:
        """The type for which a file is named (`a/b/C.java` for `a.b.C`)."""
        last = _split_last(module)[2]
        return [entry for entry in self._in_files(files, last) if entry.kind in TYPE_KINDS]

    def _members_along(self, binding: _Binding, names: list[str]) -> Sequence[SymbolEntry]:
        """Follow a dotted path from a module or type to the symbols it names."""
        current: Sequence[SymbolEntry] = binding.symbols
        if binding.files:
            top = self._in_files(binding.files, names[0])
            if not top:
                first = binding.files[0]
                language = self.workspace.language(first)
                passed = self._exported(binding.files, names[0], language, 0) if language else ()
                top = list(passed)
            if top or not current:
                current, names = top, names[1:]
        for name in names:
            current = [member for entry in current for member in self._members(entry, name)]
        return current

    def _members(self, owner: SymbolEntry, name: str, depth: int = 0) -> list[SymbolEntry]:
        """Members of a type or namespace by nesting, by owner, or inherited."""
        workspace = self.workspace
        inside = workspace.children.get((owner.id, name))
        if inside:
            return inside
        family = workspace.family(owner.path)
        owned = [
            entry
            for entry in workspace.by_owner.get((owner.name, name), ())
            if workspace.family(entry.path) == family
        ]
        if owned:
            return _nearest(owned, owner.path)
        if depth >= _MAX_BASES:
            return []
        for base in self._bases(owner):
            if base.id != owner.id and (inherited := self._members(base, name, depth + 1)):
                return inherited
        return []

    def _bases(self, owner: SymbolEntry) -> Iterable[SymbolEntry]:
        language = self.workspace.language(owner.path)
        if language is None:
            return
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
                return _nearest(methods, reference.path)
            types = [
                entry
                for entry in workspace.by_name.get(owner_name, ())
                if entry.kind in TYPE_KINDS and workspace.family(entry.path) == family
            ]
            return [
                member for entry in _nearest(types, reference.path) for member in self._members(entry, name)
            ]
        for holder in workspace.chain(reference.enclosing):
            if holder.kind in TYPE_KINDS and (members := self._members(holder, name)):
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
            and (entry.container is None or entry.kind in _CALLED)
            and entry.kind in _CALLED
            and (language.global_scope or entry.kind not in (SymbolKind.FUNCTION, SymbolKind.MACRO))
        ]
        bodies = [entry for entry in candidates if not entry.is_declaration] or candidates
        only = len({(entry.path, entry.qualified_name) for entry in bodies}) == 1
        if only and language.global_scope and bodies[0].container is None and bodies[0].owner is None:
            return _edges(reference, bodies, "only definition of the name")
        if reference.kind is not ReferenceKind.CALL or len(bodies) > MAX_POSSIBLE:
            return []
        return _possible(reference, _by_nearness(bodies, reference.path), "same name")

    def _methods_named(self, reference: ReferenceEntry, language: Language) -> list[Edge]:
        """A call through an object of unknown type: every method of that name is possible."""
        if reference.kind is not ReferenceKind.CALL:
            return []
        candidates = [
            entry
            for entry in self.workspace.by_name.get(reference.name, ())
            if entry.kind in _METHOD_LIKE
            and (entry.container is not None or entry.owner is not None)
            and self._is_member(entry)
            and self.workspace.family(entry.path) == language.family
        ]
        bodies = [entry for entry in candidates if not entry.is_declaration] or candidates
        if not bodies or len(bodies) > MAX_POSSIBLE:
            return []
        return _possible(reference, _by_nearness(bodies, reference.path), "method of the name")

    def _is_member(self, entry: SymbolEntry) -> bool:
        if entry.owner is not None:
            return True
        container = self.workspace.symbols.get(entry.container) if entry.container is not None else None
        return container is not None and container.kind in TYPE_KINDS


def _is_value(binding: _Binding) -> bool:
    """Whether a name is bound to a value whose type is not known, so that its members are not known either."""
    return bool(binding.symbols) and not any(
        entry.kind in TYPE_KINDS or entry.kind in (SymbolKind.NAMESPACE, SymbolKind.MODULE)
        for entry in binding.symbols
    )


def _local_name(entry: Import, language: Language) -> str | None:
    if entry.alias is not None or entry.name is not None:
        return entry.local_name
    # A plain import of a dotted path binds its first part (Python) or its last (Go, Java, Rust).
    if language.imports == "dotted" and "/" not in entry.module:
        return entry.module if "." not in entry.module else _split_last(entry.module)[2]
    return _split_last(entry.module)[2]


def _split_last(module: str) -> tuple[str, str, str]:
    for separator in ("::", "\\", "/", "."):
        if separator in module:
            outer, found, last = module.rpartition(separator)
            return outer, found, last
    return "", "", module


def _nearest(entries: Sequence[SymbolEntry], path: str) -> list[SymbolEntry]:
    """Those in the same file, else in the same folder, else all."""
    for key in (lambda entry: entry.path == path, lambda entry: _folder(entry.path) == _folder(path)):
        if near := [entry for entry in entries if key(entry)]:
            return near
    return list(entries)


def _folder(path: str) -> str:
    return posixpath.dirname(path)


def _by_nearness(entries: Sequence[SymbolEntry], path: str) -> list[SymbolEntry]:
    here = path.split("/")

    def distance(entry: SymbolEntry) -> tuple[bool, int, str, int]:
        there = entry.path.split("/")
        common = sum(1 for left, right in zip(here, there, strict=False) if left == right)
        return (entry.path != path, -common, entry.path, entry.id)

    return sorted(entries, key=distance)


def _edges(reference: ReferenceEntry, symbols: Sequence[SymbolEntry], why: str) -> list[Edge]:
    """One `sure` edge, or `possible` ones when the name has several definitions."""
    wanted = [entry for entry in symbols if entry.kind in _CALLED] or (
        list(symbols) if reference.kind is not ReferenceKind.CALL else []
    )
    bodies = [entry for entry in wanted if not entry.is_declaration] or wanted
    if len(bodies) == 1:
        return [Edge(reference.id, bodies[0].id, Certainty.SURE, why)]
    return _possible(reference, bodies, f"{why}, several definitions")


def _possible(reference: ReferenceEntry, symbols: Sequence[SymbolEntry], why: str) -> list[Edge]:
    return [Edge(reference.id, entry.id, Certainty.POSSIBLE, why) for entry in symbols]
