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
_CALLED = "def bench_called():\n    return 1\n"
_CALLING = "from bench_called import bench_called\n\n\ndef bench_caller():\n    pass\n"


def run() -> list[Measurement]:
    seconds = asyncio.run(_edits(indexed_project()))
    spread = (
        f"{FILES} files; {1000 * min(seconds):.0f} to {1000 * max(seconds):.0f} ms in {len(seconds)} edits"
    )
    return [
        Measurement(
            "one edited line, until its edges are seen", 1000 * median(seconds), "ms", "< 200", spread
        )
    ]


async def _edits(root: Path) -> list[float]:
    """Seconds of each edit: a call is added and removed in turn, in one of the largest files and in a small one."""
    called = root / "library" / "bench_called.py"
    called.write_text(_CALLED)
    small = root / "library" / "bench_caller.py"
    small.write_text(_CALLING)
    large = root / "library" / "argparse.py"
    original = large.read_text()
    edited = {
        small: (_CALLING, _CALLING.replace("pass", "bench_called()")),
        large: (original, original + "\n\nfrom bench_called import bench_called\nbench_called()\n"),
    }
    seconds = []
    async with server_for(root, NO_MODELS) as connection:
        for number in range(_EDITS):
            path = (small, large)[number % 2]
            adds = number % 4 < 2
            path.write_text(edited[path][adds])
            seconds.append(await _seen(connection, path, called, path.name if adds else None))
            # An editor's user needs longer than this for the next line; updates do not overlap.
            await asyncio.sleep(0.3)
    large.write_text(original)
    return seconds


async def _seen(connection: Connection, changed: Path, called: Path, expected: str | None) -> float:
    """Seconds until the callers of the function show the change. Raises `RuntimeError` if they do not."""
    started = time.perf_counter()
    connection.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": changed.as_uri(), "type": 2}]})
    asked = {**at(called.as_uri(), 0, 5), "waitForIndex": True}
    answer: dict[str, Any] = await connection.request("glossator/callers", asked)
    taken = time.perf_counter() - started
    files = {Path(each["place"]["path"]).name for each in answer["callers"]}
    if (changed.name in files) != (expected is not None):
        raise RuntimeError(f"the answer does not show the edit of {changed.name}: {sorted(files)}")
    return taken
