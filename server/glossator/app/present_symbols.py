"""Symbols of the index where they stand now, for one answer.

A file that is as it was indexed is believed. A document that the editor has in another form is looked up there. A
file that has changed on disk is left out, reported, and indexed again: that takes less time than asking twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from glossator.app.current_texts import CurrentText
from glossator.app.disk_threads import ask_disk
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.symbols import Symbol
from glossator.store.rows import IndexedFile, SymbolRow

if TYPE_CHECKING:
    from glossator.app.application import Application


class PresentSymbols:
    """The symbols of one folder, on the event loop."""

    def __init__(self, app: Application, index: WorkspaceIndex) -> None:
        self._app = app
        self._index = index
        self._outdated: set[str] = set()
        self._loaded: dict[str, CurrentText | None] = {}
        self.left_out: set[str] = set()
        """Paths of the files in which something that was asked for has no place any more."""

    async def load(self, files: Iterable[IndexedFile]) -> None:
        """Read files at once that will be asked for, which takes less time than one after the other."""
        paths = [*dict.fromkeys(file.path for file in files)]
        self._loaded |= zip(paths, await ask_disk(self._read, paths), strict=True)

    async def symbol(self, row: SymbolRow) -> tuple[CurrentText, Symbol] | None:
        """An indexed symbol with the text that its spans count in; None if it cannot be told where it is."""
        text = await self._text(row.file)
        if text is not None and text.is_fresh(row.file.row.content_hash):
            return text, row.symbol
        if text is not None and text.indexed_hash is None:
            facts = await self._app.facts_of_text(text)
            wanted = _identity(row.symbol)
            now = next((symbol for symbol in facts.symbols if _identity(symbol) == wanted), None)
            if now is not None:
                return text, now
        self.left_out.add(row.file.path)
        return None

    async def as_indexed(self, file: IndexedFile) -> CurrentText | None:
        """The text of a file, None if it is not as it was indexed."""
        text = await self._text(file)
        if text is not None and text.is_fresh(file.row.content_hash):
            return text
        self.left_out.add(file.path)
        return None

    def report(self) -> None:
        """Have the files that were found changed on disk indexed again."""
        self._app.files_changed([self._index.root / path for path in self._outdated])

    def _read(self, paths: Iterable[str]) -> list[CurrentText | None]:
        return [self._app.texts.get(self._index.root, path) for path in paths]

    async def _text(self, file: IndexedFile) -> CurrentText | None:
        if file.path not in self._loaded:
            await self.load((file,))
        text = self._loaded[file.path]
        if text is None or text.is_outdated(file.row.content_hash):
            self._outdated.add(file.path)
        return text


def _identity(symbol: Symbol) -> tuple[object, ...]:
    return symbol.qualified_name, symbol.kind, symbol.ordinal
