"""Indexers that load before their folders are opened, while the server itself still loads."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

from glossator.app.progress import NoticeListener
from glossator.app.workspace_index import start_indexer
from glossator.host.folders import Folders
from glossator.host.process import Child


class PreparedIndexers:
    """Processes that wait for their folder, one for each."""

    def __init__(self, folders: Folders, on_notice: NoticeListener) -> None:
        self._folders = folders
        self._on_notice = on_notice
        self._waiting: dict[Path, Child] = {}

    async def start(self, roots: Iterable[Path]) -> None:
        """Start those of these folders; no file of a folder is touched."""
        for root in roots:
            if root not in self._waiting:
                self._waiting[root] = await start_indexer(root, self._folders, self._on_notice)

    def take(self, root: Path) -> Child | None:
        """The process of a folder, which belongs to the caller from now on; None if there is none."""
        return self._waiting.pop(root, None)

    async def close(self) -> None:
        """End those that nobody has taken."""
        waiting, self._waiting = self._waiting, {}
        await asyncio.gather(*(indexer.close() for indexer in waiting.values()))
