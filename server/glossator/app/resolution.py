"""Resolving what waits in the index: rows in, edges out, with the pure resolver of the core in between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from glossator.core.cancel import CancelToken
from glossator.core.languages import languages
from glossator.core.resolve import FileEntry, ReferenceEntry, Resolver, SymbolEntry, Workspace
from glossator.core.row_ids import row_id
from glossator.core.symbols import Import, ReferenceKind, SymbolKind
from glossator.core.text import Span
from glossator.store.rows import KnownFile, LightReference, ResolvedEdge
from glossator.store.writer import IndexWriter

_BATCH = 5_000


def resolve_pending(writer: IndexWriter, token: CancelToken, *, everything: bool = False) -> int:
    """Resolve what changed since the last time, or everything; the number of references looked at."""
    pending = writer.pending_resolution()
    known = writer.known_files()
    paths = {file.id: path for path, file in known.items()}
    resolver = Resolver(load_workspace(writer, known, paths))
    if everything:
        waiting = writer.unresolved_refs(None, None)
    else:
        waiting = writer.unresolved_refs(pending.names, pending.file_ids)
    count = 0
    # Gathered before anything is written: a cursor must not see its own table change.
    rows = iter(list(waiting))
    while batch := list(islice(rows, _BATCH)):
        token.check()
        entries = [_reference(row, paths) for row in batch]
        edges = [
            ResolvedEdge(edge.reference, edge.symbol, edge.certainty, edge.why)
            for entry in entries
            for edge in resolver.resolve(entry)
        ]
        writer.replace_edges([row.id for row in batch], edges)
        count += len(batch)
    writer.mark_resolved()
    return count


def load_workspace(
    writer: IndexWriter, files: Mapping[str, KnownFile], paths: Mapping[int, str]
) -> Workspace:
    """All symbols and imports of the index in the resolver's tables."""
    workspace = Workspace()
    imports: dict[int, list[tuple[int | None, Import]]] = {}
    for row in writer.import_rows():
        holder = None if row.enclosing is None else row_id(row.file_id, row.enclosing)
        entry = Import(row.module, row.name, row.alias, Span(row.start, row.end), row.enclosing)
        imports.setdefault(row.file_id, []).append((holder, entry))
    known = languages()
    for path, file in sorted(files.items()):
        workspace.add_file(FileEntry(path, known.get(file.language), tuple(imports.get(file.id, ()))))
    workspace.add_symbols(_symbols(writer, paths))
    inherits = writer.references_of_kind(ReferenceKind.INHERIT)
    workspace.add_bases(_reference(row, paths) for row in inherits)
    return workspace


def _symbols(writer: IndexWriter, paths: Mapping[int, str]) -> Iterator[SymbolEntry]:
    for row in writer.symbol_rows():
        yield SymbolEntry(
            id=row.id,
            path=paths[row.file_id],
            kind=SymbolKind(row.kind),
            name=row.name,
            qualified_name=row.qualified_name,
            container=None if row.container is None else row_id(row.file_id, row.container),
            owner=row.owner,
            is_declaration=bool(row.is_declaration),
        )


def _reference(row: LightReference, paths: Mapping[int, str]) -> ReferenceEntry:
    return ReferenceEntry(
        id=row.id,
        path=paths[row.file_id],
        kind=ReferenceKind(row.kind),
        name=row.name,
        receiver=row.receiver,
        enclosing=None if row.enclosing is None else row_id(row.file_id, row.enclosing),
    )
