"""References of the index in the present text of a file that has changed since."""

from __future__ import annotations

from collections.abc import Iterable

from glossator.core.symbols import FileFacts, Reference, ReferenceKind
from glossator.store.rows import ReferenceRow

_Likeness = tuple[str, ReferenceKind, str | None]


def relocate(facts: FileFacts, rows: Iterable[ReferenceRow]) -> list[Reference | None]:
    """For each stored reference the one that it is now, by name, kind, enclosing symbol and order; None where there
    is none any more."""
    by_place: dict[_Likeness, list[Reference]] = {}
    for reference in facts.references:
        by_place.setdefault(likeness(facts, reference), []).append(reference)
    found: list[Reference | None] = []
    for row in rows:
        holder = None if row.enclosing is None else row.enclosing.symbol.qualified_name
        candidates = by_place.get((row.name, row.kind, holder))
        found.append(candidates.pop(0) if candidates else None)
    return found


def likeness(facts: FileFacts, reference: Reference) -> _Likeness:
    """By what a reference is known again: its name, its kind, and what encloses it."""
    holder = None if reference.enclosing is None else facts.symbols[reference.enclosing].qualified_name
    return reference.name, reference.kind, holder
