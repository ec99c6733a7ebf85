"""A server in the test's own process, driven message by message."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from glossator.lsp.server import GlossatorServer

PATIENCE_SECONDS = 120.0
"""A hang guard: nothing that is waited for takes nearly as long."""

TURNS = 10
"""Rounds of the event loop in which every handler of these tests ends that does not wait for something."""


class Session:
    """A server in this process, and what it has sent."""

    def __init__(self, server: GlossatorServer) -> None:
        self.server = server
        self.sent: list[dict[str, Any]] = []
        self.replies: dict[str, dict[str, Any]] = {}
        """How the client answers requests of the server, by method: with a `result` or an `error`. It does not
        answer others at all."""
        self._news = asyncio.Event()
        server.protocol.set_writer(self)

    def write(self, data: bytes) -> None:
        """Take a message of the server."""
        message = json.loads(data.partition(b"\r\n\r\n")[2])
        self.sent.append(message)
        self._news.set()
        if "id" in message and message.get("method") in self.replies:
            reply = {"jsonrpc": "2.0", "id": message["id"], **self.replies[message["method"]]}
            asyncio.get_running_loop().call_soon(self.server.protocol.receive, json.dumps(reply).encode())

    def close(self) -> None:
        """There is nothing to close."""

    async def receive(self, message: Any) -> list[dict[str, Any]]:
        """Hand the server a message; the result is what it has sent by the time handlers have had their turn."""
        before = len(self.sent)
        self.server.protocol.receive(message if isinstance(message, bytes) else json.dumps(message).encode())
        for _ in range(TURNS):
            await asyncio.sleep(0)
        return self.sent[before:]

    async def ask(self, method: str, params: Any = None, request_id: int | str = 7) -> dict[str, Any]:
        """The one response to a request."""
        before = len(self.sent)
        await self.receive({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})
        await self.message(lambda each: each.get("id") == request_id and "method" not in each, before)
        (response,) = [each for each in self.sent[before:] if each.get("id") == request_id]
        return response

    async def message(self, fits: Callable[[dict[str, Any]], bool], start: int = 0) -> dict[str, Any]:
        """The first message since the one of that number that fits, now or later."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not (found := [each for each in self.sent[start:] if fits(each)]):
                self._news.clear()
                await self._news.wait()
        return found[0]

    async def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        await self.receive({"jsonrpc": "2.0", "method": method, "params": params})

    async def initialize(self, capabilities: dict[str, Any] | None = None, **params: Any) -> dict[str, Any]:
        """Shake hands up to the server's answer."""
        params = {"processId": None, "rootUri": None, "capabilities": capabilities or {}, **params}
        return await self.ask("initialize", params, request_id=1)


def opening(uri: str, text: str) -> dict[str, Any]:
    """The notification that a document was opened."""
    item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    return {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": item}}
