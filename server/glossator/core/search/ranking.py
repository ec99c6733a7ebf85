"""The order of what a search finds: evidence for files is added up, and chunks stand below their file.

A question is mostly about a file, the one that holds the matter, so several good chunks of a file lift each other, and
of each file the best chunk stands for it before the next ones follow with fewer points. All evidence is on one scale:
1 is the words of the best file. The weights were found on the development half of a public benchmark and what each
gives is in docs/search.md.

To add evidence: give it a `Reason`, a weight in `WEIGHTS`, and compute it in `rank_files`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from glossator.core.row_ids import POSITION_BITS
from glossator.core.search.file_table import FileTable
from glossator.core.search.lexical_index import Scores
from glossator.core.search.query import Query, Shape, Side

Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]


class Reason(StrEnum):
    """Why a file or a chunk was found."""

    WORDS = "words"
    FILE_NAME = "file name"
    DEFINITION = "defines the name"
    MEANING = "meaning"
    HIGH_UP = "near the top folder"


Weights = Mapping[Reason, float]
"""What the evidence of each reason is multiplied with; with 0 it counts as if it were not there."""

WEIGHTS: Weights = {
    Reason.WORDS: 1.0,
    Reason.FILE_NAME: 0.4,
    Reason.DEFINITION: 0.75,
    Reason.MEANING: 0.35,
    Reason.HIGH_UP: 0.12,
}

LOWERED: dict[Side, float] = {
    Side.TESTS: 0.4,
    Side.PROSE: 0.9,
    Side.SETTINGS: 0.4,
    Side.EXAMPLES: 0.6,
    Side.GENERATED: 0.5,
}
"""Which share of its points a file loses for being on a side that the query does not ask for."""

CHUNKS_OF_FILE = 10
COHERENCE = 0.8
"""So many chunks of a file count for it, each by this factor less than the one before."""

DECAY = 0.25
DECAY_OF_NAMES = 0.9
"""What is left of its points for the next hit of a file; after a definition of the name that was asked for, nearly
all."""

_ONE_NAME = 2.5
"""How much more a definition of the name weighs where the query is nothing but a name."""

_UNRELATED = 0.1
_COSINES = 0.4
"""A cosine of `_UNRELATED` says nothing; one that is `_COSINES` above it says as much as the words of the best file."""

_LEAST_SHARE = 0.125
_MOST_CHUNKS = 3000
"""Chunks with a smaller share of the best chunk's words, and all but so many of the best, are not looked at."""


class Near(NamedTuple):
    """Chunks near to the query in meaning: ids and cosines."""

    chunk_ids: Ids
    cosines: Floats


NOTHING_NEAR = Near(np.empty(0, np.int64), np.empty(0, np.float32))


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was found for a query. `definitions` say for each file how well it defines a name of the query (0 to 1)."""

    words: Scores
    near: Sequence[Near] = ()
    """Synopses of files, and chunks."""
    definitions: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RankedFiles:
    """Points of each file of a table, and what they come from."""

    points: Floats
    parts: dict[Reason, Floats]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk or a symbol that may be shown, with what it says itself beside what speaks for its file."""

    file_id: int
    own_points: float
    chunk_id: int | None = None
    symbol_id: int | None = None


class RankedCandidate(NamedTuple):
    """A candidate with the points by which candidates of all files stand in one order."""

    points: float
    candidate: Candidate


def without(*reasons: Reason) -> Weights:
    """The weights under which these reasons say nothing, to measure what they are good for."""
    return {reason: 0.0 if reason in reasons else weight for reason, weight in WEIGHTS.items()}


def rank_files(
    query: Query,
    table: FileTable,
    evidence: Evidence,
    weights: Weights = WEIGHTS,
    allowed: npt.NDArray[np.bool_] | None = None,
) -> RankedFiles:
    """The points of all files; 0 for those for which nothing speaks, and those that filters leave out. `allowed` are
    the files that the query's filters let through, for whoever knows them already."""
    parts = {
        Reason.WORDS: _relative(pooled(table, evidence.words)),
        Reason.FILE_NAME: table.name_match(query.stems),
        Reason.DEFINITION: _of_files(table, evidence.definitions),
    }
    if query.shape is Shape.IDENTIFIER:
        parts[Reason.DEFINITION] *= np.float32(_ONE_NAME)
    else:
        parts[Reason.MEANING] = _meaning(table, evidence.near)
    found = np.sum([parts[reason] > 0 for reason in parts], axis=0) > 0
    parts[Reason.HIGH_UP] = np.where(found, table.heights, 0).astype(np.float32)
    points = np.zeros(len(table), np.float32)
    for reason, part in parts.items():
        points += np.float32(weights[reason]) * part
    points *= _kept(query, table)
    if allowed is None and query.filters.restrict_files:
        allowed = table.allowed(query.filters)
    return RankedFiles(points if allowed is None else points * allowed, parts)


