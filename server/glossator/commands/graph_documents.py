"""The JSON of `glossator graph` for a part of the graph: one object in each line, nodes, then links, then the end.

Lines count from 1, paths are relative to the workspace's root. `docs/schemas/` holds the JSON Schemas made from these
classes (`make docs`).
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path

from glossator.app.graph_parts import GraphPart, PartLink, PartNode
from glossator.app.graph_targets import text_as_indexed
from glossator.app.subjects import signature_of
from glossator.core.languages import languages
from glossator.core.text import LineIndex, PositionEncoding, Span
from glossator.store.rows import SymbolRow


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A line about a symbol, or with `--modules` about a file; `record` is `node`.

    `id` is by what links tell it. `symbol` and `line` are null for top-level code and for files. `target` says whether
    it is what was asked for, `distance` how many steps it is from there. `role` is `used by one`, `used in one file`,
    `used everywhere` or ""; `entry` says why it may be reached without a call: `start`, `test`, `decorated`, `base`,
    `runtime`, `exported`, `imported` or "". `users` counts what uses it in the whole index, `using_files` the files of
    those that surely do, without tests unless it belongs to one. `centrality` is its PageRank; all of the index
    together are 1. `cycle` numbers the group of those that surely use each other, null for what is in none.
    """

    record: str
    id: int
    symbol: str | None
    kind: str
    language: str
    file: str
    line: int | None
    target: bool
    distance: int
    role: str
    entry: str
    users: int
    using_files: int
    centrality: float
    cycle: int | None


@dataclass(frozen=True, slots=True)
class GraphLink:
    """A line about one node that uses another one; `record` is `link`.

    `source` and `target` are ids of nodes, `references` the kinds of reference (`call`, `read`, `import` ...), `count`
    is the number of all references of any kind, and `certainty` is `sure` or `possible`.
    """

    record: str
    source: int
    target: int
    references: tuple[str, ...]
    certainty: str
    count: int


@dataclass(frozen=True, slots=True)
class GraphEnd:
    """The last line; `record` is `end`. `left_out` counts the nodes that are too many, `notes` are sentences about what
    is missing."""

    record: str
    nodes: int
    links: int
    left_out: int
    notes: tuple[str, ...]


def node_document(place: int, node: PartNode) -> GraphNode:
    """A node counted from 1, with its place as its id."""
    return GraphNode(
        record="node",
        id=place,
        symbol=node.name,
        kind=node.kind.value,
        language=node.language,
        file=node.path,
        line=None if node.line is None else node.line + 1,
        target=node.is_target,
        distance=node.distance,
        role=node.role.value,
        entry=node.entry,
        users=node.users,
        using_files=node.using_files,
        centrality=round(node.rank, 8),
        cycle=node.cycle,
    )


def link_document(link: PartLink) -> GraphLink:
    """The same link."""
    kinds = tuple(kind.value for kind in link.kinds)
    return GraphLink("link", link.source, link.target, kinds, link.certainty.value, link.count)


def end_document(part: GraphPart, notes: tuple[str, ...]) -> GraphEnd:
    """The last line about a part, with all its notes."""
    return GraphEnd("end", len(part.nodes), len(part.links), part.left_out, notes)


@dataclass(frozen=True, slots=True)
class CandidatePlace:
    """A range in a file; the end is the first position after it."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A definition that an ambiguous TARGET may mean, as the schema of errors has it. Where the file has changed since
    it was indexed, there is no signature and places have no columns but the first."""

    name: str
    qualified_name: str
    kind: str
    language: str
    signature: str
    path: str
    line: int
    column: int
    place: CandidatePlace


def candidate_document(row: SymbolRow, root: Path) -> Candidate:
    """A definition counted from 1."""
    lines = text_as_indexed(root, row.file)
    language = languages().get(row.file.row.language)
    name = _place(row, lines, row.symbol.name_span)
    return Candidate(
        name=row.symbol.qualified_name,
        qualified_name=row.symbol.qualified_name,
        kind=row.symbol.kind.value,
        language=language.name if language is not None else "text",
        signature="" if lines is None else signature_of(lines.data, row.symbol),
        path=name.path,
        line=name.line,
        column=name.column,
        place=_place(row, lines, row.symbol.span),
    )


def _place(row: SymbolRow, lines: LineIndex | None, span: Span) -> CandidatePlace:
    if lines is None:
        first, last = (bisect_right(row.file.line_starts, offset) for offset in (span.start, span.end))
        return CandidatePlace(row.file.path, first, 1, last, 1)
    start, end = (lines.position(offset, PositionEncoding.UTF32) for offset in (span.start, span.end))
    return CandidatePlace(row.file.path, start.line + 1, start.column + 1, end.line + 1, end.column + 1)
