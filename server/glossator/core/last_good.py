"""Which parse of a document is its last good one, and what its text defines while it is being typed.

A parse is good if it has no errors. Many files hold what their grammar does not know, though, and always have some;
for them a parse is good that has no other errors than the last good one, or lost nothing of it.

Half a line may parse by chance and mean something else: after `const a =` a function is a value and has no name of
its own. So a good parse is doubtful that lost definitions, or put them into another container, though their lines
stand as they stood. It does not replace the last one until as many texts as `MOST_DOUBTS` in a row say the same; and
it is read like a broken one, unless the code inside of those definitions is lost as well, as it is when they were
commented out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from glossator.core.merged_facts import MergedFacts, ParsedText
from glossator.core.moved_symbols import line_start
from glossator.core.symbols import FileFacts, ParseState
from glossator.core.text import Span

MOST_DOUBTS = 30
"""So many good texts in a row must have displaced something before that is believed for good."""


@dataclass(frozen=True, slots=True)
class LastGood:
    """The last good parse of a document. `doubts` counts the doubtful ones since."""

    parsed: ParsedText
    doubts: int = 0


def facts_after(last: LastGood | None, present: ParsedText) -> tuple[FileFacts, LastGood | None]:
    """The facts of a text after the last good parse of its document, and which is the last good one from now on.

    A text that could not be parsed at all has the state `TEXT`.
    """
    facts = present.facts
    if last is None:
        return facts, None if facts.state is ParseState.TEXT else LastGood(present)
    merged = MergedFacts(last.parsed, present)
    if facts.state is ParseState.TEXT:
        return merged.facts(), last
    if last.parsed.facts.language != facts.language:
        return facts, LastGood(present)
    displaced = _displaced(merged)
    if not _has_no_new_errors(merged):
        is_as_good = last.parsed.facts.state is ParseState.PARTLY_PARSED and _has_same_names(merged)
        return (facts, LastGood(present)) if is_as_good else (merged.facts(), LastGood(last.parsed))
    if not displaced or last.doubts >= MOST_DOUBTS:
        return facts, LastGood(present)
    shown = facts if _misses_inside(merged, displaced) else merged.facts()
    return shown, LastGood(last.parsed, last.doubts + 1)


def _has_no_new_errors(merged: MergedFacts) -> bool:
    last, present = merged.last.facts, merged.present.facts
    if ParseState.PARSED in (last.state, present.state):
        return present.state is ParseState.PARSED
    known = {merged.changes.unchanged(span) for span in last.error_spans}
    return all(span in known for span in present.error_spans)


def _has_same_names(merged: MergedFacts) -> bool:
    """Whether the present parse gives every definition the qualified name that the merged facts give it."""
    found = {(symbol.name_span, symbol.qualified_name) for symbol in merged.present.facts.symbols}
    return all((symbol.name_span, symbol.qualified_name) in found for symbol in merged.symbols)


def _displaced(merged: MergedFacts) -> list[int]:
    """The definitions of the last good parse (by place) that still stand, but that the present parse does not know or
    puts into another container, though nothing changed on their line up to their name."""
    last, present = merged.last.facts.symbols, merged.present.facts.symbols
    found = {symbol.name_span: symbol for symbol in present}
    displaced: list[int] = []
    for position, name in merged.standing.items():
        before, now = last[position], found.get(name)
        around = None if now is None or now.container is None else present[now.container].name_span
        if now is not None and before.container is None and around is None:
            continue
        if now is not None and before.container is not None:
            # What has lost its container may have got any other.
            expected = merged.standing.get(before.container)
            if expected is None or expected == around:
                continue
        line = Span(line_start(merged.last.data, before.name_span.start), before.name_span.end)
        if merged.changes.unchanged(line) is not None:
            displaced.append(position)
    return displaced


def _misses_inside(merged: MergedFacts, displaced: Iterable[int]) -> bool:
    """Whether the present parse does not see most of the code inside of these definitions either."""
    facts = merged.present.facts
    seen = {item.span for item in facts.references} | {symbol.name_span for symbol in facts.symbols}
    names = set(merged.standing.values())
    known = sorted(names | {item.span for item in merged.kept(merged.last.facts.references)})
    inside: set[Span] = set()
    for position in displaced:
        span = merged.changes.moved(merged.last.facts.symbols[position].span)
        inside.update(_between(known, span))
    inside.difference_update(merged.standing[position] for position in displaced)
    return 2 * len(inside & seen) < len(inside)


def _between(spans: Sequence[Span], around: Span) -> Sequence[Span]:
    """Those of the sorted `spans` that begin inside of `around`."""
    first = bisect_left(spans, Span(around.start, around.start))
    return spans[first : bisect_left(spans, Span(around.end, around.end))]
