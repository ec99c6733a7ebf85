"""The words of all chunks, scored by BM25 and followed from one state of the index to the next.

What changed is kept beside the large postings until so much has changed that making them anew is worth while; scores
are the same as if they had been made anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from glossator.core.row_ids import POSITION_BITS
from glossator.core.search.postings import Postings, rarity

_K1 = 2.0
_B = 0.75
"""How fast further occurrences of a term count less, and how much long chunks are held back."""


class Scores(NamedTuple):
    """The chunks that hold a term of a query, and their BM25 scores."""

    chunk_ids: npt.NDArray[np.int64]
    scores: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LexicalIndex:
    """Postings of all chunks, and of those of files that have changed since they were made."""

    base: Postings
    extra: Postings
    changed: frozenset[int] = frozenset()
    """The files of which `extra` has the chunks, and those of `base` are gone."""
    _alive: npt.NDArray[np.bool_] | None = field(default=None, repr=False)

    @staticmethod
    def of(bags: Iterable[tuple[int, bytes]]) -> LexicalIndex:
        """The index of chunks as (id, packed terms)."""
        return LexicalIndex(Postings.of(bags), Postings.of(()))

    def followed(self, changed: Collection[int], bags: Iterable[tuple[int, bytes]]) -> LexicalIndex:
        """The index after the chunks of the `changed` files, all that have changed since the base was made, have
        become `bags`."""
        gone = np.isin(self.base.chunk_ids >> POSITION_BITS, np.fromiter(changed, np.int64, len(changed)))
        return LexicalIndex(self.base, Postings.of(bags), frozenset(changed), ~gone)

    def __len__(self) -> int:
        """The number of chunks that hold any term."""
        return self._count(self.base, self._alive) + len(self.extra.chunk_ids)

    def scores(self, query: Iterable[int]) -> Scores:
        """The chunks that hold any of the terms, in no order."""
        total = len(self)
        average = self._average(total)
        parts = (self.base, self._alive), (self.extra, None)
        sums = [np.zeros(len(part.chunk_ids), np.float32) for part, _ in parts]
        for term in query:
            found = [_alive(part.of_term(term), alive) for part, alive in parts]
            weight = rarity(sum(len(rows) for rows, _ in found), total)
            for (part, _), (rows, frequencies), scores in zip(parts, found, sums, strict=True):
                frequency = frequencies.astype(np.float32)
                norm = _K1 * (1 - _B + _B * part.lengths[rows] / average)
                scores[rows] += weight * frequency * (_K1 + 1) / (frequency + norm)
        held = [np.flatnonzero(scores) for scores in sums]
        return Scores(
            np.concatenate([part.chunk_ids[rows] for (part, _), rows in zip(parts, held, strict=True)]),
            np.concatenate([scores[rows] for scores, rows in zip(sums, held, strict=True)]),
        )

    def chunk_ids_of(self, file_ids: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The chunks of some files that hold any term."""
        base = self.base.chunk_ids if self._alive is None else self.base.chunk_ids[self._alive]
        ids = np.concatenate((base, self.extra.chunk_ids))
        return ids[np.isin(ids >> POSITION_BITS, file_ids)]

    def rarities(self, terms: Iterable[int]) -> list[float]:
        """How rare each term is: its inverse document frequency among all chunks."""
        total = len(self)
        return [
            rarity(
                len(_alive(self.base.of_term(term), self._alive)[0]) + len(self.extra.of_term(term)[0]), total
            )
            for term in terms
        ]

    def _average(self, total: int) -> float:
        """The average length of a chunk in terms; 1 without chunks."""
        lengths = self.base.lengths if self._alive is None else self.base.lengths[self._alive]
        whole = float(lengths.sum(dtype=np.float64)) + float(self.extra.lengths.sum(dtype=np.float64))
        return whole / total if total and whole else 1.0

    @staticmethod
    def _count(part: Postings, alive: npt.NDArray[np.bool_] | None) -> int:
        return len(part.chunk_ids) if alive is None else int(np.count_nonzero(alive))


_Entries = tuple[npt.NDArray[np.int32], npt.NDArray[np.uint16]]


def _alive(entries: _Entries, alive: npt.NDArray[np.bool_] | None) -> _Entries:
    if alive is None:
        return entries
    rows, frequencies = entries
    kept = alive[rows]
    return rows[kept], frequencies[kept]
