"""Keeping the edges of an index: what waits is resolved with the pure resolver of the core.

The resolver's tables of a whole workspace are kept between updates, so that one edited file costs what it costs to
resolve that file. A change of what files import, of types, or of which files there are is resolved from scratch.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from glossator.app.verdicts import verified_edges
from glossator.core.cancel import CancelToken
from glossator.core.languages import languages
from glossator.core.resolve import (
    Resolver,
    Workspace,
    base_entries,
    file_entry,
    resolve_table,
    symbol_entries,
)
from glossator.core.resolve.changes import Linkage, Stale, stale_after
from glossator.core.resolve.mentions import Mentions, dependents
from glossator.core.resolve.tables import positions_named, with_aliases
from glossator.core.row_ids import row_id
from glossator.core.symbols import Certainty, FileFacts
from glossator.store.rows import FileRow, KnownFile, ResolvedEdge, StoredFacts
from glossator.store.verdicts import UNDECIDED
from glossator.store.writer import IndexWriter

_FILES_IN_TRANSACTION = 64
_MOST_KEPT_SYMBOLS = 400_000
"""Tables of larger workspaces (about 200 MB) are made again for each update instead of being kept."""


class Resolution:
    """The edges of one index, which nobody else changes meanwhile."""

    def __init__(self, writer: IndexWriter) -> None:
        self.writer = writer
        self._workspace: Workspace | None = None
        self._paths: dict[int, str] = {}
        self._mentions: dict[str, Mentions] | None = None
        """What the files mention, by path. Only a change asks for it, so it is made ahead of one or when there is."""
        self.unverified: set[int] = set()
        """Files (ids) whose verdicts may have been forgotten; whoever verifies takes them out."""

    def put_file(
        self, row: FileRow, facts: FileFacts | None, line_starts: Sequence[int], known: KnownFile | None
    ) -> None:
        """Write a file, `known` before or not, and its facts, and remember what that makes of edges."""
        stored = None if known is None else self.writer.facts(known.id)
        language = languages().get(row.language)
        before = None if stored is None else Linkage(language, *stored[1:])
        after = None if facts is None else Linkage.of(facts, language)
        was_code = known is not None and known.language in languages()
        is_code = was_code or row.language in languages()
        stale = stale_after(before, after) if is_code else Stale(keeps_incoming=True)
        file_id = self.writer.put_file(row, facts, line_starts, stale)
        self._paths[file_id] = row.path
        if stale.everything:
            self._workspace = None
        elif self._workspace is not None and after is not None:
            self._replace(file_id, row.path, after, keeps_symbols=stale.keeps_incoming)

    def _replace(self, file_id: int, path: str, after: Linkage, *, keeps_symbols: bool) -> None:
        """Let the tables hold what a file says now."""
        workspace = self._workspace
        assert workspace is not None
        workspace.replace_imports(file_entry(file_id, path, after.language, after.imports))
        if not keeps_symbols:
            workspace.replace_symbols(path, symbol_entries(file_id, path, after.symbols))
        workspace.replace_bases(path, base_entries(file_id, path, after.references))
        workspace.add_values(file_id, path, after.values)
        if self._mentions is not None:
            self._mentions[path] = after.mentions

    def remove_files(self, known: Mapping[str, KnownFile], paths: Collection[str]) -> None:
        """Forget the files at `paths`, which are among the known ones."""
        matter = any(known[path].language in languages() for path in paths)
        self.writer.remove_files(paths, everything=matter)
        if matter:
            self._workspace = None

    def prepare(self) -> None:
        """Make the tables ahead of the next change, if they are small enough to be kept."""
        if self._workspace is None:
            self._workspace = self._load()
            self._keep_if_small()
        if self._workspace is not None:
            self._all_mentions()

    def is_defined(self, name: str) -> bool:
        """Whether a symbol of the workspace has the name."""
        if self._workspace is None:
            self._workspace = self._load()
        return name in self._workspace.by_name

    def resolve_pending(self, token: CancelToken, *, everything: bool = False) -> int:
        """Resolve what changed since the last time, or everything; the number of files looked at."""
        pending = self.writer.pending_resolution()
        if self._workspace is None:
            self._workspace = self._load()
        resolver = Resolver(self._workspace)
        if everything or pending.everything:
            count = self._resolve_files(resolver, sorted(self._paths), token)
            self.unverified.update(self._paths)
        else:
            changed = with_aliases(self._workspace, pending.meanings) if pending.meanings else ()
            depending = dependents(changed, self._all_mentions() if changed else {})
            file_ids = pending.file_ids | self._ids(depending.paths)
            self._forget_verdicts(file_ids - pending.file_ids)
            count = self._resolve_files(resolver, sorted(file_ids), token)
            names = with_aliases(self._workspace, pending.names | (depending.names - pending.meanings))
            count += self._resolve_names(resolver, names, file_ids, token)
        self.writer.mark_resolved()
        self._keep_if_small()
        return count

    def _forget_verdicts(self, file_ids: Collection[int]) -> None:
        """What a verifier said of references may not hold any more where something means something else."""
        for file_id in file_ids:
            self.writer.forget_verdicts(list(self.writer.verdicts(file_id)))
        self.unverified.update(file_ids)

    def _ids(self, paths: Collection[str]) -> set[int]:
        return {file_id for file_id, path in self._paths.items() if path in paths}

    def _resolve_files(self, resolver: Resolver, file_ids: list[int], token: CancelToken) -> int:
        for first in range(0, len(file_ids), _FILES_IN_TRANSACTION):
            token.check()
            with self.writer.transaction():
                for file_id in file_ids[first : first + _FILES_IN_TRANSACTION]:
                    stored = self.writer.facts(file_id)
                    if stored is not None:
                        edges = sorted(self._edges(resolver, stored))
                        self.writer.replace_edges_of_file(file_id, edges)
        return len(file_ids)

    def _resolve_names(
        self, resolver: Resolver, names: Collection[str], done: Collection[int], token: CancelToken
    ) -> int:
        file_ids = [file_id for file_id in self.writer.files_naming(names) if file_id not in done]
        for file_id in file_ids:
            token.check()
            stored = self.writer.facts(file_id)
            if stored is not None:
                places = positions_named(resolver.workspace, self._paths[file_id], stored.references, names)
                named = [row_id(file_id, place) for place in places]
                self.writer.forget_verdicts(named)
                self.unverified.add(file_id)
                self.writer.replace_edges(named, self._edges(resolver, stored, names))
        return len(file_ids)

    def _edges(
        self, resolver: Resolver, stored: StoredFacts, names: Collection[str] | None = None
    ) -> Iterator[ResolvedEdge]:
        file_id, path = stored.file_id, self._paths[stored.file_id]
        first = row_id(file_id, 0)
        said = self.writer.verdicts(file_id)
        for found in resolve_table(resolver, file_id, path, stored.references, names):
            reference_id = first + found.position
            if any(edge.certainty is Certainty.SURE for edge in found.edges):
                said.pop(reference_id, None)
            elif said.get(reference_id, (UNDECIDED,)) != (UNDECIDED,):
                continue
            for edge in found.edges:
                sure = edge.certainty is Certainty.SURE
                yield ResolvedEdge(reference_id, edge.symbol, found.kind, found.enclosing, sure, edge.why)
        if names is None:
            yield from verified_edges(stored, said)

    def _load(self) -> Workspace:
        """All symbols and imports of the index in the resolver's tables."""
        files = self.writer.known_files()
        self._paths = {file.id: path for path, file in files.items()}
        known = languages()
        workspace = Workspace()
        self._mentions = None
        facts = {stored.file_id: stored for stored in self.writer.all_facts()}
        for path, file in sorted(files.items()):
            imports = facts[file.id].imports if file.id in facts else ()
            workspace.add_file(file_entry(file.id, path, known.get(file.language), imports))
        for file_id, stored in facts.items():
            workspace.add_symbols(symbol_entries(file_id, self._paths[file_id], stored.symbols))
            workspace.add_bases(base_entries(file_id, self._paths[file_id], stored.references))
            workspace.add_values(file_id, self._paths[file_id], stored.values)
        return workspace

    def _all_mentions(self) -> dict[str, Mentions]:
        """What each file mentions."""
        if self._mentions is None:
            assert self._workspace is not None
            self._mentions = {}
            for stored in self.writer.all_facts():
                path = self._paths[stored.file_id]
                self._mentions[path] = Linkage(self._workspace.language(path), *stored[1:]).mentions
        return self._mentions

    def _keep_if_small(self) -> None:
        if self._workspace is not None and len(self._workspace.symbols) > _MOST_KEPT_SYMBOLS:
            self._workspace = None
