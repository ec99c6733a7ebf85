"""How well answers of a search do: what was asked for, at which rank it was found, and the measures of that.

They are those of the benchmark of semble: the gain of each target is 1, and its rank is that of the first hit of its
file, or, where the target has lines, of the first hit that shares one of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

DEPTH = 10
"""So many hits count for NDCG and recall."""


class Lines(NamedTuple):
    """A file, and the first and the last of some lines in it, which count from 1; None for all of the file."""

    path: str
    first: int | None = None
    last: int | None = None

    def __str__(self) -> str:
        return self.path if self.first is None else f"{self.path}:{self.first}-{self.last}"


@dataclass(frozen=True, slots=True)
class Question:
    """A query and what is to be found for it, each target as good as any other."""

    query: str
    targets: tuple[Lines, ...]
    category: str = ""


class Measures(NamedTuple):
    """The measures of one answer, or their means over several: each from 0 to 1, and 1 is best."""

    ndcg: float
    recall: float
    reciprocal_rank: float


def matches(hit: Lines, target: Lines) -> bool:
    """Whether a hit is what was to be found. Of two paths one may be the end of the other."""
    if not _is_same_path(hit.path, target.path):
        return False
    if target.first is None or hit.first is None or target.last is None or hit.last is None:
        return True
    return hit.first <= target.last and target.first <= hit.last


def ranks(hits: Sequence[Lines], targets: Sequence[Lines]) -> list[int | None]:
    """Where each target stands among the hits, from 1; None for one that is not there."""
    return [
        next((rank for rank, hit in enumerate(hits, 1) if matches(hit, target)), None) for target in targets
    ]


def measure(hits: Sequence[Lines], targets: Sequence[Lines]) -> Measures:
    """The measures of one answer, best hit first. Raises `ValueError` without targets."""
    if not targets:
        raise ValueError("there is nothing to be found")
    found = [rank for rank in ranks(hits, targets) if rank is not None]
    gains = [_gain(rank) for rank in found if rank <= DEPTH]
    best = sum(_gain(rank) for rank in range(1, min(DEPTH, len(targets)) + 1))
    return Measures(sum(gains) / best, len(gains) / len(targets), 1 / min(found) if found else 0.0)


def mean(measures: Sequence[Measures]) -> Measures:
    """The mean of several; 0 of none."""
    count = max(1, len(measures))
    return Measures(*(sum(each) / count for each in zip(*measures, strict=True))) if measures else _NOTHING


def percentile(values: Sequence[float], share: float) -> float:
    """The value than which so large a share of the values is smaller; 0 of none."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


_NOTHING = Measures(0.0, 0.0, 0.0)


def _gain(rank: int) -> float:
    return 1 / math.log2(rank + 1)


def _is_same_path(left: str, right: str) -> bool:
    left, right = left.replace("\\", "/"), right.replace("\\", "/")
    return left == right or left.endswith(f"/{right}") or right.endswith(f"/{left}")
