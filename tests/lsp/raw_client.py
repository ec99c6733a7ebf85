"""A client that speaks raw JSON-RPC with a server process, for what no well-behaved client does."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

SERVER = (sys.executable, "-P", "-m", "glossator", "serve")
NO_MODELS = {"models": {"language": "none", "embedding": "none"}}
PATIENCE_SECONDS = 120.0
"""A hang guard: nothing that is waited for takes nearly as long."""


class RawClient:
    """One server process. Requests of the server get the answers in `replies`, null if there is none."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        incoming: asyncio.StreamReader,
        outgoing: asyncio.StreamWriter,
    ) -> None:
        self.process = process
        self._incoming = incoming
        self._outgoing = outgoing
        self.replies: dict[str, Any] = {"workspace/configuration": [None]}
        self.received: list[dict[str, Any]] = []
        self._arrived = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())
        self._last_id = 0

    @classmethod
    async def start(cls, *command: str) -> RawClient:
        """Start a server that speaks over its standard streams."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *(command or (*SERVER, "--stdio")), stdin=pipe, stdout=pipe
        )
        assert process.stdin is not None
        assert process.stdout is not None
        return cls(process, process.stdout, process.stdin)

    async def initialize(self, capabilities: dict[str, Any] | None = None, **params: Any) -> dict[str, Any]:
        """Shake hands, without models unless told otherwise."""
        defaults = {"processId": None, "rootUri": None, "initializationOptions": NO_MODELS}
        answer = await self.request("initialize", {**defaults, "capabilities": capabilities or {}, **params})
        self.notify("initialized", {})
        return answer["result"]

    def send(self, **message: Any) -> None:
        """Send one message."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def send_bytes(self, data: bytes) -> None:
        """Send what need not be a message."""
        self._outgoing.write(data)

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self.send(method=method, params=params)

    def begin(self, method: str, params: Any) -> int:
        """Send a request; the result is its id."""
        self._last_id += 1
        self.send(id=self._last_id, method=method, params=params)
        return self._last_id

    async def request(self, method: str, params: Any) -> dict[str, Any]:
        """Send a request and wait for its response."""
        return await self.response(self.begin(method, params))

    async def response(self, request_id: int | None) -> dict[str, Any]:
        """The response of that id."""
        return await self.message(lambda each: "method" not in each and each.get("id") == request_id)

    async def message(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message that fits, now or later."""
        async with asyncio.timeout(PATIENCE_SECONDS), self._arrived:
            while True:
                if found := next((each for each in self.received if fits(each)), None):
                    return found
                assert not self._reader.done(), "the server is gone"
                await self._arrived.wait()

    async def exit_code(self) -> int:
        """Wait until the process has ended."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self.process.wait()

    def close_input(self) -> None:
        """Say nothing more, as an editor that was closed."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def close_output(self) -> None:
        """Read nothing more, although the server may still be spoken to."""
        self._reader.cancel()
        # asyncio has no public way to close the read end of a pipe to a process that runs.
        self.process._transport.get_pipe_transport(1).close()  # type: ignore[attr-defined]

    async def leave(self) -> int:
        """End the session as the specification says."""
        await self.request("shutdown", None)
        self.notify("exit", None)
        return await self.exit_code()

    async def close(self) -> None:
        """End the process whatever state it is in."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()
        self._reader.cancel()

    async def _read(self) -> None:
        stream = self._incoming
        try:
            while headers := await stream.readuntil(b"\r\n\r\n"):
                length = int(headers.split(b":")[1])
                message = json.loads(await stream.readexactly(length))
                if "method" in message and "id" in message:
                    self.send(id=message["id"], result=self.replies.get(message["method"]))
                async with self._arrived:
                    self.received.append(message)
                    self._arrived.notify_all()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            async with self._arrived:
                self._arrived.notify_all()


@asynccontextmanager
async def raw_client(*command: str) -> AsyncIterator[RawClient]:
    """A client whose server is gone afterwards."""
    client = await RawClient.start(*command)
    try:
        yield client
    finally:
        await client.close()
