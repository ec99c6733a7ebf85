"""The exact scan over bits: faiss and numpy alike, against sorting all distances."""

from __future__ import annotations

import threading

import faiss
import numpy as np
import numpy.typing as npt
import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossator.core import hamming, quantize
from glossator.core.hamming import nearest, scan_with_faiss, scan_with_numpy

Bits = npt.NDArray[np.uint8]


@st.composite
def scans(draw: st.DrawFn) -> tuple[Bits, Bits, int, npt.NDArray[np.bool_] | None]:
    """Rows, a query, how many are wanted and which are allowed. Few different bytes make many equal distances."""
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows, size = draw(st.integers(0, 300)), draw(st.sampled_from([1, 3, 8, 16, 48, 50, 128]))
    bits = generator.integers(0, draw(st.sampled_from([2, 256])), (rows, size), np.uint8)
    query = generator.integers(0, 256, size, np.uint8)
    share = draw(st.sampled_from([None, 0.0, 0.03, 0.5, 1.0]))
    allowed = None if share is None else generator.random(rows) < share
    return bits, query, draw(st.integers(0, 320)), allowed


def by_sorting(
    bits: Bits, query: Bits, k: int, allowed: npt.NDArray[np.bool_] | None
) -> list[tuple[int, int]]:
    distances = np.unpackbits(bits ^ query, axis=1).sum(axis=1, dtype=int).tolist()
    pairs = [(distance, row) for row, distance in enumerate(distances) if allowed is None or allowed[row]]
    return [(row, distance) for distance, row in sorted(pairs)[:k]]


def pairs(found: hamming.Neighbours) -> list[tuple[int, int]]:
    return list(zip(found.rows.tolist(), found.distances.tolist(), strict=True))


@given(scans())
def test_the_nearest_are_those_that_sorting_all_distances_gives(
    scan: tuple[Bits, Bits, int, npt.NDArray[np.bool_] | None],
) -> None:
    bits, query, k, allowed = scan
    expected = by_sorting(bits, query, k, allowed)
    assert pairs(nearest(bits, query, k, allowed)) == expected
    if expected:
        assert pairs(scan_with_numpy(bits, query, len(expected), allowed)) == expected
        assert pairs(scan_with_faiss(faiss, bits, query, len(expected), allowed)) == expected


def test_without_faiss_numpy_scans(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hamming, "_faiss", lambda: None)
    bits = np.random.default_rng(1).integers(0, 256, (20_000, 48), np.uint8)
    for allowed in (None, np.arange(len(bits)) % 2 == 0, np.arange(len(bits)) % 100 == 0):
        assert pairs(nearest(bits, bits[500], 50, allowed)) == by_sorting(bits, bits[500], 50, allowed)


@pytest.mark.parametrize("size", [48, 50])
def test_a_numpy_that_cannot_count_bits_uses_a_table(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    bits = np.random.default_rng(1).integers(0, 256, (100, size), np.uint8)
    counted = quantize.hamming_distances(bits, bits[3])
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    assert quantize.hamming_distances(bits, bits[3]).tolist() == counted.tolist()


def test_a_scan_starts_no_threads() -> None:
    bits = np.random.default_rng(1).integers(0, 256, (50_000, 48), np.uint8)
    nearest(bits, bits[0], 5)
    counts: list[int] = []

    def search() -> None:
        before = psutil.Process().num_threads()
        nearest(bits, bits[0], 5)
        counts.append(psutil.Process().num_threads() - before)

    for _ in range(3):
        thread = threading.Thread(target=search)
        thread.start()
        thread.join()
    assert counts == [0, 0, 0]
