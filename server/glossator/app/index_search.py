"""Searching one index by names, words and meaning."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from glossator.app.search_tables import SearchState, SearchTables
from glossator.app.shown_symbols import ShownSymbols
from glossator.app.vector_search import VectorSearch
from glossator.core.row_ids import POSITION_BITS, SYNOPSIS_POSITION, synopsis_id
from glossator.core.search.definitions import definition_weight
from glossator.core.search.lexical_index import Scores
from glossator.core.search.query import Query, Shape
from glossator.core.search.ranking import (
    NOTHING_NEAR,
    WEIGHTS,
    Candidate,
    Evidence,
    Near,
    RankedFiles,
    Reason,
    Weights,
    in_groups,
    nearness,
    order,
    rank_files,
)
from glossator.core.symbols import EXPLAINABLE_KINDS, SymbolKind
from glossator.host.freed_memory import give_back
from glossator.store.reader import IndexReader
from glossator.store.rows import IndexedFile, StoredChunk, SymbolRow
from glossator.store.search_rows import found_rows

_LEAST_FILES = 30
_FILES_FOR_EACH = 2
"""So many of the best files are looked into for each hit that is asked for, and `_LEAST_FILES` at least."""
_CHUNKS_OF_FILE = 10
_NEAR_SYNOPSES = 100
_NEAR_CHUNKS = 100
_LIKE_NAMES = 20
_LIKE_NAME_WEIGHT = 0.3


Mask = npt.NDArray[np.bool_]


class QueryVector(NamedTuple):
    """The vector of a query, and the fingerprint of the vectors that it may be compared with."""

    vector: npt.NDArray[np.float32]
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Found:
    """One result before it is checked against the disk: a symbol, or a chunk that belongs to none.

    `shares` say how many points each reason gave, the most first.
    """

    score: float
    symbol: SymbolRow | None
    chunk: StoredChunk | None
    shares: Mapping[Reason, float]

    @property
    def kind(self) -> SymbolKind | None:
        """The kind of the symbol."""
        return None if self.symbol is None else self.symbol.symbol.kind

    @property
    def file(self) -> IndexedFile:
        """Where it is."""
        holder = self.symbol or self.chunk
        assert holder is not None
        return holder.file


class _Defined(NamedTuple):
    row: SymbolRow
    weight: float


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What was found by words and names, in one state of the tables. `allowed` are the files that filters let through,
    None for all; `defined` are the definitions of names in the query."""

    query: Query
    weights: Weights
    state: SearchState
    allowed: Mask | None
    words: Scores
    defined: Sequence[_Defined]


_NO_WORDS = Scores(np.empty(0, np.int64), np.empty(0, np.float32))


