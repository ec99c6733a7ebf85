"""What a change of one file means for the edges of a workspace."""

from __future__ import annotations

from dataclasses import dataclass

from glossator.core.fact_tables import (
    REFERENCE_KIND_NUMBERS,
    SYMBOL_KIND_NUMBERS,
    ReferenceTable,
    SymbolTable,
)
from glossator.core.symbols import (
    ALIAS,
    ANNOUNCED,
    BASE,
    INSIDE,
    OVERRIDE,
    PARAMETERS,
    PRIVATE,
    RESULT,
    TYPE_KINDS,
    FileFacts,
    Import,
    ReferenceKind,
    SymbolKind,
    Value,
)

_INHERIT = REFERENCE_KIND_NUMBERS[ReferenceKind.INHERIT]
_TOLD = frozenset({RESULT, ALIAS, PARAMETERS, ANNOUNCED, PRIVATE, INSIDE, OVERRIDE, BASE})
_DECISIVE = frozenset(
    SYMBOL_KIND_NUMBERS[kind] for kind in TYPE_KINDS | {SymbolKind.MODULE, SymbolKind.NAMESPACE}
)
"""Kinds through which members in other files are reached."""


@dataclass(frozen=True, slots=True)
class Stale:
    """Edges that do not hold any more, beside those of the changed file's own references.

    `names` are names whose references are to be resolved again wherever they stand. `keeps_incoming` says that edges
    into the file still hold: its symbols are what they were, though they may stand elsewhere in the text.
    """

    names: frozenset[str] = frozenset()
    meanings: frozenset[str] = frozenset()
    """Names that may mean something else, so that what is written behind them may."""
    everything: bool = False
    keeps_incoming: bool = False


@dataclass(frozen=True, slots=True)
class Linkage:
    """What other files can see of a file."""

    symbols: SymbolTable
    references: ReferenceTable
    imports: tuple[Import, ...]
    values: tuple[Value, ...]

    @classmethod
    def of(cls, facts: FileFacts) -> Linkage:
        symbols, references = SymbolTable.of(facts.symbols), ReferenceTable.of(facts.references)
        return cls(symbols, references, facts.imports, facts.values)


def stale_after(before: Linkage | None, after: Linkage | None) -> Stale:
    """What is stale once a file says `after` instead of `before`; None stands for a file that is not there.

    What a file imports, which types and modules it has and from what they inherit decides about names in files that do
    not mention it, so a change of that makes everything stale.
    """
    if before is None or after is None:
        return Stale(everything=before is not after)
    if any(of(before) != of(after) for of in (_bindings, _bases, _decisive)):
        return Stale(everything=True)
    values = frozenset(name for name, *_ in _visible_values(before) ^ _visible_values(after))
    if _skeleton(before.symbols) == _skeleton(after.symbols):
        return Stale(keeps_incoming=True, meanings=values)
    names = frozenset(before.symbols.names) | frozenset(after.symbols.names)
    return Stale(names=names, meanings=names | values)


def _bindings(linkage: Linkage) -> list[tuple[str | None, ...]]:
    return [
        (item.module, item.name, item.alias, _name(linkage.symbols, item.enclosing))
        for item in linkage.imports
    ]


def _bases(linkage: Linkage) -> list[tuple[str | None, ...]]:
    references = linkage.references
    kinds, *_ = references.views()
    inherits = [references[position] for position, kind in enumerate(kinds) if kind == _INHERIT]
    return [(item.name, item.receiver, _name(linkage.symbols, item.enclosing)) for item in inherits]


def _visible_values(linkage: Linkage) -> set[tuple[str, str, str]]:
    """The values that code elsewhere can reach: results and parameters of functions, members, and those of the file,
    by the name under which they are mentioned, with their holder and source."""
    symbols = linkage.symbols
    kinds, *_ = symbols.views()
    found = set()
    for holder, name, source in linkage.values:
        if holder is None:
            found.add((name, "", source))
        elif name in (RESULT, ALIAS, PARAMETERS):
            found.add((symbols.names[holder], symbols.qualified_names[holder] + name, source))
        elif kinds[holder] in _DECISIVE:
            found.add((name, symbols.qualified_names[holder], source))
    return found


def _name(symbols: SymbolTable, position: int | None) -> str | None:
    return None if position is None else symbols.qualified_names[position]


def _decisive(linkage: Linkage) -> list[tuple[int, str]]:
    kinds, *_ = linkage.symbols.views()
    return [
        (kind, name)
        for kind, name in zip(kinds, linkage.symbols.qualified_names, strict=True)
        if kind in _DECISIVE
    ]


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
