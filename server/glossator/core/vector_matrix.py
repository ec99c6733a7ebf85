"""The bits of all vectors as one matrix that grows at its end, and the chunks that its rows belong to.

Both are values: what is changed is a new one, and whoever searches an older one is not disturbed by it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from glossator.core.hamming import Neighbours, nearest
from glossator.core.row_ids import POSITION_BITS

_Ids = npt.NDArray[np.int64]

_SLACK = 8
"""Memory for one more row in so many is set aside when rows have to be copied, so that this happens seldom."""


class _Memory:
    """Rows of ids and bits, of which the first `used` belong to some matrix and are never written again."""

    def __init__(self, ids: _Ids, bits: npt.NDArray[np.uint8]) -> None:
        self.ids = ids
        self.bits = bits
        self.used = len(ids)


@dataclass(frozen=True, slots=True)
class VectorMatrix:
    """Packed bits in rows; the vector of row `n` has the id `ids[n]`. Ids ascend."""

    ids: _Ids
    bits: npt.NDArray[np.uint8]
    _memory: _Memory

    @staticmethod
    def of(ids: _Ids, bits: npt.NDArray[np.uint8]) -> VectorMatrix:
        """The matrix of vectors in any order. It takes the arrays over; they must not be written afterwards."""
        if (ids[1:] <= ids[:-1]).any():
            order = np.argsort(ids)
            ids, bits = ids[order], bits[order]
        bits = np.ascontiguousarray(bits)
        return VectorMatrix(ids, bits, _Memory(ids, bits))

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def last_id(self) -> int:
        """The highest id, -1 if there are no vectors."""
        return int(self.ids[-1]) if len(self.ids) else -1

    def with_more(self, ids: _Ids, bits: npt.NDArray[np.uint8]) -> VectorMatrix:
        """With vectors at the end, whose ids are above all others. Only one thread may change matrices of one
        origin; searching in them goes on meanwhile."""
        more = VectorMatrix.of(ids, bits)
        if not len(more):
            return self
        old, new = len(self), len(self) + len(more)
        memory = self._memory
        if memory.used != old or new > len(memory.ids):
            memory = _grown(self, new)
        memory.ids[old:new], memory.bits[old:new] = more.ids, more.bits
        memory.used = new
        return VectorMatrix(memory.ids[:new], memory.bits[:new], memory)

    def only(self, ids: _Ids) -> tuple[VectorMatrix, npt.NDArray[np.int64]]:
        """With only the vectors of the ascending `ids`, and where each row is now, -1 for one that is gone."""
        kept = np.isin(self.ids, ids, assume_unique=True)
        rows = np.where(kept, np.cumsum(kept) - 1, -1)
        return VectorMatrix.of(self.ids[kept], self.bits[kept]), rows

    def rows_of(self, ids: _Ids) -> npt.NDArray[np.int64]:
        """The row of each vector, -1 for one that is not in the matrix."""
        if not len(self):
            return np.full(len(ids), -1, np.int64)
        places = np.minimum(np.searchsorted(self.ids, ids), len(self) - 1)
        return np.where(self.ids[places] == ids, places, -1)

    def nearest(
        self, query: npt.NDArray[np.uint8], k: int, allowed: npt.NDArray[np.bool_] | None = None
    ) -> Neighbours:
        """The at most `k` rows nearest to packed bits, of all or of those for which `allowed` is true."""
        return nearest(self.bits, query, k, allowed)


def _grown(matrix: VectorMatrix, rows: int) -> _Memory:
    capacity = rows + rows // _SLACK
    old = len(matrix)
    ids = np.empty(capacity, np.int64)
    bits = np.empty((capacity, matrix.bits.shape[1]), np.uint8)
    ids[:old], bits[:old] = matrix.ids, matrix.bits
    return _Memory(ids, bits)


@dataclass(frozen=True, slots=True)
class ChunkRows:
    """Which row of a matrix each chunk with a vector has. Ids ascend; several chunks may share a row."""

    chunk_ids: _Ids
    rows: npt.NDArray[np.int64]

    @staticmethod
    def of(chunk_ids: _Ids, rows: npt.NDArray[np.int64]) -> ChunkRows:
        """From pairs in any order, without those of row -1; of several pairs of a chunk the last one counts."""
        held = np.flatnonzero(rows >= 0)[::-1]
        ids, first = np.unique(chunk_ids[held], return_index=True)
        return ChunkRows(ids, rows[held][first])

    def __len__(self) -> int:
        return len(self.chunk_ids)

    def with_changes(self, file_ids: _Ids, more: ChunkRows) -> ChunkRows:
        """Without the chunks of some files, and with others."""
        starts = np.searchsorted(self.chunk_ids, file_ids << POSITION_BITS)
        ends = np.searchsorted(self.chunk_ids, (file_ids + 1) << POSITION_BITS)
        stretches = [np.arange(start, end) for start, end in zip(starts, ends, strict=True)]
        gone = np.concatenate((*stretches, self.places_of(more.chunk_ids)))
        ids, rows = self.chunk_ids, self.rows
        if len(gone):
            ids, rows = np.delete(ids, gone), np.delete(rows, gone)
        if len(more):
            places = np.searchsorted(ids, more.chunk_ids)
            ids, rows = np.insert(ids, places, more.chunk_ids), np.insert(rows, places, more.rows)
        return ChunkRows(ids, rows)

    def moved(self, rows: npt.NDArray[np.int64]) -> ChunkRows:
        """For a matrix in which row `n` has become `rows[n]`, or is gone where that is -1."""
        now = rows[self.rows]
        return ChunkRows(self.chunk_ids[now >= 0], now[now >= 0])

    def at(self, places: npt.NDArray[np.int64]) -> ChunkRows:
        """The chunks at some places alone."""
        return ChunkRows(self.chunk_ids[places], self.rows[places])

    def mask(self, row_count: int) -> npt.NDArray[np.bool_]:
        """For each row of a matrix of so many whether it is that of a chunk."""
        mask = np.zeros(row_count, np.bool_)
        mask[self.rows] = True
        return mask

    def with_rows(self, rows: npt.NDArray[np.int64], row_count: int) -> ChunkRows:
        """The chunks that have one of some rows of a matrix of so many."""
        wanted = np.zeros(row_count, np.bool_)
        wanted[rows] = True
        return self.at(np.flatnonzero(wanted[self.rows]))

    def places_of(self, chunk_ids: _Ids) -> npt.NDArray[np.int64]:
        """The places of those of the chunks that are here, ascending and each once."""
        if not len(self):
            return np.empty(0, np.int64)
        wanted = chunk_ids if (chunk_ids[1:] > chunk_ids[:-1]).all() else np.unique(chunk_ids)
        places = np.minimum(np.searchsorted(self.chunk_ids, wanted), len(self) - 1)
        found: npt.NDArray[np.int64] = places[self.chunk_ids[places] == wanted]
        return found
