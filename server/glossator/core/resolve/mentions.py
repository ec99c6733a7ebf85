"""Which code depends on the type of a name: where it is mentioned before another name, and what is bound to it.

A call `a.b().c()` depends on what `a` and `b` mean, and these on what they are bound to, in whatever file. When
something changes that a name means, the files are found in which references may mean something else, without looking
at the references of all others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from glossator.core.fact_tables import (
    REFERENCE_KIND_NUMBERS,
    SYMBOL_KIND_NUMBERS,
    ReferenceTable,
    SymbolTable,
)
from glossator.core.languages import Language
from glossator.core.resolve.bindings import DEFAULT_EXPORT
from glossator.core.resolve.import_tables import split_last
from glossator.core.symbols import (
    ALIAS,
    ANNOUNCED,
    ARROW,
    BASE,
    CALLABLE_KINDS,
    CONDITIONAL,
    CONFORMING,
    CONSTANT,
    EXPLICIT,
    INSIDE,
    NONE,
    OVERRIDE,
    PARAMETERS,
    POINTING,
    PRIVATE,
    RESULT,
    SUPERTYPE,
    TYPE_KINDS,
    UNCHANGING,
    Import,
    ReferenceKind,
    Value,
)

_NAME = re.compile(r"[^\W\d][\w$!?]*|[$@#]\w+")
_CALLABLES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in CALLABLE_KINDS)
_TYPES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in TYPE_KINDS)
_INHERIT = REFERENCE_KIND_NUMBERS[ReferenceKind.INHERIT]
_MARKS = frozenset(
    {
        RESULT,
        ALIAS,
        PARAMETERS,
        ANNOUNCED,
        PRIVATE,
        INSIDE,
        OVERRIDE,
        CONFORMING,
        SUPERTYPE,
        EXPLICIT,
        CONDITIONAL,
        BASE,
        UNCHANGING,
        ARROW,
    }
)
"""Names of values that say something of their holder."""


@dataclass(frozen=True, slots=True)
class _Bound:
    """Names that are bound to something that mentions others. `local` ones mean something in their file alone."""

    names: frozenset[str]
    local: bool
    mentioned: frozenset[str]


@dataclass(frozen=True, slots=True)
class Mentions:
    """What one file mentions before other names, in arguments, as types that it adds to and as their bases, and what
    it binds."""

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
        language: Language | None = None,
    ) -> Mentions:
        """The mentions of a file in a language, without case where names are compared so."""
        key = str if language is None or language.case_sensitive else language.key
        mentioned = _keyed(key)
        bound = [_Bound(mentioned(_local_names(item)), False, mentioned(_taken(item))) for item in imports]
        bound += [
            _Bound(mentioned((name,)), False, mentioned(bases)) for name, bases in _bases(symbols, references)
        ]
        for holder, name, source in values:
            names, is_local = bound_names(holder, name, symbols, language)
            bound.append(_Bound(mentioned(names), is_local, mentioned((source,))))
        owners = (owner for owner in symbols.owners if owner is not None)
        before = mentioned((*references.receivers, *references.arguments, *owners, *_types(symbols)))
        return cls(before, tuple(bound), before.union(*(each.mentioned for each in bound)))

    def spread(self, names: Collection[str]) -> set[str]:
        """The names that the file binds, for others to see, to what mentions one of the names."""
        known = set(names)
        visible: set[str] = set()
        waiting = list(self.bound)
        is_growing = True
        while is_growing:
            left = [each for each in waiting if each.mentioned.isdisjoint(known)]
            is_growing = len(left) < len(waiting)
            for each in waiting:
                if not each.mentioned.isdisjoint(known):
                    known |= each.names
                    if not each.local:
                        visible |= each.names
            waiting = left
        return visible


class Dependents(NamedTuple):
    """What depends on names that mean something else: files, by their paths, all of whose references are to be resolved
    again, and names that references anywhere have."""

    paths: set[str]
    names: set[str]


def names_in(written: Iterable[str]) -> Iterator[str]:
    """The names that stand in texts."""
    return (match[0] for text in written for match in _NAME.finditer(text))


def bound_names(
    holder: int | None, name: str, symbols: SymbolTable, language: Language | None
) -> tuple[Collection[str], bool]:
    """The names under which a value with this holder and name is mentioned, and whether that is only done in its
    file."""
    if holder is None:
        return tuple(names_in((name,))), False
    if name.removesuffix(CONSTANT).removesuffix(POINTING) in _MARKS:
        return (symbols.names[holder],), False
    kinds, *_ = symbols.views()
    is_local = kinds[holder] in _CALLABLES
    if is_local and language is not None and language.object_literals:
        # What such a function gives to `this` are members of the objects that it makes.
        is_local = not symbols.names[holder][:1].isupper()
    return tuple(names_in((name,))), is_local


def dependents(changed: Collection[str], mentions: Mapping[str, Mentions]) -> Dependents:
    """What depends on names that may mean something else."""
    names = set(changed)
    found: set[str] = set()
    following = set(names)
    while following:
        spread: set[str] = set()
        for path, file in mentions.items():
            if not file.everything.isdisjoint(following):
                found.add(path)
                spread |= file.spread(names)
        following = spread - names
        names |= following
    return Dependents(found, names)


def _keyed(key: Callable[[str], str]) -> Callable[[Iterable[str]], frozenset[str]]:
    return lambda written: frozenset(key(name) for name in names_in(written))


def _local_names(item: Import) -> tuple[str, ...]:
    return (
        (item.local_name or split_last(item.module)[1],) if item.name != "*" or item.alias is not None else ()
    )


def _taken(item: Import) -> tuple[str, ...]:
    """The names of what an import may mean."""
    return (item.name,) if item.name is not None else (split_last(item.module)[1], DEFAULT_EXPORT)


def _types(symbols: SymbolTable) -> Iterator[str]:
    kinds, *_ = symbols.views()
    return (name for kind, name in zip(kinds, symbols.names, strict=True) if kind in _TYPES)


def _bases(symbols: SymbolTable, references: ReferenceTable) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The types of a file with the names that they name their bases by."""
    kinds, names, receivers, _, _, holders, _ = references.views()
    for kind, name, receiver, holder in zip(kinds, names, receivers, holders, strict=True):
        if kind == _INHERIT and holder != NONE:
            outer = "" if receiver == NONE else references.receivers[receiver]
            yield symbols.names[holder], (references.names[name], outer)
