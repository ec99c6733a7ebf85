"""The two ends of a client's byte stream: a thread that reads messages and a thread that writes them.

pygls reads through the thread pool that also runs handlers and writes on the event loop; here a handler can
never make the server deaf, and a client that does not read can never make it hang.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from typing import BinaryIO

logger = logging.getLogger(__name__)

LARGEST_MESSAGE_BYTES = 512 * 1024 * 1024
LONGEST_HEADER_LINE_BYTES = 8192
FLUSH_SECONDS = 0.5
"""So long the last messages may take to reach the client."""


class Connection:
    """One client. Both streams belong to the connection from now on; blocking streams are wanted."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._messages: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._sender = threading.Thread(target=self._send_all, name="protocol writer", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin to read and write; call it on the event loop."""
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._receive_all, name="protocol reader", daemon=True).start()
        self._sender.start()

    async def receive(self) -> bytes | None:
        """The body of the next message, None at the end of the stream or after `stop`."""
        return await self._messages.get()

    def write(self, data: bytes) -> None:
        """Queue bytes for the client. Never blocks; they are dropped once the client is gone."""
        self._unsent.put(data)

    def stop(self) -> None:
        """Let `receive` return None after the messages that have already come; safe in any thread."""
        self._tell(None)

    def close(self, seconds: float = FLUSH_SECONDS) -> None:
        """Send what is queued, waiting at most so long."""
        self._unsent.put(None)
        if self._sender.is_alive():
            self._sender.join(seconds)

    def _tell(self, message: bytes | None) -> None:
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(self._messages.put_nowait, message)
        except RuntimeError:
            logger.debug("The event loop has ended before the connection.")

    def _receive_all(self) -> None:
        try:
            while (body := read_message(self._incoming.readline, self._incoming.read)) is not None:
                self._tell(body)
        except (OSError, ValueError) as error:
            logger.warning("The connection is given up: %s", error)
        self.stop()

    def _send_all(self) -> None:
        try:
            while (data := self._unsent.get()) is not None:
                self._outgoing.write(data)
                self._outgoing.flush()
        except (OSError, ValueError):
            # The client does not read any more; nothing that could still be said would reach it.
            self.stop()


def read_message(readline: Callable[[int], bytes], read: Callable[[int], bytes]) -> bytes | None:
    """The body of the next message, None at the end of the stream.

    Raises `ValueError` for headers from which the length cannot be told: the stream is lost then.
    """
    length: int | None = None
    while line := readline(LONGEST_HEADER_LINE_BYTES):
        name, _, value = line.partition(b":")
        if not line.strip():
            if length is None:
                raise ValueError("a message without a Content-Length header")
            body = read(length)
            return body if len(body) == length else None
        if name.strip().lower() == b"content-length":
            length = _length(value)
    return None


def _length(value: bytes) -> int:
    text = value.strip()
    if not text.isdigit() or int(text) > LARGEST_MESSAGE_BYTES:
        raise ValueError("a Content-Length header that is no number of bytes, or too large a one")
    return int(text)
