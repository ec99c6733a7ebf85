"""The graph of all symbols of an index, and what it says as a whole; made once for each state of the index.

It is made in a thread: a large workspace takes seconds.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from glossator.app.usages import METHOD_LIKE
from glossator.core.fact_tables import REFERENCE_KIND_NUMBERS, SYMBOL_KIND_NUMBERS
from glossator.core.graph.centrality import page_rank
from glossator.core.graph.components import components, groups
from glossator.core.graph.modules import module_graph
from glossator.core.graph.relations import Relations, Role
from glossator.core.graph.symbol_graph import USES, Numbers, SymbolGraph
from glossator.core.languages import Language, languages
from glossator.core.resolve import Resolver, Workspace, file_entry, symbol_entries
from glossator.core.resolve.bindings import ImportBindings
from glossator.core.resolve.entries import UNLISTED
from glossator.core.row_ids import POSITION_BITS, file_of, position_of, row_id
from glossator.core.symbols import NONE, PACKAGE, Import, ReferenceKind, Symbol, SymbolKind
from glossator.host.freed_memory import give_back
from glossator.store.graph_columns import GraphColumns, GraphFile, graph_columns
from glossator.store.reader import IndexReader
from glossator.store.schema import Part

_CALL = REFERENCE_KIND_NUMBERS[ReferenceKind.CALL]
_IMPORT = REFERENCE_KIND_NUMBERS[ReferenceKind.IMPORT]
_CONSTRUCTOR = SYMBOL_KIND_NUMBERS[SymbolKind.CONSTRUCTOR]
_MOST_FILES_OF_IMPORT = 3
"""An import that means more files than these names a whole package; then only what is used of it counts."""


@dataclass(frozen=True)
class CodeGraph:
    """Files with their nodes: `first[f]` is the top-level code of file `f`, and the symbol at position `p` of it is the
    node `first[f] + 1 + p`. `files_imported` has a row (importer, imported) for each import of a file."""

    files: tuple[GraphFile, ...]
    first: Numbers
    graph: SymbolGraph
    files_imported: Numbers
    resolved_bases: frozenset[int]
    """The ids of the references by which types name bases of the workspace."""
    shared_names: frozenset[str]
    """The names of calls that may mean so many symbols that they have no links."""

    @cached_property
    def places(self) -> dict[int, int]:
        """The place in `files` of each file by its id."""
        return {each.file.id: place for place, each in enumerate(self.files)}

    def node_of(self, symbol_id: int) -> int:
        """The node of a symbol of the index."""
        return int(self.first[self.places[file_of(symbol_id)]]) + 1 + position_of(symbol_id)

    def file(self, node: int) -> GraphFile:
        """The file that a node stands in."""
        return self.files[int(self.graph.modules[node])]

    def position(self, node: int) -> int | None:
        """The position of a node's symbol in its file, None for top-level code."""
        place = node - int(self.first[self.graph.modules[node]]) - 1
        return None if place < 0 else place

    def symbol(self, node: int) -> Symbol | None:
        """The symbol of a node, None for top-level code."""
        position = self.position(node)
        return None if position is None else self.file(node).symbols[position]

    def container(self, node: int) -> int | None:
        """The node of the symbol that holds a node's symbol, None if there is none."""
        symbol = self.symbol(node)
        if symbol is None or symbol.container is None:
            return None
        return int(self.first[self.graph.modules[node]]) + 1 + symbol.container

    @cached_property
    def relations(self) -> Relations:
        return Relations.of(self.graph, self._test_files)

    @cached_property
    def _test_files(self) -> npt.NDArray[np.bool_]:
        return np.array([each.file.row.is_test for each in self.files], dtype=bool)

    @property
    def in_tests(self) -> npt.NDArray[np.bool_]:
        """For each node whether its file holds tests."""
        return self._test_files[self.graph.modules]

    @cached_property
    def rank(self) -> npt.NDArray[np.float64]:
        return page_rank(self.graph.only(USES))

    @cached_property
    def cycles(self) -> list[list[int]]:
        """Groups of nodes that surely use each other, directly or through each other. A type with nothing but its own
        constructors is none."""
        found = groups(components(self.graph.only(USES, sure=True)))
        return [nodes for nodes in found if len({self._owner(node) for node in nodes}) > 1]

    def _owner(self, node: int) -> int:
        """A node, or the type that it constructs."""
        symbol, container = self.symbol(node), self.container(node)
        is_constructor = symbol is not None and symbol.kind is SymbolKind.CONSTRUCTOR
        return container if is_constructor and container is not None else node

    @cached_property
    def modules(self) -> SymbolGraph:
        """The graph of the files."""
        importers, imported = self.files_imported.T
        return module_graph(self.graph, len(self.files), importers, imported)

    @cached_property
    def module_cycles(self) -> list[list[int]]:
        """Groups of at least two files that surely depend on each other."""
        return groups(components(self.modules.only(sure=True)))

    def role(self, node: int) -> Role:
        """What a symbol is for the code around it. A constructor is what its type is, and a method whose users are not
        all known is nothing unless it is used everywhere."""
        symbol = self.symbol(node)
        if symbol is None:
            return Role.NONE
        role = self.relations.role(self._owner(node))
        return Role.NONE if self.is_name_shared(node) and role is not Role.UTILITY else role

    def is_name_shared(self, node: int) -> bool:
        """Whether not all users of a method are known, because too many methods have its name."""
        symbol = self.symbol(node)
        return symbol is not None and symbol.kind in METHOD_LIKE and symbol.name in self.shared_names


