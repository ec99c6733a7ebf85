"""Parts of the graph of an index, with names and places: what lies around a definition, and how files depend on each
other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from glossator.app.code_graph import CodeGraph
from glossator.app.declared_programs import Programs
from glossator.app.entry_signs import GraphEntryPoints
from glossator.core.fact_tables import REFERENCE_KINDS
from glossator.core.graph.centrality import page_rank
from glossator.core.graph.directions import Direction
from glossator.core.graph.drawing import Drawing, DrawnLink, DrawnNode
from glossator.core.graph.neighbourhood import Part, most_connected, neighbourhood
from glossator.core.graph.relations import Role
from glossator.core.graph.symbol_graph import USES, SymbolGraph
from glossator.core.symbols import MODULE, Certainty, ReferenceKind, SymbolKind

_PLAIN = (ReferenceKind.CALL,)


@dataclass(frozen=True, slots=True)
class PartNode:
    """A symbol in a zero-based line, the top-level code of a file, or a file. The latter two have no name and no line.

    `users` and `using_files` count who uses it, `rank` says how central it is (all together are 1), `cycle` numbers the
    group of those that use each other, None for what is in none.
    """

    path: str
    name: str | None
    kind: SymbolKind
    language: str
    line: int | None
    distance: int
    is_target: bool
    role: Role
    entry: str
    users: int
    using_files: int
    rank: float
    cycle: int | None
    is_file: bool = False


@dataclass(frozen=True, slots=True)
class PartLink:
    """One node, told by its place, uses another one in some ways; `count` are all references, of whatever kind."""

    source: int
    target: int
    kinds: tuple[ReferenceKind, ...]
    certainty: Certainty
    count: int


@dataclass(frozen=True, slots=True)
class GraphPart:
    """A part of a graph. `left_out` counts what belongs to it but is too much; `notes` are sentences about that, and
    about what else is missing."""

    nodes: tuple[PartNode, ...]
    links: tuple[PartLink, ...]
    left_out: int
    notes: tuple[str, ...]


def around_symbol(
    graph: CodeGraph,
    begin: int,
    depth: int,
    direction: Direction,
    most: int,
    programs: Programs = frozenset(),
) -> GraphPart:
    """At most `most` definitions within `depth` steps from the node `begin`. `programs` are those that the packaging
    files of the workspace name."""
    uses = graph.graph.only(USES)
    part = neighbourhood(uses, [begin], depth, direction, most, graph.rank, graph.in_tests)
    cycles = {node: number for number, nodes in enumerate(graph.cycles) for node in nodes}
    entries = GraphEntryPoints(graph, programs)
    nodes = tuple(
        _symbol_node(graph, entries, node, distance, node == begin, cycles.get(node))
        for node, distance in zip(part.nodes, part.distances, strict=True)
    )
    notes = []
    if part.left_out:
        steps = "1 step" if depth == 1 else f"{depth} steps"
        notes.append(
            f"{_number(part.left_out, 'more definition')} within {steps} {_are(part.left_out)} left out."
        )
    if graph.is_name_shared(begin):
        symbol = graph.symbol(begin)
        name = symbol.name if symbol is not None else MODULE
        notes.append(
            f"Calls of '{name}' through objects of unknown type are not shown: too many methods have that name."
        )
    return GraphPart(nodes, tuple(_links(uses, part)), part.left_out, tuple(notes))


def between_files(graph: CodeGraph, most: int) -> GraphPart:
    """How at most `most` files depend on each other, those on which most depends first."""
    modules = graph.modules
    rank = page_rank(modules)
    part = most_connected(modules, most, rank)
    cycles = {node: number for number, nodes in enumerate(graph.module_cycles) for node in nodes}
    nodes = tuple(
        PartNode(
            path=graph.files[place].file.path,
            name=None,
            kind=SymbolKind.MODULE,
            language=graph.files[place].file.row.language,
            line=None,
            distance=0,
            is_target=False,
            role=Role.NONE,
            entry="",
            users=len(modules.links_to(place)),
            using_files=len(modules.links_to(place)),
            rank=float(rank[place]),
            cycle=cycles.get(place),
            is_file=True,
        )
        for place in part.nodes
    )
    notes = []
    if part.left_out:
        notes.append(f"{_number(part.left_out, 'more file')} {_are(part.left_out)} left out.")
    if alone := len(graph.files) - len(part.nodes) - part.left_out:
        verb = "depends" if alone == 1 else "depend"
        notes.append(
            f"{_number(alone, 'file')} {verb} on no other, nor another on {'it' if alone == 1 else 'them'}."
        )
    return GraphPart(nodes, tuple(_links(modules, part)), part.left_out, tuple(notes))


def drawing_of(part: GraphPart, notes: Sequence[str] = ()) -> Drawing:
    """A part as boxes and arrows, with further notes."""
    nodes = tuple(DrawnNode(_lines(node), node.is_target) for node in part.nodes)
    links = tuple(
        DrawnLink(link.source, link.target, _label(part, link), link.certainty is Certainty.SURE)
        for link in part.links
    )
    return Drawing(nodes, links, (*part.notes, *notes))


def _lines(node: PartNode) -> tuple[str, ...]:
    if node.is_file:
        return (node.path,)
    place = node.path if node.line is None else f"{node.path}:{node.line + 1}"
    remarks = [words for words in (node.role.value, node.entry) if words]
    return (node.name or MODULE, place, *([", ".join(remarks)] if remarks else []))


def _label(part: GraphPart, link: PartLink) -> str:
    """The ways in which one uses another, where they are others than calls. What files do is not told."""
    whole = part.nodes[link.source].is_file
    return "" if whole or link.kinds == _PLAIN else ", ".join(kind.value for kind in link.kinds)


def _symbol_node(
    graph: CodeGraph, entries: GraphEntryPoints, node: int, distance: int, is_target: bool, cycle: int | None
) -> PartNode:
    file, symbol = graph.file(node).file, graph.symbol(node)
    entry = entries.of(node)
    line = None if symbol is None else bisect_right(file.line_starts, symbol.name_span.start) - 1
    return PartNode(
        path=file.path,
        name=None if symbol is None else symbol.qualified_name,
        kind=SymbolKind.MODULE if symbol is None else symbol.kind,
        language=file.row.language,
        line=line,
        distance=distance,
        is_target=is_target,
        role=graph.role(node),
        entry="" if entry is None else entry.kind.value,
        users=int(graph.relations.users[node]),
        using_files=int(graph.relations.spread[node]),
        rank=float(graph.rank[node]),
        cycle=cycle,
    )


def _links(graph: SymbolGraph, part: Part) -> Iterator[PartLink]:
    places = {node: place for place, node in enumerate(part.nodes)}
    for link in part.links:
        bits = int(graph.kinds[link])
        yield PartLink(
            source=places[int(graph.sources[link])],
            target=places[int(graph.targets[link])],
            kinds=tuple(kind for number, kind in enumerate(REFERENCE_KINDS) if bits >> number & 1),
            certainty=Certainty.SURE if graph.sure[link] else Certainty.POSSIBLE,
            count=int(graph.counts[link]),
        )


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
