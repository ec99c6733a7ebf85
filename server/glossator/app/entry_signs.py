"""What is known of a definition that says whether it is reached without a call (`core.graph.entry_points`).

Of a single definition its text is known, so that modifiers and lists of exported names count. Of all definitions of an
index only what the index holds is.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from glossator.app.code_graph import CodeGraph
from glossator.app.declared_programs import Programs, declared_programs, is_program
from glossator.core.fact_tables import REFERENCE_KIND_NUMBERS, SYMBOL_KIND_NUMBERS
from glossator.core.graph.entry_points import (
    EntryPoint,
    Seen,
    base_with_member,
    entry_point,
    is_listed,
    written_signs,
)
from glossator.core.graph.symbol_graph import IMPORTS, USES, kinds_mask
from glossator.core.languages import Language, languages
from glossator.core.row_ids import row_id
from glossator.core.symbols import TYPE_KINDS, FileFacts, Reference, ReferenceKind, Symbol, SymbolKind
from glossator.core.test_paths import is_in_test_container, is_test_path
from glossator.store.base_types import bases_of, imports_of_name, members_of
from glossator.store.graph_columns import GraphFile
from glossator.store.reader import IndexReader

_INHERIT = REFERENCE_KIND_NUMBERS[ReferenceKind.INHERIT]
_INHERITS = kinds_mask((ReferenceKind.INHERIT,))
_PROMISING = frozenset({SymbolKind.INTERFACE, SymbolKind.TRAIT})
"""Kinds of types whose members others have without naming them, as in Go."""
_SEPARATORS = re.compile(r"::|[./\\]")


def entry_point_of(
    reader: IndexReader, root: Path, path: str, data: bytes, facts: FileFacts, position: int
) -> EntryPoint | None:
    """By what the symbol at `position` of a file's present text may be reached without a call, None if by nothing that
    is known. Reads the index and files of the root, so it is for threads; raises as the reader does."""
    symbol = facts.symbols[position]
    language = languages().get(facts.language)
    signature = data[symbol.signature_span.start : symbol.name_span.start].decode("utf-8", "replace")
    annotations, modifiers = written_signs(language, signature, symbol)
    row = reader.symbol(path, symbol.qualified_name, symbol.ordinal)
    container = None if row is None else row.symbol.container
    types = [] if row is None or container is None else [row_id(row.file.id, container)]
    base, outside = base_with_member(
        symbol.name,
        types or _types_named(reader, symbol),
        lambda type_id: bases_of(reader, type_id),
        lambda type_id: members_of(reader, type_id),
    )
    seen = Seen(
        symbol.name,
        symbol.kind,
        in_test=is_test_path(path, language) or is_in_test_container(symbol.qualified_name, language),
        decorators=[*_decorators(symbol, facts.references), *annotations],
        modifiers=modifiers,
        base=base or _promised_in_index(reader, symbol),
        outside_base=outside,
        is_offered=_is_offered(symbol, facts, language, data),
        is_program=is_program(declared_programs(root), path, symbol.qualified_name),
        importer=_importer(reader, path, symbol),
    )
    return entry_point(language, seen)


def _types_named(reader: IndexReader, symbol: Symbol) -> list[int]:
    """The types that a symbol may belong to which names its owner apart from nesting."""
    if symbol.owner is None:
        return []
    rows = reader.symbols_named(_SEPARATORS.split(symbol.owner)[-1])
    return [row.id for row in rows if row.symbol.kind in TYPE_KINDS]


def _promised_in_index(reader: IndexReader, symbol: Symbol) -> str:
    """An interface that has a member of the name, for a method of a type that need not say which interfaces it has."""
    if symbol.owner is None:
        return ""
    for row in reader.symbols_named(symbol.name):
        if row.symbol.container is not None:
            around = reader.symbol_by_id(row_id(row.file.id, row.symbol.container))
            if around is not None and around.symbol.kind in _PROMISING:
                return around.symbol.name
    return ""


def _is_offered(symbol: Symbol, facts: FileFacts, language: Language | None, data: bytes) -> bool:
    """Whether a file offers a symbol by a list of names, or by giving it another name for others."""
    if symbol.container is not None:
        return False
    renamed = any(not entry.module and entry.name == symbol.name for entry in facts.imports)
    return renamed or is_listed(language, data.decode("utf-8", "replace"), symbol.name)


def _importer(reader: IndexReader, path: str, symbol: Symbol) -> str:
    """A file that imports the symbol's name from a module called like its file or its folder, "" if there is none."""
    if symbol.container is not None:
        return ""
    folder, file = posixpath.split(path)
    names = {file.split(".", 1)[0], posixpath.basename(folder)}
    for importer, entry in imports_of_name(reader, symbol.name):
        parts = [part for part in _SEPARATORS.split(entry.module) if part]
        if importer != path and parts and parts[-1] in names:
            return importer
    return ""


def _decorators(symbol: Symbol, references: Iterable[Reference]) -> list[str]:
    """The names of a symbol's decorators, with what stands before them."""
    if not symbol.decorator_spans:
        return []
    inside = [each for each in references if any(span.covers(each.span) for span in symbol.decorator_spans)]
    return list(_first_names(symbol, inside))


def _first_names(symbol: Symbol, references: Sequence[Reference]) -> Iterator[str]:
    for span in symbol.decorator_spans:
        named = [each for each in references if span.covers(each.span)]
        if named:
            first = min(named, key=lambda each: each.span.start)
            yield f"{first.receiver}.{first.name}" if first.receiver else first.name


