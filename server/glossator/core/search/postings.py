"""Which chunks hold which terms, as arrays that are scored by BM25 (Robertson and Zaragoza 2009).

They are the largest thing that the server holds, so they are made with as little beside them as can be: about six
bytes for each term of each chunk in the end, and thrice as much again while they are sorted.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from glossator.core.terms import ENTRY_FIELDS

_ENTRY = np.dtype(ENTRY_FIELDS)


def rarity(holders: int, total: int) -> float:
    """The inverse document frequency of what so many of all texts hold."""
    return math.log(1 + (total - holders + 0.5) / (holders + 0.5))


@dataclass(frozen=True, slots=True)
class Postings:
    """The bags of chunks, by term. The chunks that hold `terms[n]` are `rows[starts[n]:starts[n + 1]]`, with the
    frequencies that stand at the same places; a row is a place in `chunk_ids` and `lengths`."""

    chunk_ids: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.float32]
    terms: npt.NDArray[np.uint32]
    starts: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int32]
    frequencies: npt.NDArray[np.uint16]

    @staticmethod
    def of(bags: Iterable[tuple[int, bytes]]) -> Postings:
        """The postings of chunks as (id, packed terms), without those that hold no term."""
        ids, sizes, packed = array("q"), array("q"), bytearray()
        for chunk_id, terms in bags:
            if terms:
                ids.append(chunk_id)
                sizes.append(len(terms) // _ENTRY.itemsize)
                packed += terms
        entries = np.frombuffer(packed, dtype=_ENTRY)
        counts = np.frombuffer(sizes, dtype=np.int64)
        order = np.argsort(entries["term"], kind="stable")
        sorted_terms = entries["term"][order]
        new = np.flatnonzero(sorted_terms[1:] != sorted_terms[:-1]) + 1
        starts = np.concatenate(([0], new, [len(entries)])) if len(entries) else np.zeros(1, dtype=np.int64)
        rows = np.repeat(np.arange(len(ids), dtype=np.int32), counts)
        return Postings(
            np.frombuffer(ids, dtype=np.int64),
            _lengths(entries["frequency"], counts),
            sorted_terms[starts[:-1]],
            starts.astype(np.int64),
            rows[order],
            entries["frequency"][order],
        )

    def of_term(self, term: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint16]]:
        """The rows that hold a term, and how often each does."""
        place = int(np.searchsorted(self.terms, np.uint32(term)))
        if place == len(self.terms) or self.terms[place] != term:
            return self.rows[:0], self.frequencies[:0]
        held = slice(self.starts[place], self.starts[place + 1])
        return self.rows[held], self.frequencies[held]


def _lengths(frequencies: npt.NDArray[np.uint16], counts: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    """The sum of the frequencies of each chunk, whose entries follow each other."""
    if not len(counts):
        return np.zeros(0, dtype=np.float32)
    return np.add.reduceat(frequencies, np.cumsum(counts) - counts, dtype=np.float32)
