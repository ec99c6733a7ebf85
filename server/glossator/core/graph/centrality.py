"""How central each node of a graph is: PageRank (Brin and Page, "The anatomy of a large-scale hypertextual web search
engine", 1998) along the links, so that what is used by what is used much counts more.

The number of rounds is fixed, so that the same graph gives the same numbers; what a further round would change is less
than a thousandth of the whole.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from glossator.core.graph.symbol_graph import SymbolGraph

_DAMPING = 0.85
_ROUNDS = 50
_POSSIBLE_WEIGHT = 0.25
"""How much a link that is nowhere sure counts, measured by one that is."""


def page_rank(graph: SymbolGraph) -> npt.NDArray[np.float64]:
    """The rank of each node; all together are 1. A node without links passes its rank on to all alike."""
    if graph.size == 0:
        return np.zeros(0)
    weights = np.where(graph.sure != 0, 1.0, _POSSIBLE_WEIGHT)
    sums = np.bincount(graph.sources, weights, graph.size)
    shares = weights / sums[graph.sources]
    ends = sums == 0
    rank = np.full(graph.size, 1 / graph.size)
    for _ in range(_ROUNDS):
        passed_on = np.bincount(graph.targets, rank[graph.sources] * shares, graph.size)
        rank = (1 - _DAMPING + _DAMPING * rank[ends].sum()) / graph.size + _DAMPING * passed_on
    return rank