class GraphEntryPoints:
    """By what each node of a graph may be reached without a call. Not thread-safe."""

    def __init__(self, graph: CodeGraph, programs: Programs = frozenset()) -> None:
        """`programs` are those that the packaging files of the workspace name."""
        self._graph = graph
        self._programs = programs
        self._inherits = graph.graph.only(_INHERITS)
        self._imported = graph.graph.only(IMPORTS)
        self._references: dict[int, tuple[list[int], list[Reference]]] = {}
        self._outside: dict[int, dict[int, list[str]]] = {}

    def of(self, node: int) -> EntryPoint | None:
        """By what a symbol may be reached without a call; None for top-level code, which runs by itself."""
        file, symbol = self._graph.file(node), self._graph.symbol(node)
        if symbol is None:
            return None
        language = languages().get(file.file.row.language)
        container = self._graph.container(node)
        types = [] if container is None else [container]
        base, outside = base_with_member(
            symbol.name, types or self._types_named(symbol), self._bases, self._members
        )
        promised = self._promised.get(symbol.name, "") if symbol.owner is not None else ""
        seen = Seen(
            symbol.name,
            symbol.kind,
            in_test=file.file.row.is_test or is_in_test_container(symbol.qualified_name, language),
            decorators=list(_first_names(symbol, self._inside(node, symbol))),
            base=base or promised,
            outside_base=outside,
            is_offered=container is None
            and any(not entry.module and entry.name == symbol.name for entry in file.imports),
            is_program=is_program(self._programs, file.file.path, symbol.qualified_name),
            importer=self._importer(node),
        )
        return entry_point(language, seen)

    def _types_named(self, symbol: Symbol) -> list[int]:
        if symbol.owner is None:
            return []
        return self._types.get(_SEPARATORS.split(symbol.owner)[-1], [])

    @cached_property
    def _types(self) -> dict[str, list[int]]:
        """The nodes of types by name."""
        kinds = {SYMBOL_KIND_NUMBERS[kind] for kind in TYPE_KINDS}
        found: dict[str, list[int]] = {}
        for node, name in self._named(kinds):
            found.setdefault(name, []).append(node)
        return found

    @cached_property
    def _promised(self) -> dict[str, str]:
        """The names of members of interfaces, each with one interface that has it."""
        kinds = {SYMBOL_KIND_NUMBERS[kind] for kind in _PROMISING}
        found: dict[str, str] = {}
        for node, name in self._named(kinds):
            for member in self._members(node):
                found.setdefault(member, name)
        return found

    def _named(self, kinds: set[int]) -> Iterator[tuple[int, str]]:
        for place, file in enumerate(self._graph.files):
            numbers = file.symbols.views()[0] if len(file.symbols) else ()
            for position, kind in enumerate(numbers):
                if kind in kinds:
                    yield int(self._graph.first[place]) + 1 + position, file.symbols.names[position]

    def _bases(self, node: int) -> list[tuple[str, int | None]]:
        targets = [int(self._inherits.targets[link]) for link in self._inherits.links_from(node)]
        inside = [(symbol.name, base) for base in targets if (symbol := self._graph.symbol(base)) is not None]
        place = int(self._graph.graph.modules[node])
        if place not in self._outside:
            self._outside[place] = self._outside_bases(self._graph.files[place])
        position = self._graph.position(node)
        unknown = self._outside[place].get(-1 if position is None else position, [])
        return [*inside, *((name, None) for name in unknown)]

    def _outside_bases(self, file: GraphFile) -> dict[int, list[str]]:
        """Names of bases from outside of the workspace by the position of the type."""
        found: dict[int, list[str]] = {}
        if not len(file.references):
            return found
        kinds, names, _, _, _, holders, _ = file.references.views()
        for position, (kind, holder) in enumerate(zip(kinds, holders, strict=True)):
            if kind == _INHERIT and row_id(file.file.id, position) not in self._graph.resolved_bases:
                found.setdefault(holder, []).append(file.references.names[names[position]])
        return found

    def _members(self, node: int) -> frozenset[str]:
        file, own = self._graph.file(node), self._graph.position(node)
        containers = file.symbols.views()[1] if len(file.symbols) else ()
        return frozenset(
            name for name, container in zip(file.symbols.names, containers, strict=True) if container == own
        )

    def _inside(self, node: int, symbol: Symbol) -> list[Reference]:
        """The references inside of a symbol's decorators."""
        if not symbol.decorator_spans:
            return []
        place = int(self._graph.graph.modules[node])
        if place not in self._references:
            ordered = sorted(self._graph.files[place].references, key=lambda each: each.span.start)
            self._references[place] = [each.span.start for each in ordered], ordered
        starts, ordered = self._references[place]
        first = bisect_left(starts, symbol.decorator_spans[0].start)
        last = bisect_left(starts, symbol.decorator_spans[-1].end)
        return ordered[first:last]

    def _importer(self, node: int) -> str:
        """A file that imports a symbol and does not use it, "" if there is none."""
        graph = self._graph.graph
        importers = [int(self._imported.sources[link]) for link in self._imported.links_to(node)]
        if not importers:
            return ""
        users = {
            int(graph.modules[graph.sources[link]])
            for link in graph.links_to(node)
            if graph.kinds[link] & USES
        }
        passing_on = (each for each in importers if int(graph.modules[each]) not in users)
        return next((self._graph.file(each).file.path for each in passing_on), "")
