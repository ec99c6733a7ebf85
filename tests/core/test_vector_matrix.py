"""The matrix of bits and the rows of chunks: after any changes they are what is made anew of the same content."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st

from glossator.core.row_ids import row_id
from glossator.core.vector_matrix import ChunkRows, VectorMatrix


def ids(*numbers: int) -> npt.NDArray[np.int64]:
    return np.array(numbers, np.int64)


def bits_for(numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """Bits that tell which vector they are of."""
    return numbers.astype(np.uint64).view(np.uint8).reshape(-1, 8)


def matrix_of(numbers: npt.NDArray[np.int64]) -> VectorMatrix:
    return VectorMatrix.of(numbers, bits_for(numbers))


def is_sound(matrix: VectorMatrix, held: list[int]) -> bool:
    return matrix.ids.tolist() == held and bool((matrix.bits == bits_for(matrix.ids)).all())


@given(st.lists(st.tuples(st.integers(0, 40), st.floats(0, 1)), max_size=12), st.randoms())
def test_a_matrix_that_grew_and_shrank_holds_what_was_added_and_not_removed(
    steps: list[tuple[int, float]], random: object
) -> None:
    matrix, held, next_id = matrix_of(ids()), list[int](), 0
    earlier: list[tuple[VectorMatrix, list[int]]] = []
    generator = np.random.default_rng(len(steps))
    matrix = VectorMatrix.of(ids(), np.empty((0, 8), np.uint8))
    for added, kept_share in steps:
        new = generator.permutation(np.arange(next_id, next_id + added))
        next_id += added
        matrix = matrix.with_more(new, bits_for(new))
        held = [*held, *sorted(new.tolist())]
        if kept_share < 0.5:
            kept = [each for each in held if generator.random() < kept_share * 2]
            matrix, moved = matrix.only(ids(*kept))
            assert [held[row] for row in np.flatnonzero(moved >= 0)] == kept
            assert moved[moved >= 0].tolist() == list(range(len(kept)))
            held = kept
        assert is_sound(matrix, held)
        assert matrix.last_id == (held[-1] if held else -1)
        earlier.append((matrix, held))
    assert all(is_sound(each, content) for each, content in earlier)


def test_two_matrices_that_grow_out_of_one_do_not_disturb_each_other() -> None:
    origin = matrix_of(np.arange(100)).with_more(ids(100), bits_for(ids(100)))
    first = origin.with_more(ids(101), bits_for(ids(101)))
    second = origin.with_more(ids(102), bits_for(ids(102)))
    assert is_sound(origin, list(range(101)))
    assert is_sound(first, [*range(101), 101])
    assert is_sound(second, [*range(101), 102])


def test_rows_are_found_by_the_id_of_the_vector() -> None:
    matrix = matrix_of(ids(30, 10, 20))
    assert matrix.rows_of(ids(10, 15, 30, 99, 20)).tolist() == [0, -1, 2, -1, 1]
    assert matrix_of(ids()).rows_of(ids(1)).tolist() == [-1]


def test_chunks_of_changed_files_are_replaced_and_others_stay() -> None:
    before = ChunkRows.of(ids(row_id(2, 1), row_id(1, 0), row_id(3, 0), row_id(4, 7)), ids(5, 6, 7, -1))
    assert before.chunk_ids.tolist() == [row_id(1, 0), row_id(2, 1), row_id(3, 0)]
    more = ChunkRows.of(ids(row_id(2, 0), row_id(1, 0)), ids(8, 9))
    after = before.with_changes(ids(2, 3), more)
    assert after.chunk_ids.tolist() == [row_id(1, 0), row_id(2, 0)]
    assert after.rows.tolist() == [9, 8]


def test_chunks_move_with_their_rows_and_are_found_by_them() -> None:
    chunks = ChunkRows.of(ids(1, 2, 3, 4), ids(0, 1, 1, 2))
    found = chunks.with_rows(ids(1), 3)
    assert (found.chunk_ids.tolist(), found.rows.tolist()) == ([2, 3], [1, 1])
    assert chunks.mask(4).tolist() == [True, True, True, False]
    assert chunks.places_of(ids(4, 77, 1, 4)).tolist() == [0, 3]
    assert chunks.at(chunks.places_of(ids(4, 77, 1))).mask(4).tolist() == [True, False, True, False]
    moved = chunks.moved(ids(-1, 0, 1))
    assert (moved.chunk_ids.tolist(), moved.rows.tolist()) == ([2, 3, 4], [0, 0, 1])
