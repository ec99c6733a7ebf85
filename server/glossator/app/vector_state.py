"""The vectors of an index in memory, brought from one state of the index to a later one by what has changed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from glossator.core.vector_matrix import ChunkRows, VectorMatrix
from glossator.host.freed_memory import give_back
from glossator.store.vector_reading import ChunkVectors, VectorSnapshot, VectorVersion

_MOST_FILES = 2000
"""When more files have other chunks, all chunks are read: in one pass that takes less time than so many questions."""


@dataclass(frozen=True, slots=True)
class VectorState:
    """The bits of all vectors of a fingerprint and the rows of all chunks, as the index was at `version`.

    `blocks` are the blocks of bits that the index had then, with the number of vectors in each; `chunk_count` counts
    its chunks, with a vector or without.
    """

    version: VectorVersion
    fingerprint: str
    blocks: dict[int, int]
    matrix: VectorMatrix
    chunks: ChunkRows
    chunk_count: int

    @property
    def coverage(self) -> float:
        """The share of the chunks that have a vector, from 0 to 1."""
        return len(self.chunks) / max(1, self.chunk_count)


def brought_up_to_date(state: VectorState | None, snapshot: VectorSnapshot, fingerprint: str) -> VectorState:
    """The state of a snapshot, which is not older than `state`; made of that if both are of one index and
    fingerprint."""
    version = snapshot.version()
    if state is None or (state.version.generation, state.fingerprint) != (version.generation, fingerprint):
        return _loaded(snapshot, version, fingerprint)
    if state.version == version:
        return state
    blocks, matrix, chunks = state.blocks, state.matrix, state.chunks
    if state.version.vectors != version.vectors:
        blocks, matrix, moved = _followed_vectors(state, snapshot)
        if matrix.bits.shape[1] != state.matrix.bits.shape[1]:
            return _loaded(snapshot, version, fingerprint)
        if moved is not None:
            chunks = chunks.moved(moved)
    chunks = _followed_chunks(chunks, state, matrix, snapshot)
    count = state.chunk_count if state.version.chunks == version.chunks else snapshot.chunk_count()
    return VectorState(version, fingerprint, blocks, matrix, chunks, count)


def _loaded(snapshot: VectorSnapshot, version: VectorVersion, fingerprint: str) -> VectorState:
    blocks = snapshot.blocks()
    matrix = VectorMatrix.of(*snapshot.bits_of([*blocks]))
    chunks = _chunk_rows(matrix, snapshot.chunk_vectors())
    give_back()
    return VectorState(version, fingerprint, blocks, matrix, chunks, snapshot.chunk_count())


def _followed_vectors(
    state: VectorState, snapshot: VectorSnapshot
) -> tuple[dict[int, int], VectorMatrix, npt.NDArray[np.int64] | None]:
    """Blocks and matrix of the snapshot, and where the rows of the old matrix are, None if nothing has moved."""
    blocks, matrix = snapshot.blocks(), state.matrix
    # New blocks also hold older vectors, those of blocks that were merged.
    ids, bits = snapshot.bits_of([block for block in blocks if block not in state.blocks])
    if bits.shape[1] != matrix.bits.shape[1]:
        return blocks, VectorMatrix.of(ids, bits), None
    new = ids > matrix.last_id
    grown = matrix.with_more(ids[new], bits[new])
    if len(grown) == sum(blocks.values()):
        return blocks, grown, None
    only, moved = grown.only(snapshot.vector_ids())
    return blocks, only, moved


def _followed_chunks(
    chunks: ChunkRows, state: VectorState, matrix: VectorMatrix, snapshot: VectorSnapshot
) -> ChunkRows:
    files = snapshot.files_changed_after(state.version.chunks)
    if len(files) > _MOST_FILES:
        return _chunk_rows(matrix, snapshot.chunk_vectors())
    changed = _chunk_rows(matrix, snapshot.chunk_vectors_of_files(files))
    young = _chunk_rows(matrix, snapshot.chunk_vectors_after(state.matrix.last_id))
    none = np.empty(0, np.int64)
    return chunks.with_changes(np.array(files, np.int64), changed).with_changes(none, young)


def _chunk_rows(matrix: VectorMatrix, found: ChunkVectors) -> ChunkRows:
    return ChunkRows.of(found.chunk_ids, matrix.rows_of(found.vector_ids))