class IndexSearch:
    """Searches one index. Thread-safe."""

    def __init__(self, reader: IndexReader) -> None:
        self.reader = reader
        self.vectors = VectorSearch(reader)
        self._tables = SearchTables(reader)

    def release_after(self, seconds: float) -> None:
        """Give back the memory of what nobody has used for so long."""
        for held in (self._tables, self.vectors):
            if held.used_at is not None and time.monotonic() - held.used_at > seconds:
                held.release()
                give_back()

    def search(
        self, query: Query, limit: int, vector: QueryVector | None = None, weights: Weights = WEIGHTS
    ) -> list[Found]:
        """At most `limit` results, best first; without a vector nothing is found by meaning alone."""
        return self.ranked(self.look_up(query, weights), limit, vector)

    def look_up(self, query: Query, weights: Weights = WEIGHTS) -> LookedUp:
        """What can be said of a query before its vector is known."""
        state = self._tables.current()
        allowed = state.files.allowed(query.filters) if query.filters.restrict_files else None
        if query.shape is Shape.EMPTY or not len(state.files):
            return LookedUp(query, weights, state, allowed, _NO_WORDS, ())
        words = _words(query, state, allowed)
        defined = self._defined(query) if weights[Reason.DEFINITION] else ()
        return LookedUp(query, weights, state, allowed, words, defined)

    def ranked(self, lookup: LookedUp, limit: int, vector: QueryVector | None) -> list[Found]:
        """At most `limit` results for what was looked up, best first."""
        query, weights, state = lookup.query, lookup.weights, lookup.state
        if not len(state.files) or limit <= 0:
            return []
        if query.shape is Shape.EMPTY:
            return self._listed(lookup, limit)
        synopses, near = self._near(lookup, vector)
        definitions: dict[int, float] = {}
        for row, weight in lookup.defined:
            definitions[row.file.id] = max(weight, definitions.get(row.file.id, 0.0))
        evidence = Evidence(lookup.words, (synopses, near), definitions)
        ranked = rank_files(query, state.files, evidence, weights, lookup.allowed)
        rows = _best(ranked.points, max(_LEAST_FILES, _FILES_FOR_EACH * limit))
        candidates = list(_candidates(lookup, rows, near))
        row_of = {int(state.files.file_ids[row]): int(row) for row in rows}
        points = {file_id: float(ranked.points[row]) for file_id, row in row_of.items()}
        found: dict[object, Found] = {}
        with found_rows(self.reader) as stored:
            shown = None if stored is None else ShownSymbols(stored, query)
            for points_of, candidate in order(candidates, points):
                for hit in () if shown is None else shown.of(candidate):
                    shares = _shares(ranked, weights, row_of[candidate.file_id])
                    found.setdefault(hit.key, Found(points_of, hit.symbol, hit.chunk, shares))
                if len(found) >= limit:
                    break
        return _preferred_first(found.values(), query.kinds)[:limit]

    def _listed(self, lookup: LookedUp, limit: int) -> list[Found]:
        """For filters alone: the first definitions that they let through, from the top folder down."""
        files, filters = lookup.state.files, lookup.query.filters
        if not filters.are_given:
            return []
        kinds = filters.kinds or EXPLAINABLE_KINDS
        points = files.heights if lookup.allowed is None else files.heights * lookup.allowed
        found: list[Found] = []
        with found_rows(self.reader) as stored:
            for row in _best(points, len(files)) if stored is not None else ():
                assert stored is not None
                for symbol in stored.symbols_in(int(files.file_ids[row])):
                    if symbol.symbol.kind in kinds and filters.allows_kind(symbol.symbol.kind):
                        found.append(Found(float(points[row]), symbol, None, {}))
                if len(found) >= limit:
                    break
        return found[:limit]

    def _near(self, lookup: LookedUp, vector: QueryVector | None) -> tuple[Near, Near]:
        """Synopses and chunks that are near in meaning, in the files that may be shown."""
        if vector is None or not lookup.query.has_meaning:
            return NOTHING_NEAR, NOTHING_NEAR
        file_ids, chunk_ids = lookup.state.files.file_ids, None
        if lookup.allowed is not None:
            file_ids = file_ids[lookup.allowed]
            chunk_ids = lookup.state.words.chunk_ids_of(file_ids)
        synopses = (file_ids << POSITION_BITS) + SYNOPSIS_POSITION
        near = self.vectors.nearest_in(*vector, _NEAR_CHUNKS, chunk_ids)
        is_chunk = near.chunk_ids & SYNOPSIS_POSITION != SYNOPSIS_POSITION
        return (
            self.vectors.nearest_in(*vector, _NEAR_SYNOPSES, synopses),
            Near(near.chunk_ids[is_chunk], near.cosines[is_chunk]),
        )

    def _defined(self, query: Query) -> list[_Defined]:
        """Definitions of the names in a query; of a query that is one name, those with a name like it if there are
        none."""
        found: list[_Defined] = []
        for name in query.names:
            for row in self.reader.symbols_named(name):
                if weight := definition_weight(row.symbol, row.file.path, name, query.container):
                    found.append(_Defined(row, weight / len(query.names)))
        if not found and query.shape is Shape.IDENTIFIER:
            rows = self.reader.symbols_like(query.text, _LIKE_NAMES)
            found = [
                _Defined(row, _LIKE_NAME_WEIGHT * (1 - place / _LIKE_NAMES)) for place, row in enumerate(rows)
            ]
        return found


