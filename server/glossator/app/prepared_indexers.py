"""Starting and ending indexers, starting also before their folders are opened, while the server itself still loads."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from glossator.app import indexer_process
from glossator.app.disk_threads import ask_disk_once
from glossator.app.link_targets import LinkTargets
from glossator.app.progress import NoticeListener
from glossator.core.errors import GlossatorError
from glossator.host.folders import Folders
from glossator.host.process import Child

START_SECONDS = 0.5
"""So long the server stops loading at most until these processes run."""
CLOSE_SECONDS = 0.6
"""How long an indexer may take to fold its log into the index file, which the next start does otherwise."""


async def start_indexer(root: Path, folders: Folders, on_notice: NoticeListener) -> Child:
    """The indexer of a folder. It touches nothing there before it is asked to."""
    # Where the index lies is asked of the disk of the folder, which may hang.
    index_path = await ask_disk_once(folders.index_path, root)
    return await Child.start(
        indexer_process.ENTRY,
        arguments=(str(root), str(index_path), str(folders.child_log("parser"))),
        log_path=folders.child_log("indexer"),
        low_priority=True,
        name="indexer",
        on_notify=lambda _, text: on_notice(str(text)),
    )


async def close_indexer(indexer: Child) -> None:
    """End the indexer of a folder, and let it close its index well if that takes no longer than `CLOSE_SECONDS`."""
    with suppress(GlossatorError):
        await indexer.call("close", timeout=CLOSE_SECONDS)
    await indexer.close(grace_seconds=CLOSE_SECONDS / 2)


class PreparedIndexers:
    """Processes that wait for their folder, one for each."""

    def __init__(self, folders: Folders, links: LinkTargets, on_notice: NoticeListener) -> None:
        self._folders = folders
        self._links = links
        self._on_notice = on_notice
        self._waiting: dict[Path, asyncio.Task[Child]] = {}

    async def start(self, roots: Iterable[Path]) -> None:
        """Start those of these folders; no file of a folder is touched."""
        for root in roots:
            if root not in self._waiting:
                self._waiting[root] = asyncio.create_task(self._start(root))
        if self._waiting:
            await asyncio.wait(self._waiting.values(), timeout=START_SECONDS)

    async def _start(self, root: Path) -> Child:
        # Where the index lies depends on where the folder leads, and its disk may hang.
        await self._links.find(root)
        return await start_indexer(root, self._folders, self._on_notice)

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
