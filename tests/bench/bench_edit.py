"""One edited line in an indexed project of 2,000 files: from the notification to its edges in the next answer.

A real server is told of a saved file with `workspace/didChangeWatchedFiles` and asked for the callers of a function
that the new line calls, or calls no longer. The answer waits for the index and is checked to be the right one. So the
time holds everything: noticing, listing, parsing, writing, resolving and asking.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.corpus import FILES, indexed_project
from tests.bench.measurement import Measurement
from tests.bench.wire import NO_MODELS, at, server_for

from glossator_client.connection import Connection

_EDITS = 20
_IMPORT_EDITS = 4
_CALLED = "def bench_called():\n    return 1\n"
_IMPORT = "from bench_called import bench_called\n"
_CALL = "bench_called()\n"
_LARGE = "argparse.py"
_PAUSE_SECONDS = 0.3
"""A user needs longer than this for the next line; updates do not overlap."""


def run() -> list[Measurement]:
    calls, imports = asyncio.run(_edits(indexed_project()))
    return [
        Measurement(
            "one call added or removed, until it is seen",
            1000 * median(calls),
            "ms",
            "< 200",
            f"{_note(calls)}; median {1000 * median(calls[::2]):.0f} in the small file, "
            f"{1000 * median(calls[1::2]):.0f} in the large one",
        ),
        Measurement(
            "one import and call added or removed, until it is seen",
            1000 * median(imports),
            "ms",
            "",
            _note(imports),
        ),
    ]


def _note(seconds: list[float]) -> str:
    return f"{FILES} files; {1000 * min(seconds):.0f} to {1000 * max(seconds):.0f} ms in {len(seconds)} edits"


async def _edits(root: Path) -> tuple[list[float], list[float]]:
    """Seconds of each edit of a call, in a small file and in one of the largest, and of each that has an import."""
    folder = root / "library"
    called, small, large = folder / "bench_called.py", folder / "bench_caller.py", folder / _LARGE
    original = large.read_text()
    called.write_text(_CALLED)
    small.write_text(_IMPORT)
    large.write_text(original + _IMPORT)
    try:
        async with server_for(root, NO_MODELS) as connection:
            calls = []
            for number in range(_EDITS):
                path, text = ((small, _IMPORT), (large, original + _IMPORT))[number % 2]
                calls.append(await _edit(connection, path, text, _CALL, called, adds=number % 4 < 2))
            large.write_text(original)
            await _edit(connection, small, "", _IMPORT + _CALL, called, adds=True)
            imports = [
                await _edit(connection, small, "", _IMPORT + _CALL, called, adds=bool(number % 2))
                for number in range(_IMPORT_EDITS)
            ]
    finally:
        large.write_text(original)
        called.unlink()
        small.unlink()
    return calls, imports


async def _edit(
    connection: Connection, path: Path, text: str, more: str, called: Path, *, adds: bool
) -> float:
    """Seconds until the callers show whether the file calls the function. Raises `RuntimeError` if they do not."""
    path.write_text(text + (more if adds else ""))
    started = time.perf_counter()
    connection.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 2}]})
    asked = {**at(called.as_uri(), 0, 5), "waitForIndex": True}
    answer: dict[str, Any] = await connection.request("glossator/callers", asked)
    taken = time.perf_counter() - started
    files = {Path(each["place"]["path"]).name for each in answer["callers"]}
    if (path.name in files) != adds:
        raise RuntimeError(f"the answer does not show the edit of {path.name}: {sorted(files)}")
    await asyncio.sleep(_PAUSE_SECONDS)
    return taken
