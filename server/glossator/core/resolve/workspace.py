"""What the resolver knows of a workspace: files with their imports, symbols by name, members of types."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

from glossator.core.languages import Language
from glossator.core.resolve.entries import FileEntry, ReferenceEntry, SymbolEntry
from glossator.core.resolve.keys import keyed_file, keyed_symbols
from glossator.core.resolve.value_tables import ValueTables
from glossator.core.symbols import (
    ARROW,
    CALLABLE_KINDS,
    EXPLICIT,
    TYPE_KINDS,
    SymbolKind,
    Value,
)

_MODULE_LIKE = frozenset({SymbolKind.NAMESPACE, SymbolKind.MODULE})
_METHOD_LIKE = frozenset(
    {SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY, SymbolKind.FUNCTION}
)
_id = attrgetter("id")

_DECLARES_MODULE = _MODULE_LIKE | {SymbolKind.INTERFACE}


class Workspace(ValueTables):
    """Tables of all files and symbols. Filled first, then read; the symbols of a file can be replaced between."""

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, FileEntry] = {}
        self.symbols: dict[int, SymbolEntry] = {}
        self.by_name: dict[str, list[SymbolEntry]] = {}
        self.children: dict[tuple[int, str], list[SymbolEntry]] = {}
        self.top_level: dict[tuple[str, str], list[SymbolEntry]] = {}
        self.by_owner: dict[tuple[str, str], list[SymbolEntry]] = {}
        self.bases: dict[int, list[ReferenceEntry]] = {}
        self._methods: dict[tuple[str, str], list[SymbolEntry]] = {}
        self._of_file: dict[str, list[SymbolEntry]] = {}
        self.table_members: dict[tuple[str, str], list[SymbolEntry]] = {}
        self.aliases: set[str] = set()
        """Names that some import gives to what has another one; under these too it is reached from other files."""

    def add_values(self, file_id: int, path: str, values: Iterable[Value]) -> None:
        """Add the values of one file, or let them take the place of those that it had."""
        self._put_values(file_id, path, values, self.language(path))

    def add_file(self, entry: FileEntry) -> None:
        entry = keyed_file(entry)
        self.files[entry.path] = entry
        self.aliases.update(item.alias for _, item in entry.imports if item.alias is not None)
        if entry.language is not None:
            self.modules.add(entry.path, entry.language)
            if entry.language.manifest:
                offers = ((item.alias or "", item.module) for _, item in entry.imports)
                self.modules.packages.add(entry.path, offers)

    def replace_imports(self, entry: FileEntry) -> None:
        """Let a file have other imports; which files and modules there are does not change by that."""
        entry = keyed_file(entry)
        self.files[entry.path] = entry
        self.aliases.update(item.alias for _, item in entry.imports if item.alias is not None)

    def add_symbols(self, entries: Iterable[SymbolEntry]) -> None:
        """Add the symbols of one file, containers before what they contain."""
        entries = list(entries)
        containers = {entry.container for entry in entries}
        for entry in keyed_symbols(entries, self.language(entries[0].path) if entries else None):
            self.symbols[entry.id] = entry
            self._of_file.setdefault(entry.path, []).append(entry)
            for table, key in self._places(entry):
                table.setdefault(key, []).append(entry)
            if entry.kind is SymbolKind.NAMESPACE and (entry.path, entry.name) in self.top_level:
                self.modules.place(entry.name, entry.path, holds_content=entry.id in containers)
            if entry.kind in _DECLARES_MODULE:
                self.modules.declare(entry.qualified_name, entry.path)

    def replace_symbols(self, path: str, entries: Sequence[SymbolEntry]) -> None:
        """Let `entries` be the symbols of a file, whose modules are found by the same names as before."""
        entries = list(keyed_symbols(entries, self.language(path)))
        gone = self._of_file.pop(path, [])
        for entry in gone:
            for table, key in self._places(entry):
                table[key] = [other for other in table[key] if other.id != entry.id]
        for entry in gone:
            del self.symbols[entry.id]
            self.bases.pop(entry.id, None)
        for entry in entries:
            self.symbols[entry.id] = entry
        self._of_file[path] = entries
        for entry in entries:
            for table, key in self._places(entry):
                # As if all symbols had been added in the order of their ids.
                insort(table.setdefault(key, []), entry, key=_id)
        self._methods.clear()

    def names_inside_functions(self, path: str) -> set[str]:
        """The names of what functions of a file define or import for themselves."""
        symbols = self.symbols
        inside = {
            entry.name
            for entry in self._of_file.get(path, ())
            if entry.container is not None and symbols[entry.container].kind in CALLABLE_KINDS
        }
        for holder, entry in self.files[path].imports:
            if holder is not None and symbols[holder].kind is not SymbolKind.MODULE:
                # A wildcard may bind anything, and what binds it has to be looked at for each function.
                inside.add(entry.local_name or "*")
        inside.update(
            name for holder, name in self._values_of_file.get(path, ()) if not isinstance(holder, str)
        )
        return inside

    def _places(self, entry: SymbolEntry) -> Iterator[tuple[dict[Any, list[SymbolEntry]], Any]]:
        """The tables that hold a symbol, each with the key under which it does; its containers must be known."""
        yield self.by_name, entry.name
        if entry.container is not None:
            yield self.children, (entry.container, entry.name)
        if entry.owner is not None:
            owner = entry.owner.replace("::", ".").rpartition(".")[2]
            yield self.by_owner, (owner, entry.name)
            language = self.language(entry.path)
            if language is not None and language.module_tables and entry.container is None:
                yield self.table_members, (entry.path, entry.name)
        elif self._is_top_level(entry):
            yield self.top_level, (entry.path, entry.name)

    def exports(self, path: str, name: str) -> Sequence[SymbolEntry]:
        """What a file offers to others under `name`."""
        # Where a module is a table, what is in it is offered, and its local functions are not.
        found = self.table_members.get((path, name)) or self.top_level.get((path, name), [])
        language = self.language(path) if len(found) > 1 else None
        if language is not None and language.inner_modules:
            return [entry for entry in found if entry.container is None] or found
        return found

    def inside(self, holder: int, name: str) -> Sequence[SymbolEntry]:
        """The symbols of a name directly in another one, without those that are only seen through an interface."""
        found = self.children.get((holder, name), ())
        return [entry for entry in found if (entry.id, EXPLICIT) not in self.values] if found else ()

    def members_of_other_parts(self, owner: SymbolEntry, name: str) -> list[SymbolEntry]:
        """Members of a type that is written in parts, from its other parts in the same name space or folder."""
        language = self.language(owner.path)
        if language is None or not language.parted_types or owner.kind not in TYPE_KINDS:
            return []
        return [
            member
            for part in self.parts_of(owner)
            if part.id != owner.id
            for member in self.inside(part.id, name)
        ]

    def parts_of(self, owner: SymbolEntry) -> Sequence[SymbolEntry]:
        """The parts of a type that is written in several, in the same name space or folder, or of a name space; itself
        first."""
        language = self.language(owner.path)
        if language is not None and language.open_namespaces and owner.kind is SymbolKind.NAMESPACE:
            same = self._others_of_name(owner)
            return [owner, *(part for part in same if self.family(part.path) == language.family)]
        if language is None or not language.parted_types or owner.kind not in TYPE_KINDS:
            return (owner,)
        if not (others := self._others_of_name(owner)):
            return (owner,)
        near = {path for files in self.modules.neighbours(owner.path) for path in files}
        return [owner, *(part for part in others if part.path in near)]

    def _others_of_name(self, owner: SymbolEntry) -> list[SymbolEntry]:
        """Other symbols of the same kind and full name."""
        named = self.by_name.get(owner.name, ())
        same = [part for part in named if part.qualified_name == owner.qualified_name and part.id != owner.id]
        return [part for part in same if part.kind is owner.kind]

    def methods_named(self, name: str, family: str) -> list[SymbolEntry]:
        """All methods of a name in a family of languages; declarations only where there is nothing else."""
        methods = self._methods.get((name, family))
        if methods is None:
            candidates = [
                entry
                for entry in self.by_name.get(name, ())
                if entry.kind in _METHOD_LIKE and self._is_member(entry) and self.family(entry.path) == family
            ]
            methods = [entry for entry in candidates if not entry.is_declaration] or candidates
            self._methods[(name, family)] = methods
        return methods

    def _is_member(self, entry: SymbolEntry) -> bool:
        if entry.owner is not None or entry.kind in (SymbolKind.METHOD, SymbolKind.PROPERTY):
            return True
        container = self.symbols.get(entry.container) if entry.container is not None else None
        return container is not None and container.kind in TYPE_KINDS

    def add_bases(self, entries: Iterable[ReferenceEntry]) -> None:
        """Add the references by which types name their bases."""
        for entry in entries:
            if entry.enclosing is not None:
                self.bases.setdefault(entry.enclosing, []).append(entry)

    def replace_bases(self, path: str, entries: Iterable[ReferenceEntry]) -> None:
        """Let the types of a file name other bases."""
        for symbol in self._of_file.get(path, ()):
            self.bases.pop(symbol.id, None)
        self.add_bases(entries)

    def language(self, path: str) -> Language | None:
        file = self.files.get(path)
        return file.language if file else None

    def family(self, path: str) -> str:
        language = self.language(path)
        return language.family if language else ""

    def chain(self, symbol_id: int | None) -> Iterable[SymbolEntry]:
        """The symbol and its containers, innermost first."""
        while symbol_id is not None and (symbol := self.symbols.get(symbol_id)) is not None:
            yield symbol
            symbol_id = symbol.container

    def has_objects(self, path: str) -> bool:
        """Whether a file writes out objects with methods of their own."""
        return any(entry.id in self.object_of for entry in self._of_file.get(path, ()))

    def enclosing_object(self, symbol_id: int | None) -> tuple[str, str] | None:
        """The path and name of the object that is written out around the method of its own in which code stands, unless
        that stands in a type inside of it."""
        for entry in self.chain(symbol_id):
            found = self.object_of.get(entry.id)
            if found is not None and (entry.id, ARROW) not in self.values:
                return entry.path, found
            if entry.kind in TYPE_KINDS:
                break
        return None

    def own_parameter(self, holder: int | None) -> str:
        """The name of the type parameter that the own object is of, where methods are written for all types that it
        stands for (`impl<T: Foo> Foo for &T`); "" where they belong to a type."""
        owned = self.enclosing_owner(holder)
        if owned is None or owned.owner not in self.type_parameters(owned.id):
            return ""
        return owned.owner or ""

    def has_other_object(self, holder: int | None) -> bool:
        """Whether the own object is none of the type around: one that is written out, or of a type parameter."""
        return self.enclosing_object(holder) is not None or bool(self.own_parameter(holder))

    def enclosing_type(self, symbol_id: int | None) -> SymbolEntry | None:
        """The innermost type around a symbol, or that symbol itself if it is one."""
        return next((entry for entry in self.chain(symbol_id) if entry.kind in TYPE_KINDS), None)

    def enclosing_owner(self, symbol_id: int | None) -> SymbolEntry | None:
        """The innermost symbol around that belongs to a type which is named apart from nesting."""
        return next((entry for entry in self.chain(symbol_id) if entry.owner is not None), None)

    def _is_top_level(self, entry: SymbolEntry) -> bool:
        language = self.language(entry.path)
        opens_types = language is not None and language.open_types
        container = entry.container
        while container is not None:
            around = self.symbols[container]
            if around.kind not in _MODULE_LIKE and not (around.kind in TYPE_KINDS and opens_types):
                return False
            container = around.container
        return True
