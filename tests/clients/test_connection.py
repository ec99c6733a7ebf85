"""The messages between client and server, with a real process at the other end."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from glossator_client.connection import Connection
from glossator_client.errors import RequestFailed, ServerGone

Start = Callable[..., Awaitable[Connection]]

PEER = str(Path(__file__).parent / "scripted_peer.py")


def answer(method: str, params: Any) -> Any:
    return {"known": params}[method]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    opened: list[Connection] = []

    async def start(
        behaviour: str = "", on_notification: Callable[[str, Any], None] = lambda method, params: None
    ) -> Connection:
        connection = await Connection.start(
            [sys.executable, PEER, behaviour], on_request=answer, on_notification=on_notification
        )
        opened.append(connection)
        return connection

    yield start
    for connection in opened:
        await connection.close(0)


async def test_answers_reach_their_requests(start: Start) -> None:
    connection = await start()
    payloads = [{"text": "naïve 日本 \udcff" * 1000}, None, [1, 2], "x"]
    assert await asyncio.gather(*(connection.request("echo", each) for each in payloads)) == payloads


async def test_an_error_response_carries_its_message_and_code(start: Start) -> None:
    connection = await start()
    with pytest.raises(RequestFailed, match=r"No, .thanks\.") as caught:
        await connection.request("refuse", None)
    assert caught.value.code == -32803


async def test_requests_of_the_server_are_answered_and_unknown_ones_refused(start: Start) -> None:
    connection = await start()
    answered = await connection.request("ask back", "known")
    assert answered == {"jsonrpc": "2.0", "id": "server-1", "result": {"items": [1, 2]}}
    refused = await connection.request("ask back", "unknown")
    assert refused["error"]["code"] == -32601


async def test_cancelling_the_task_cancels_the_request_at_the_server(start: Start) -> None:
    cancelled: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    connection = await start(on_notification=lambda method, params: cancelled.set_result(params))
    task = asyncio.create_task(connection.request("never answered", None))
    await asyncio.sleep(0)
    assert await connection.request("echo", 1) == 1
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.wait_for(cancelled, 5) == {"id": 1}


async def test_the_end_of_the_server_fails_what_is_unanswered(start: Start) -> None:
    connection = await start()
    waiting = asyncio.create_task(connection.request("never answered", None))
    with pytest.raises(ServerGone, match="exit code 3"):
        await connection.request("die", "Traceback (most recent call last):\n")
    with pytest.raises(ServerGone):
        await waiting
    with pytest.raises(ServerGone):
        await connection.request("echo", 1)


async def test_the_last_sentence_of_the_server_is_told(start: Start) -> None:
    connection = await start()
    with pytest.raises(ServerGone, match=r"^The folder is full\.$"):
        await connection.request("die", "noise\nglossator: The folder is full.\n")


async def test_noise_on_the_pipe_is_an_error_and_no_hang(start: Start) -> None:
    connection = await start()
    with pytest.raises(ServerGone):
        await connection.request("babble", None)


async def test_a_program_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ServerGone, match="cannot be started"):
        await Connection.start(
            [str(tmp_path / "gone")], on_request=answer, on_notification=lambda method, params: None
        )


async def test_a_polite_server_leaves_by_itself_and_a_deaf_one_is_killed(start: Start) -> None:
    polite, deaf = await start("polite"), await start("deaf")
    await asyncio.gather(polite.close(10), deaf.close(0.2))
    assert polite.exit_code == 0
    assert deaf.exit_code not in (0, None)
