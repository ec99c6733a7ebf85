"""Finding symbols by what the user wrote as a target."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from glossator.app.disk_threads import ask_disk
from glossator.app.locating import NameWanted, PlaceWanted, parse_target
from glossator.app.present_symbols import PresentSymbols
from glossator.app.subjects import symbol_target
from glossator.app.uris import uri_from_path
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.errors import UserError
from glossator.core.explanation import Target
from glossator.core.languages import detect, languages
from glossator.core.symbols import EXPLAINABLE_KINDS
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
