"""What a bare name means where it stands: by scope, file, imports and package."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import dropwhile

from glossator.core.languages import Language
from glossator.core.resolve.bindings import Binding, ImportBindings
from glossator.core.resolve.edges import CALLED, distinct, nearest
from glossator.core.resolve.entries import SymbolEntry
from glossator.core.resolve.members import Members
from glossator.core.resolve.name_spaces import NameSpaces
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import BASE, CALLABLE_KINDS, TYPE_KINDS, SymbolKind
from glossator.core.values.type_forms import ROOT

_FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.CONSTANT})
_TYPE_LIKE = TYPE_KINDS | {SymbolKind.NAMESPACE, SymbolKind.MODULE, SymbolKind.CONSTRUCTOR}


_MEMBERS = frozenset({SymbolKind.METHOD, SymbolKind.PROPERTY})

_INSIDE = {"dotted": ".", "relative": "./", "node": "./"}
"""What stands before the path of a module inside of another, by the strategy that finds it."""


class Scopes:
    """Looks names up in a workspace that does not change."""

    def __init__(self, workspace: Workspace, bindings: ImportBindings, members: Members) -> None:
        self._workspace = workspace
        self._bindings = bindings
        self._members = members
        self.spaces = NameSpaces(workspace, bindings)
        self._neighbours: dict[tuple[str, str], list[SymbolEntry]] = {}

    def binding(
        self,
        name: str,
        path: str,
        holder: int | None,
        language: Language,
        *,
        is_type: bool = False,
        is_base: bool = False,
        is_call: bool = False,
    ) -> Binding | None:
        """What a bare name means by scope, file and imports; None when nothing binds it. Where a type is written,
        members of types around that are none are not meant; nor are ones that a type inherits where it names its base;
        nor variables, where they are apart from functions, by a call."""
        workspace = self._workspace
        for around in workspace.chain(holder):
            inside = list(workspace.inside(around.id, name))
            if inside and is_type and around.kind in TYPE_KINDS:
                inside = [entry for entry in inside if entry.kind in _TYPE_LIKE]
            if inside and around.kind not in TYPE_KINDS:
                # A method that is defined outside of its type is no name of what is around it.
                inside = [entry for entry in inside if entry.owner is None]
            if inside and is_call and language.variables_apart:
                inside = [entry for entry in inside if entry.kind in CALLED]
            if inside and any((entry.id, BASE) in workspace.values for entry in inside):
                # What belongs to an object that a function makes is no name inside of that function.
                inside = [entry for entry in inside if (entry.id, BASE) not in workspace.values]
            visible = around.kind not in TYPE_KINDS or around.id == holder or language.implicit_self
            if inside and language.object_literals:
                # A bare name is no member of an object.
                inside = [entry for entry in inside if entry.kind not in _MEMBERS]
            if inside and visible:
                if around.kind in TYPE_KINDS and language.inherits_overloads and not (is_type or is_base):
                    # Methods of the name in other parts and in bases stand beside them.
                    inside = self._members.members(around, name, called=is_call) or inside
                return Binding(inside, (), "same scope")
            if (
                language.implicit_self
                and not (is_base and around.id == holder)
                and (found := self._inherited(around, name, is_type=is_type, is_call=is_call))
            ):
                return Binding(found, (), "base class")
            if local := self._bindings.imported(name, path, around.id, language):
                return local
        own: Sequence[SymbolEntry] = workspace.top_level.get((path, name), ())
        if language.inner_modules:
            own = [entry for entry in own if entry.container is None or holder is None]
        if language.namespaces_apart:
            own = [entry for entry in own if entry.kind is not SymbolKind.NAMESPACE]
        if own:
            return Binding(own, (), "same file")
        return self._bindings.imported(name, path, None, language)

    def _inherited(
        self, around: SymbolEntry, name: str, *, is_type: bool, is_call: bool
    ) -> Sequence[SymbolEntry]:
        """What the code in a type, or in a method of one object, has from a base."""
        if around.kind not in TYPE_KINDS:
            found = self._members.of_object(around, name)
        else:
            has_bases = self._members.bases(around)
            found = self._members.members(around, name, called=is_call) if has_bases else []
        return [entry for entry in found if entry.kind in _TYPE_LIKE] if is_type else found

    def in_package(self, path: str, name: str) -> list[SymbolEntry]:
        """Top-level symbols of the name that the file sees without importing them, those of the nearest scope."""
        key = path, name
        found = self._neighbours.get(key)
        if found is None:
            files = self._workspace.modules.neighbours(path)
            in_scopes = (self._bindings.in_files(each, name) for each in files)
            found = next(filter(None, in_scopes), [])
            language = self._workspace.language(path)
            if not found and language is not None and language.imports == "namespaces":
                # What stands in no name space is seen in all of them.
                found = self.at_root(name, path, language)
            self._neighbours[key] = found
        return found

    def at_root(self, name: str, path: str, language: Language) -> list[SymbolEntry]:
        """Symbols of a name outside of all types and name spaces, as seen from a file."""
        workspace = self._workspace
        found = self._all_at_root(name, language)
        if language.namespaces_apart:
            return [entry for entry in found if not workspace.modules.is_wholly_placed(entry.path)]
        return nearest(found, path)

    def _all_at_root(self, name: str, language: Language) -> list[SymbolEntry]:
        workspace = self._workspace
        return [
            entry
            for entry in workspace.by_name.get(name, ())
            if entry.container is None
            and entry.owner is None
            and workspace.family(entry.path) == language.family
        ]

    def behind_macros(self, names: Sequence[str], name: str, language: Language) -> Sequence[SymbolEntry]:
        """Symbols of a name in a name space that a macro opens, or in what is inside of that."""
        opened = self._workspace.opened_by_macros
        if names[0] not in opened:
            return ()
        inside = [*dropwhile(opened.__contains__, names), name]
        return self.along(Binding(self._all_at_root(inside[0], language)), inside[1:])

    def is_seen(self, entry: SymbolEntry, path: str, language: Language) -> bool:
        """Whether a file may see what is in another without importing it, as far as it and name spaces say."""
        if entry.path != path and self._workspace.is_private(entry):
            return False
        if not language.namespaces_apart:
            return True
        modules = self._workspace.modules
        around = None if entry.container is None else self._workspace.symbols[entry.container]
        is_outside = around is None or around.kind in CALLABLE_KINDS
        is_outside = is_outside and not modules.is_wholly_placed(entry.path)
        return is_outside and (entry.kind in _FUNCTIONS or not modules.namespaces(path))

    def module_path(self, names: Sequence[str], path: str, language: Language) -> tuple[Binding, int] | None:
        """The module of a path without an import of its head (`a.b.C`, `crate::a`), and of how many names it is."""
        separator, roots = language.module_separator or language.separator, language.path_roots
        if not names:
            return None
        rooted = "*" in roots or names[0] in roots or (bool(roots) and len(names) > 1)
        for size in range(len(names), 0, -1):
            written = separator.join(names[:size])
            if language.explicit_imports and not roots:
                if files := self._workspace.modules.declared_from(written, path):
                    return Binding((), files, f"module {written}"), size
                continue
            if rooted or self._bindings.binds_module(written, path):
                files = self._workspace.modules.find(written, path, language)
                if files:
                    return Binding((), files, f"module {written}"), size
        return None

    def types_named(
        self, head: str, rest: Sequence[str], path: str, holder: int | None, language: Language
    ) -> Sequence[SymbolEntry]:
        """The types that a path of names means where a type is written."""
        if language.namespaces_apart and len(rest) > (head == ROOT):
            return _types(self.spaces.named([head, *rest], path, holder, language))
        if head == ROOT:
            return (
                _types(self.along(Binding(self.at_root(rest[0], path, language)), rest[1:])) if rest else ()
            )
        if head in language.foreign:
            return ()
        binding = self.binding(head, path, holder, language, is_type=True)
        if binding is None and language.package_scope:
            binding = Binding(self.in_package(path, head), (), "same package")
        found: Sequence[SymbolEntry] = ()
        if binding is not None:
            found = self.along(binding, rest) if rest else binding.with_types(self._workspace).symbols
        if not found and rest and (written := self.module_path([head, *rest], path, language)) is not None:
            module, size = written
            found = self.along(module, [head, *rest][size:]) if size <= len(rest) else ()
        if not found and language.global_scope:
            name = rest[-1] if rest else head
            found = [
                entry
                for entry in self._workspace.by_name.get(name, ())
                if self._workspace.family(entry.path) == language.family
                and self.is_seen(entry, path, language)
            ]
        return _types(found)

    def along(self, binding: Binding, names: Sequence[str]) -> Sequence[SymbolEntry]:
        """Follow a dotted path from a module or type to the symbols it names."""
        current: Sequence[SymbolEntry] = binding.symbols
        if binding.files:
            top = self._bindings.exported(binding.files, names[0])
            if top or not current:
                current, names = top, names[1:]
        for name in names:
            current = distinct(member for entry in current for member in self._members.members(entry, name))
        return current

    def submodule(self, files: Sequence[str], name: str) -> tuple[str, ...]:
        """The files of a module inside of a module."""
        workspace = self._workspace
        if found := self._bindings.module(files, name):
            return found
        for path in files:
            language = workspace.language(path)
            if language is None:
                continue
            binding = self._bindings.imported(name, path, None, language)
            if binding is not None and binding.files:
                return binding.files
            before = _INSIDE.get(language.imports)
            if before is not None and (found := workspace.modules.find(before + name, path, language)):
                return found
        return ()


def _types(found: Iterable[SymbolEntry]) -> Sequence[SymbolEntry]:
    types = [entry for entry in found if entry.kind in TYPE_KINDS]
    return [entry for entry in types if not entry.is_declaration] or types
