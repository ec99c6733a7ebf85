"""Which definitions words mean, out of what a search for them has found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from glossator.app.disk_threads import ask_disk
from glossator.app.documents import Snapshot
from glossator.core.explanation import Hit
from glossator.core.search.query import understand
from glossator.core.symbols import EXPLAINABLE_KINDS, FileFacts, Symbol, SymbolKind
from glossator.core.terms import part_stems, words_of
from glossator.core.text import Span

if TYPE_CHECKING:
    from glossator.app.application import Application

MOST_MEANT = 3
"""Words mean at most so many definitions, which are all that a name at a place may mean as well."""

CLEAR_LEAD = 0.9
"""Words mean the best hit and those whose score is at least this share of its score."""


async def meant_definitions(
    app: Application, query: str, hits: Sequence[Hit]
) -> list[tuple[Snapshot, Span, float]]:
    """Where the names of the definitions stand that a query means, with the scores of their hits: the best, and those
    not far behind it. A hit that is code of several small definitions stands for the one that has most words of the
    query, if one has more than the others."""
    stems = set(understand(query).stems)
    found: list[tuple[Snapshot, Span, float]] = []
    least = CLEAR_LEAD * max((hit.score for hit in hits), default=0.0)
    for hit in hits:
        is_definition = hit.kind in EXPLAINABLE_KINDS
        if len(found) >= MOST_MEANT or (found and hit.score < least):
            break
        if not is_definition and hit.kind is not SymbolKind.MODULE:
            continue
        snapshot = await ask_disk(app.documents.snapshot, hit.name_place.uri)
        span: Span | None = hit.name_place.span
        if not is_definition:
            span = _named_most(await app.facts(snapshot), snapshot.data, hit.place.span, stems)
        if span is not None and all(span != other or snapshot.uri != at.uri for at, other, _ in found):
            least = least if found else CLEAR_LEAD * hit.score
            found.append((snapshot, span, hit.score))
    return found


def _named_most(facts: FileFacts, data: bytes, within: Span, stems: set[str]) -> Span | None:
    """The name of the definition in a stretch of a file that has more words of a query than any other there."""

    def count(symbol: Symbol) -> int:
        text = data[symbol.span.start : symbol.span.end].decode("utf-8", "replace")
        return len(stems.intersection(stem for word in words_of(text) for stem in part_stems(word)))

    inside = [each for each in facts.symbols if each.kind in EXPLAINABLE_KINDS and within.covers(each.span)]
    counts = sorted(((count(each), -place) for place, each in enumerate(inside)), reverse=True)
    if not counts or not counts[0][0] or (len(counts) > 1 and counts[0][0] == counts[1][0]):
        return None
    return inside[-counts[0][1]].name_span
