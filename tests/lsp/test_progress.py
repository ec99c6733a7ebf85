"""Bars and streams: nothing unasked, nothing out of order, nothing lost."""

from __future__ import annotations

import asyncio
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from tests.lsp.in_process import Session, opening

from glossator.app.application import Application
from glossator.core.settings import ModelSettings, Settings
from glossator.host.folders import Folders
from glossator.lsp.progress import ProgressBar, TextStream
from glossator.lsp.server import create_server


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


CREATE = "window/workDoneProgress/create"
CREATED: dict[str, dict[str, Any] | None] = {
    "ok": {"result": None},
    "refused": {"error": {"code": -32601, "message": "no"}},
    "never": None,
}


async def test_every_text_arrives_whatever_a_client_knows_of_progress(
    tmp_path: Path, language_model: str
) -> None:
    """All clients: with bars or without, that make them, refuse them or never answer, with tokens of their own or
    without. One application serves them one after the other, so that the model is loaded once."""
    settings = Settings(models=ModelSettings(language=language_model, embedding="none", max_answer_tokens=8))
    folders = Folders.below(tmp_path).with_models(Folders.for_user().models)
    app = Application(settings, folders)
    proses = set()
    try:
        for capability, reply, own, stream in itertools.product(
            (None, False, True), CREATED, (False, True), (False, True)
        ):
            session = Session(create_server(app))
            proses.add(await explained(session, capability, CREATED[reply], own=own, stream=stream))
            allowed = {token for token, wanted in (("work", own), ("text", stream)) if wanted}
            assert tokens(session) == allowed
    finally:
        await app.close()
    assert len(proses) == 1
    assert proses.pop().strip()


async def explained(
    session: Session, capability: bool | None, reply: dict[str, Any] | None, *, own: bool, stream: bool
) -> str:
    """The prose of an explanation, which the stream says as well if there is one."""
    if reply is not None:
        session.replies[CREATE] = reply
    await session.initialize({} if capability is None else {"window": {"workDoneProgress": capability}})
    await session.notify("initialized", {})
    await session.receive(opening("untitled:a", "def greet():\n    print('hello')\n"))
    params = {
        "textDocument": {"uri": "untitled:a"},
        "position": {"line": 0, "character": 5},
        **({"workDoneToken": "work"} if own else {}),
        **({"partialResultToken": "text"} if stream else {}),
    }
    prose: str = (await session.ask("glossator/explain", params))["result"]["prose"]
    pieces = [value["text"] for token, value in progress_of(session) if token == "text"]
    assert "".join(pieces) == (prose if stream else "")
    kinds = [value["kind"] for token, value in progress_of(session) if token == "work"]
    assert kinds[:1] + kinds[-1:] == (["begin", "end"] if own else [])
    return prose


def progress_of(session: Session) -> list[tuple[str, dict[str, Any]]]:
    """Token and value of each progress notification."""
    sent = [each["params"] for each in session.sent if each.get("method") == types.PROGRESS]
    return [(params["token"], params["value"]) for params in sent]


def tokens(session: Session) -> set[str]:
    """The tokens that were used."""
    return {token for token, _ in progress_of(session)}
