"""Finding symbols: by what the user wrote as a target, by name, and by words."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from glossator.app.disk_threads import ask_disk
from glossator.app.locating import NameWanted, PlaceWanted, parse_target
from glossator.app.present_symbols import PresentSymbols
from glossator.app.searching import Found
from glossator.app.subjects import stale_note, symbol_target
from glossator.app.uris import uri_from_path
from glossator.app.usages import place
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.cancel import CancelToken
from glossator.core.errors import UserError
from glossator.core.explanation import Completeness, Hit, SearchAnswer, Target
from glossator.core.languages import detect, languages
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
        for index, parsed in await ask_disk(_meanings, wanted, self.app.indexes()):
            if isinstance(parsed, PlaceWanted):
                return [await self._at_place(index, parsed)]
            present = PresentSymbols(self.app, index)
            for row in await asyncio.to_thread(_named, index, parsed):
                if found := await present.symbol(row):
                    text, symbol = found
                    language = languages().get(row.file.row.language)
                    targets.append(symbol_target(text, symbol, language.name if language else "text"))
            present.report()
        return targets

    async def _at_place(self, index: WorkspaceIndex, wanted: PlaceWanted) -> Target:
        snapshot = await ask_disk(self.app.documents.snapshot, uri_from_path(index.root / wanted.path))
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

    async def find_symbols(self, query: str, limit: int) -> SearchAnswer:
        """Symbols whose name fits, of all folders; every symbol for an empty query, up to the limit."""
        hits: list[Hit] = []
        left_out: set[str] = set()
        for index in self.app.workspaces:
            rows = await asyncio.to_thread(index.reader.symbols_like, query, limit)
            found = [Found(1 / (rank + 1), row, None, ("name",)) for rank, row in enumerate(rows)]
            hits += await self._hits(index, found, left_out)
        hits.sort(key=lambda hit: -hit.score)
        return SearchAnswer(tuple(hits[:limit]), await self._completeness(left_out))

    async def search(self, query: str, limit: int, token: CancelToken) -> SearchAnswer:
        """Symbols and other code by name and words, of all folders."""
        hits: list[Hit] = []
        left_out: set[str] = set()
        for index in self.app.workspaces:
            found = await asyncio.to_thread(index.words.search, query, limit)
            token.check()
            hits += await self._hits(index, found, left_out)
        hits.sort(key=lambda hit: -hit.score)
        return SearchAnswer(tuple(hits[:limit]), await self._completeness(left_out, words=True))

    async def _hits(self, index: WorkspaceIndex, found: list[Found], left_out: set[str]) -> list[Hit]:
        """Results with places that hold now; the paths of files whose results do not are added to `left_out`."""
        present = PresentSymbols(self.app, index)
        hits = [hit for entry in found if (hit := await _hit(present, entry)) is not None]
        left_out |= present.left_out
        present.report()
        return hits

    async def _completeness(self, left_out: set[str], *, words: bool = False) -> Completeness:
        """How complete an answer from all folders is."""
        if not self.app.workspaces:
            return await asyncio.to_thread(self.app.completeness, None)
        found = [
            await asyncio.to_thread(self.app.completeness, index, (), "results")
            for index in self.app.workspaces
        ]
        stale = tuple(sorted(left_out))
        notes = dict.fromkeys(each.note for each in found if each.note)
        if stale:
            notes[stale_note(stale)] = None
        ready = all(each.structure_ready for each in found)
        if words and ready and not all(index.words_complete for index in self.app.workspaces):
            notes["Words are still being indexed: only names are complete."] = None
        return Completeness(
            indexed_files=sum(each.indexed_files for each in found),
            known_files=sum(each.known_files for each in found),
            structure_ready=ready,
            embedded_chunks=sum(each.embedded_chunks for each in found),
            known_chunks=sum(each.known_chunks for each in found),
            stale_files=stale,
            lexical_only=words,
            note=" ".join(notes),
        )


def _meanings(
    wanted: str, indexes: list[WorkspaceIndex]
) -> list[tuple[WorkspaceIndex, PlaceWanted | NameWanted]]:
    """What is meant in every folder for a name; for a place in the one that has the file, else in the first, which
    says what is missing."""
    meanings = [(index, parse_target(wanted, index.root)) for index in indexes]
    for index, parsed in meanings:
        if isinstance(parsed, PlaceWanted) and (index.root / parsed.path).is_file():
            return [(index, parsed)]
    return meanings


def _named(index: WorkspaceIndex, wanted: NameWanted) -> list[SymbolRow]:
    """The indexed symbols of a name, definitions rather than declarations."""
    if wanted.path:
        language = detect(wanted.path)
        key = str if language is None else language.key
        rows = [
            row
            for row in index.reader.symbols_of(wanted.path)
            if key(wanted.name) in (key(row.symbol.qualified_name), key(row.symbol.name))
        ]
        exact = [row for row in rows if key(row.symbol.qualified_name) == key(wanted.name)]
        rows = exact or rows
    else:
        rows = index.reader.symbols_named(wanted.name)
    rows = [row for row in rows if row.symbol.kind in EXPLAINABLE_KINDS]
    bodies = [row for row in rows if not row.symbol.is_declaration] or rows
    return bodies[:_MAX_CANDIDATES]


async def _hit(present: PresentSymbols, found: Found) -> Hit | None:
    """A result with places that hold now; None if there are none."""
    if found.symbol is not None:
        now = await present.symbol(found.symbol)
        if now is None:
            return None
        text, symbol = now
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
    fresh = await present.as_indexed(found.chunk.file)
    if fresh is None:
        return None
    where = place(fresh, found.chunk.span)
    name = fresh.path.rsplit("/", 1)[-1]
    return Hit(name, fresh.path, "", SymbolKind.MODULE, where, where, found.score, found.reasons)
