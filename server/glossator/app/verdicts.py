"""From what a verifier said of references to their edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from glossator.core.row_ids import row_id
from glossator.store.rows import ResolvedEdge, StoredFacts

WHY = "verified"


def verified_edges(stored: StoredFacts, said: Mapping[int, Sequence[int]]) -> Iterator[ResolvedEdge]:
    """The edges that follow from verdicts on references of a file: a sure one, or several possible ones."""
    kinds, *_, holders, _ = stored.references.views()
    first = row_id(stored.file_id, 0)
    for reference_id, symbol_ids in said.items():
        position = reference_id - first
        meant = [symbol_id for symbol_id in symbol_ids if symbol_id >= 0]
        for symbol_id in meant:
            yield ResolvedEdge(
                reference_id, symbol_id, kinds[position], holders[position], len(meant) == 1, WHY
            )
