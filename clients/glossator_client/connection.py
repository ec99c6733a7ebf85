"""JSON-RPC over the pipes of a server process, as the language server protocol frames it.

`pygls` has a client too, but importing it takes longer than a whole question to the server; the few messages
that a terminal needs are read and written here.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from glossator_client.errors import RequestFailed, ServerGone

MAX_MESSAGE_BYTES = 512 * 1024 * 1024
"""A longer message is taken as a sign that the pipe carries something else."""

STDERR_LINES = 20
"""How many of the server's last words are kept for the message about its end."""

METHOD_NOT_FOUND = -32601

RequestHandler = Callable[[str, Any], Any]
"""Answers a request of the server; raises `KeyError` for a method that it does not know."""

NotificationHandler = Callable[[str, Any], None]


class Connection:
    """One server process and the messages to and from it, on the running event loop.

    The process is in a session of its own, so that Ctrl-C reaches the client alone, which then takes the
    server down. The server ends when its stdin is closed, so it cannot outlive a client that is killed.
    """

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        on_request: RequestHandler,
        on_notification: NotificationHandler,
    ) -> None:
        self._process = process
        self._on_request = on_request
        self._on_notification = on_notification
        self._pending: dict[int, asyncio.Future[Any]] = {}
        self._next_id = 1
        self._gone: ServerGone | None = None
        self._last_words: deque[str] = deque(maxlen=STDERR_LINES)
        self._listener = asyncio.create_task(self._listen())
        self._stderr_reader = asyncio.create_task(self._read_stderr())

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        *,
        on_request: RequestHandler,
        on_notification: NotificationHandler,
    ) -> Connection:
        """Start the server. Raises `ServerGone` if the program cannot be run."""
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as error:
            raise ServerGone(f"The language server cannot be started: {error.strerror}.") from error
        return cls(process, on_request, on_notification)

    @property
    def process_id(self) -> int:
        """The server's process id."""
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """The server's exit code, None while it runs; negative for a signal."""
        return self._process.returncode

    async def request(self, method: str, params: Any) -> Any:
        """The result of a request.

        Raises `RequestFailed` for an error response and `ServerGone` if the server ends first. When the
        awaiting task is cancelled, the request is cancelled at the server too.
        """
        request_id = self._next_id
        self._next_id += 1
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._pending[request_id] = future
        try:
            self._send({"id": request_id, "method": method, "params": params})
            return await future
        except asyncio.CancelledError:
            with contextlib.suppress(ServerGone):
                self.notify("$/cancelRequest", {"id": request_id})
            raise
        finally:
            self._pending.pop(request_id, None)

    def notify(self, method: str, params: Any) -> None:
        """Send a notification. Raises `ServerGone` if nobody is there to read it."""
        self._send({"method": method, "params": params})

    async def close(self, grace_seconds: float) -> None:
        """Say goodbye as the protocol wants it, and kill the server if it has not left in time."""
        with contextlib.suppress(ServerGone, RequestFailed, TimeoutError):
            async with asyncio.timeout(grace_seconds):
                await self.request("shutdown", None)
                self.notify("exit", None)
                await self._process.wait()
        self.kill()
        await self._process.wait()
        for task in (self._listener, self._stderr_reader):
            task.cancel()
        await asyncio.gather(self._listener, self._stderr_reader, return_exceptions=True)
        if self._process.stdin is not None:
            self._process.stdin.close()

    def kill(self) -> None:
        """End the server now if it is still there."""
        with contextlib.suppress(ProcessLookupError):
            if self._process.returncode is None:
                self._process.kill()

    def _send(self, message: dict[str, Any]) -> None:
        if self._gone is not None:
            raise self._gone
        body = json.dumps({"jsonrpc": "2.0", **message}).encode("ascii")
        stdin = self._process.stdin
        assert stdin is not None
        stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    async def _listen(self) -> None:
        """Take messages until the server closes its stdout, then fail what is still unanswered."""
        stdout = self._process.stdout
        assert stdout is not None
        try:
            while (message := await _read_message(stdout)) is not None:
                self._take(message)
            await asyncio.wait_for(self._process.wait(), 1.0)
            self._fail_pending(ServerGone(self._end_in_words()))
        except (ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
            self._fail_pending(ServerGone("The language server sent something that is no message."))
        except TimeoutError:
            self._fail_pending(ServerGone("The language server closed its output."))

    def _take(self, message: dict[str, Any]) -> None:
        method = message.get("method")
        if method is None:
            self._take_response(message)
        elif "id" in message:
            try:
                reply: dict[str, Any] = {"result": self._on_request(method, message.get("params"))}
            except KeyError:
                reply = {"error": {"code": METHOD_NOT_FOUND, "message": f"No method {method}"}}
            with contextlib.suppress(ServerGone):
                self._send({"id": message["id"], **reply})
        else:
            self._on_notification(method, message.get("params"))

    def _take_response(self, message: dict[str, Any]) -> None:
        future = self._pending.get(message.get("id", -1))
        if future is None or future.done():
            return
        error = message.get("error")
        if error is None:
            future.set_result(message.get("result"))
        else:
            text = str(error.get("message") or "The request failed.")
            future.set_exception(RequestFailed(text, int(error.get("code", 0))))

    def _fail_pending(self, reason: ServerGone) -> None:
        self._gone = reason
        for future in self._pending.values():
            if not future.done():
                future.set_exception(reason)

    def _end_in_words(self) -> str:
        """Why the server ended: its own last sentence for the user if it said one, else its exit code."""
        for line in reversed(self._last_words):
            if line.startswith("glossator: "):
                return line.removeprefix("glossator: ")
        code = self._process.returncode
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        return f"The language server ended unexpectedly ({how}); 'glossator doctor' looks for the cause."

    async def _read_stderr(self) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        while chunk := await stderr.read(65536):
            self._last_words.extend(line[:2000] for line in chunk.decode("utf-8", "replace").splitlines())


async def _read_message(stream: asyncio.StreamReader) -> dict[str, Any] | None:
    """The next message, or None at the end of the stream. Raises `ValueError` for anything else."""
    length: int | None = None
    while True:
        line = await stream.readline()
        if not line:
            return None
        if line == b"\r\n":
            break
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            length = int(value)
    if length is None or not 0 <= length <= MAX_MESSAGE_BYTES:
        raise ValueError("no length")
    message = json.loads(await stream.readexactly(length))
    if not isinstance(message, dict):
        raise ValueError("no message")
    return message
