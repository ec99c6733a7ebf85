"""Which code depends on the type of a name: where it is mentioned before another name, and what is bound to it.

A call `a.b().c()` depends on what `a` and `b` mean, and these on what they are bound to, in whatever file. When
something changes that a name means, the files are found in which references may mean something else, without looking
at the references of all others.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from glossator.core.fact_tables import SYMBOL_KIND_NUMBERS, ReferenceTable, SymbolTable
from glossator.core.symbols import ALIAS, CALLABLE_KINDS, PARAMETERS, RESULT, Import, Value

_NAME = re.compile(r"[^\W\d][\w$!?]*|[$@#]\w+")
_CALLABLES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in CALLABLE_KINDS)


@dataclass(frozen=True, slots=True)
class _Bound:
    """A name that is bound to something that mentions others. A `local` one means something in its file alone."""

    name: str
    local: bool
    mentioned: frozenset[str]


@dataclass(frozen=True, slots=True)
class Mentions:
    """What one file mentions before other names and in arguments, and what it binds."""

    before: frozenset[str]
    bound: tuple[_Bound, ...]
    everything: frozenset[str]

    @classmethod
    def of(
        cls,
        symbols: SymbolTable,
        references: ReferenceTable,
        imports: Iterable[Import],
        values: Iterable[Value],
    ) -> Mentions:
        before = frozenset(_names((*references.receivers, *references.arguments)))
        kinds, *_ = symbols.views()
        bound = [
            _Bound(item.alias, False, frozenset((item.name,)))
            for item in imports
            if item.alias is not None and item.name is not None
        ]
        for holder, name, source in values:
            is_local = holder is not None and kinds[holder] in _CALLABLES
            if name in (RESULT, ALIAS, PARAMETERS) and holder is not None:
                name, is_local = symbols.names[holder], False
            bound.append(_Bound(name, is_local, frozenset(_names((source,)))))
        return cls(before, tuple(bound), before.union(*(each.mentioned for each in bound)))


def _names(written: Iterable[str]) -> Iterable[str]:
    return (match[0] for text in written for match in _NAME.finditer(text))


def dependent_files(changed: Collection[str], mentions: Mapping[str, Mentions]) -> set[str]:
    """The paths of the files in which references may mean something else because something changed that one of the
    names means."""
    names = set(changed)
    found: set[str] = set()
    following = set(names)
    while following:
        spread: set[str] = set()
        for path, file in mentions.items():
            if not file.everything.isdisjoint(following):
                found.add(path)
                spread |= _spread(names, file)
        following = spread - names
        names |= following
    return found


def _spread(names: Collection[str], file: Mentions) -> set[str]:
    """The names that a file binds, for others to see, to what mentions one of the names."""
    known = set(names)
    visible: set[str] = set()
    waiting = list(file.bound)
    is_growing = True
    while is_growing:
        left = [each for each in waiting if each.mentioned.isdisjoint(known)]
        is_growing = len(left) < len(waiting)
        for each in waiting:
            if not each.mentioned.isdisjoint(known):
                known.add(each.name)
                if not each.local:
                    visible.add(each.name)
        waiting = left
    return visible