def _candidates(lookup: LookedUp, rows: npt.NDArray[np.int64], near: Near) -> Iterator[Candidate]:
    """What may be shown of the best files: definitions of the name, chunks by words and meaning, else the whole."""
    weights, words = lookup.weights, lookup.words
    best_files = lookup.state.files.file_ids[rows]
    own: dict[int, float] = {}
    best_words = float(words.scores.max(initial=0)) or 1.0
    for chunk_id, score in _in_files(words.chunk_ids, words.scores, best_files):
        own[chunk_id] = weights[Reason.WORDS] * score / best_words
    for chunk_id, cosine in _in_files(near.chunk_ids, nearness(near.cosines), best_files):
        own[chunk_id] = own.get(chunk_id, 0.0) + weights[Reason.MEANING] * cosine
    for chunk_id, points in own.items():
        yield Candidate(chunk_id >> POSITION_BITS, points, chunk_id)
    shown = {chunk_id >> POSITION_BITS for chunk_id in own}
    wanted = set(best_files.tolist())
    for row, weight in lookup.defined:
        if row.file.id in wanted:
            shown.add(row.file.id)
            yield Candidate(row.file.id, 1 + weight, symbol_id=row.id)
    for file_id in sorted(wanted - shown):
        yield Candidate(file_id, 0.0, synopsis_id(file_id))


def _words(query: Query, state: SearchState, allowed: Mask | None) -> Scores:
    """The chunks that hold words of the query, in the files that may be shown."""
    words = state.words.scores(query.terms)
    if allowed is None:
        return words
    rows = state.files.rows_of(words.chunk_ids >> POSITION_BITS)
    kept = allowed[rows] & (rows >= 0)
    return Scores(words.chunk_ids[kept], words.scores[kept])


def _preferred_first(found: Iterable[Found], kinds: Collection[SymbolKind]) -> list[Found]:
    """What was found, best first, where those of preferred kinds take the best places of the hits of their file: a
    word for a kind says which definition is meant, and nothing of the file."""
    by_file: dict[int, list[Found]] = defaultdict(list)
    for each in found:
        by_file[each.file.id].append(each)
    placed: list[Found] = []
    for of_file in by_file.values():
        scores = sorted((each.score for each in of_file), reverse=True)
        of_file.sort(key=lambda each: (each.kind not in kinds, -each.score))
        placed += [replace(each, score=score) for each, score in zip(of_file, scores, strict=True)]
    return sorted(placed, key=lambda each: -each.score)


def _shares(ranked: RankedFiles, weights: Weights, row: int) -> dict[Reason, float]:
    """How many points each reason gave the file of a row, the most first."""
    shares = [(reason, weights[reason] * float(part[row])) for reason, part in ranked.parts.items()]
    return {reason: share for reason, share in sorted(shares, key=lambda each: -each[1]) if share > 0}


def _best(points: npt.NDArray[np.float32], count: int) -> npt.NDArray[np.int64]:
    """The rows with the most points, of those that have any; equal ones in order."""
    rows = np.flatnonzero(points > 0)
    return rows[np.argsort(-points[rows], kind="stable")[:count]]


def _in_files(
    chunk_ids: npt.NDArray[np.int64], scores: npt.NDArray[np.float32], file_ids: npt.NDArray[np.int64]
) -> Iterator[tuple[int, float]]:
    """The best chunks of each of the files, with their scores."""
    kept = np.isin(chunk_ids >> POSITION_BITS, file_ids)
    ids, values = chunk_ids[kept], scores[kept]
    order, places = in_groups(ids >> POSITION_BITS, ids, values)
    best = order[places < _CHUNKS_OF_FILE]
    return zip(ids[best].tolist(), values[best].tolist(), strict=True)
