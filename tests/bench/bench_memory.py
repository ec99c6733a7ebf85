"""The server's memory over 1,000 edits and 200 explanations, on an indexed project of 2,000 files.

A real server has one document open that is edited a thousand times, a character each, with questions in between; then
200 definitions are explained by the default language model, with short prompts and answers, each another one so that
none comes from the memory of answers. Resident memory counts, of the server's process alone: models and parsers are
processes of their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psutil
from tests.bench.corpus import FILES, indexed_project
from tests.bench.measurement import Measurement
from tests.bench.process_memory import peak_mib, resident_mib, role
from tests.bench.wire import process_of, server_for

from glossator_client.connection import Connection

EDITS = 1000
EXPLANATIONS = 200
_SAMPLES = 10
_SETTINGS = {"index": {"embed": False}, "models": {"promptTokens": 160}}
_EDITED = "argparse.py"
_EXPLAINED = (5, 12)
"""The protocol's kinds of symbols that are explained: classes and functions."""


def run() -> list[Measurement]:
    return asyncio.run(_session(indexed_project()))


async def _session(root: Path) -> list[Measurement]:
    async with server_for(root, _SETTINGS) as connection:
        server = process_of(connection)
        opened = resident_mib(server)
        edits = [mib async for mib in _edit(connection, root / "library" / _EDITED, server)]
        explained = [mib async for mib in _explain(connection, root / "library", server)]
        children = _children(server)
        everything = [opened, *edits, *explained]
        return [
            Measurement("server, folder opened", opened, "MiB", "< 200", f"{FILES} files"),
            Measurement("server, most of all samples", max(everything), "MiB", "< 200"),
            Measurement("server, most at any time", peak_mib(server), "MiB", "< 200"),
            _growth(f"server, growth over {EDITS} edits", edits),
            _growth(f"server, growth over {EXPLANATIONS} explanations", explained),
            *(Measurement(f"{name} process", mib, "MiB") for name, mib in children.items()),
        ]


def _growth(what: str, samples: list[float]) -> Measurement:
    """The later half of the samples against the earlier, the first tenth left out: caches fill up at first."""
    settled = samples[max(1, len(samples) // 10) :]
    half = len(settled) // 2
    grown = sum(settled[half:]) / len(settled[half:]) - sum(settled[:half]) / half
    note = f"{settled[0]:.0f} MiB after a tenth, {settled[-1]:.0f} MiB at the end"
    return Measurement(what, grown, "MiB", "flat", note)


async def _edit(connection: Connection, path: Path, server: psutil.Process) -> AsyncIterator[float]:
    """Type a thousand characters, asking for hovers and outlines as an editor does."""
    uri = path.as_uri()
    item = {"uri": uri, "languageId": "python", "version": 1, "text": path.read_text()}
    connection.notify("textDocument/didOpen", {"textDocument": item})
    document = {"textDocument": {"uri": uri}}
    for number in range(EDITS):
        column = number % 40
        end = {"line": 0, "character": column if column or not number else 40}
        start = end if column else {"line": 0, "character": 0}
        change = {"range": {"start": start, "end": end}, "text": "x" if column else "#"}
        edited = {"uri": uri, "version": number + 2}
        connection.notify("textDocument/didChange", {"textDocument": edited, "contentChanges": [change]})
        if number % 5 == 0:
            await connection.request("textDocument/documentSymbol", document)
            await connection.request(
                "textDocument/hover", {**document, "position": {"line": 90, "character": 6}}
            )
        if (number + 1) % (EDITS // _SAMPLES) == 0:
            yield resident_mib(server)
    connection.notify("textDocument/didClose", document)


async def _explain(connection: Connection, folder: Path, server: psutil.Process) -> AsyncIterator[float]:
    """Explain definitions of the library, one after the other."""
    done = 0
    for path in sorted(folder.glob("*.py")):
        document = {"textDocument": {"uri": path.as_uri()}}
        item = {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": path.read_text()}
        connection.notify("textDocument/didOpen", {"textDocument": item})
        symbols = await connection.request("textDocument/documentSymbol", document)
        for symbol in [each for each in symbols if each["kind"] in _EXPLAINED][:3]:
            await connection.request("glossator/explain", _asked(path.as_uri(), symbol, done))
            done += 1
            if done % (EXPLANATIONS // _SAMPLES) == 0:
                yield resident_mib(server)
            if done == EXPLANATIONS:
                return
        connection.notify("textDocument/didClose", document)


def _asked(uri: str, symbol: dict[str, Any], number: int) -> dict[str, Any]:
    place = symbol.get("selectionRange") or symbol["location"]["range"]
    return {
        "textDocument": {"uri": uri},
        "position": place["start"],
        "partialResultToken": f"text {number}",
        "workDoneToken": f"work {number}",
        "maxTokens": 4,
    }


def _children(server: psutil.Process) -> dict[str, float]:
    """The memory of the other processes now, the largest of each kind."""
    held: dict[str, float] = {}
    for process in server.children(recursive=True):
        held[role(process)] = max(held.get(role(process), 0.0), resident_mib(process))
    return dict(sorted(held.items()))
