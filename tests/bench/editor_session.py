"""A client over the wire that asks like an editor does, at a steady rate, and keeps how long each answer took."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.bench.measurement import Measurement

from glossator_client.connection import Connection
from glossator_client.session import SERVER_COMMAND

RATE = 20
"""Requests a second: more than a person at an editor causes."""
EDIT_EVERY = 40
"""After so many requests a line is typed, so that the next answer needs a fresh parse."""

KINDS = ("hover", "codeAction", "documentSymbol")

_CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"workDoneProgress": True},
    "textDocument": {
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["refactor"]}}},
    },
}


class EditorSession:
    """One server process with one open document."""

    def __init__(self) -> None:
        self.connection: Connection
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)
        """How long the answers took, by what was asked."""
        self.messages: list[str] = []
        """What the progress bar of the index said."""
        self._text: dict[str, Callable[[], None]] = {}
        self._uri = ""
        self._version = 1
        self._symbols: list[dict[str, int]] = [{"line": 0, "character": 0}]

    async def start(self, root: Path, settings: Mapping[str, Any]) -> float:
        """Start a server for `root`; the seconds until `initialize` was answered."""
        self.connection = await Connection.start(
            SERVER_COMMAND, on_request=self._reply, on_notification=self._take
        )
        begun = time.monotonic()
        parameters = {
            "processId": None,
            "rootUri": root.as_uri(),
            "capabilities": _CAPABILITIES,
            "initializationOptions": settings,
        }
        await self.connection.request("initialize", parameters)
        taken = time.monotonic() - begun
        self.connection.notify("initialized", {})
        return taken

    async def open(self, path: Path) -> None:
        """Open a document and learn where its definitions are."""
        self._uri = path.as_uri()
        item = {"uri": self._uri, "languageId": "python", "version": 1, "text": path.read_text("utf-8")}
        self.connection.notify("textDocument/didOpen", {"textDocument": item})
        symbols = await self.connection.request("textDocument/documentSymbol", self._document())
        self._symbols = [each["selectionRange"]["start"] for each in symbols] or self._symbols

    async def ask_while(self, running: asyncio.Future[Any], seconds: float) -> None:
        """Hover, code action and outline in turn until something has ended, but not for longer than this."""
        deadline = time.monotonic() + seconds
        waiting: set[asyncio.Task[None]] = set()
        for number in itertools.count():
            if running.done() or time.monotonic() > deadline:
                break
            edited = number % EDIT_EVERY == EDIT_EVERY - 1
            if edited:
                self._type()
            kind = "documentSymbol after an edit" if edited else KINDS[number % len(KINDS)]
            task = asyncio.create_task(self._ask(kind, number))
            waiting.add(task)
            task.add_done_callback(waiting.discard)
            await asyncio.sleep(1 / RATE)
        await asyncio.gather(*waiting)

    async def hover(self, number: int) -> float:
        """Seconds until a hover over one of the definitions was answered."""
        begun = time.monotonic()
        await self.connection.request(*self._request("hover", self._symbols[number % len(self._symbols)]))
        return time.monotonic() - begun

    async def embeds(self) -> None:
        """Have background work go on, and wait until vectors are made."""
        self.messages.clear()
        await self._command("resumeIndexing")
        while not any("vectors" in message for message in self.messages):
            await asyncio.sleep(0.05)

    async def pauses(self) -> None:
        """Have background work rest."""
        await self._command("pauseIndexing")

    async def prompt_tokens(self, uri: str, position: dict[str, int]) -> int:
        """How long the prompt about what is at a place is."""
        parameters = {"textDocument": {"uri": uri}, "position": position, "promptOnly": True}
        return int((await self.connection.request("glossator/explain", parameters))["promptTokens"])

    async def first_word(self, uri: str, position: dict[str, int]) -> float:
        """Seconds until the first text of an explanation of what is at a place, which is then taken whole."""
        token, arrived = f"text {uri} {position}", asyncio.get_running_loop().create_future()

        def heard() -> None:
            if not arrived.done():
                arrived.set_result(time.monotonic())

        self._text[token] = heard
        begun = time.monotonic()
        parameters = {
            "textDocument": {"uri": uri},
            "position": position,
            "partialResultToken": token,
            "maxTokens": 24,
        }
        answer = await self.connection.request("glossator/explain", parameters)
        if not arrived.done():
            raise RuntimeError(f"no text came: {answer['notice']}")
        return float(arrived.result()) - begun

    async def _ask(self, kind: str, number: int) -> None:
        position = self._symbols[number % len(self._symbols)]
        begun = time.monotonic()
        await self.connection.request(*self._request(kind.split()[0], position))
        self.seconds[kind].append(time.monotonic() - begun)

    def _request(self, kind: str, position: dict[str, int]) -> tuple[str, dict[str, Any]]:
        if kind == "documentSymbol":
            return "textDocument/documentSymbol", self._document()
        if kind == "hover":
            return "textDocument/hover", {**self._document(), "position": position}
        range_ = {"start": position, "end": position}
        return "textDocument/codeAction", {
            **self._document(),
            "range": range_,
            "context": {"diagnostics": []},
        }

    async def _command(self, name: str) -> None:
        await self.connection.request("workspace/executeCommand", {"command": f"glossator.server.{name}"})

    def _document(self) -> dict[str, Any]:
        return {"textDocument": {"uri": self._uri}}

    def _type(self) -> None:
        self._version += 1
        start = {"line": 0, "character": 0}
        change = {"range": {"start": start, "end": start}, "text": f"# {self._version}\n"}
        item = {"uri": self._uri, "version": self._version}
        self.connection.notify("textDocument/didChange", {"textDocument": item, "contentChanges": [change]})
        self._symbols = [{**each, "line": each["line"] + 1} for each in self._symbols]

    def _reply(self, method: str, params: Any) -> Any:
        return None

    def _take(self, method: str, params: Any) -> None:
        if method != "$/progress":
            return
        value = params["value"]
        if (heard := self._text.get(str(params["token"]))) is not None:
            heard()
        elif value.get("message"):
            self.messages.append(value["message"])


@asynccontextmanager
async def editor_session(root: Path, settings: Mapping[str, Any]) -> AsyncIterator[EditorSession]:
    """A session whose server is gone afterwards."""
    session = EditorSession()
    await session.start(root, settings)
    try:
        yield session
    finally:
        await session.connection.close(5.0)


def latency(what: str, seconds: Sequence[float], part: float, target: str, note: str) -> Measurement:
    """The milliseconds that this part of the answers did not exceed, with the median and the longest as a note."""
    ordered = sorted(seconds)
    value, median = (ordered[round(each * (len(ordered) - 1))] * 1000 for each in (part, 0.5))
    words = f"median {median:.1f}, longest {ordered[-1] * 1000:.1f}, {len(ordered)} answers, {note}"
    return Measurement(f"{what}, p{part * 100:.0f}", value, "ms", target, words)
