"""Which files depend on which: by what their code names, and by what they import."""

from __future__ import annotations

import numpy as np

from glossator.core.graph.symbol_graph import IMPORTS, Numbers, SymbolGraph


def module_graph(graph: SymbolGraph, count: int, importers: Numbers, imported: Numbers) -> SymbolGraph:
    """The graph of `count` files, which are its nodes: file `importers[i]` imports `imported[i]`, and the links of
    `graph` lead from file to file. No file depends on itself."""
    sources = np.concatenate([graph.modules[graph.sources], importers])
    targets = np.concatenate([graph.modules[graph.targets], imported])
    import_bits = np.full(len(importers), IMPORTS, dtype=np.uint8)
    kinds = np.concatenate([graph.kinds, import_bits])
    sure = np.concatenate([graph.sure, import_bits])
    counts = np.concatenate([graph.counts, np.ones(len(importers), dtype=np.int64)])
    apart = sources != targets
    return SymbolGraph.merged(
        np.arange(count), sources[apart], targets[apart], kinds[apart], sure[apart], counts[apart]
    )
