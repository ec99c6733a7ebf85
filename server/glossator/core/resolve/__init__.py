"""From references to edges: which symbol a name means, how certain that is, and why.

Pure and deterministic. The order is scope, own class, file, imports, package; what is left and goes through
an object is `possible` for every method of that name, never chosen by chance. A name that an import binds to
something outside the workspace has no edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from glossator.core.fact_tables import (
    REFERENCE_KIND_NUMBERS,
    SYMBOL_KINDS,
    ReferenceTable,
    SymbolTable,
)
from glossator.core.languages import Language, languages
from glossator.core.resolve.entries import UNLISTED, Edge, FileEntry, ReferenceEntry, SymbolEntry
from glossator.core.resolve.resolver import Resolver
from glossator.core.resolve.tables import resolve_table
from glossator.core.resolve.workspace import Workspace
from glossator.core.row_ids import row_id
from glossator.core.symbols import NONE, FileFacts, Import, ReferenceKind

__all__ = [
    "Edge",
    "FileEntry",
    "ReferenceEntry",
    "Resolver",
    "SymbolEntry",
    "Workspace",
    "base_entries",
    "file_entry",
    "resolve_table",
    "resolve_workspace",
    "symbol_entries",
]

RESOLVER_VERSION = 10
"""Bump when the edges of unchanged facts may change: the index then resolves everything anew."""


def symbol_entries(file_id: int, path: str, symbols: SymbolTable) -> list[SymbolEntry]:
    """The symbols of one file as the resolver sees them."""
    kinds, containers, *_, declarations, least, most = symbols.views()
    first = row_id(file_id, 0)
    return [
        SymbolEntry(
            first + position,
            path,
            SYMBOL_KINDS[kind],
            name,
            qualified_name,
            None if container == NONE else first + container,
            owner,
            bool(is_declaration),
            fewest,
            greatest,
        )
        for position, (
            kind,
            container,
            is_declaration,
            fewest,
            greatest,
            name,
            qualified_name,
            owner,
        ) in enumerate(
            zip(
                kinds,
                containers,
                declarations,
                least,
                most,
                symbols.names,
                symbols.qualified_names,
                symbols.owners,
                strict=True,
            )
        )
    ]


def base_entries(file_id: int, path: str, references: ReferenceTable) -> list[ReferenceEntry]:
    """The references of one file by which types name their bases, as the resolver sees them."""
    kinds, *_ = references.views()
    inherits = REFERENCE_KIND_NUMBERS[ReferenceKind.INHERIT]
    entries = []
    for position, kind in enumerate(kinds):
        if kind == inherits:
            item = references[position]
            holder = None if item.enclosing is None else row_id(file_id, item.enclosing)
            identifier = row_id(file_id, position)
            entries.append(ReferenceEntry(identifier, path, item.kind, item.name, item.receiver, holder))
    return entries


def file_entry(file_id: int, path: str, language: Language | None, imports: Iterable[Import]) -> FileEntry:
    """A file with its imports as the resolver sees it."""
    return FileEntry(
        path,
        language,
        tuple(
            (None if entry.enclosing is None else row_id(file_id, entry.enclosing), entry)
            for entry in imports
        ),
    )


def resolve_workspace(files: Mapping[str, FileFacts]) -> tuple[Edge, ...]:
    """All edges of a workspace held in memory but those of calls that are not listed; file ids are positions in the
    order of paths, from 1."""
    ordered = list(enumerate(sorted(files.items()), 1))
    workspace = Workspace()
    references = {}
    for file_id, (path, facts) in ordered:
        workspace.add_file(file_entry(file_id, path, languages().get(facts.language), facts.imports))
        workspace.add_symbols(symbol_entries(file_id, path, SymbolTable.of(facts.symbols)))
        references[file_id] = ReferenceTable.of(facts.references)
        workspace.add_bases(base_entries(file_id, path, references[file_id]))
        workspace.add_values(file_id, path, facts.values)
    resolver = Resolver(workspace)
    return tuple(
        replace(edge, reference=row_id(file_id, found.position))
        for file_id, (path, _) in ordered
        for found in resolve_table(resolver, file_id, path, references[file_id])
        for edge in found.edges
        if edge.symbol != UNLISTED
    )
