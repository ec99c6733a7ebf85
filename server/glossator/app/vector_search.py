"""Search by meaning: the chunks whose vectors are nearest to that of a query.

The bits of all vectors are scanned exactly for candidates. These are sifted by how their bits agree with the float
query, and what is left is rescored with its int8 copies, which are read from the index for it alone. Bits only choose
candidates; every threshold belongs on the cosine that rescoring gives.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from glossator.app.vector_state import VectorState, brought_up_to_date
from glossator.core.quantize import check_vectors, normalize, rescore, sifted, sign_bits
from glossator.core.search.ranking import NOTHING_NEAR, Near
from glossator.core.vector_matrix import ChunkRows, VectorMatrix
from glossator.store.reader import IndexReader
from glossator.store.vector_reading import VectorSnapshot

LEAST_CANDIDATES = 200
CANDIDATES_FOR_EACH = 4
"""So many candidates are found by bits for each chunk that is asked for, and `LEAST_CANDIDATES` at least."""
RESCORED_SHARE = 2
"""One in so many of them is rescored."""


class NearChunk(NamedTuple):
    """A chunk and the cosine between its vector and the query, from -1 to 1, within about 0.01."""

    chunk_id: int
    cosine: float


class VectorSearch:
    """Searches the vectors of one index, and follows it by what was added and removed. Thread-safe.

    Between searches it holds the bits of all vectors of one fingerprint and a pair of numbers for each chunk: 72 MB
    for a million chunks of 384 dimensions. `release` gives that back.
    """

    def __init__(self, reader: IndexReader) -> None:
        self.reader = reader
        self._lock = threading.Lock()
        self._state: VectorState | None = None
        self.used_at: float | None = None
        """When something was looked for last, by the monotonic clock; None if nothing is held."""

    def nearest(
        self,
        query: npt.ArrayLike,
        fingerprint: str,
        k: int,
        allowed_chunk_ids: Collection[int] | npt.NDArray[np.int64] | None = None,
    ) -> list[NearChunk]:
        """`nearest_in` as a list."""
        found = self.nearest_in(query, fingerprint, k, allowed_chunk_ids)
        return [*map(NearChunk, found.chunk_ids.tolist(), found.cosines.tolist())]

    def nearest_in(
        self,
        query: npt.ArrayLike,
        fingerprint: str,
        k: int,
        allowed_chunk_ids: Collection[int] | npt.NDArray[np.int64] | None = None,
    ) -> Near:
        """At most `k` chunks by falling cosine with the query, a float vector of any length, then by id.

        `allowed_chunk_ids` are all chunks that may be found; the scan is exact among them. Nothing is found without
        vectors of the fingerprint. Raises `BadVector` for a query that is zero, not finite or of other dimensions.
        """
        allowed = None if allowed_chunk_ids is None else _ids(allowed_chunk_ids)
        with self._followed(fingerprint) as (snapshot, state):
            if snapshot is None or state is None or not snapshot.dimensions:
                return NOTHING_NEAR
            unit = normalize(check_vectors(query, snapshot.dimensions))[0]
            if k <= 0:
                return NOTHING_NEAR
            matrix, chunks = state.matrix, state.chunks
            if allowed is not None:
                chunks = chunks.at(chunks.places_of(allowed))
            rows = _candidates(matrix, chunks, unit, max(LEAST_CANDIDATES, CANDIDATES_FOR_EACH * k))
            cosines = _rescored(snapshot, matrix.ids[rows], unit)
        chunks = chunks.with_rows(rows, len(matrix))
        near = cosines[np.searchsorted(rows, chunks.rows)]
        order = np.lexsort((chunks.chunk_ids, -near))[:k]
        return Near(chunks.chunk_ids[order], near[order])

    def coverage(self, fingerprint: str) -> float:
        """The share of chunks that have a vector of the fingerprint, from 0 to 1; 0 without chunks."""
        with self._followed(fingerprint) as (snapshot, state):
            return 0.0 if snapshot is None or state is None else state.coverage

    def vectors_of(
        self, chunk_ids: Collection[int] | npt.NDArray[np.int64], fingerprint: str
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """Those of the chunks that have a vector, by id, and the vectors as rows of unit length within 1 %, from
        their int8 copies. Reads these alone, and holds nothing afterwards."""
        with self.reader.vector_snapshot(fingerprint) as snapshot:
            if snapshot is None or not snapshot.dimensions:
                return np.empty(0, np.int64), np.empty((0, 0), np.float32)
            found, copies, scales = snapshot.vectors_of_chunks(np.unique(_ids(chunk_ids)).tolist())
        order = np.argsort(np.array(found, np.int64))
        vectors = copies[order].astype(np.float32) * scales[order][:, None]
        return np.array(found, np.int64)[order], vectors

    def release(self) -> None:
        """Give the memory back; the next search loads anew."""
        with self._lock:
            self._state = self.used_at = None

    @contextmanager
    def _followed(self, fingerprint: str) -> Iterator[tuple[VectorSnapshot | None, VectorState | None]]:
        """A snapshot of the index and the state that belongs to it."""
        # The snapshot is taken by whoever holds the lock, so that no older one comes after a newer state.
        self._lock.acquire()
        locked = True
        try:
            with self.reader.vector_snapshot(fingerprint) as snapshot:
                if snapshot is None:
                    self._state = None
                else:
                    self._state = brought_up_to_date(self._state, snapshot, fingerprint)
                state = self._state
                self.used_at = None if state is None else time.monotonic()
                self._lock.release()
                locked = False
                yield snapshot, state
        finally:
            if locked:
                self._lock.release()


def _ids(chunk_ids: Collection[int] | npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    if isinstance(chunk_ids, np.ndarray):
        return chunk_ids
    return np.fromiter(chunk_ids, np.int64, len(chunk_ids))


def _candidates(
    matrix: VectorMatrix, chunks: ChunkRows, unit: npt.NDArray[np.float32], count: int
) -> npt.NDArray[np.int64]:
    """The rows to rescore, in ascending order."""
    found = np.sort(matrix.nearest(sign_bits(unit[None])[0], count, chunks.mask(len(matrix))).rows)
    return found[sifted(matrix.bits[found], unit, count // RESCORED_SHARE)]


def _rescored(
    snapshot: VectorSnapshot, vector_ids: npt.NDArray[np.int64], unit: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    """The cosines of vectors with a vector of unit length. Ids ascend."""
    found, copies, scales = snapshot.rescoring_of(vector_ids.tolist())
    cosines = np.full(len(vector_ids), -1, np.float32)
    cosines[np.searchsorted(vector_ids, found)] = rescore(copies, scales, unit)
    return cosines
