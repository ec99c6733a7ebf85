"""Indexers that load before their folders are opened, while the server itself still loads."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from glossator.app.progress import NoticeListener
from glossator.app.workspace_index import start_indexer
from glossator.core.errors import GlossatorError
from glossator.host.folders import Folders
from glossator.host.process import Child

START_SECONDS = 0.5
"""So long the server stops loading at most until these processes run. The disk is asked where their indexes lie."""


class PreparedIndexers:
    """Processes that wait for their folder, one for each."""

    def __init__(self, folders: Folders, on_notice: NoticeListener) -> None:
        self._folders = folders
        self._on_notice = on_notice
        self._waiting: dict[Path, asyncio.Task[Child]] = {}

    async def start(self, roots: Iterable[Path]) -> None:
        """Start those of these folders; no file of a folder is touched."""
        for root in roots:
            if root not in self._waiting:
                starting = start_indexer(root, self._folders, self._on_notice)
                self._waiting[root] = asyncio.create_task(starting)
        if self._waiting:
            await asyncio.wait(self._waiting.values(), timeout=START_SECONDS)

    async def take(self, root: Path) -> Child | None:
        """The process of a folder, which belongs to the caller from now on; None if there is none."""
        starting = self._waiting.pop(root, None)
        return None if starting is None else await _started(starting)

    async def close(self) -> None:
        """End those that nobody has taken."""
        waiting, self._waiting = self._waiting, {}
        await asyncio.gather(*map(_end, waiting.values()))


async def _started(starting: asyncio.Task[Child]) -> Child | None:
    """The process; None if it could not be started: whoever needs one tries again and says what is wrong."""
    with suppress(GlossatorError, OSError):
        return await starting
    return None


async def _end(starting: asyncio.Task[Child]) -> None:
    indexer = await _started(starting)
    if indexer is not None:
        await indexer.close()
