"""The nearest of many packed bit vectors by Hamming distance: an exact scan of all of them, or of those allowed.

faiss's `IndexBinaryFlat` scans the rows where they are, without a copy, in the thread that asks; where faiss is
missing numpy does, in three to four times the time. Both give the same rows: the nearest, the lower row first among
equally near ones, which faiss's heap keeps as well because rows come in ascending order.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from glossator.core.quantize import hamming_distances

_BLOCK_BYTES = 1 << 18
"""numpy scans so many bytes at a time, so that what it makes of them stays in the processor's cache."""

_GATHERED_SHARE = 8
"""Where at most one row in so many is allowed, those are copied out and scanned alone."""


class Neighbours(NamedTuple):
    """Rows in order of distance, then of row, and the number of bits in which each differs from the query."""

    rows: npt.NDArray[np.int64]
    distances: npt.NDArray[np.int32]


def nearest(
    bits: npt.NDArray[np.uint8],
    query: npt.NDArray[np.uint8],
    k: int,
    allowed: npt.NDArray[np.bool_] | None = None,
) -> Neighbours:
    """The at most `k` rows of `bits` nearest to `query`, which is packed alike; of those for which `allowed` is
    true, if it is given. Rows lie behind each other in memory."""
    if allowed is None:
        return _scan(bits, query, min(k, len(bits)), None)
    count = int(np.count_nonzero(allowed))
    if count == len(bits):
        return _scan(bits, query, min(k, count), None)
    if count * _GATHERED_SHARE > len(bits):
        return _scan(bits, query, min(k, count), allowed)
    rows = np.flatnonzero(allowed)
    found = _scan(bits[rows], query, min(k, count), None)
    return Neighbours(rows[found.rows], found.distances)


def _scan(
    bits: npt.NDArray[np.uint8], query: npt.NDArray[np.uint8], k: int, allowed: npt.NDArray[np.bool_] | None
) -> Neighbours:
    if k <= 0:
        return Neighbours(np.empty(0, np.int64), np.empty(0, np.int32))
    faiss = _faiss()
    if faiss is None:
        return scan_with_numpy(bits, query, k, allowed)
    return scan_with_faiss(faiss, bits, query, k, allowed)


@cache
def _faiss() -> ModuleType | None:
    """faiss, loaded at the first search because it takes a tenth of a second and 14 MB; None where it is missing or
    too old to scan memory that is not its own."""
    try:
        import faiss
    except ImportError:
        return None
    return faiss if hasattr(faiss, "MaybeOwnedVectorUInt8") else None


def scan_with_faiss(
    faiss: Any,
    bits: npt.NDArray[np.uint8],
    query: npt.NDArray[np.uint8],
    k: int,
    allowed: npt.NDArray[np.bool_] | None = None,
) -> Neighbours:
    """The `k` nearest by faiss, 1 at least and no more than there are rows that are allowed."""
    # The number counts for the calling thread alone. A pool of threads for one query would only spin.
    faiss.omp_set_num_threads(1)
    index = faiss.IndexBinaryFlat(bits.shape[1] * 8)
    index.xb = faiss.MaybeOwnedVectorUInt8.create_view(faiss.swig_ptr(bits), bits.size, index.xb.owner)
    index.ntotal = len(bits)
    parameters = None
    if allowed is not None:
        bitmap = np.packbits(allowed, bitorder="little")
        parameters = faiss.SearchParameters(sel=faiss.IDSelectorBitmap(bitmap))
    distances, found = index.search(query.reshape(1, -1), k, params=parameters)
    return _ordered(found[0], distances[0])


def scan_with_numpy(
    bits: npt.NDArray[np.uint8],
    query: npt.NDArray[np.uint8],
    k: int,
    allowed: npt.NDArray[np.bool_] | None = None,
) -> Neighbours:
    """The `k` nearest by numpy, 1 at least and no more than there are rows that are allowed."""
    distances = np.empty(len(bits), np.int32)
    step = max(1, _BLOCK_BYTES // max(1, bits.shape[1]))
    for start in range(0, len(bits), step):
        distances[start : start + step] = hamming_distances(bits[start : start + step], query)
    rows = None if allowed is None else np.flatnonzero(allowed)
    if rows is not None:
        distances = distances[rows]
    bound = np.partition(distances, k - 1)[k - 1]
    below = np.flatnonzero(distances < bound)
    found = np.concatenate((below, np.flatnonzero(distances == bound)[: k - len(below)]))
    return _ordered(found if rows is None else rows[found], distances[found])


def _ordered(rows: npt.NDArray[np.int64], distances: npt.NDArray[np.int32]) -> Neighbours:
    order = np.lexsort((rows, distances))
    return Neighbours(rows[order].astype(np.int64), distances[order].astype(np.int32))
