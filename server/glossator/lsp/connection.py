"""The two ends of a client's byte stream: a thread that reads messages and a thread that writes them.

pygls reads through the thread pool that also runs handlers and writes on the event loop; here a handler can
never make the server deaf, and a client that does not read can never make it hang.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import queue
import select
import stat
import threading
from collections import Counter, deque
from contextlib import suppress
from io import BufferedReader
from typing import BinaryIO

from glossator.lsp.framing import ArrivingMessages, read_message

__all__ = ["Connection", "read_message"]

logger = logging.getLogger(__name__)

FLUSH_SECONDS = 0.5
"""So long the last messages may take to reach the client."""

_READ_BYTES = 1 << 16
_CANCEL = "$/cancelRequest"
_LONGEST_CANCEL_BYTES = 4096


class Connection:
    """One client. Both streams belong to the connection from now on; blocking streams are wanted.

    Messages that come together are known together, so that a request whose cancel has come as well need not be
    begun.
    """

    def __init__(self, incoming: BufferedReader, outgoing: BinaryIO) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._received: deque[bytes | None] = deque()
        self._news = asyncio.Event()
        self._cancels: Counter[int | str] = Counter()
        """How many cancels of a request are among the messages that have come and are not received yet."""
        self._sender = threading.Thread(target=self._send_all, name="protocol writer", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin to read and write; call it on the event loop."""
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._receive_all, name="protocol reader", daemon=True).start()
        self._sender.start()
        with suppress(NotImplementedError, OSError, ValueError):
            if _is_pipe(self._outgoing) and self._outgoing.fileno() != self._incoming.fileno():
                self._loop.add_reader(self._outgoing.fileno(), self._look_at_outgoing)

    async def receive(self) -> bytes | None:
        """The body of the next message, None at the end of the stream or after `stop`."""
        while not self._received:
            self._news.clear()
            await self._news.wait()
        body = self._received.popleft()
        if (request_id := _cancelled_request(body)) is not None:
            self._cancels[request_id] -= 1
            if not self._cancels[request_id]:
                del self._cancels[request_id]
        return body

    def is_cancelled(self, request_id: int | str) -> bool:
        """Whether a cancel of that request has come and is not received yet."""
        return self._cancels[request_id] > 0

    def write(self, data: bytes) -> None:
        """Queue bytes for the client. Never blocks; they are dropped once the client is gone."""
        self._unsent.put(data)

    def stop(self) -> None:
        """Let `receive` return None after the messages that have already come; safe in any thread."""
        self._tell([None])

    def close(self, seconds: float = FLUSH_SECONDS) -> None:
        """Send what is queued, waiting at most so long."""
        if self._loop is not None:
            with suppress(NotImplementedError, OSError, ValueError, RuntimeError):
                self._loop.remove_reader(self._outgoing.fileno())
        self._unsent.put(None)
        if self._sender.is_alive():
            self._sender.join(seconds)

    def _tell(self, bodies: list[bytes | None]) -> None:
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(self._take, bodies)
        except RuntimeError:
            logger.debug("The event loop has ended before the connection.")

    def _take(self, bodies: list[bytes | None]) -> None:
        self._received += bodies
        for body in bodies:
            if (request_id := _cancelled_request(body)) is not None:
                self._cancels[request_id] += 1
        self._news.set()

    def _receive_all(self) -> None:
        messages = ArrivingMessages()
        try:
            while data := self._incoming.read1(_READ_BYTES):
                messages.add(data)
                self._tell_all(messages)
        except (OSError, ValueError) as error:
            logger.warning("The connection is given up: %s", error)
        self.stop()

    def _tell_all(self, messages: ArrivingMessages) -> None:
        bodies: list[bytes | None] = []
        try:
            while (body := messages.next()) is not None:
                bodies.append(body)
        finally:
            if bodies:
                self._tell(bodies)

    def _send_all(self) -> None:
        try:
            while (data := self._unsent.get()) is not None:
                self._outgoing.write(data)
                self._outgoing.flush()
        except (OSError, ValueError):
            # The client does not read any more; nothing that could still be said would reach it.
            self.stop()

    def _look_at_outgoing(self) -> None:
        """The pipe to the client has news: either nobody reads it any more, or it can be read as well, which is no
        concern of ours."""
        assert self._loop is not None
        poll = select.poll()
        poll.register(self._outgoing.fileno(), 0)
        if poll.poll(0):
            self.stop()
        self._loop.remove_reader(self._outgoing.fileno())


def _is_pipe(stream: BinaryIO) -> bool:
    mode = os.fstat(stream.fileno()).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _cancelled_request(body: bytes | None) -> int | str | None:
    """The id of the request that a message cancels, None if it cancels none."""
    if body is None or len(body) > _LONGEST_CANCEL_BYTES or b"cancelRequest" not in body:
        return None
    try:
        message = json.loads(body)
        request_id = message["params"]["id"] if message["method"] == _CANCEL else None
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return request_id if isinstance(request_id, int | str) else None
