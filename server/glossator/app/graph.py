"""Every symbol of the index with all its callers, for export."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from glossator.core.symbols import Certainty, ParseState, ReferenceKind, Symbol
from glossator.store.reader import IndexReader
from glossator.store.rows import EdgeRow, IndexedFile, SymbolRow

USING_KINDS = (
    ReferenceKind.CALL,
    ReferenceKind.READ,
    ReferenceKind.WRITE,
    ReferenceKind.DECORATOR,
    ReferenceKind.ARGUMENT,
)
"""Kinds of reference that make a caller; naming a symbol in an import, a type or a base class does not."""


@dataclass(frozen=True, slots=True)
class Site:
    """One reference to a symbol, in a zero-based line."""

    line: int
    kind: ReferenceKind
    receiver: str | None
    certainty: Certainty


@dataclass(frozen=True, slots=True)
class CallerSites:
    """One caller and its references to a symbol, in order; top-level code has neither name nor line."""

    path: str
    name: str | None
    line: int | None
    sites: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class SymbolCallers:
    """A symbol with its callers, by path and line. Lines count from zero; `end_line` is the last of the body."""

    path: str
    language: str
    symbol: Symbol
    name_line: int
    end_line: int
    parsed_whole: bool
    callers: tuple[CallerSites, ...]


_CallerKey = tuple[str, int, str]
"""Path, line of the name (-1 for top-level code), qualified name."""


def symbol_callers(reader: IndexReader) -> Iterator[SymbolCallers]:
    """All symbols by path and position. The references are held in memory, as lines and names."""
    paths = reader.paths()
    sites = _sites_by_target(reader, paths)
    for path in paths:
        for row in reader.symbols_of(path):
            yield _with_callers(row, sites.get(row.id, {}))


def _sites_by_target(reader: IndexReader, paths: Sequence[str]) -> dict[int, dict[_CallerKey, list[Site]]]:
    sites: dict[int, dict[_CallerKey, list[Site]]] = defaultdict(lambda: defaultdict(list))
    for path in paths:
        for edge in reader.edges_of_file(path):
            if edge.reference.kind in USING_KINDS:
                sites[edge.target.id][_caller_key(edge)].append(_site(edge))
    return sites


def _caller_key(edge: EdgeRow) -> _CallerKey:
    file, enclosing = edge.reference.file, edge.reference.enclosing
    if enclosing is None:
        return file.path, -1, ""
    line = _line(file, enclosing.symbol.name_span.start)
    return file.path, line, enclosing.symbol.qualified_name


def _site(edge: EdgeRow) -> Site:
    reference = edge.reference
    line = _line(reference.file, reference.span.start)
    return Site(line, reference.kind, reference.receiver, edge.certainty)


def _with_callers(row: SymbolRow, sites: dict[_CallerKey, list[Site]]) -> SymbolCallers:
    callers = tuple(
        CallerSites(path, name or None, None if line < 0 else line, tuple(sites[path, line, name]))
        for path, line, name in sorted(sites)
    )
    span = row.symbol.span
    return SymbolCallers(
        path=row.file.path,
        language=row.file.row.language,
        symbol=row.symbol,
        name_line=_line(row.file, row.symbol.name_span.start),
        end_line=_line(row.file, max(span.start, span.end - 1)),
        parsed_whole=row.file.row.parse_state == ParseState.PARSED,
        callers=callers,
    )


def _line(file: IndexedFile, offset: int) -> int:
    return bisect_right(file.line_starts, offset) - 1