class CodeGraphs:
    """Keeps the graph of one index while the index stays as it is. Thread-safe."""

    def __init__(self, reader: IndexReader) -> None:
        self._reader = reader
        self._lock = threading.Lock()
        self._made: tuple[object, CodeGraph] | None = None

    async def present(self) -> CodeGraph:
        """The graph of the index as it is now, made in a thread if it has to be made."""
        return await asyncio.to_thread(self._get)

    def _get(self) -> CodeGraph:
        with self._lock:
            version = [self._reader.data_version(part) for part in (Part.FILES, Part.SYMBOLS, Part.EDGES)]
            if self._made is None or self._made[0] != version:
                self._made = None
                self._made = version, load_code_graph(self._reader)
                give_back()
            return self._made[1]


def load_code_graph(reader: IndexReader) -> CodeGraph:
    """The graph of an index. Raises as the reader does."""
    columns = graph_columns(reader)
    files = columns.files
    sizes = np.array([1 + len(each.symbols) for each in files], dtype=np.int64)
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    modules = np.repeat(np.arange(len(files)), sizes)
    symbols_imported, files_imported = _imports(columns, first)
    made = _constructor_links(files, first)
    is_listed = columns.edges[:, 1] != UNLISTED
    edges = _edge_links(files, columns.edges[is_listed], first)
    links = np.concatenate([edges, symbols_imported, made])
    inherits = columns.edges[columns.edges[:, 2] == REFERENCE_KIND_NUMBERS[ReferenceKind.INHERIT], 0]
    return CodeGraph(
        files,
        first[:-1],
        SymbolGraph.of(modules, links[:, 0], links[:, 1], links[:, 2], links[:, 3]),
        files_imported,
        frozenset(inherits.tolist()),
        frozenset(_names_of(files, columns.edges[~is_listed, 0].tolist())),
    )


def _rows(rows: Iterable[tuple[int, ...]], width: int) -> Numbers:
    return np.array(list(rows), dtype=np.int64).reshape(-1, width)


def _names_of(files: Sequence[GraphFile], reference_ids: Iterable[int]) -> Iterator[str]:
    """The names of references."""
    positions: dict[int, list[int]] = {}
    for reference_id in reference_ids:
        positions.setdefault(file_of(reference_id), []).append(position_of(reference_id))
    for each in files:
        if wanted := positions.get(each.file.id):
            numbers = each.references.views()[1]
            yield from {each.references.names[numbers[position]] for position in wanted}