def pooled(table: FileTable, scores: Scores) -> Floats:
    """The scores of the best chunks of each file together."""
    points = np.zeros(len(table), np.float32)
    if not len(scores.scores):
        return points
    kept = _worth_a_look(scores.scores)
    rows = table.rows_of(scores.chunk_ids[kept] >> POSITION_BITS)
    kept, rows = kept[rows >= 0], rows[rows >= 0]
    order, places = in_groups(rows, scores.chunk_ids[kept], scores.scores[kept])
    order, places = order[places < CHUNKS_OF_FILE], places[places < CHUNKS_OF_FILE]
    np.add.at(points, rows[order], scores.scores[kept][order] * np.float32(COHERENCE) ** places)
    return points


def in_groups(groups: Ids, ids: Ids, scores: Floats) -> tuple[Ids, Ids]:
    """The order by group, and in each by falling score, then by id, so that it is the same in every run; and the
    place of each in its group, from 0."""
    order = np.lexsort((ids, -scores, groups))
    first = np.flatnonzero(np.diff(groups[order], prepend=-1))
    sizes = np.diff(np.append(first, len(order)))
    return order, np.arange(len(order)) - np.repeat(first, sizes)


def _worth_a_look(scores: Floats) -> Ids:
    """The places of the best scores."""
    least = _LEAST_SHARE * float(scores.max())
    if len(scores) > _MOST_CHUNKS:
        least = max(least, float(np.partition(scores, -_MOST_CHUNKS)[-_MOST_CHUNKS]))
    return np.flatnonzero(scores >= least)


def nearness(cosines: Floats) -> Floats:
    """Cosines on the scale of the evidence, 0 for what is unrelated."""
    near: Floats = np.maximum((cosines - np.float32(_UNRELATED)) / np.float32(_COSINES), 0)
    return near


def _meaning(table: FileTable, near: Sequence[Near]) -> Floats:
    """How near the nearest text of each file is, its synopsis or a chunk; what is really near counts more."""
    points = np.zeros(len(table), np.float32)
    for chunk_ids, cosines in near:
        rows = table.rows_of(chunk_ids >> POSITION_BITS)
        np.maximum.at(points, rows[rows >= 0], nearness(cosines)[rows >= 0])
    return points * points


def _of_files(table: FileTable, weights: Mapping[int, float]) -> Floats:
    points = np.zeros(len(table), np.float32)
    if weights:
        rows = table.rows_of(np.fromiter(weights, np.int64, len(weights)))
        values = np.fromiter(weights.values(), np.float32, len(weights))
        points[rows[rows >= 0]] = values[rows >= 0]
    return points


def _kept(query: Query, table: FileTable) -> Floats:
    """The share of its points that each file keeps: less on sides that are not asked for."""
    kept = np.ones(len(table), np.float32)
    for side, loss in LOWERED.items():
        if side not in query.sides:
            kept[table.sides[side]] *= np.float32(1 - loss)
    return kept


def _relative(points: Floats) -> Floats:
    best = points.max(initial=0)
    return points / best if best > 0 else points


def order(candidates: Iterable[Candidate], file_points: Mapping[int, float]) -> list[RankedCandidate]:
    """The candidates, best first: the best of a file has the points of the file, and each further one fewer."""
    by_file: dict[int, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        by_file[candidate.file_id].append(candidate)
    ranked = []
    for file_id, found in by_file.items():
        points = file_points[file_id]
        for candidate in sorted(found, key=lambda each: (-each.own_points, _identity(each))):
            ranked.append(RankedCandidate(points, candidate))
            points *= DECAY if candidate.symbol_id is None else DECAY_OF_NAMES
    return sorted(ranked, key=lambda each: (-each.points, _identity(each.candidate)))


def _identity(candidate: Candidate) -> tuple[int, int]:
    return candidate.symbol_id or 0, candidate.chunk_id or 0
