"""What a user at an editor waits for while indexing and embedding run flat out, measured over the wire.

A server process indexes CPython's standard library and then makes its vectors with the real model. Meanwhile a client
asks twenty times a second for a hover, code actions and the outline of an open file, and types a line now and then.
Then definitions are explained, in turn beside the embedding and while it is paused.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from itertools import cycle
from pathlib import Path

from tests.bench.corpus import copy_library
from tests.bench.editor_session import RATE, EditorSession, editor_session, latency
from tests.bench.measurement import Measurement

SECONDS = 60.0
"""How long the requests go on beside the embedding; beside indexing they go on as long as that takes."""
FILE = "argparse.py"
WARM_UP = "cmd.py"
EXPLAINED = (
    *("textwrap.py", "shlex.py", "bisect.py", "colorsys.py", "fnmatch.py"),
    *("heapq.py", "copy.py", "queue.py", "sched.py", "netrc.py"),
)
"""One definition in each is explained."""
WANTED = "TextWrapper"
"""A class of the library: once it is found, something can be searched."""

_FUNCTIONS_AND_CLASSES = (5, 12)


def run() -> list[Measurement]:
    with tempfile.TemporaryDirectory(prefix="glossator-priority-") as name:
        root = Path(name, "library")
        files = copy_library(root)
        kept = os.environ["GLOSSATOR_HOME"]
        os.environ["GLOSSATOR_HOME"] = str(Path(name, "home"))
        try:
            return [
                *asyncio.run(_while_indexing(root, len(files))),
                *asyncio.run(_while_embedding(root)),
            ]
        finally:
            os.environ["GLOSSATOR_HOME"] = kept


async def _while_indexing(root: Path, files: int) -> list[Measurement]:
    async with editor_session(root, {"index": {"embed": False}}) as session:
        begun = time.monotonic()
        searchable = asyncio.create_task(_first_hit(session, begun))
        await session.open(root / FILE)
        parameters = {"query": "x", "waitForIndex": True}
        complete = asyncio.ensure_future(session.connection.request("glossator/search", parameters))
        await session.ask_while(complete, 600)
        await complete
        seconds, hit = time.monotonic() - begun, await searchable
    note = f"{files} files in {seconds:.1f} s"
    return [
        Measurement("first symbol found after", hit, "s", "less than 10", note=note),
        *_latencies(session, "while indexing", note),
    ]


async def _first_hit(session: EditorSession, begun: float) -> float:
    """Seconds until a search finds a class of the library."""
    while not await session.connection.request("workspace/symbol", {"query": WANTED}):
        await asyncio.sleep(0.2)
    return time.monotonic() - begun


async def _while_embedding(root: Path) -> list[Measurement]:
    async with editor_session(root, {}) as session:
        await session.open(root / FILE)
        await session.embeds()
        await session.ask_while(asyncio.get_running_loop().create_future(), SECONDS)
        found = _latencies(session, "while embedding", f"{SECONDS:.0f} s")
        return found + await _first_words(session, root)


async def _first_words(session: EditorSession, root: Path) -> list[Measurement]:
    """Explanations in turn beside the embedding and without it, by what each token of their prompts took."""
    await session.first_word(*await _definition_in(session, root / WARM_UP))
    seconds: dict[bool, list[float]] = {True: [], False: []}
    per_token: dict[bool, list[float]] = {True: [], False: []}
    for name, embedding in zip(EXPLAINED, cycle((True, False))):
        place = await _definition_in(session, root / name)
        tokens = await session.prompt_tokens(*place)
        await (session.embeds() if embedding else session.pauses())
        seconds[embedding].append(await session.first_word(*place))
        per_token[embedding].append(seconds[embedding][-1] / tokens)
    ratio = statistics.median(per_token[True]) / statistics.median(per_token[False])
    note = f"median of {len(seconds[True])}"
    return [
        Measurement("first word, embedding paused", statistics.median(seconds[False]), "s", note=note),
        Measurement("first word beside embedding", statistics.median(seconds[True]), "s", note=note),
        Measurement(
            "first word, beside embedding / paused", ratio, "times", "at most 1.1", "by token of the prompt"
        ),
    ]


async def _definition_in(session: EditorSession, path: Path) -> tuple[str, dict[str, int]]:
    """The longest definition at the top of a file."""
    uri = path.as_uri()
    symbols = await session.connection.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    found = [each for each in symbols if each["kind"] in _FUNCTIONS_AND_CLASSES]
    longest = max(found, key=lambda each: each["range"]["end"]["line"] - each["range"]["start"]["line"])
    return uri, longest["selectionRange"]["start"]


def _latencies(session: EditorSession, when: str, note: str) -> list[Measurement]:
    return [
        latency(
            f"{kind} {when}", seconds, 0.99, "" if "edit" in kind else "less than 50", f"{RATE}/s, {note}"
        )
        for kind, seconds in sorted(session.seconds.items())
    ]
