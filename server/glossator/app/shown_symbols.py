"""Which symbol is shown for what a search found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from glossator.core.row_ids import SYNOPSIS_POSITION, position_of
from glossator.core.search.query import Query
from glossator.core.search.ranking import Candidate
from glossator.core.symbols import EXPLAINABLE_KINDS, SymbolKind
from glossator.core.terms import part_stems
from glossator.store.rows import StoredChunk, SymbolRow
from glossator.store.search_rows import FoundRows

_MOST_OF_CHUNK = 3
"""So many of the small definitions of a chunk are shown for it."""

_OF_KIND = 0.5
"""What a kind that the query names is worth, in words of the name."""

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
        self._kinds = query.kinds

    def of(self, candidate: Candidate) -> Sequence[Shown]:
        """What stands for a candidate; nothing if it is gone, or the query's filters leave it out."""
        if candidate.symbol_id is not None:
            row = self._rows.symbol(candidate.symbol_id)
            return () if row is None or not self._allows(row) else (Shown(row, None),)
        chunk = None if candidate.chunk_id is None else self._rows.chunk(candidate.chunk_id)
        if chunk is None:
            return ()
        rows = () if position_of(chunk.id) == SYNOPSIS_POSITION else self._symbols_of(chunk)
        if rows:
            return [Shown(row, None) for row in rows]
        return (Shown(None, chunk),) if self._filters.allows_kind(None) else ()

    def _symbols_of(self, chunk: StoredChunk) -> Sequence[SymbolRow]:
        """The definition that a chunk belongs to; of several that stand in it the one that the query names, or, if it
        names none, the first of them."""
        own = self._rows.symbol_of(chunk)
        inside = [row for row in self._rows.symbols_within(chunk) if self._allows(row)]
        definitions = [row for row in inside if row.symbol.kind in EXPLAINABLE_KINDS]
        named = max(inside, key=self._named, default=None)
        matches = 0.0 if named is None else self._named(named)
        if own is None or not self._allows(own) or matches > self._named(own):
            is_named = named is not None and (matches or self._filters.restrict_kinds)
            return (named,) if named is not None and is_named else definitions[:_MOST_OF_CHUNK]
        if own.symbol.kind in _AROUND and not self._named(own):
            # A name space says less than what stands in it.
            return definitions[:_MOST_OF_CHUNK] or (own,)
        return (own,)

    def _named(self, row: SymbolRow) -> float:
        """How many words of the query a symbol's name has, less for each other one, more for a kind that it names."""
        stems = part_stems(row.symbol.name)
        hits = len(self._stems.intersection(stems))
        of_kind = _OF_KIND if row.symbol.kind in self._kinds else 0.0
        return hits - 0.1 * (len(stems) - hits) + of_kind if hits else 0.0

    def _allows(self, row: SymbolRow) -> bool:
        return self._filters.allows_kind(row.symbol.kind)
