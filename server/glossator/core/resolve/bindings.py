"""What a file's imports bind, followed through modules that pass names on.

A name is followed level by level with a memory of what was visited, so that cycles end and the work is linear in
the number of modules, however they import each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from glossator.core.languages import Language
from glossator.core.resolve.edges import distinct
from glossator.core.resolve.entries import SymbolEntry
from glossator.core.resolve.import_tables import ImportTables, split_last
from glossator.core.resolve.members import Members
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import TYPE_KINDS, Import, SymbolKind
from glossator.core.text import Span

_FEW_FILES = 3
_MOST_PASSED_ON = 16
"""Through so many modules inside of files a name is passed on at most."""
DEFAULT_EXPORT = "default"
"""The name under which a module offers the one thing that it is, see `core.syntax`."""

_NOWHERE = Span(0, 0)
WHOLE_MODULE = (DEFAULT_EXPORT, "exports")
"""The names of the values that say what a module is as a whole."""


@dataclass(frozen=True, slots=True)
class Binding:
    """What a name means: symbols, or the files of a module; both empty for something outside the workspace."""

    symbols: Sequence[SymbolEntry] = ()
    files: tuple[str, ...] = ()
    why: str = ""
    offered: tuple[tuple[str, ...], str] | None = None
    """The files of a module and the name of what they may offer as a member of the object that the module is."""

    def with_types(self, workspace: Workspace) -> Binding:
        """The same for a receiver: the name of a constructor is that of its type as well, which has members."""
        if all(entry.kind is not SymbolKind.CONSTRUCTOR for entry in self.symbols):
            return self
        ids = (
            entry.id
            if entry.kind is not SymbolKind.CONSTRUCTOR or entry.container is None
            else entry.container
            for entry in self.symbols
        )
        return replace(self, symbols=[workspace.symbols[each] for each in dict.fromkeys(ids)])


class ImportBindings:
    """Follows imports in a workspace that does not change; remembers what it has found."""

    def __init__(self, workspace: Workspace, members: Members) -> None:
        self.workspace = workspace
        self._members = members
        self._imports = ImportTables(workspace)
        self._exports: dict[tuple[tuple[str, ...], str], Sequence[SymbolEntry]] = {}
        self._types: dict[tuple[str, str], tuple[SymbolEntry, ...]] = {}
        self._passing_on: set[tuple[int, str]] = set()
        """The names that modules inside of files are asked for, which may pass them on to each other."""
        self._no_modules: set[tuple[str, str]] = set()
        """Files and names under which they pass on no module."""

    def imported(self, name: str, path: str, scope: int | None, language: Language) -> Binding | None:
        """What the imports that stand directly in `scope` of a file bind to `name`; None if nothing."""
        table = self._imports.table(path)
        entry = table.named.get((scope, name))
        if entry is not None:
            first = self._target(entry, path, language)
            others = table.others.get((scope, name), ())
            symbols = [symbol for each in others for symbol in self._target(each, path, language).symbols]
            return replace(first, symbols=distinct([*first.symbols, *symbols])) if symbols else first
        members: list[SymbolEntry] = []
        why = ""
        for wildcard in table.wildcards.get(scope, ()):
            files = self.workspace.modules.find(wildcard.module, path, language)
            if found := self.exported(files, name):
                return Binding(found, (), f"imported from {wildcard.module}")
            if found := self._members_of_type(wildcard.module, files, path, language, name):
                members += found
                why = why or f"imported from {wildcard.module}"
                if not language.overloads:
                    break
        return Binding(distinct(members), (), why) if members else None

    def in_module(self, module: SymbolEntry, name: str) -> Sequence[SymbolEntry]:
        """What the imports that stand in a module inside of a file bind to a name."""
        language = self.workspace.language(module.path)
        key = module.id, name
        if language is None or not language.inner_modules:
            return ()
        if key in self._passing_on or len(self._passing_on) >= _MOST_PASSED_ON:
            return ()
        self._passing_on.add(key)
        try:
            binding = self.imported(name, module.path, module.id, language)
        finally:
            self._passing_on.remove(key)
        return () if binding is None else binding.symbols

    def _members_of_type(
        self, module: str, files: Sequence[str], path: str, language: Language, name: str
    ) -> Sequence[SymbolEntry]:
        """Members of the type whose members a wildcard import makes visible (`import static a.b.C.*`)."""
        key = module, path
        types = self._types.get(key)
        if types is None:
            found = self._same_named(files, module) or self._along(module, path, language)
            holders = TYPE_KINDS | {SymbolKind.MODULE} if language.inner_modules else TYPE_KINDS
            types = self._types[key] = tuple(entry for entry in found if entry.kind in holders)
        return self._of_types(types, name)

    def _of_types(self, types: Iterable[SymbolEntry], name: str) -> list[SymbolEntry]:
        """Members of types, also those that they inherit."""
        children = self.workspace.children
        return [
            member
            for type_ in types
            for member in children.get((type_.id, name)) or self._members.members(type_, name)
        ]

    def of_module(self, module: str, path: str, language: Language) -> Binding:
        """What a module means that an expression names by its path."""
        return self._target(Import(module, None, None, _NOWHERE), path, language)

    def path_of(self, name: str, path: str, holder: int | None, language: Language) -> str | None:
        """The full path that an import binds to a name where it stands; None if none does."""
        named = self._imports.table(path).named
        scopes = [*(around.id for around in self.workspace.chain(holder)), None]
        entry = next((named[(scope, name)] for scope in scopes if (scope, name) in named), None)
        if entry is None or entry.name is None:
            return None if entry is None else entry.module
        return f"{entry.module}{language.module_separator or language.separator}{entry.name}"

    def binds_module(self, written: str, path: str) -> bool:
        """Whether a file imports the module under exactly that path, without taking a name from it."""
        imports = self.workspace.files[path].imports
        return any(entry.module == written and entry.name is None for _, entry in imports)

    def exported(self, files: Sequence[str], name: str) -> Sequence[SymbolEntry]:
        """Symbols that the files define under `name` at top level, or else pass on from their own imports."""
        key = (tuple(files), name)
        found = self._exports.get(key)
        if found is None:
            found = self._exports[key] = self._follow(files, name)
        return found

    def in_files(self, files: Iterable[str], name: str) -> list[SymbolEntry]:
        """Symbols that the files define under `name` at top level."""
        return self._offered([(path, name) for path in files])

    def _follow(self, files: Sequence[str], name: str) -> Sequence[SymbolEntry]:
        level = [(path, name) for path in files]
        visited = set(level)
        # Modules that only pass a name on, one to the next, all mean what the last of them means.
        chain: list[tuple[tuple[str, ...], str]] = []
        found: Sequence[SymbolEntry] = ()
        unforked = True
        while level and not found:
            unforked = unforked and len(level) == 1
            if len(level) == 1:
                key = ((level[0][0],), level[0][1])
                if (known := self._exports.get(key)) is not None:
                    found = known
                    break
                if unforked:
                    chain.append(key)
            found = self._offered(level) or self._from_inner_modules(level)
            onward = [place for each in level for place in self._passed_on(*each)]
            level = [place for place in dict.fromkeys(onward) if place not in visited]
            visited.update(level)
        self._exports.update(dict.fromkeys(chain, found))
        return found

    def _from_inner_modules(self, places: Sequence[tuple[str, str]]) -> Sequence[SymbolEntry]:
        """What files pass on from modules that stand inside of files."""
        for path, name in places:
            language = self.workspace.language(path)
            entry = self._imports.table(path).named.get((None, name))
            if language is None or not language.inner_modules or entry is None or entry.name is None:
                continue
            written = f"{entry.module}{language.separator}{entry.name}"
            is_inside = not self.workspace.modules.find(entry.module, path, language)
            if is_inside and (found := self._along(written, path, language)):
                return found
        return ()

    def _offered(self, places: Sequence[tuple[str, str]]) -> list[SymbolEntry]:
        """What files offer, each under its name; of the very many files of a package most do not have it."""
        exports, by_name = self.workspace.exports, self.workspace.by_name
        if len(places) > _FEW_FILES:
            names = {name for _, name in places}
            having = {name: {entry.path for entry in by_name.get(name, ())} for name in names}
            places = [place for place in places if place[0] in having[place[1]]]
        return [entry for place in places for entry in exports(*place)]

    def _passed_on(self, path: str, name: str) -> list[tuple[str, str]]:
        """Files, and the name there, that a file's own imports take `name` from."""
        language = self.workspace.language(path)
        if language is None or language.private_imports:
            return []
        table = self._imports.table(path)
        entry = table.named.get((None, name))
        if entry is not None:
            files = self.workspace.modules.find(entry.module, path, language)
            target = entry.name or name
            if entry.name is None and any(map(self._says_default, files)):
                target = DEFAULT_EXPORT
            return [(file, target) for file in files]
        return [
            (file, name)
            for wildcard in table.wildcards.get(None, ())
            for file in self.workspace.modules.find(wildcard.module, path, language)
        ]

    def _says_default(self, path: str) -> bool:
        """Whether a file itself says what it is as a whole."""
        return (
            bool(self.workspace.exports(path, DEFAULT_EXPORT))
            or (None, DEFAULT_EXPORT) in self._imports.table(path).named
        )

    def module(self, files: Sequence[str], name: str) -> tuple[str, ...]:
        """The files of the module that files offer under `name`, perhaps passed on through others."""
        level = [(path, name) for path in files if (path, name) not in self._no_modules]
        visited = set(level)
        while level:
            for path, wanted in level:
                entry = self._imports.table(path).named.get((None, wanted))
                language = self.workspace.language(path)
                if entry is None or entry.name is not None or entry.alias is None or language is None:
                    continue
                if found := self.workspace.modules.find(entry.module, path, language):
                    return found
            onward = [place for each in level for place in self._passed_on(*each)]
            known = self._no_modules
            level = [each for each in dict.fromkeys(onward) if each not in visited and each not in known]
            visited.update(level)
        # Whatever these lead to was visited as well.
        self._no_modules |= visited
        return ()

    def _target(self, entry: Import, path: str, language: Language) -> Binding:
        """What an import binds; an empty binding is something outside the workspace."""
        modules = self.workspace.modules
        why = f"imported from {entry.module}"
        files = modules.find(entry.module, path, language)
        if entry.name is None or entry.name == "*":
            if files:
                symbols = self._same_named(files, entry.module) or self.exported(files, DEFAULT_EXPORT)
                return Binding(symbols, files, f"module {entry.module}")
            found = self._along(entry.module, path, language) or self._renamed(entry, path, language)
            return Binding(found, (), why)
        found = self.exported(files, entry.name)
        if found:
            return Binding(found, (), why)
        if files and (inner := files if entry.name == DEFAULT_EXPORT else self.module(files, entry.name)):
            # A module that is not made for default exports is one itself.
            return Binding((), inner, why)
        # A member of the type for which the file is named, as by a static import.
        members = self._of_types(distinct(self._same_named(files, entry.module)), entry.name)
        if members:
            return Binding(members, (), why)
        separator = language.module_separator or language.separator
        joined = f"{entry.module}{'' if entry.module.endswith('.') else separator}{entry.name}"
        submodule = modules.find(joined, path, language)
        symbols = self._same_named(submodule, entry.name) or self._along(joined, path, language)
        offered = (files, entry.name) if files and not symbols and not submodule else None
        return Binding(symbols, submodule, why, offered)

    def _renamed(self, entry: Import, path: str, language: Language) -> Sequence[SymbolEntry]:
        """What a bare name means that an import gives another one, where the file sees it without that."""
        name = entry.module
        if entry.alias is None or not language.package_scope or split_last(name)[0]:
            return ()
        wildcards = [each for several in self._imports.table(path).wildcards.values() for each in several]
        sources = [self.workspace.modules.find(each.module, path, language) for each in wildcards]
        near = self.workspace.modules.neighbours(path)
        return next(filter(None, (self.in_files(files, name) for files in (*near, *sources))), [])

    def _along(self, written: str, path: str, language: Language) -> Sequence[SymbolEntry]:
        """What a path means whose beginning is a module, and what follows names in it (`a.b.Type.member`)."""
        outer = written
        names: list[str] = []
        while outer and (not names or "/" not in written):
            outer, last = split_last(outer)
            names.insert(0, last)
            files = self.workspace.modules.find(outer, path, language) if outer else ()
            if files:
                found = self.exported(files, names[0]) or self._of_types(
                    self._same_named(files, outer), names[0]
                )
                for name in names[1:]:
                    found = self._of_types(found, name)
                return found
        return ()

    def _same_named(self, files: Sequence[str], module: str) -> Sequence[SymbolEntry]:
        """The type for which a file is named (`a/b/C.java` for `a.b.C`)."""
        last = split_last(module)[1]
        return [entry for entry in self.in_files(files, last) if entry.kind in TYPE_KINDS]
