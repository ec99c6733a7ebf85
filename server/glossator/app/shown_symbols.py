"""Which symbol is shown for what a search found."""

from __future__ import annotations

from dataclasses import dataclass

from glossator.core.row_ids import SYNOPSIS_POSITION, position_of
from glossator.core.search.query import Query
from glossator.core.search.ranking import Candidate
from glossator.core.symbols import EXPLAINABLE_KINDS, SymbolKind
from glossator.core.terms import part_stems
from glossator.store.rows import StoredChunk, SymbolRow
from glossator.store.search_rows import FoundRows

_AROUND = frozenset({SymbolKind.MODULE, SymbolKind.NAMESPACE})


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands for a candidate: a symbol, or code that belongs to none."""

    symbol: SymbolRow | None
    chunk: StoredChunk | None

    @property
    def key(self) -> tuple[str, int]:
        """Equal for what is to be shown once."""
        if self.symbol is not None:
            return "symbol", self.symbol.id
        assert self.chunk is not None
        return "chunk", self.chunk.id

    @property
    def kind(self) -> SymbolKind | None:
        """The kind of the symbol."""
        return None if self.symbol is None else self.symbol.symbol.kind


class ShownSymbols:
    """Chooses for one query among the rows of one state of the index."""

    def __init__(self, rows: FoundRows, query: Query) -> None:
        self._rows = rows
        self._filters = query.filters
        self._stems = set(query.stems)

    def of(self, candidate: Candidate) -> Shown | None:
        """What stands for a candidate; None if it is gone, or the query's filters leave it out."""
        if candidate.symbol_id is not None:
            row = self._rows.symbol(candidate.symbol_id)
            return None if row is None or not self._allows(row) else Shown(row, None)
        chunk = None if candidate.chunk_id is None else self._rows.chunk(candidate.chunk_id)
        if chunk is None:
            return None
        row = None if position_of(chunk.id) == SYNOPSIS_POSITION else self._symbol_of(chunk)
        if row is not None:
            return Shown(row, None)
        return Shown(None, chunk) if self._filters.allows_kind(None) else None

    def _symbol_of(self, chunk: StoredChunk) -> SymbolRow | None:
        """The definition that a chunk belongs to; of several that stand in it the one that the query names."""
        own = self._rows.symbol_of(chunk)
        inside = [row for row in self._rows.symbols_within(chunk) if self._allows(row)]
        named = max(inside, key=self._named, default=None)
        matches = 0.0 if named is None else self._named(named)
        if own is None or not self._allows(own) or matches > self._named(own):
            return named if matches or self._filters.restrict_kinds else _first_definition(inside)
        if own.symbol.kind in _AROUND and not self._named(own):
            # A name space says less than the first thing that stands in it.
            return _first_definition(inside) or own
        return own

    def _named(self, row: SymbolRow) -> float:
        """How many words of the query a symbol's name has, less for each other one."""
        stems = part_stems(row.symbol.name)
        hits = len(self._stems.intersection(stems))
        return hits - 0.1 * (len(stems) - hits) if hits else 0.0

    def _allows(self, row: SymbolRow) -> bool:
        return self._filters.allows_kind(row.symbol.kind)


def _first_definition(rows: list[SymbolRow]) -> SymbolRow | None:
    """The first of the symbols that is a type or can be called, which stands for those beside it."""
    return next((row for row in rows if row.symbol.kind in EXPLAINABLE_KINDS), None)
