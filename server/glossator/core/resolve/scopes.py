"""What a bare name means where it stands: by scope, file, imports and package."""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.languages import Language
from glossator.core.resolve.bindings import Binding, ImportBindings
from glossator.core.resolve.edges import distinct
from glossator.core.resolve.members import Members
from glossator.core.resolve.workspace import SymbolEntry, Workspace
from glossator.core.symbols import TYPE_KINDS


class Scopes:
    """Looks names up in a workspace that does not change."""

    def __init__(self, workspace: Workspace, bindings: ImportBindings, members: Members) -> None:
        self._workspace = workspace
        self._bindings = bindings
        self._members = members

    def binding(self, name: str, path: str, holder: int | None, language: Language) -> Binding | None:
        """What a bare name means by scope, file and imports; None when nothing binds it."""
        workspace = self._workspace
        for around in workspace.chain(holder):
            inside = workspace.children.get((around.id, name))
            visible = around.kind not in TYPE_KINDS or around.id == holder or language.implicit_self
            if inside and visible:
                return Binding(inside, (), "same scope")
            if local := self._bindings.imported(name, path, around.id, language):
                return local
        own = workspace.top_level.get((path, name))
        if own:
            return Binding(own, (), "same file")
        return self._bindings.imported(name, path, None, language)

    def in_package(self, path: str, name: str) -> list[SymbolEntry]:
        """Top-level symbols of the name that the file sees without importing them, those of the nearest scope."""
        for files in self._workspace.modules.neighbours(path):
            if found := self._bindings.in_files(files, name):
                return found
        return []

    def module_path(self, names: Sequence[str], path: str, language: Language) -> tuple[Binding, int] | None:
        """The module of a path without an import of its head (`a.b.C`, `crate::a`), and of how many names it is."""
        separator, roots = language.separator, language.path_roots
        if not names:
            return None
        rooted = "*" in roots or names[0] in roots or (bool(roots) and len(names) > 1)
        for size in range(len(names), 0, -1):
            written = separator.join(names[:size])
            if rooted or self._bindings.binds_module(written, path):
                files = self._workspace.modules.find(written, path, language)
                if files:
                    return Binding((), files, f"module {written}"), size
        return None

    def types_named(
        self, head: str, rest: Sequence[str], path: str, holder: int | None, language: Language
    ) -> Sequence[SymbolEntry]:
        """The types that a path of names means where a type is written."""
        binding = self.binding(head, path, holder, language)
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
            ]
        types = [entry for entry in found if entry.kind in TYPE_KINDS]
        return [entry for entry in types if not entry.is_declaration] or types

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
            relative = f".{name}" if language.imports == "dotted" else f"./{name}"
            if language.imports in ("dotted", "relative", "node") and (found := workspace.modules.find(relative, path, language)):
                return found
        return ()
