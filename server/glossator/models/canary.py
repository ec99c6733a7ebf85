"""Two texts whose vectors show whether an embedding model still works: they must stay the same, and differ.

A model process that has run for long, or runs on broken weights or a broken GPU, may give vectors that are not
numbers, zero, or the same for every text, without reporting an error.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

NEAR = ("open a file and read its lines", "read all lines of a text file")
FAR = "the train to the mountains leaves at noon"

TEXTS = (NEAR[0], FAR)
"""What is embedded to see whether a model works."""

SAME_COSINE = 0.99
"""Vectors of one text by one model are at least so similar, however it runs."""

LENGTH_TOLERANCE = 1e-3

CANARY_TEXTS = 500
"""After so many texts it is looked at whether the model still works."""

GOOD_TEXTS = 1000
"""A process that was started again for bad vectors may be once more after so many good ones."""

Rows = NDArray[numpy.float32]


def are_usable(rows: Rows) -> bool:
    """Whether each row is a finite vector of length 1."""
    lengths = numpy.linalg.norm(rows.astype(numpy.float64), axis=1)
    return bool(numpy.all(numpy.abs(lengths - 1.0) <= LENGTH_TOLERANCE))


def tell_apart(rows: Rows) -> bool:
    """Whether vectors of `TEXTS` are usable and differ."""
    return are_usable(rows) and float(rows[0] @ rows[1]) < SAME_COSINE


def useless(name: str) -> str:
    """What the user is told of a model that does not work."""
    return (
        f"Semantic search is off: the model {name} gives invalid vectors. Fetch it again with `glossator models fetch "
        "--again`, or choose another (models.embedding)."
    )


class Watch:
    """Watches what one model gives, over all of its processes."""

    def __init__(self) -> None:
        self._first: Rows | None = None
        self._last: tuple[str, Rows] | None = None
        self._until_canary = 0
        self._good_texts = GOOD_TEXTS

    def doubts(self, texts: Sequence[str], rows: Rows) -> bool:
        """Whether the canary must be asked before these vectors of `texts` are believed.

        It must if a vector is not usable, and if a text has exactly the vector of another text just before it, which
        is seldom but may be right, for two texts can be the same to a model.
        """
        pairs = [*([self._last] if self._last else []), *zip(texts, rows, strict=True)]
        repeated = any(
            one != other and bool(numpy.array_equal(first, second))
            for (one, first), (other, second) in itertools.pairwise(pairs)
        )
        return repeated or self._until_canary <= 0 or not are_usable(rows)

    def is_well(self, rows: Rows) -> bool:
        """Whether these vectors of `TEXTS` come from a model that works, and works as it did before."""
        if not tell_apart(rows):
            return False
        if self._first is None:
            self._first = rows
        self._until_canary, self._last = CANARY_TEXTS, None
        return bool(numpy.all(numpy.sum(rows * self._first, axis=1) >= SAME_COSINE))

    def accept(self, texts: Sequence[str], rows: Rows) -> None:
        """These vectors are used."""
        self._until_canary -= len(texts)
        self._good_texts += len(texts)
        self._last = (texts[-1], rows[-1])

    def is_worth_a_restart(self) -> bool:
        """Whether another process may do better: one was not started for bad vectors just before. Asked once for each
        restart."""
        worth, self._good_texts = self._good_texts >= GOOD_TEXTS, 0
        self._until_canary = 0
        return worth
