"""The graph of symbols as arrays: nodes are numbers, and between two nodes there is at most one link.

A node is a symbol, or the top-level code of a file. A link says that the code of one names another, in which ways, and
in which of them that is sure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from glossator.core.fact_tables import REFERENCE_KINDS
from glossator.core.symbols import ReferenceKind

Numbers = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]


def kinds_mask(kinds: Iterable[ReferenceKind]) -> int:
    """The bits that stand for some kinds of reference in `SymbolGraph.kinds`."""
    return sum(1 << number for number, kind in enumerate(REFERENCE_KINDS) if kind in set(kinds))


CALLS = kinds_mask((ReferenceKind.CALL,))
USES = kinds_mask(
    (
        ReferenceKind.CALL,
        ReferenceKind.READ,
        ReferenceKind.WRITE,
        ReferenceKind.DECORATOR,
        ReferenceKind.ARGUMENT,
    )
)
"""Kinds that make a user; naming a symbol in an import, a type or a base class does not."""
IMPORTS = kinds_mask((ReferenceKind.IMPORT,))
ANY = kinds_mask(ReferenceKind)


@dataclass(frozen=True)
class SymbolGraph:
    """`size` nodes and their links, ordered by source and then by target.

    `modules` tells the file of each node as a number. `kinds` holds a bit for each kind of reference that a link has
    (`1 << place in REFERENCE_KINDS`), `sure` those bits of which at least one reference is sure, `counts` the number of
    references.
    """

    size: int
    modules: Numbers
    sources: Numbers
    targets: Numbers
    kinds: Bits
    sure: Bits
    counts: Numbers

    @staticmethod
    def of(
        modules: Numbers, sources: Numbers, targets: Numbers, kinds: Numbers, sure: Numbers
    ) -> SymbolGraph:
        """The graph of single references; `kinds` are places in `REFERENCE_KINDS`, `sure` is 0 or 1."""
        bits = np.left_shift(1, kinds).astype(np.uint8)
        sure_bits = np.where(sure != 0, bits, 0).astype(np.uint8)
        return SymbolGraph.merged(
            modules, sources, targets, bits, sure_bits, np.ones(len(sources), dtype=np.int64)
        )

    @staticmethod
    def merged(
        modules: Numbers, sources: Numbers, targets: Numbers, kinds: Bits, sure: Bits, counts: Numbers
    ) -> SymbolGraph:
        """The graph of links of which several may lead from one node to the same other."""
        size = len(modules)
        pairs = sources * size + targets
        order = np.argsort(pairs, kind="stable")
        pairs = pairs[order]
        starts = np.flatnonzero(np.diff(pairs, prepend=-1))
        if len(starts):
            kinds = np.bitwise_or.reduceat(kinds[order], starts)
            sure = np.bitwise_or.reduceat(sure[order], starts)
            counts = np.add.reduceat(counts[order], starts)
        first = pairs[starts]
        return SymbolGraph(size, modules, first // max(size, 1), first % max(size, 1), kinds, sure, counts)

    def only(self, kinds: int = ANY, *, sure: bool = False, loops: bool = True) -> SymbolGraph:
        """The same nodes with the links that have one of some kinds, surely if `sure`, and with nothing but those kinds
        in them; without links from a node to itself unless `loops`. What is counted stays the same."""
        kept = ((self.sure if sure else self.kinds) & kinds) != 0
        if not loops:
            kept &= self.sources != self.targets
        return SymbolGraph(
            self.size,
            self.modules,
            self.sources[kept],
            self.targets[kept],
            self.kinds[kept] & np.uint8(kinds),
            self.sure[kept] & np.uint8(kinds),
            self.counts[kept],
        )

    @cached_property
    def out_starts(self) -> Numbers:
        """Where the links of each node begin; those of node `n` are `out_starts[n]` up to `out_starts[n + 1]`."""
        return np.searchsorted(self.sources, np.arange(self.size + 1))

    @cached_property
    def incoming(self) -> Numbers:
        """The places of the links ordered by target, then by source."""
        return np.argsort(self.targets, kind="stable")

    @cached_property
    def in_starts(self) -> Numbers:
        """Where the links to each node begin in `incoming`."""
        return np.searchsorted(self.targets[self.incoming], np.arange(self.size + 1))

    def links_from(self, node: int) -> list[int]:
        """The places of the links that lead from a node."""
        return list(range(int(self.out_starts[node]), int(self.out_starts[node + 1])))

    def links_to(self, node: int) -> list[int]:
        """The places of the links that lead to a node."""
        places = self.incoming[int(self.in_starts[node]) : int(self.in_starts[node + 1])]
        return [int(place) for place in places]
