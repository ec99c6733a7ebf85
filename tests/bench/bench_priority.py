"""What a user at an editor waits for while indexing and embedding run flat out, measured over the wire.

A server process indexes CPython's standard library and then makes its vectors with the real model. Meanwhile a client
asks twenty times a second for a hover, code actions and the outline of an open file, and types a line now and then.
Then the first words of explanations are timed, beside the embedding and with it switched off.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.bench.corpus import copy_library
from tests.bench.editor_session import RATE, EditorSession, editor_session
from tests.bench.measurement import Measurement

SECONDS = float(os.environ.get("GLOSSATOR_BENCH_SECONDS", "60"))
"""How long the requests go on beside the embedding; beside indexing they go on as long as that takes."""
FILE = "argparse.py"
EXPLAINED = ("textwrap.py", "shlex.py", "bisect.py", "colorsys.py", "fnmatch.py", "heapq.py")
"""One definition in each is explained."""
WANTED = "TextWrapper"
"""A class of the library: once it is found, something can be searched."""

NO_EMBEDDING = {"index": {"embed": False}}


def run() -> list[Measurement]:
    with tempfile.TemporaryDirectory(prefix="glossator-priority-") as name:
        root = Path(name, "library")
        files = copy_library(root)
        kept = os.environ["GLOSSATOR_HOME"]
        try:
            os.environ["GLOSSATOR_HOME"] = str(Path(name, "home"))
            found = asyncio.run(_while_indexing(root, len(files)))
            idle = asyncio.run(_first_words(root, embedding=False, home=Path(name, "idle")))
            beside, first_words = asyncio.run(_while_embedding(root))
        finally:
            os.environ["GLOSSATOR_HOME"] = kept
    ratio = statistics.median(after / before for before, after in zip(idle, first_words, strict=True))
    return [
        *found,
        *beside,
        Measurement("first word, nothing else running", statistics.median(idle), "s", note="median of 6"),
        Measurement("first word beside embedding", statistics.median(first_words), "s", note="median of 6"),
        Measurement("first word, beside embedding / alone", ratio, "times", "≤ 1.1", note="median of 6"),
    ]


async def _while_indexing(root: Path, files: int) -> list[Measurement]:
    async with editor_session(root, NO_EMBEDDING) as session:
        begun = time.monotonic()
        searchable = asyncio.create_task(_first_hit(session, begun))
        await session.open(root / FILE)
        parameters = {"query": "x", "waitForIndex": True}
        complete = asyncio.ensure_future(session.connection.request("glossator/search", parameters))
        await session.ask_until(complete, 600)
        await complete
        seconds, hit = time.monotonic() - begun, await searchable
    note = f"{files} files in {seconds:.1f} s"
    return [
        Measurement("first symbol found after", hit, "s", "< 10", note=note),
        *_latencies(session, "while indexing", note),
    ]


async def _first_hit(session: EditorSession, begun: float) -> float:
    """Seconds until a search finds a class of the library."""
    while not await session.connection.request("workspace/symbol", {"query": WANTED}):
        await asyncio.sleep(0.2)
    return time.monotonic() - begun


async def _while_embedding(root: Path) -> tuple[list[Measurement], list[float]]:
    async with editor_session(root, {}) as session:
        await session.open(root / FILE)
        async with asyncio.timeout(300):
            while not any("vectors" in message for message in session.messages):
                await asyncio.sleep(0.1)
        await session.ask_until(asyncio.Event(), SECONDS)
        first_words = await _explain_all(session, root)
    return _latencies(session, "while embedding", f"{SECONDS:.0f} s"), first_words


async def _first_words(root: Path, *, embedding: bool, home: Path) -> list[float]:
    """The same explanations, kept apart from the others' stored answers."""
    shutil.copytree(os.environ["GLOSSATOR_HOME"], home)
    kept = os.environ["GLOSSATOR_HOME"]
    os.environ["GLOSSATOR_HOME"] = str(home)
    try:
        async with editor_session(root, {} if embedding else NO_EMBEDDING) as session:
            await session.connection.request("glossator/search", {"query": "x", "waitForIndex": True})
            return await _explain_all(session, root)
    finally:
        os.environ["GLOSSATOR_HOME"] = kept


async def _explain_all(session: EditorSession, root: Path) -> list[float]:
    warm_up, *others = [await _function_of(session, root / name) for name in ("cmd.py", *EXPLAINED)]
    await session.first_word(*warm_up)
    return [await session.first_word(*each) for each in others]


async def _function_of(session: EditorSession, path: Path) -> tuple[str, dict[str, int]]:
    """The longest function at the top of a file."""
    uri = path.as_uri()
    symbols = await session.connection.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    functions = [each for each in symbols if each["kind"] in (5, 12)]
    longest = max(functions, key=lambda each: each["range"]["end"]["line"] - each["range"]["start"]["line"])
    return uri, longest["selectionRange"]["start"]


def _latencies(session: EditorSession, when: str, note: str) -> list[Measurement]:
    found = []
    for kind, seconds in sorted(session.seconds.items()):
        target = "p99 < 50" if "edit" not in kind else ""
        words = f"p50 {_quantile(seconds, 0.5):.1f}, max {max(seconds) * 1000:.1f}, n {len(seconds)}, {RATE}/s, {note}"
        found.append(Measurement(f"{kind} {when}, p99", _quantile(seconds, 0.99), "ms", target, words))
    return found


def _quantile(seconds: Sequence[float], part: float) -> float:
    """Milliseconds that this part of the answers did not exceed."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, round(part * (len(ordered) - 1)))] * 1000
