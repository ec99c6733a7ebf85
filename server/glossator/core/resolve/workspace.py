"""What the resolver knows of a workspace: files with their imports, symbols by name, members of types."""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

from glossator.core.languages import Language
from glossator.core.resolve.entries import FileEntry, ReferenceEntry, SymbolEntry
from glossator.core.resolve.keys import keyed_file, keyed_symbols, keyed_values
from glossator.core.resolve.modules import ModuleFinder
from glossator.core.row_ids import row_id
from glossator.core.symbols import (
    ANNOUNCED,
    ARROW,
    CALLABLE_KINDS,
    EXPLICIT,
    IMPLEMENTS,
    PACKAGE,
    PRIVATE,
    TYPE_KINDS,
    SymbolKind,
    Value,
    with_symbols,
)

_MODULE_LIKE = frozenset({SymbolKind.NAMESPACE, SymbolKind.MODULE})
_METHOD_LIKE = frozenset(
    {SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY, SymbolKind.FUNCTION}
)
_id = attrgetter("id")

_DECLARES_MODULE = _MODULE_LIKE | {SymbolKind.INTERFACE}

_MEMBER_OF_TYPE = re.compile(r"[%\w.]+\.\w+")
"""The source of a method that a type has from a trait under another name."""


class Workspace:
    """Tables of all files and symbols. Filled first, then read; the symbols of a file can be replaced between."""

    def __init__(self) -> None:
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
        self.member_names: set[str] = set()
        """Names of members of objects that are written out, under which functions of other names may be called."""
        self.modules = ModuleFinder()
        self.values: dict[tuple[int | str, str], list[str]] = {}
        """The sources of values (see `core.symbols.Value`) by the symbol, or else the path, that binds a name."""
        self.implementations: dict[str, list[tuple[str, str]]] = {}
        """What types have the members of, by the name of the type; each with the file that says so."""
        self.object_of: dict[int, str] = {}
        """The names of the objects that are written out, by the functions in them that are methods of theirs."""
        self.announcing: set[int] = set()
        """The declarations that announce definitions which are called otherwise."""
        self._type_parameters: dict[int, list[str]] = {}
        self._values_of_file: dict[str, list[tuple[int | str, str]]] = {}

    def add_values(self, file_id: int, path: str, values: Iterable[Value]) -> None:
        """Add the values of one file, or let them take the place of those that it had."""
        self._forget_values(path)
        first = row_id(file_id, 0)
        keys = self._values_of_file[path] = []
        language = self.language(path)
        has_aliases = language is not None and language.copies_traits
        for holder, name, source in keyed_values(values, language):
            source = with_symbols(source, first.__add__)
            if (name[:1] == "{" and "." in name) or (has_aliases and _MEMBER_OF_TYPE.fullmatch(source)):
                self.member_names.add(name.rpartition(".")[2])
            key: tuple[int | str, str] = (path if holder is None else first + holder, name)
            sources = self.values.get(key)
            if sources is None:
                self.values[key] = [source]
                keys.append(key)
            else:
                sources.append(source)
            self._note_value(path, None if holder is None else first + holder, name, source)

    def _forget_values(self, path: str) -> None:
        for known in self._values_of_file.pop(path, ()):
            for source in self.values.pop(known, ()):
                if source[:1] == "#" and source[1:].isdigit():
                    self.object_of.pop(int(source[1:]), None)
            where, called = known
            if called[:1] == IMPLEMENTS:
                kept = [each for each in self.implementations[called[1:]] if each[0] != path]
                self.implementations[called[1:]] = kept
            if not isinstance(where, str):
                self._type_parameters.pop(where, None)
                self.announcing.discard(where)

    def _note_value(self, path: str, symbol_id: int | None, name: str, source: str) -> None:
        """Note what a value says of a symbol, or else of its file, beside what a name is bound to."""
        if source[:1] == "<" and symbol_id is not None:
            parameters = self._type_parameters.setdefault(symbol_id, [])
            if name not in parameters:
                parameters.append(name)
        elif name[:1] == "{" and "." in name and source[:1] == "#":
            self.object_of[int(source[1:])] = name.partition(".")[0]
        elif name == ANNOUNCED and symbol_id is not None:
            self.announcing.add(symbol_id)
        elif name == PACKAGE and symbol_id is None:
            self.modules.call(path, source[1:])
        elif name[:1] == IMPLEMENTS:
            self.implementations.setdefault(name[1:], []).append((path, source[1:]))

    def type_parameters(self, symbol_id: int) -> Sequence[str]:
        """The names of the parameters of a generic type or function, in order."""
        return self._type_parameters.get(symbol_id, ())

    def announced(self, declaration: SymbolEntry) -> Sequence[str]:
        """The names of what a declaration announces: its own one unless it says otherwise."""
        sources = self.values.get((declaration.id, ANNOUNCED))
        return [source[1:] for source in sources] if sources else (declaration.name,)

    def is_private(self, entry: SymbolEntry) -> bool:
        """Whether a symbol is seen in its file alone, and where that is included."""
        return (entry.id, PRIVATE) in self.values

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
