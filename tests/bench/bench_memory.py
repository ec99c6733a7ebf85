"""The server's memory over 1,000 edits and 200 explanations, on an indexed project of 2,000 files.

A real server has one document open that is edited a thousand times, a character each, with questions in between; then
200 definitions in 20 files are explained by the default language model, with short prompts and answers, each another
one so that none comes from the memory of answers. Resident memory counts, of the server's process alone: models and
parsers are processes of their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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
FILES_EXPLAINED = 20
_SAMPLES = 10
_SETTINGS = {"index": {"embed": False}, "models": {"promptTokens": 160}}
_EDITED = "argparse.py"
_EXPLAINED = (5, 6, 12)
"""The protocol's kinds of symbols that are explained: classes, methods and functions."""


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
    """Explain definitions of a few files, one of each file in turn, so that what is kept of files is soon complete."""
    rounds = EXPLANATIONS // FILES_EXPLAINED
    definitions = await _definitions(connection, folder, rounds)
    done = 0
    for number in range(rounds):
        for path, symbols in definitions.items():
            async with _opened(connection, path):
                await connection.request("glossator/explain", _asked(path.as_uri(), symbols[number], done))
            done += 1
            if done % (EXPLANATIONS // _SAMPLES) == 0:
                yield resident_mib(server)


async def _definitions(connection: Connection, folder: Path, wanted: int) -> dict[Path, list[dict[str, Any]]]:
    """Files with so many functions, methods and classes, and these."""
    found: dict[Path, list[dict[str, Any]]] = {}
    for path in sorted(folder.glob("*.py")):
        async with _opened(connection, path) as document:
            symbols = await connection.request("textDocument/documentSymbol", document)
        explained = [symbol for symbol in symbols if symbol["kind"] in _EXPLAINED]
        if len(explained) >= wanted:
            found[path] = explained
        if len(found) == FILES_EXPLAINED:
            return found
    raise RuntimeError(f"{folder} has too few files with {wanted} definitions")


@asynccontextmanager
async def _opened(connection: Connection, path: Path) -> AsyncIterator[dict[str, Any]]:
    document = {"textDocument": {"uri": path.as_uri()}}
    item = {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": path.read_text()}
    connection.notify("textDocument/didOpen", {"textDocument": item})
    yield document
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