def _edge_links(files: Sequence[GraphFile], rows: Numbers, first: Numbers) -> Numbers:
    """Edges of the index as rows of source, target, kind, and 1 for a sure one."""
    references, symbols, kinds, enclosing, sure = rows.T
    most = max([0, *(each.file.id for each in files)])
    begins = np.full(most + 2, NONE, dtype=np.int64)
    for place, each in enumerate(files):
        begins[each.file.id] = first[place]
    positions = (1 << POSITION_BITS) - 1
    sources = begins[references >> POSITION_BITS] + 1 + enclosing
    targets = begins[symbols >> POSITION_BITS] + 1 + (symbols & positions)
    return np.stack([sources, targets, kinds, sure], axis=1)


def _constructor_links(files: Sequence[GraphFile], first: Numbers) -> Numbers:
    """A type calls its constructors: whoever names it runs them."""

    def links() -> Iterator[tuple[int, ...]]:
        for place, file in enumerate(files):
            if not len(file.symbols):
                continue
            kinds, containers, *_ = file.symbols.views()
            for position, (kind, container) in enumerate(zip(kinds, containers, strict=True)):
                if kind == _CONSTRUCTOR and container != NONE:
                    begin = int(first[place]) + 1
                    yield begin + container, begin + position, _CALL, 1

    return _rows(links(), 4)


def _imports(columns: GraphColumns, first: Numbers) -> tuple[Numbers, Numbers]:
    """What imports lead to: rows of links from the top-level code of a file to symbols that it imports, and rows of
    files that import and are imported."""
    workspace = _workspace(columns)
    bindings = Resolver(workspace).bindings
    places = {each.file.id: place for place, each in enumerate(columns.files)}
    by_path = {each.file.path: place for place, each in enumerate(columns.files)}
    symbols: set[tuple[int, ...]] = set()
    files: set[tuple[int, ...]] = set()
    for place, each in enumerate(columns.files):
        language = languages().get(each.file.row.language)
        if language is None or language.manifest:
            continue
        for entry in each.imports:
            found, meant = _imported(bindings, each, entry, language)
            if len(meant) <= _MOST_FILES_OF_IMPORT:
                files |= {(place, by_path[path]) for path in meant if path in by_path}
            for symbol_id in found:
                target = int(first[places[file_of(symbol_id)]]) + 1 + position_of(symbol_id)
                symbols.add((int(first[place]), target, _IMPORT, 1))
    return _rows(sorted(symbols), 4), _rows(sorted(files), 2)


def _imported(
    bindings: ImportBindings, file: GraphFile, entry: Import, language: Language
) -> tuple[list[int], Sequence[str]]:
    """The ids of the symbols that an import takes from other files, and the files that it names."""
    path = file.file.path
    if not entry.module:
        return [], ()
    if entry.local_name is None:
        return [], bindings.workspace.modules.find(entry.module, path, language)
    scope = None if entry.enclosing is None else row_id(file.file.id, entry.enclosing)
    binding = bindings.imported(entry.local_name, path, scope, language)
    if binding is None:
        return [], bindings.workspace.modules.find(entry.module, path, language)
    symbols = [symbol.id for symbol in binding.symbols if entry.name is not None and symbol.path != path]
    named = binding.files or bindings.workspace.modules.find(entry.module, path, language)
    return symbols, named or [symbol.path for symbol in binding.symbols]


def _workspace(columns: GraphColumns) -> Workspace:
    """The resolver's tables as far as imports need them."""
    workspace = Workspace()
    known = languages()
    for each in columns.files:
        language = known.get(each.file.row.language)
        workspace.add_file(file_entry(each.file.id, each.file.path, language, each.imports))
    for each in columns.files:
        workspace.add_symbols(symbol_entries(each.file.id, each.file.path, each.symbols))
        packages = [value for value in each.values if value.holder is None and value.name == PACKAGE]
        workspace.add_values(each.file.id, each.file.path, packages)
    return workspace
