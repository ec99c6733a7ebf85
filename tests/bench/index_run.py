"""One run of the indexer over a folder, without models, and what it cost."""

from __future__ import annotations

import asyncio
import resource
import time
from dataclasses import dataclass, replace
from pathlib import Path

from tests.bench.process_memory import MemoryWatch

from glossator.app.application import Application
from glossator.core.settings import Settings
from glossator.host.folders import Folders


@dataclass(frozen=True, slots=True)
class IndexRun:
    """CPU seconds of all processes, their start included; wall seconds until the structure is complete; and the
    most memory in MiB that the processes beside this one held together."""

    cpu: float
    wall: float
    peak_mib: float


def index_once(root: Path, home: Path, *, searchable: bool = False) -> IndexRun:
    """Index `root` until its symbols and edges are complete, and its words with `searchable`."""
    before = cpu_seconds()
    with MemoryWatch() as memory:
        wall = asyncio.run(_index(root, home, searchable))
    return IndexRun(cpu_seconds() - before - memory.cpu, wall, memory.peak_mib)


async def _index(root: Path, home: Path, searchable: bool) -> float:
    settings = Settings()
    models = replace(settings.models, language="none", embedding="none")
    application = Application(replace(settings, models=models), Folders.below(home))
    started = time.monotonic()
    try:
        await application.open_workspace([root])
        await (application.wait_searchable() if searchable else application.wait_indexed())
        wall = time.monotonic() - started
        # Cutting chunks, which comes next, is not part of the structure.
        application.pause_indexing()
        return wall
    finally:
        await application.close()


def cpu_seconds() -> float:
    """CPU seconds of this process and of its children that have ended."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
