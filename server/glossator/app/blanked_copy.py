"""A copy of a project without the documentation of its definitions, and what that documentation asked for.

A search is asked these questions of an index of the copy, in which nothing but the code itself can answer. Files are
read, selected and parsed as for any index.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath

from glossator.app.files import list_files
from glossator.app.parse_pool import ParseFailed, ParsePool, worker_count
from glossator.app.reading import FileContent, read_file
from glossator.core.evaluation.documented import Documented, blanked, documented, with_words_blanked
from glossator.core.fact_bytes import decode_facts
from glossator.core.settings import IndexSettings
from glossator.core.symbols import Symbol
from glossator.host.folders import create_folder

_IGNORE_FILES = frozenset({".gitignore", ".gitattributes", ".gitmodules"})
"""Files that may say of others that they are not to be indexed, which has been decided for the copy already."""


class BlankedCopy:
    """Makes the copy in a folder that is empty, and readable by the user alone."""

    def __init__(self, root: Path, settings: IndexSettings, folder: Path) -> None:
        self.root = root
        self.settings = settings
        self.folder = folder
        self.documented: list[Documented] = []

    async def make(self, log_path: Path, on_progress: Callable[[int, int], None]) -> None:
        """Copy all files that would be indexed; progress is told in files done and in all."""
        found = list_files(self.root, self.settings)
        paths = [
            file.path
            for file in found
            if file.state == "candidate" and PurePosixPath(file.path).name not in _IGNORE_FILES
        ]
        async with ParsePool(worker_count(self.settings.workers), log_path, low_priority=True) as pool:
            size = pool.size * 8
            for first in range(0, len(paths), size):
                on_progress(first, len(paths))
                await asyncio.gather(*(self._copy(pool, path) for path in paths[first : first + size]))

    async def _copy(self, pool: ParsePool, path: str) -> None:
        content = read_file(self.root, path, self.settings.max_file_size_kib * 1024)
        if not isinstance(content, FileContent):
            return
        data, questions = await _without_documentation(pool, path, content.data)
        self.documented += questions
        target = self.folder / path
        create_folder(target.parent)
        target.write_bytes(data)


async def _without_documentation(pool: ParsePool, path: str, data: bytes) -> tuple[bytes, list[Documented]]:
    """The text to be copied, and what it can be asked. Where nothing can be blanked without the definitions becoming
    others, the text stays as it is and asks nothing."""
    try:
        symbols = await _symbols(pool, path, data)
        if all(symbol.doc_span is None for symbol in symbols):
            return data, []
        for blank in (blanked, with_words_blanked):
            text = blank(data, symbols)
            if _identities(await _symbols(pool, path, text)) == _identities(symbols):
                return text, documented(path, data, symbols)
    except ParseFailed:
        pass
    return data, []


async def _symbols(pool: ParsePool, path: str, data: bytes) -> Sequence[Symbol]:
    return decode_facts(
        await pool.call("facts", {"path": path.encode("utf-8", "surrogateescape"), "data": data})
    ).symbols


def _identities(symbols: Sequence[Symbol]) -> list[tuple[object, ...]]:
    return [(symbol.kind, symbol.qualified_name, symbol.name_span) for symbol in symbols]
