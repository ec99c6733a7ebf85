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
        return VectorMatrix(ids, np.ascontiguousarray(bits), _Memory(ids, bits))

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
        if not len(file_ids) and not len(more):
            return self
        kept = np.ones(len(self), np.bool_)
        starts = np.searchsorted(self.chunk_ids, file_ids << POSITION_BITS)
        ends = np.searchsorted(self.chunk_ids, (file_ids + 1) << POSITION_BITS)
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            kept[start:end] = False
        kept[self._places(more.chunk_ids)] = False
        ids = np.concatenate((self.chunk_ids[kept], more.chunk_ids))
        rows = np.concatenate((self.rows[kept], more.rows))
        order = np.argsort(ids, kind="stable")
        return ChunkRows(ids[order], rows[order])

    def moved(self, rows: npt.NDArray[np.int64]) -> ChunkRows:
        """For a matrix in which row `n` has become `rows[n]`, or is gone where that is -1."""
        now = rows[self.rows]
        return ChunkRows(self.chunk_ids[now >= 0], now[now >= 0])

    def mask(self, row_count: int, allowed: _Ids | None = None) -> npt.NDArray[np.bool_]:
        """For each row of the matrix whether it is that of a chunk, or of one of those allowed."""
        mask = np.zeros(row_count, np.bool_)
        mask[self.rows if allowed is None else self.rows[self._places(allowed)]] = True
        return mask

    def chunks_of(self, rows: npt.NDArray[np.int64], row_count: int) -> tuple[_Ids, npt.NDArray[np.int64]]:
        """The chunks that have one of the rows of a matrix of so many, and the row of each."""
        wanted = np.zeros(row_count, np.bool_)
        wanted[rows] = True
        places = np.flatnonzero(wanted[self.rows])
        return self.chunk_ids[places], self.rows[places]

    def _places(self, chunk_ids: _Ids) -> npt.NDArray[np.int64]:
        """The places of those of the chunks that are here."""
        if not len(self):
            return np.empty(0, np.int64)
        places = np.minimum(np.searchsorted(self.chunk_ids, chunk_ids), len(self) - 1)
        return places[self.chunk_ids[places] == chunk_ids]
