"""Bars and streams: nothing unasked, nothing out of order, nothing lost."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from glossator.lsp.progress import ProgressBar, TextStream


class Wire:
    """Keeps what a server sends."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def write(self, data: bytes) -> None:
        """Take one message."""
        self.messages.append(json.loads(data))

    def close(self) -> None:
        """There is nothing to close."""

    def progress(self) -> list[tuple[Any, str]]:
        """Token and kind of each progress notification."""
        sent = [each["params"] for each in self.messages if each["method"] == types.PROGRESS]
        return [(params["token"], params["value"]["kind"]) for params in sent]

    def created(self) -> tuple[str, str]:
        """The id of the only request for a bar, and its token."""
        (request,) = [each for each in self.messages if "id" in each]
        return request["id"], request["params"]["token"]


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.fixture
def server(wire: Wire) -> LanguageServer:
    server = LanguageServer("test", "1")
    server.protocol.set_writer(wire, include_headers=False)
    return server


async def test_a_bar_begins_when_the_client_agrees(server: LanguageServer, wire: Wire) -> None:
    bar = ProgressBar(server, "Indexing")
    creating = asyncio.create_task(bar.create(0))
    await asyncio.sleep(0)
    bar.report("half", 50)
    request_id, token = wire.created()
    assert wire.progress() == []
    server.protocol._handle_response(request_id)
    await creating
    bar.report("more", 60)
    bar.close("done")
    bar.report("late", 70)
    assert wire.progress() == [(token, "begin"), (token, "report"), (token, "end")]
    begin = wire.messages[1]["params"]["value"]
    assert (begin["percentage"], begin["message"]) == (50, "half")
    assert server.work_done_progress.tokens == {}


async def test_a_client_that_refuses_gets_nothing_for_the_token(server: LanguageServer, wire: Wire) -> None:
    bar = ProgressBar(server, "Indexing")
    creating = asyncio.create_task(bar.create())
    await asyncio.sleep(0)
    error = types.ResponseError(code=types.ErrorCodes.MethodNotFound, message="no")
    server.protocol._handle_response(wire.created()[0], error=error)
    await creating
    bar.report("x", 10)
    bar.close()
    assert wire.progress() == []


async def test_a_bar_that_ends_before_the_client_agrees_never_begins(
    server: LanguageServer, wire: Wire
) -> None:
    bar = ProgressBar(server, "Indexing")
    creating = asyncio.create_task(bar.create())
    await asyncio.sleep(0)
    bar.close()
    server.protocol._handle_response(wire.created()[0])
    await creating
    assert wire.progress() == []


async def test_the_percentage_never_falls(server: LanguageServer, wire: Wire) -> None:
    bar = ProgressBar(server, "Indexing")
    bar.use("token", 0)
    for percent in (10, 5, 20):
        bar.report(percent=percent)
    bar.close()
    shown = [each["params"]["value"].get("percentage") for each in wire.messages]
    assert shown == [0, 10, 20, None]


async def test_the_users_cancel_reaches_the_work(server: LanguageServer) -> None:
    cancelled: list[bool] = []
    bar = ProgressBar(server, "Explaining", lambda: cancelled.append(True))
    bar.use("token")
    server.work_done_progress.tokens["token"].cancel()
    assert cancelled == [True]
    bar.close()


async def test_streamed_text_arrives_whole_and_the_first_piece_at_once() -> None:
    sent: list[str] = []
    stream = TextStream(sent.append)
    stream.add("first ")
    assert sent == ["first "]
    stream.add("second ")
    stream.add("third")
    assert sent == ["first "]
    stream.close()
    assert sent == ["first ", "second third"]


async def test_streamed_text_is_sent_while_more_is_awaited() -> None:
    arrived: asyncio.Queue[str] = asyncio.Queue()
    stream = TextStream(arrived.put_nowait)
    for text in ("a", "b", "c"):
        stream.add(text)
    assert [await arrived.get(), await arrived.get()] == ["a", "bc"]
    stream.close()
    assert arrived.empty()


def test_the_library_raises_what_the_bar_expects_when_a_client_refuses() -> None:
    error = types.ResponseError(code=types.ErrorCodes.MethodNotFound, message="no")
    assert isinstance(JsonRpcException.from_error(error), JsonRpcException)
