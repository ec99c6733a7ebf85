"""Vectors that are alike, in groups: agglomerative clustering with average linkage on the cosine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from glossator.core.cancel import NEVER, CancelToken

_Sums = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Clusters:
    """The rows of some vectors in groups, each row in one of them or in `rest`; all in ascending order.

    Groups come by falling size, then by their first row. `rest` are rows that are like nothing else, where there
    would be too many groups.
    """

    groups: tuple[tuple[int, ...], ...]
    rest: tuple[int, ...] = ()


def clusters(
    vectors: npt.ArrayLike, alike: float, at_least: float, most: int, token: CancelToken = NEVER
) -> Clusters:
    """Groups of the rows of `vectors`, which need not have length 1.

    Two groups are joined, the most alike first, while the mean cosine between their rows is `alike` or more. While
    there are more than `most` groups, those are joined as well in which it is `at_least` or more; then the smallest
    become the rest, so that `most` remain with it. Which rows are together does not depend on their order, for
    equal rows are one and the others are compared in an order of their own. Raises `Cancelled`.
    """
    rows = np.asarray(vectors, np.float64)
    if not rows.size:
        return Clusters(())
    distinct, which, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    lengths = np.linalg.norm(distinct, axis=1, keepdims=True)
    units = distinct / np.where(lengths > 0, lengths, 1)
    found = _joined(units, counts.astype(np.float64), alike, at_least, most, token)
    of_row = np.empty(len(distinct), np.int64)
    for number, members in enumerate(found):
        of_row[members] = number
    numbers = of_row[which.reshape(-1)]
    groups = [tuple(np.flatnonzero(numbers == number).tolist()) for number in range(len(found))]
    groups.sort(key=lambda rows: (-len(rows), rows))
    if len(groups) <= most:
        return Clusters(tuple(groups))
    kept = max(most - 1, 0)
    return Clusters(tuple(groups[:kept]), tuple(sorted(row for group in groups[kept:] for row in group)))


def _joined(
    units: _Sums, counts: _Sums, alike: float, at_least: float, most: int, token: CancelToken
) -> list[list[int]]:
    """Groups of different rows, of which each counts as often as `counts` says."""
    members = [[row] for row in range(len(units))]
    # The sums of the cosines between the rows of two groups; their mean is the sum by both sizes.
    sums = (units @ units.T) * np.outer(counts, counts)
    sizes = counts.copy()
    alive = np.ones(len(units), bool)
    means = sums / np.outer(sizes, sizes)
    np.fill_diagonal(means, -np.inf)
    while (left := int(alive.sum())) > 1:
        token.check()
        first, second = divmod(int(np.argmax(means)), len(units))
        if means[first, second] < (alike if left <= most else min(alike, at_least)):
            break
        first, second = min(first, second), max(first, second)
        members[first] += members[second]
        sums[first] += sums[second]
        sums[:, first] += sums[:, second]
        sizes[first] += sizes[second]
        alive[second] = False
        means[first] = means[:, first] = np.where(alive, sums[first] / (sizes * sizes[first]), -np.inf)
        means[second] = means[:, second] = -np.inf
        means[first, first] = -np.inf
    return [members[row] for row in np.flatnonzero(alive).tolist()]
