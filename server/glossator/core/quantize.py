"""Vectors as sign bits for the scan and as int8 for rescoring.

All dimensions are kept, one bit each, packed eight to a byte; the Hamming distance of sign bits stands for the
angle (Charikar 2002, "Similarity estimation techniques from rounding algorithms"). The int8 copy is the vector
of unit length scaled by its largest component, so that rescored dot products are cosines within about 1 %.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from glossator.core.errors import GlossatorError

QUANTIZER_VERSION = 1
"""Part of a vector's fingerprint; raise it when equal vectors would be packed otherwise than before."""

SMALLEST_NORM = 1e-6
"""A vector shorter than this says nothing about its text."""

_BIT_COUNTS = np.array([byte.bit_count() for byte in range(256)], dtype=np.uint8)
_LARGEST_INT8 = 127
_WORD = 8


class BadVector(GlossatorError):
    """A vector that must not be stored: zero, not finite, or of the wrong size."""


@dataclass(frozen=True, slots=True)
class QuantizedVector:
    """One vector as it is stored: packed sign bits, an int8 for each dimension, and the scale of these."""

    bits: bytes
    rescoring: bytes
    scale: float

    @property
    def dimensions(self) -> int:
        return len(self.rescoring)


def packed_size(dimensions: int) -> int:
    """The number of bytes that hold one bit for each dimension."""
    return (dimensions + 7) // 8


def check_vectors(vectors: npt.ArrayLike, dimensions: int) -> npt.NDArray[np.float32]:
    """`vectors` as an array of one row each; raises `BadVector` if one of them must not be stored."""
    array = np.atleast_2d(np.asarray(vectors, dtype=np.float32))
    if array.ndim != 2 or array.shape[1] != dimensions:
        raise BadVector(f"A vector has {array.shape[-1]} dimensions instead of {dimensions}.")
    if not np.isfinite(array).all():
        raise BadVector("A vector holds values that are not finite numbers.")
    if (np.linalg.norm(array.astype(np.float64), axis=1) <= SMALLEST_NORM).any():
        raise BadVector("A vector is zero.")
    return array


def normalize(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Each row scaled to unit length; rows must have passed `check_vectors`."""
    wide = vectors.astype(np.float64)
    unit: npt.NDArray[np.float64] = wide / np.linalg.norm(wide, axis=1, keepdims=True)
    return unit.astype(np.float32)


def sign_bits(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """One bit a dimension, set where the component is above zero; bits past the last dimension are 0."""
    return np.packbits(vectors > 0, axis=1)


def quantize(vectors: npt.ArrayLike, dimensions: int) -> list[QuantizedVector]:
    """The stored form of one or several vectors; raises `BadVector` as `check_vectors` does."""
    unit = normalize(check_vectors(vectors, dimensions))
    bits = sign_bits(unit)
    scales = np.abs(unit).max(axis=1) / np.float32(_LARGEST_INT8)
    rescoring = np.rint(unit / scales[:, None]).astype(np.int8)
    return [
        QuantizedVector(bits[row].tobytes(), rescoring[row].tobytes(), float(scales[row]))
        for row in range(len(unit))
    ]


def check_quantized(vector: QuantizedVector, dimensions: int) -> None:
    """Raise `BadVector` unless the stored form could come from `quantize` for a good vector."""
    if len(vector.rescoring) != dimensions or len(vector.bits) != packed_size(dimensions):
        raise BadVector(f"A vector has {len(vector.rescoring)} dimensions instead of {dimensions}.")
    if not np.isfinite(vector.scale) or vector.scale <= 0:
        raise BadVector("A vector holds values that are not finite numbers.")
    if not any(vector.rescoring):
        raise BadVector("A vector is zero.")


def hamming_distances(bits: npt.NDArray[np.uint8], query: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    """The number of differing bits between each row of `bits` and `query`, all packed alike."""
    if bits.shape[1] % _WORD == 0 and bits.flags.c_contiguous:
        # Counting in whole words leaves an eighth of the numbers to be summed.
        bits, query = bits.view(np.uint64), np.ascontiguousarray(query).view(np.uint64)
    distances: npt.NDArray[np.int32] = _bit_counts(np.bitwise_xor(bits, query)).sum(axis=1, dtype=np.int32)
    return distances


def _bit_counts(words: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """The number of set bits of each word, or of each byte of it in a row where numpy (before 2.0) cannot count."""
    if hasattr(np, "bitwise_count"):
        counts: npt.NDArray[np.uint8] = np.bitwise_count(words)
        return counts
    return _BIT_COUNTS[words.view(np.uint8)]


def rescore(
    rescoring: npt.NDArray[np.int8], scales: npt.NDArray[np.float32], query: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    """The cosine of each stored vector with `query`, which has unit length."""
    return (rescoring.astype(np.float32) @ query) * scales


def sifted(bits: npt.NDArray[np.uint8], query: npt.NDArray[np.float32], count: int) -> npt.NDArray[np.int64]:
    """The rows of at most `count` vectors whose bits agree most with the float `query`, where its large components
    count more than its small ones. Rows come in ascending order."""
    if len(bits) <= count:
        return np.arange(len(bits))
    agreement = np.unpackbits(bits, axis=1, count=len(query)).astype(np.float32) @ query
    return np.sort(np.argsort(-agreement, kind="stable")[:count])


def median_distance(bits: npt.NDArray[np.uint8], dimensions: int, sample: int = 256) -> float:
    """The median Hamming distance between vectors as a share of the dimensions, from evenly spread rows.

    About 0.5 for unrelated texts under a good model; near 0 means that the sign bits tell nothing apart.
    Returns 0.5 when there are fewer than two vectors.
    """
    if len(bits) < 2:
        return 0.5
    rows = bits[np.linspace(0, len(bits) - 1, min(sample, len(bits))).astype(np.int64)]
    distances = [hamming_distances(rows[index + 1 :], rows[index]) for index in range(len(rows) - 1)]
    return float(np.median(np.concatenate(distances)) / dimensions)
