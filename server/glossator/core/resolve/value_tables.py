"""What the resolver knows of values: what names are bound to, and what values say of symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from glossator.core.languages import Language
from glossator.core.resolve.entries import SymbolEntry
from glossator.core.resolve.keys import keyed_values
from glossator.core.resolve.modules import ModuleFinder
from glossator.core.row_ids import row_id
from glossator.core.symbols import ANNOUNCED, IMPLEMENTS, OPENED, PACKAGE, PRIVATE, Value, with_symbols

_MEMBER_OF_TYPE = re.compile(r"[%\w.]+\.\w+")
"""The source of a method that a type has from a trait under another name."""


class ValueTables:
    """Tables of the values of all files, which can be replaced file by file, and the modules that they name."""

    def __init__(self) -> None:
        self.modules = ModuleFinder()
        self.member_names: set[str] = set()
        """Names of members of objects that are written out, under which functions of other names may be called."""
        self.values: dict[tuple[int | str, str], list[str]] = {}
        """The sources of values (see `core.symbols.Value`) by the symbol, or else the path, that binds a name."""
        self.implementations: dict[str, list[tuple[str, str]]] = {}
        """What types have the members of, by the name of the type; each with the file that says so."""
        self.object_of: dict[int, str] = {}
        """The names of the objects that are written out, by the functions in them that are methods of theirs."""
        self.announcing: set[int] = set()
        """The declarations that announce definitions which are called otherwise."""
        self.opened_by_macros: set[str] = set()
        """The name spaces that macros open: what is in them seems to stand at the root of all names."""
        self._type_parameters: dict[int, list[str]] = {}
        self._values_of_file: dict[str, list[tuple[int | str, str]]] = {}

    def _put_values(
        self, file_id: int, path: str, values: Iterable[Value], language: Language | None
    ) -> None:
        """Add the values of one file, or let them take the place of those that it had."""
        self._forget_values(path)
        first = row_id(file_id, 0)
        keys = self._values_of_file[path] = []
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
        elif name == OPENED and symbol_id is None:
            self.opened_by_macros.add(source[1:])
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
