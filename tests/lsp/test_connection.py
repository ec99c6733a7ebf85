"""Messages in, bytes out: framing, the end of the stream, and clients that stop reading."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import os
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glossator.lsp.connection import Connection, read_message
from glossator.lsp.framing import LONGEST_HEADERS_BYTES, ArrivingMessages


def frame(body: bytes) -> bytes:
    """A message as it travels."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def messages(stream: bytes) -> list[bytes]:
    """All messages of a stream."""
    file = io.BytesIO(stream)
    found = []
    while (body := read_message(file.readline, file.read)) is not None:
        found.append(body)
    assert arrived([stream]) == found
    return found


def arrived(pieces: list[bytes]) -> list[bytes]:
    """All messages of a stream that comes in pieces."""
    arriving = ArrivingMessages()
    found = []
    for piece in pieces:
        arriving.add(piece)
        while (body := arriving.next()) is not None:
            found.append(body)
    return found


@settings(deadline=None)
@given(st.lists(st.binary(max_size=50), max_size=5))
def test_bodies_come_out_as_they_went_in(bodies: list[bytes]) -> None:
    assert messages(b"".join(map(frame, bodies))) == bodies


@settings(deadline=None)
@given(st.lists(st.binary(max_size=50), max_size=5), st.data())
def test_bodies_do_not_depend_on_the_pieces_in_which_they_come(
    bodies: list[bytes], data: st.DataObject
) -> None:
    stream = b"".join(map(frame, bodies))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=20)))
    assert arrived([stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]) == bodies


def test_messages_in_front_of_garbage_count() -> None:
    arriving = ArrivingMessages()
    arriving.add(frame(b"1") + frame(b"2") + b"Content-Length: x\r\n\r\n")
    assert [arriving.next(), arriving.next()] == [b"1", b"2"]
    with pytest.raises(ValueError, match="Content-Length"):
        arriving.next()


def test_headers_without_an_end_are_given_up() -> None:
    arriving = ArrivingMessages()
    arriving.add(b"x" * LONGEST_HEADERS_BYTES)
    assert arriving.next() is None
    arriving.add(b"x")
    with pytest.raises(ValueError, match="without an end"):
        arriving.next()


def test_headers_may_come_in_any_case_and_order() -> None:
    stream = b"content-type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:2\r\n\r\n{}"
    assert messages(stream) == [b"{}"]


def test_a_message_that_is_cut_off_is_the_end_of_the_stream() -> None:
    assert messages(frame(b"{}") + b"Content-Length: 10\r\n\r\n{") == [b"{}"]


@pytest.mark.parametrize(
    "stream",
    [
        b"\r\n{}",
        b"Content-Length: x\r\n\r\n",
        b"Content-Length: -1\r\n\r\n",
        b"Content-Length: 9999999999999\r\n\r\n",
    ],
)
def test_a_stream_whose_lengths_cannot_be_told_is_given_up(stream: bytes) -> None:
    with pytest.raises(ValueError, match="Content-Length"):
        messages(stream)


@dataclass
class Client:
    """The other end of a connection, over pipes."""

    connection: Connection
    to_server: BinaryIO
    from_server: BinaryIO


@pytest.fixture
def client() -> Iterator[Client]:
    to_server, incoming = _pipe()
    outgoing, from_server = _pipe()
    yield Client(Connection(incoming, outgoing), to_server, from_server)
    for stream in (to_server, from_server, outgoing):
        with suppress(OSError):
            stream.close()


def _pipe() -> tuple[BinaryIO, BinaryIO]:
    """The write and the read end."""
    read, write = os.pipe()
    return os.fdopen(write, "wb"), os.fdopen(read, "rb")


async def test_messages_arrive_in_order_and_the_closed_stream_ends_them(client: Client) -> None:
    client.connection.start()
    client.to_server.write(frame(b"1") + frame(b"2"))
    client.to_server.close()
    assert [await client.connection.receive() for _ in range(3)] == [b"1", b"2", None]
    client.connection.close(1)


async def test_garbage_instead_of_headers_ends_the_stream(client: Client) -> None:
    client.connection.start()
    client.to_server.write(b"GET / HTTP/1.1\r\n\r\n")
    client.to_server.flush()
    assert await client.connection.receive() is None
    client.connection.close(1)


async def test_what_was_written_is_sent_before_the_connection_closes(client: Client) -> None:
    client.connection.start()
    for _ in range(100):
        client.connection.write(b"abc")
    reading = asyncio.create_task(asyncio.to_thread(client.from_server.read, 300))
    client.connection.close(5)
    assert await reading == b"abc" * 100
    client.to_server.close()


async def test_a_client_that_does_not_read_does_not_hold_up_the_server(client: Client) -> None:
    client.connection.start()
    client.connection.write(b"x" * 1_000_000)
    client.to_server.write(frame(b"still heard"))
    client.to_server.flush()
    assert await client.connection.receive() == b"still heard"
    client.from_server.close()
    assert await client.connection.receive() is None
    client.connection.close(1)
    client.to_server.close()


async def test_stop_ends_the_messages_from_any_thread(client: Client) -> None:
    client.connection.start()
    await asyncio.to_thread(client.connection.stop)
    assert await client.connection.receive() is None
    client.connection.close(1)
    client.to_server.close()


def cancel(request_id: object) -> bytes:
    """A message that cancels a request."""
    message = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": request_id}}
    return json.dumps(message).encode()


async def test_a_cancel_is_known_until_it_is_received(client: Client) -> None:
    client.connection.start()
    quoted = json.dumps({"method": "textDocument/didOpen", "text": cancel(8).decode()}).encode()
    misfits = [b'{"method": "$/cancelRequest"}', b'"$/cancelRequest"', b'{"cancelRequest', quoted]
    bodies = [b"0", cancel(5), cancel("5"), cancel(5), cancel([6]), *misfits, b"9"]
    client.to_server.write(b"".join(map(frame, bodies)))
    client.to_server.flush()
    known = []
    for body in bodies:
        assert await client.connection.receive() == body
        known.append([each for each in (5, "5", 6, 8) if client.connection.is_cancelled(each)])
    assert known[:5] == [[5, "5"], [5, "5"], [5], [], []]
    assert not any(known[5:])
    client.connection.close(1)
    client.to_server.close()


async def test_nothing_is_kept_of_cancels_that_were_received(client: Client) -> None:
    """Whether they were of requests that were answered, that come later, or that never come."""
    client.connection.start()
    wave, length = 30, 3000

    async def cancel_requests(first: int) -> None:
        ids = [f"{number:0{length}}" for number in range(first, first + wave)]
        for request_id in ids:
            client.to_server.write(frame(cancel(request_id)) * 2 + frame(b"{}"))
        client.to_server.flush()
        for _ in range(3 * wave):
            await client.connection.receive()
        assert not any(map(client.connection.is_cancelled, ids))

    await cancel_requests(0)
    tracemalloc.start()
    try:
        for number in range(1, 20):
            await cancel_requests(number * wave)
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 5 * wave * length
    client.connection.close(1)
    client.to_server.close()


async def test_an_output_that_nobody_reads_ends_the_messages(client: Client) -> None:
    """Although nothing is written, and the input is still open."""
    client.connection.start()
    client.from_server.close()
    assert await client.connection.receive() is None
    client.connection.close(1)
    client.to_server.close()
