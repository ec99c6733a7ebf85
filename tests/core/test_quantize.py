"""Vectors as bits and bytes: what is kept of them, and which are refused."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from glossator.core.quantize import (
    SMALLEST_NORM,
    BadVector,
    check_quantized,
    hamming_distances,
    median_distance,
    normalize,
    packed_size,
    quantize,
    rescore,
    sign_bits,
)

VECTORS = st.integers(1, 70).flatmap(
    lambda dimensions: arrays(np.float32, (3, dimensions), elements=st.floats(-1e6, 1e6, width=32))
)
DIMENSIONS = [64, 384, 1000, 1024]


def random_vectors(count: int, dimensions: int) -> npt.NDArray[np.float32]:
    return np.random.default_rng(dimensions).normal(size=(count, dimensions)).astype(np.float32)


def stacked(
    vectors: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    rows = quantize(vectors, vectors.shape[1])
    bits = np.stack([np.frombuffer(row.bits, np.uint8) for row in rows])
    rescoring = np.stack([np.frombuffer(row.rescoring, np.int8) for row in rows])
    return bits, rescoring, np.array([row.scale for row in rows], np.float32)


@given(VECTORS)
def test_every_good_vector_is_kept_within_half_a_step_and_passes_its_own_check(
    vectors: npt.NDArray[np.float32],
) -> None:
    assume((np.linalg.norm(vectors.astype(np.float64), axis=1) > SMALLEST_NORM).all())
    dimensions = vectors.shape[1]
    for vector, stored in zip(normalize(vectors), quantize(vectors, dimensions), strict=True):
        check_quantized(stored, dimensions)
        assert (len(stored.bits), stored.dimensions) == (packed_size(dimensions), dimensions)
        back = np.frombuffer(stored.rescoring, np.int8) * stored.scale
        assert np.abs(back - vector).max() <= stored.scale * 0.5001
        bits = np.unpackbits(np.frombuffer(stored.bits, np.uint8))
        assert (bits[:dimensions] == (vector > 0)).all()
        assert not bits[dimensions:].any()


@given(VECTORS, st.integers(-10, 10))
def test_the_length_of_a_vector_does_not_count(vectors: npt.NDArray[np.float32], exponent: int) -> None:
    scaled = vectors * np.float32(2.0**exponent)
    norms = np.linalg.norm(np.vstack([vectors, scaled]).astype(np.float64), axis=1)
    assume((norms > SMALLEST_NORM).all() and (np.abs(scaled) > 1e-30)[vectors != 0].all())
    assert quantize(vectors, vectors.shape[1]) == quantize(scaled, vectors.shape[1])


@pytest.mark.parametrize(
    ("vector", "reason"),
    [
        ([0.0, 0.0], "is zero"),
        ([1e-9, 0.0], "is zero"),
        ([np.nan, 1.0], "not finite"),
        ([np.inf, 1.0], "not finite"),
        ([1.0], "1 dimensions instead of 2"),
        ([1.0, 2.0, 3.0], "3 dimensions instead of 2"),
        ([[[1.0, 2.0]]], "dimensions"),
    ],
)
def test_a_vector_that_says_nothing_is_refused(vector: npt.ArrayLike, reason: str) -> None:
    with pytest.raises(BadVector, match=reason):
        quantize(vector, 2)


def test_one_bad_vector_refuses_all() -> None:
    with pytest.raises(BadVector):
        quantize([[1.0, 2.0], [0.0, 0.0]], 2)


def test_no_vectors_give_none() -> None:
    assert quantize(np.empty((0, 5), np.float32), 5) == []


@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_a_vector_is_nearest_to_itself_and_unrelated_ones_differ_in_half_of_the_bits(dimensions: int) -> None:
    bits, rescoring, scales = stacked(random_vectors(1000, dimensions))
    distances = hamming_distances(bits, bits[17])
    assert distances[17] == 0
    assert (np.delete(distances, 17) > 0).all()
    assert 0.45 < median_distance(bits, dimensions) < 0.55
    query = normalize(random_vectors(1000, dimensions)[17:18])[0]
    assert int(np.argmax(rescore(rescoring, scales, query))) == 17


@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_rescored_products_are_cosines(dimensions: int) -> None:
    vectors = random_vectors(200, dimensions)
    _, rescoring, scales = stacked(vectors)
    unit = normalize(vectors)
    assert np.abs(rescore(rescoring, scales, unit[0]) - unit @ unit[0]).max() < 0.01


@given(VECTORS)
def test_the_distance_is_the_number_of_differing_signs(vectors: npt.NDArray[np.float32]) -> None:
    bits = sign_bits(vectors)
    expected = ((vectors > 0) != (vectors[0] > 0)).sum(axis=1)
    assert hamming_distances(bits, bits[0]).tolist() == expected.tolist()


def test_a_space_in_which_all_signs_agree_shows_in_the_median_distance() -> None:
    bits = sign_bits(np.abs(random_vectors(100, 64)))
    assert median_distance(bits, 64) == 0.0
    assert median_distance(bits[:1], 64) == 0.5
