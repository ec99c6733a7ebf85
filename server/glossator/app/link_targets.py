"""Where the paths of open documents and folders lead, links followed, asked of the disk once for each.

A network folder may hang at any question. Whoever asks about a document in one must not keep others waiting, nor take
a thread for every question: all that ask for the same path wait for one answer, and once it is known none is needed.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from glossator.app.disk_threads import ask_disk_once


class LinkTargets:
    """Remembers targets from the first question until they are forgotten. Belongs to one event loop."""

    def __init__(self) -> None:
        self._asked: dict[Path, asyncio.Task[Path]] = {}

    async def find(self, path: Path) -> Path:
        """What a path leads to; waits for the disk the first time."""
        asked = self._asked.get(path)
        if asked is None:
            asked = asyncio.create_task(ask_disk_once(link_target, path))
            self._asked[path] = asked
        # Whoever stops waiting must not stop the others.
        return asked.result() if asked.done() else await asyncio.shield(asked)

    def known(self, path: Path) -> Path | None:
        """The same if it is known already; for any thread."""
        asked = self._asked.get(path)
        return asked.result() if asked is not None and asked.done() and not asked.cancelled() else None

    def forget(self, path: Path) -> None:
        """The path is not used any more, or may lead elsewhere now."""
        self._asked.pop(path, None)


def link_target(path: Path) -> Path:
    """The path with all links in it followed, as far as they can be; asks the disk."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return path
