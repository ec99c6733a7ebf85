"""Finding symbols: by what the user wrote as a target, by name, and by words."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from glossator.app.current_texts import CurrentText
from glossator.app.locating import NameWanted, PlaceWanted, parse_target
from glossator.app.searching import Found
from glossator.app.subjects import symbol_target
from glossator.app.uris import uri_from_path
from glossator.app.usages import place
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.cancel import CancelToken
from glossator.core.errors import UserError
from glossator.core.explanation import Completeness, Hit, SearchAnswer, Target
from glossator.core.languages import languages
from glossator.core.symbols import EXPLAINABLE_KINDS, SymbolKind
from glossator.core.text import Position, PositionEncoding, Span
from glossator.store.rows import SymbolRow

if TYPE_CHECKING:
    from glossator.app.application import Application

_MAX_CANDIDATES = 50


class SymbolFinder:
    """Finds symbols for the application."""

    def __init__(self, app: Application) -> None:
        self.app = app

    async def locate(self, wanted: str) -> list[Target]:
        """All targets that `wanted` may mean; none if there is no such thing. Raises `UserError` for a place that
        does not exist."""
        targets: list[Target] = []
        for index in self._folders_for(wanted):
            parsed = parse_target(wanted, index.root)
            if isinstance(parsed, PlaceWanted):
                return [await self._at_place(index, parsed)]
            targets += await asyncio.to_thread(self._named, index, parsed)
        return targets

    def _folders_for(self, wanted: str) -> list[WorkspaceIndex]:
        """Every folder for a name; for a place the one that has the file, else the first, which says what is
        missing."""
        indexes = self.app.indexes()
        for index in indexes:
            parsed = parse_target(wanted, index.root)
            if isinstance(parsed, PlaceWanted) and (index.root / parsed.path).is_file():
                return [index]
        return indexes

    async def _at_place(self, index: WorkspaceIndex, wanted: PlaceWanted) -> Target:
        snapshot = await asyncio.to_thread(
            self.app.documents.snapshot, uri_from_path(index.root / wanted.path)
        )
        if not 1 <= wanted.line <= snapshot.lines.line_count:
            raise UserError(
                f"{wanted.path} has {snapshot.lines.line_count} lines; there is no line {wanted.line}."
            )
        line = wanted.line - 1
        if wanted.column:
            offset = snapshot.lines.offset(Position(line, wanted.column - 1), PositionEncoding.UTF32)
        else:
            span = snapshot.lines.line_span(line)
            code = snapshot.data[span.start : span.end]
            offset = span.start + len(code) - len(code.lstrip())
        target = await self.app.target_at(snapshot, Span(offset, offset))
        if target is None:
            raise UserError(
                f"There is nothing to explain at {wanted.path}:{wanted.line}; name a line inside a function or class."
            )
        return target

    def _named(self, index: WorkspaceIndex, wanted: NameWanted) -> list[Target]:
        if wanted.path:
            rows = [
                row
                for row in index.reader.symbols_of(wanted.path)
                if row.symbol.qualified_name == wanted.name or row.symbol.name == wanted.name
            ]
            exact = [row for row in rows if row.symbol.qualified_name == wanted.name]
            rows = exact or rows
        else:
            rows = index.reader.symbols_named(wanted.name)
        rows = [row for row in rows if row.symbol.kind in EXPLAINABLE_KINDS]
        bodies = [row for row in rows if not row.symbol.is_declaration] or rows
        targets = (self._target(index, row) for row in bodies[:_MAX_CANDIDATES])
        return [target for target in targets if target is not None]

    def _target(self, index: WorkspaceIndex, row: SymbolRow) -> Target | None:
        text = self._fresh_text(index, row.file.path, row.file.row.content_hash)
        if text is None:
            return None
        language = languages().get(row.file.row.language)
        return symbol_target(text, row.symbol, language.name if language else "text")

    async def find_symbols(self, query: str, limit: int) -> SearchAnswer:
        """Symbols whose name fits, of all folders; every symbol for an empty query, up to the limit."""
        hits: list[Hit] = []
        for index in self.app.workspaces:
            rows = await asyncio.to_thread(index.reader.symbols_like, query, limit)
            found = [Found(1 / (rank + 1), row, None, ("name",)) for rank, row in enumerate(rows)]
            hits += await asyncio.to_thread(self._hits, index, found)
        hits.sort(key=lambda hit: -hit.score)
        return SearchAnswer(tuple(hits[:limit]), await self._completeness())

    async def search(self, query: str, limit: int, token: CancelToken) -> SearchAnswer:
        """Symbols and other code by name and words, of all folders."""
        hits: list[Hit] = []
        for index in self.app.workspaces:
            found = await asyncio.to_thread(index.words.search, query, limit)
            token.check()
            hits += await asyncio.to_thread(self._hits, index, found)
        hits.sort(key=lambda hit: -hit.score)
        return SearchAnswer(tuple(hits[:limit]), await self._completeness(words=True))

    async def _completeness(self, *, words: bool = False) -> Completeness:
        index = self.app.workspaces[0] if self.app.workspaces else None
        completeness = await asyncio.to_thread(self.app.completeness, index)
        if (
            words
            and completeness.structure_ready
            and not all(each.searchable.is_set() for each in self.app.workspaces)
        ):
            note = f"{completeness.note} Words are still being indexed: only names are complete.".strip()
            completeness = replace(completeness, note=note)
        return completeness

    def _hits(self, index: WorkspaceIndex, found: list[Found]) -> list[Hit]:
        hits = (self._hit(index, entry) for entry in found)
        return [hit for hit in hits if hit is not None]

    def _hit(self, index: WorkspaceIndex, found: Found) -> Hit | None:
        """A result with places that hold now; None if its file has changed since it was indexed."""
        source = found.symbol or found.chunk
        assert source is not None
        text = self._fresh_text(index, source.file.path, source.file.row.content_hash)
        if text is None:
            return None
        if found.symbol is not None:
            symbol = found.symbol.symbol
            container = symbol.qualified_name[: -len(symbol.name)].rstrip(".:")
            return Hit(
                symbol.name,
                symbol.qualified_name,
                container,
                symbol.kind,
                place(text, symbol.span),
                place(text, symbol.name_span),
                found.score,
                found.reasons,
            )
        assert found.chunk is not None
        where = place(text, found.chunk.span)
        name = text.path.rsplit("/", 1)[-1]
        return Hit(name, text.path, "", SymbolKind.MODULE, where, where, found.score, found.reasons)

    def _fresh_text(self, index: WorkspaceIndex, path: str, content_hash: bytes | None) -> CurrentText | None:
        text = self.app.texts.get(index.root, path)
        return text if text is not None and text.is_fresh(content_hash) else None
