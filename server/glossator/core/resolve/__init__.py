"""From references to edges: which symbol a name means, how certain that is, and why.

Pure and deterministic. The order is scope, own class, file, imports, package; what is left and goes through
an object is `possible` for every method of that name, never chosen by chance. A name that an import binds to
something outside the workspace has no edge.
"""

from __future__ import annotations

from collections.abc import Mapping

from glossator.core.languages import languages
from glossator.core.resolve.resolver import Resolver
from glossator.core.resolve.workspace import Edge, FileEntry, ReferenceEntry, SymbolEntry, Workspace
from glossator.core.row_ids import row_id
from glossator.core.symbols import FileFacts, ReferenceKind

__all__ = [
    "Edge",
    "FileEntry",
    "ReferenceEntry",
    "Resolver",
    "SymbolEntry",
    "Workspace",
    "resolve_workspace",
]

RESOLVER_VERSION = 2
"""Bump when the edges of unchanged facts may change: the index then resolves everything anew."""


def symbol_entries(file_id: int, path: str, facts: FileFacts) -> list[SymbolEntry]:
    """The symbols of one file as the resolver sees them."""
    return [
        SymbolEntry(
            id=row_id(file_id, position),
            path=path,
            kind=symbol.kind,
            name=symbol.name,
            qualified_name=symbol.qualified_name,
            container=None if symbol.container is None else row_id(file_id, symbol.container),
            owner=symbol.owner,
            is_declaration=symbol.is_declaration,
        )
        for position, symbol in enumerate(facts.symbols)
    ]


def reference_entries(file_id: int, path: str, facts: FileFacts) -> list[ReferenceEntry]:
    """The references of one file as the resolver sees them."""
    return [
        ReferenceEntry(
            id=row_id(file_id, position),
            path=path,
            kind=reference.kind,
            name=reference.name,
            receiver=reference.receiver,
            enclosing=None if reference.enclosing is None else row_id(file_id, reference.enclosing),
        )
        for position, reference in enumerate(facts.references)
    ]


def resolve_workspace(files: Mapping[str, FileFacts]) -> tuple[Edge, ...]:
    """All edges of a workspace held in memory; file ids are positions in the order of paths, from 1."""
    ordered = sorted(files.items())
    workspace = Workspace()
    for file_id, (path, facts) in enumerate(ordered, 1):
        imports = tuple(
            (None if entry.enclosing is None else row_id(file_id, entry.enclosing), entry)
            for entry in facts.imports
        )
        workspace.add_file(FileEntry(path, languages().get(facts.language), imports))
        workspace.add_symbols(symbol_entries(file_id, path, facts))
    references = [
        entry
        for file_id, (path, facts) in enumerate(ordered, 1)
        for entry in reference_entries(file_id, path, facts)
    ]
    workspace.add_bases(entry for entry in references if entry.kind is ReferenceKind.INHERIT)
    resolver = Resolver(workspace)
    return tuple(edge for entry in references for edge in resolver.resolve(entry))
