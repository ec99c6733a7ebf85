"""The structure index of CPython's standard library against bare tree-sitter parsing of the same files.

Both are CPU seconds, of all processes, taken in one run; the index includes listing, reading, extracting, writing and
resolving, and the start of its processes.
"""

from __future__ import annotations

import asyncio
import resource
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from tests.bench.corpus import copy_library
from tests.bench.measurement import Measurement
from tree_sitter import Parser
from tree_sitter_language_pack import get_language

from glossator.app.application import Application
from glossator.core.settings import Settings
from glossator.host.folders import Folders


def run() -> list[Measurement]:
    with tempfile.TemporaryDirectory(prefix="glossator-library-") as name:
        root = Path(name, "library")
        files = copy_library(root)
        size = sum(path.stat().st_size for path in files)
        lines = sum(path.read_bytes().count(b"\n") for path in files)
        note = f"{len(files)} files, {lines:,} lines, {size / 1e6:.1f} MB"
        bare = _bare_seconds(files)
        first, first_wall = _index(root, Path(name, "home"))
        again, again_wall = _index(root, Path(name, "home"))
    return [
        Measurement("bare tree-sitter parsing, CPU", bare, "s", note=note),
        Measurement("structure index, CPU", first, "s", note=f"{first_wall:.2f} s of wall time"),
        Measurement("structure index / bare parsing, CPU", first / bare, "times", "≤ 2.0 in the end"),
        Measurement("unchanged second run, CPU", again, "s", note=f"{again_wall:.2f} s of wall time"),
    ]


def _bare_seconds(files: list[Path]) -> float:
    parser = Parser(get_language("python"))
    texts = [path.read_bytes() for path in files]
    started = time.process_time()
    for text in texts:
        parser.parse(text)
    return time.process_time() - started


def _index(root: Path, home: Path) -> tuple[float, float]:
    """CPU seconds of all processes and wall seconds until the structure is complete."""
    before = _cpu_seconds()
    wall = asyncio.run(_index_once(root, home))
    return _cpu_seconds() - before, wall


async def _index_once(root: Path, home: Path) -> float:
    settings = Settings()
    models = replace(settings.models, language="none", embedding="none")
    app = Application(replace(settings, models=models), Folders.below(home))
    started = time.monotonic()
    try:
        await app.open_workspace([root])
        await app.wait_indexed()
        wall = time.monotonic() - started
        # Cutting chunks, which comes next, is not part of the structure.
        app.pause_indexing()
        return wall
    finally:
        await app.close()


def _cpu_seconds() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
