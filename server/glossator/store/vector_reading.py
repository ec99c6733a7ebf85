"""What a reader takes of the vectors of one fingerprint: bits in blocks, which chunk has which, rescoring copies.

A vector is known by its id, which no other vector of the index ever gets; later ones have higher ids.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from glossator.store.chunk_changes import files_changed_after
from glossator.store.inserting import id_range
from glossator.store.lookups import data_version
from glossator.store.rows import VectorTable
from glossator.store.schema import Part

if TYPE_CHECKING:
    # Loading numpy takes a third of the indexer's start, which needs it for vectors alone.
    import numpy as np
    import numpy.typing as npt

_CHUNK_VECTORS = (
    "SELECT c.id, v.id FROM chunks c CROSS JOIN vectors v ON v.recipe = ? AND v.text_hash = c.text_hash"
)

_VALUES_OF_ONE_QUESTION = 500


class VectorVersion(NamedTuple):
    """The generation of the index file and the numbers of changes to its vectors and its chunks."""

    generation: str
    vectors: int
    chunks: int


class ChunkVectors(NamedTuple):
    """Ids of chunks, ascending and each once, and those of their vectors at the same places."""

    chunk_ids: npt.NDArray[np.int64]
    vector_ids: npt.NDArray[np.int64]


class VectorSnapshot:
    """The vectors of a fingerprint as one read transaction sees them. Usable as long as that lasts, by one thread."""

    def __init__(self, connection: sqlite3.Connection, fingerprint: str) -> None:
        self._connection = connection
        row = connection.execute(
            "SELECT id, dimensions FROM vector_recipes WHERE fingerprint = ?", (fingerprint,)
        ).fetchone()
        self._recipe: int = row[0] if row else -1
        self.dimensions: int = row[1] if row else 0
        """`dimensions` is 0 if there are no vectors of the fingerprint."""

    def version(self) -> VectorVersion:
        """A value that differs whenever vectors or chunks have changed, also by a replaced index."""
        generation, vectors = data_version(self._connection, (Part.VECTORS,))
        return VectorVersion(generation, vectors, data_version(self._connection, (Part.CHUNKS,))[1])

    def blocks(self) -> dict[int, int]:
        """The blocks of bits by id, with the number of vectors in each. One that changes gets a new id."""
        return dict(
            self._connection.execute(
                "SELECT id, count FROM vector_blocks WHERE recipe = ? ORDER BY id", (self._recipe,)
            )
        )

    def bits_of(self, blocks: Sequence[int]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
        """The ids of the vectors in the blocks, and a row of packed bits for each. Raises `ValueError` for a block
        whose content is no ids and bits."""
        import numpy as np

        size = (self.dimensions + 7) // 8
        counts = self.blocks()
        total = sum(counts[block] for block in blocks)
        ids, bits = np.empty(total, np.int64), np.empty((total, size), np.uint8)
        start = 0
        for block in blocks:
            packed_ids, packed_bits = self._connection.execute(
                "SELECT ids, bits FROM vector_blocks WHERE id = ?", (block,)
            ).fetchone()
            end = start + counts[block]
            ids[start:end] = np.frombuffer(packed_ids, "<i8")
            bits[start:end] = np.frombuffer(packed_bits, np.uint8).reshape(-1, size)
            start = end
        return ids, bits

    def vector_ids(self) -> npt.NDArray[np.int64]:
        """The ids of all vectors, in ascending order."""
        import numpy as np

        rows = self._connection.execute("SELECT ids FROM vector_blocks WHERE recipe = ?", (self._recipe,))
        ids = np.frombuffer(b"".join(packed for (packed,) in rows), "<i8").astype(np.int64)
        ids.sort()
        return ids

    def chunk_count(self) -> int:
        """The number of chunks, with a vector or without."""
        (count,) = self._connection.execute("SELECT COUNT(*) FROM chunks").fetchone()
        return int(count)

    def chunk_vectors(self) -> ChunkVectors:
        """Every chunk that has a vector."""
        import numpy as np

        # As one text, which SQLite writes and numpy reads without holding up other threads: for a million chunks a
        # row for each takes longer, and most of that time no other Python runs.
        (pairs,) = self._connection.execute(
            "SELECT group_concat(c.id || ',' || v.id) FROM vectors v CROSS JOIN chunks c "
            "ON c.text_hash = v.text_hash WHERE v.recipe = ?",
            (self._recipe,),
        ).fetchone()
        numbers = np.fromstring(pairs or "", np.int64, sep=",").reshape(-1, 2)
        return _by_chunk(numbers[:, 0], numbers[:, 1])

    def chunk_vectors_of_files(self, file_ids: Iterable[int]) -> ChunkVectors:
        """The chunks of some files that have a vector."""
        statement = f"{_CHUNK_VECTORS} WHERE c.id BETWEEN ? AND ?"
        return _chunk_vectors(
            row
            for file_id in file_ids
            for row in self._connection.execute(statement, (self._recipe, *id_range(file_id)))
        )

    def chunk_vectors_after(self, vector_id: int) -> ChunkVectors:
        """The chunks whose vector is younger than the one given."""
        # The plus keeps SQLite from going through all vectors of the recipe.
        rows = self._connection.execute(
            "SELECT c.id, v.id FROM vectors v CROSS JOIN chunks c ON c.text_hash = v.text_hash "
            "WHERE v.id > ? AND +v.recipe = ?",
            (vector_id, self._recipe),
        )
        return _chunk_vectors(rows)

    def files_changed_after(self, change: int) -> list[int]:
        """The ids of the files with other chunks than when `version().chunks` was `change`, of those that are gone
        too."""
        return files_changed_after(self._connection, change)

    def rescoring_of(
        self, vector_ids: Iterable[int]
    ) -> tuple[list[int], npt.NDArray[np.int8], npt.NDArray[np.float32]]:
        """Ids of those of the vectors that are there, their int8 copies as rows, and the scales of these."""
        rows = list(
            self._vectors_in("SELECT v.id, v.rescoring, v.scale FROM vectors v WHERE v.id", vector_ids)
        )
        return self._unpacked(rows)

    def vectors_of_chunks(
        self, chunk_ids: Iterable[int]
    ) -> tuple[list[int], npt.NDArray[np.int8], npt.NDArray[np.float32]]:
        """Ids of those of the chunks that have a vector, the int8 copies as rows, and the scales of these."""
        statement = (
            f"SELECT c.id, v.rescoring, v.scale FROM chunks c CROSS JOIN vectors v ON v.recipe = {self._recipe} "
            "AND v.text_hash = c.text_hash WHERE c.id"
        )
        return self._unpacked(list(self._vectors_in(statement, chunk_ids)))

    def _vectors_in(self, statement: str, identifiers: Iterable[int]) -> Iterator[tuple[int, bytes, float]]:
        wanted = [*identifiers]
        for start in range(0, len(wanted), _VALUES_OF_ONE_QUESTION):
            some = wanted[start : start + _VALUES_OF_ONE_QUESTION]
            yield from self._connection.execute(f"{statement} IN ({', '.join('?' * len(some))})", some)

    def _unpacked(
        self, rows: Collection[tuple[int, bytes, float]]
    ) -> tuple[list[int], npt.NDArray[np.int8], npt.NDArray[np.float32]]:
        import numpy as np

        packed = b"".join(rescoring for _, rescoring, _ in rows)
        copies = np.frombuffer(packed, np.int8).reshape(len(rows), self.dimensions)
        scales = np.array([scale for _, _, scale in rows], np.float32)
        return [identifier for identifier, _, _ in rows], copies, scales


def _chunk_vectors(rows: Iterable[tuple[int, int]]) -> ChunkVectors:
    import numpy as np

    pairs = np.fromiter(rows, np.dtype([("chunk", np.int64), ("vector", np.int64)]))
    return _by_chunk(pairs["chunk"], pairs["vector"])


def _by_chunk(chunk_ids: npt.NDArray[np.int64], vector_ids: npt.NDArray[np.int64]) -> ChunkVectors:
    order = chunk_ids.argsort()
    return ChunkVectors(chunk_ids[order], vector_ids[order])


def vector_table(connection: sqlite3.Connection, fingerprint: str) -> VectorTable:
    """All vectors of a fingerprint, ordered by text hash, rescoring copies included: for small indexes and tests."""
    import numpy as np

    snapshot = VectorSnapshot(connection, fingerprint)
    rows = connection.execute(
        "SELECT v.id, v.rescoring, v.scale, v.text_hash FROM vectors v JOIN vector_recipes r ON r.id = v.recipe "
        "WHERE r.fingerprint = ? ORDER BY v.text_hash",
        (fingerprint,),
    ).fetchall()
    if not rows:
        return empty_vector_table()
    block_ids, block_bits = snapshot.bits_of([*snapshot.blocks()])
    order = np.argsort(block_ids)
    wanted = np.array([identifier for identifier, *_ in rows], np.int64)
    places = order[np.searchsorted(block_ids, wanted, sorter=order)]
    if not np.array_equal(block_ids[places], wanted):
        raise ValueError("a vector has no bits")
    return VectorTable(
        tuple(text_hash for *_, text_hash in rows),
        block_bits[places],
        np.frombuffer(b"".join(rescoring for _, rescoring, *_ in rows), np.int8).reshape(len(rows), -1),
        np.array([scale for _, _, scale, _ in rows], np.float32),
    )


def empty_vector_table() -> VectorTable:
    """The table of a fingerprint without vectors."""
    import numpy as np

    return VectorTable((), np.empty((0, 0), np.uint8), np.empty((0, 0), np.int8), np.empty(0, np.float32))
