"""30,000 small files, opened for the first time: what a user waits for meanwhile, over the wire.

The files are generated. A client asks five times a second for a hover until everything is indexed and searchable, and
looks again and again for a class, until it is found.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path

import psutil
from tests.bench.editor_session import EditorSession, editor_session, latency
from tests.bench.measurement import Measurement

FILES = 30_000
HOVER_SECONDS = 0.2

_TEXT = """from p{other:03d} import m{other_file}


class Thing{n}:
    def run_{name}(self, a):
        return helper_{n}(a) + self.more()

    def more(self):
        return {n}


def helper_{n}(a):
    return Thing{n}().more()
"""


def run() -> list[Measurement]:
    with tempfile.TemporaryDirectory(prefix="glossator-many-") as name:
        root = Path(name, "project")
        for number in range(FILES):
            path = root / f"p{number // 300:03d}" / f"q{number // 30 % 10}" / f"m{number}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            other = number * 7 % FILES
            path.write_text(
                _TEXT.format(n=number, name=number % 50, other=other // 300, other_file=other),
                encoding="utf-8",
            )
        kept = os.environ["GLOSSATOR_HOME"]
        os.environ["GLOSSATOR_HOME"] = str(Path(name, "home"))
        try:
            return asyncio.run(_measure(root))
        finally:
            os.environ["GLOSSATOR_HOME"] = kept


async def _measure(root: Path) -> list[Measurement]:
    async with editor_session(root, {"index": {"embed": False}}) as session:
        begun = time.monotonic()
        first = asyncio.create_task(_first_hit(session, begun))
        await session.open(root / "p000/q0/m1.py")
        parameters = {"query": "helper", "waitForIndex": True}
        complete = asyncio.ensure_future(session.connection.request("glossator/search", parameters))
        hovers: list[float] = []
        parsers = 0
        while not complete.done():
            hovers.append(await session.hover(len(hovers)))
            parsers = max(parsers, _parsers_of_the_indexer(session.connection.process_id))
            await asyncio.sleep(HOVER_SECONDS)
        await complete
        seconds = time.monotonic() - begun
        note = f"{FILES:,} files in {seconds:.0f} s"
        return [
            Measurement("first symbol found after", await first, "s", "less than 10", note),
            latency("hover while indexing", hovers, 0.95, "less than 150", note),
            Measurement("parsers of the indexer", parsers, "processes", "all cores but one"),
        ]


async def _first_hit(session: EditorSession, begun: float) -> float:
    """Seconds until a search finds a class."""
    while not await session.connection.request("workspace/symbol", {"query": "Thing7"}):
        await asyncio.sleep(HOVER_SECONDS)
    return time.monotonic() - begun


def _parsers_of_the_indexer(server: int) -> int:
    """How many processes the server's indexers have."""
    return sum(len(child.children()) for child in psutil.Process(server).children())
