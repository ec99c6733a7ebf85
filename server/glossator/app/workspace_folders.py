"""The folders of a session: opened one beside the other, closed, and why some of them are not indexed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

from glossator.app.disk_threads import ask_disk_once
from glossator.app.files import workspace_refusal
from glossator.app.link_targets import LinkTargets
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.settings import IndexSettings

NO_FOLDER = "No folder is open, so there is no index to look in."


class WorkspaceFolders:
    """Belongs to one event loop. A folder on a disk that hangs keeps none of the others waiting."""

    def __init__(
        self,
        links: LinkTargets,
        make: Callable[[Path], Awaitable[WorkspaceIndex]],
        on_opened: Callable[[WorkspaceIndex], None],
        on_refusal: Callable[[str], None],
    ) -> None:
        """`make` makes the index of a folder; `on_opened` begins to use it."""
        self.indexes: list[WorkspaceIndex] = []
        """Of the folders that are indexed, in their order."""
        self.states: dict[Path, str | None] = {}
        """Why folders are not indexed, in one sentence; it is empty for those that are, and None while the disk is
        asked whether one may be."""
        self._links = links
        self._make = make
        self._on_opened = on_opened
        self._on_refusal = on_refusal

    @property
    def refusal(self) -> str:
        """Why a folder is not indexed, in one sentence; empty if all are or none was opened."""
        return next((why for why in self.states.values() if why), "")

    def note(self, added: Iterable[Path], removed: Iterable[Path]) -> tuple[list[Path], list[WorkspaceIndex]]:
        """Take notice of a change at once, so that changes count in their order. The result are the folders that are
        to be opened, and the indexes that are to be closed."""
        gone = set(removed)
        for root in gone:
            self.states.pop(root, None)
            self._links.forget(root)
        closing = [index for index in self.indexes if index.root in gone]
        self.indexes = [index for index in self.indexes if index.root not in gone]
        new = [root for root in dict.fromkeys(added) if self.states.get(root, "unknown")]
        self.states |= dict.fromkeys(new)
        return new, closing

    async def open(self, roots: Iterable[Path], settings: IndexSettings) -> None:
        """Open folders that were noted."""
        await asyncio.gather(*(self._open(root, settings) for root in roots))

    async def close_all(self) -> None:
        """Close all folders; they are told of until that is done."""
        self.states.clear()
        await asyncio.gather(*(index.close() for index in self.indexes), return_exceptions=True)
        self.indexes = []

    async def _open(self, root: Path, settings: IndexSettings) -> None:
        refusal = await ask_disk_once(workspace_refusal, root, settings)
        await self._links.find(root)
        if not self._is_opening(root):
            return
        if refusal is not None:
            self.states[root] = refusal
            self._on_refusal(refusal)
            return
        index = await self._make(root)
        if not self._is_opening(root):
            await index.close()
            return
        self.states[root] = ""
        order = list(self.states)
        self.indexes = sorted([*self.indexes, index], key=lambda each: order.index(each.root))
        self._on_opened(index)

    def _is_opening(self, root: Path) -> bool:
        """Whether a folder is still wanted, and was not opened meanwhile by somebody else."""
        return self.states.get(root, "closed") is None
