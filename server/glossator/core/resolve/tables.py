"""Resolving the references of a file as a table, where the same name in the same place is resolved once."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from glossator.core.fact_tables import REFERENCE_KINDS, ReferenceTable
from glossator.core.resolve.entries import Edge, ReferenceEntry
from glossator.core.resolve.import_tables import split_last
from glossator.core.resolve.keys import keyed_names
from glossator.core.resolve.mentions import names_in
from glossator.core.resolve.resolver import Resolver
from glossator.core.resolve.workspace import Workspace
from glossator.core.row_ids import MOST_POSITIONS, row_id
from glossator.core.symbols import CALLABLE_KINDS, CALLED_VALUE, NONE

_HEAD = re.compile(r"[.(\[<]")


class ResolvedReference(NamedTuple):
    """The edges of one reference. `position` is its place in the table; `kind` and `enclosing` are as there."""

    position: int
    kind: int
    enclosing: int
    edges: tuple[Edge, ...]
    """Their `reference` may be another one with the same edges."""


def resolve_table(
    resolver: Resolver,
    file_id: int,
    path: str,
    table: ReferenceTable,
    wanted: Collection[str] | None = None,
) -> Iterator[ResolvedReference]:
    """The references of a file that have edges, in order; only those of the `wanted` names if they are given."""
    written = keyed_names(table.names, resolver.workspace.language(path))
    leading = _leading(resolver.workspace, path, written, wanted)
    if wanted is None:
        _lead_values(table, leading)
    if not any(leading):
        return
    scopes = _Scopes(resolver.workspace, file_id, path, written, table)
    kinds, names, receivers, _, _, holders, numbers = table.views()
    known: dict[tuple[int, int, int, int, int], tuple[Edge, ...]] = {}
    columns = zip(kinds, names, receivers, holders, numbers, strict=True)
    for position, (kind, name, receiver, holder, arguments) in enumerate(columns):
        if not leading[name]:
            continue
        key = kind, name, receiver, arguments, scopes.deciding(name, receiver, holder, arguments)
        edges = known.get(key)
        if edges is None:
            entry = ReferenceEntry(
                id=row_id(file_id, position),
                path=path,
                kind=REFERENCE_KINDS[kind],
                name=written[name],
                receiver=None if receiver == NONE else table.receivers[receiver],
                enclosing=None if holder == NONE else row_id(file_id, holder),
                arguments=None if arguments == NONE else table.arguments[arguments],
            )
            edges = known[key] = tuple(resolver.resolve(entry))
        if edges:
            yield ResolvedReference(position, kind, holder, edges)


def _lead_values(table: ReferenceTable, leading: list[bool]) -> None:
    """Calls of variables may lead to functions of any name."""
    is_value = [receiver[:1] == CALLED_VALUE for receiver in table.receivers]
    if any(is_value):
        _, names, receivers, *_ = table.views()
        for name, receiver in zip(names, receivers, strict=True):
            if receiver != NONE and is_value[receiver]:
                leading[name] = True


class _Scopes:
    """Tells which references of a file mean the same because nothing between them binds their name."""

    def __init__(
        self, workspace: Workspace, file_id: int, path: str, names: Iterable[str], table: ReferenceTable
    ) -> None:
        bound = workspace.names_inside_functions(path)
        anything = "*" in bound
        self._names = [anything or name in bound for name in names]
        language = workspace.language(path)
        if language is not None and workspace.has_objects(path):
            # Each of their methods has an own object.
            bound.update(language.self_names)
        heads = (_HEAD.split(item.removeprefix(CALLED_VALUE), 1)[0] for item in table.receivers)
        self._receivers = [anything or head in bound for head in heads]
        self._arguments = [
            ":" in form and (anything or not bound.isdisjoint(names_in((form,)))) for form in table.arguments
        ]
        self._first = row_id(file_id, 0)
        self._workspace = workspace
        self._around: dict[int, int] = {NONE: NONE}

    def deciding(self, name: int, receiver: int, holder: int, arguments: int) -> int:
        """A number that two references of the same name, receiver and arguments share if they mean the same: the symbol
        around them, or where no function binds a name in them, the innermost one that is no mere function."""
        if self._names[name] if receiver == NONE else self._receivers[receiver]:
            return holder
        if arguments != NONE and self._arguments[arguments]:
            return holder
        around = self._around.get(holder)
        if around is None:
            around = self._around[holder] = self._innermost(holder)
        return around

    def _innermost(self, holder: int) -> int:
        first = self._first
        for symbol in self._workspace.chain(first + holder):
            if symbol.owner is not None or symbol.kind not in CALLABLE_KINDS:
                # Code of a type itself sees its members, that of its methods need not.
                position = symbol.id - first
                return position if position == holder else -2 - position
        return -1 - MOST_POSITIONS


def positions_named(
    workspace: Workspace, path: str, table: ReferenceTable, wanted: Collection[str]
) -> list[int]:
    """The places in the table of references of a file that are named so."""
    written = keyed_names(table.names, workspace.language(path))
    numbers = {number for number, name in enumerate(written) if name in wanted}
    _, names, *_ = table.views()
    return [position for position, name in enumerate(names) if name in numbers]


def with_aliases(workspace: Workspace, names: Iterable[str]) -> set[str]:
    """The names and all others under which imports and declarations make them known, also those of such names in
    turn, and without case, as some languages compare them."""
    found = set(names)
    if not found:
        return found
    found.update([name.casefold() for name in found])
    aliases: dict[str, set[str]] = {}
    for symbol_id in workspace.announcing:
        declaration = workspace.symbols.get(symbol_id)
        for name in () if declaration is None else workspace.announced(declaration):
            aliases.setdefault(name, set()).add(workspace.symbols[symbol_id].name)
    for file in workspace.files.values():
        for _, entry in file.imports:
            if entry.alias is not None:
                aliases.setdefault(entry.name or split_last(entry.module)[1], set()).add(entry.alias)
    following = list(found)
    while following:
        for alias in aliases.get(following.pop(), ()):
            if alias not in found:
                found.add(alias)
                following.append(alias)
    return found


def _leading(
    workspace: Workspace, path: str, names: Iterable[str], wanted: Collection[str] | None
) -> list[bool]:
    """For each name whether it can lead anywhere: a symbol has it, an import of the file binds it, or it stands for
    the own type or its base."""
    file = workspace.files.get(path)
    if file is None or file.language is None:
        return [False for _ in names]
    bound = {entry.local_name for _, entry in file.imports}
    bound.update(file.language.self_names, file.language.super_names)
    by_name, aliases, members = workspace.by_name, workspace.aliases, workspace.member_names
    return [
        (name in by_name or name in bound or name in aliases or name in members)
        and (wanted is None or name in wanted)
        for name in names
    ]
