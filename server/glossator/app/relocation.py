"""References of the index in the present text of a file that has changed since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence

from glossator.core.symbols import FileFacts, Reference, ReferenceKind
from glossator.store.rows import ReferenceRow

_Likeness = tuple[str, ReferenceKind, str | None]


def relocate(facts: FileFacts, rows: Sequence[ReferenceRow]) -> list[Reference | None]:
    """For each stored reference the one that it is now, None where there is none any more.

    It is known by its name, its kind, the symbol that encloses it, and the order; by what it goes through as well where
    that is the same.
    """
    found: list[Reference | None] = [None] * len(rows)
    taken: set[int] = set()
    references = list(enumerate(facts.references))
    for with_receiver in (True, False):
        by_form: dict[Hashable, list[int]] = defaultdict(list)
        for position, each in references:
            if position not in taken:
                form = likeness(facts, each)
                by_form[(form, each.receiver) if with_receiver else form].append(position)
        waiting = {form: iter(positions) for form, positions in by_form.items()}
        for number, row in enumerate(rows):
            if found[number] is not None:
                continue
            form = _stored_likeness(row)
            now = next(waiting.get((form, row.receiver) if with_receiver else form, _nothing()), None)
            if now is not None:
                taken.add(now)
                found[number] = references[now][1]
    return found


def likeness(facts: FileFacts, reference: Reference) -> _Likeness:
    """By what a reference is known again: its name, its kind, and what encloses it."""
    holder = None if reference.enclosing is None else facts.symbols[reference.enclosing].qualified_name
    return reference.name, reference.kind, holder


def _stored_likeness(row: ReferenceRow) -> _Likeness:
    return row.name, row.kind, None if row.enclosing is None else row.enclosing.symbol.qualified_name


def _nothing() -> Iterator[int]:
    return iter(())
