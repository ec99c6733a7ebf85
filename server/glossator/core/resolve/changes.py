"""What a change of one file means for the edges of a workspace."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from glossator.core.fact_tables import (
    REFERENCE_KIND_NUMBERS,
    SYMBOL_KIND_NUMBERS,
    ReferenceTable,
    SymbolTable,
)
from glossator.core.languages import Language
from glossator.core.resolve.mentions import Mentions, bound_names, names_in
from glossator.core.symbols import (
    OPENED,
    PACKAGE,
    RESULT,
    FileFacts,
    Import,
    ReferenceKind,
    SymbolKind,
    Value,
    with_symbols,
)

_INHERIT = REFERENCE_KIND_NUMBERS[ReferenceKind.INHERIT]
_PLACES = frozenset(
    SYMBOL_KIND_NUMBERS[kind] for kind in (SymbolKind.MODULE, SymbolKind.NAMESPACE, SymbolKind.INTERFACE)
)
"""Kinds by whose names modules are found."""


@dataclass(frozen=True, slots=True)
class Stale:
    """Edges that do not hold any more, beside those of the changed file's own references.

    `names` are names whose references are to be resolved again wherever they stand. `keeps_incoming` says that edges
    into the file still hold: its symbols are what they were, though they may stand elsewhere in the text.
    """

    names: frozenset[str] = frozenset()
    meanings: frozenset[str] = frozenset()
    """Names that may mean something else, so that what is written behind them may, and what is bound to them."""
    everything: bool = False
    keeps_incoming: bool = False


@dataclass(frozen=True)
class Linkage:
    """What other files can see of a file in a language."""

    language: Language | None
    symbols: SymbolTable
    references: ReferenceTable
    imports: tuple[Import, ...]
    values: tuple[Value, ...]

    @classmethod
    def of(cls, facts: FileFacts, language: Language | None) -> Linkage:
        symbols, references = SymbolTable.of(facts.symbols), ReferenceTable.of(facts.references)
        return cls(language, symbols, references, facts.imports, facts.values)

    @cached_property
    def mentions(self) -> Mentions:
        """What the file mentions and binds."""
        return Mentions.of(self.symbols, self.references, self.imports, self.values, self.language)


def stale_after(before: Linkage | None, after: Linkage | None) -> Stale:
    """What is stale once a file says `after` instead of `before`; None stands for a file that is not there.

    Which files and modules there are decides about names in files that do not mention them, and so do imports of all
    that a module has: a change of these makes everything stale. All else acts through names.
    """
    if before is None or after is None:
        return Stale(everything=before is not after)
    imports = set(_bindings(before)) ^ set(_bindings(after))
    if _places(before) != _places(after) or any(name == "*" for _, name, *_ in imports):
        return Stale(everything=True)
    if imports and after.language is not None and after.language.manifest:
        return Stale(everything=True)
    same_symbols = _skeleton(before.symbols) == _skeleton(after.symbols)
    names = frozenset[str]()
    if not same_symbols or _bases(before) != _bases(after):
        # What a type inherits decides about all of its members.
        names = frozenset(before.symbols.names) | frozenset(after.symbols.names)
    names |= _bound_names(imports)
    valued, results = _valued_names(before, after)
    names |= valued
    return Stale(names=names, meanings=names | results, keeps_incoming=same_symbols)


def _bindings(linkage: Linkage) -> list[tuple[str | None, ...]]:
    return [
        (item.module, item.name, item.alias, _name(linkage.symbols, item.enclosing))
        for item in linkage.imports
    ]


def _bound_names(imports: Iterable[tuple[str | None, ...]]) -> frozenset[str]:
    """All names that imports may bind: those that are written, and the parts of the path of a module."""
    found: set[str] = set()
    for module, name, alias, _ in imports:
        if alias is not None or name is not None:
            found.update(written for written in (name, alias) if written is not None)
        else:
            found.update(names_in((module or "",)))
            found.add(module or "")
    return frozenset(found)


def _bases(linkage: Linkage) -> list[tuple[str | None, ...]]:
    references = linkage.references
    kinds, *_ = references.views()
    inherits = [references[position] for position, kind in enumerate(kinds) if kind == _INHERIT]
    return [(item.name, item.receiver, _name(linkage.symbols, item.enclosing)) for item in inherits]


def _valued_names(before: Linkage, after: Linkage) -> tuple[frozenset[str], frozenset[str]]:
    """The names of all that has other values than before, or is bound in the file to what has; and apart from them the
    names of functions with other results, which are called as before."""
    old, new = _values(before), _values(after)
    changed = [key for key in old.keys() | new.keys() if old.get(key) != new.get(key)]
    names: set[str] = set()
    results: set[str] = set()
    local: set[str] = set()
    for linkage, values in ((before, old), (after, new)) if changed else ():
        holders = {name: position for position, name in enumerate(linkage.symbols.qualified_names)}
        for holder, name in changed:
            if (holder, name) in values:
                position = None if holder is None else holders[holder]
                found, is_local = bound_names(position, name, linkage.symbols, linkage.language)
                (local if is_local else results if name == RESULT else names).update(found)
        names |= linkage.mentions.spread(names | results | local)
    return frozenset(names), frozenset(results)


def _values(linkage: Linkage) -> dict[tuple[str | None, str], list[str]]:
    """The sources of the values of a file, by their names and those of their holders."""
    symbols = linkage.symbols
    found: dict[tuple[str | None, str], list[str]] = {}
    for holder, name, source in linkage.values:
        told = with_symbols(source, symbols.qualified_names.__getitem__)
        found.setdefault((_name(symbols, holder), name), []).append(told)
    return found


def _name(symbols: SymbolTable, position: int | None) -> str | None:
    return None if position is None else symbols.qualified_names[position]


def _places(linkage: Linkage) -> list[tuple[object, ...]]:
    """What modules are found by."""
    kinds, *_ = linkage.symbols.views()
    named = zip(kinds, linkage.symbols.qualified_names, strict=True)
    packages = [(value.name, value.source) for value in linkage.values if value.name in (OPENED, PACKAGE)]
    return [*((kind, name) for kind, name in named if kind in _PLACES), *packages]


def _skeleton(symbols: SymbolTable) -> tuple[object, ...]:
    kinds, containers, *_, declarations, least, most = symbols.views()
    return (
        symbols.names,
        symbols.qualified_names,
        symbols.owners,
        kinds.tolist(),
        containers.tolist(),
        declarations.tolist(),
        least.tolist(),
        most.tolist(),
    )
