"""Whatever a client sends: one response for each request, no traceback, and a server that lives or ends cleanly.

The server is a real process. `GLOSSATOR_FUZZ=20` tries 20 times as many sessions.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzzing import examples
from tests.lsp.hostile_messages import NOTIFICATIONS, bodies, wanted_answers
from tests.lsp.processes import gone
from tests.lsp.raw_client import RawClient, raw_client

LAST_ID = "the last request"
_TRACES = ("Traceback", 'File \\"', '.py\\", line')


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def responses(client: RawClient) -> Counter[Any]:
    """How many responses came for each id."""
    return Counter(each.get("id") for each in client.received if "method" not in each)


async def answered(client: RawClient, wanted: Counter[Any]) -> None:
    """Wait until every request has a response; fail for one too many."""
    client.send(id=LAST_ID, method="glossator/status", params={})
    await client.response(LAST_ID)
    async with client._arrived:
        while wanted - responses(client):
            await asyncio.wait_for(client._arrived.wait(), 60)
    assert responses(client) - Counter({LAST_ID: 1}) == wanted


def check_sent(client: RawClient) -> None:
    """No traceback in anything that the server sent, and no bug in an answer."""
    for message in client.received:
        text = json.dumps(message)
        assert not any(trace in text for trace in _TRACES), text
        assert message.get("error", {}).get("code") != -32603, text


async def session(messages: list[bytes]) -> None:
    async with raw_client() as client:
        await client.initialize()
        wanted = responses(client)
        client.notify("textDocument/didOpen", NOTIFICATIONS["textDocument/didOpen"])
        for body in messages:
            client.send_bytes(framed(body))
            wanted.update(wanted_answers(body))
        await answered(client, wanted)
        check_sent(client)
        assert await client.leave() == 0


@examples(4, shrink=False)
@given(messages=st.lists(bodies(), min_size=40, max_size=120))
def test_every_request_is_answered_once(messages: list[bytes]) -> None:
    asyncio.run(session(messages))


async def until_the_end(first: bytes, stream: bytes) -> tuple[int, RawClient]:
    async with raw_client() as client:
        if first:
            client.send_bytes(framed(first))
        client.send_bytes(stream)
        assert client.process.stdin is not None
        client.process.stdin.close()
        return await client.exit_code(), client


INITIALIZE = json.dumps(
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}}
).encode()
BROKEN_STREAMS = {
    "no length": b"Content-Type: x\r\n\r\n{}",
    "negative length": b"Content-Length: -5\r\n\r\n{}",
    "a length that is no number": b"Content-Length: five\r\n\r\n{}",
    "a length of thousands of digits": b"Content-Length: " + b"9" * 8000 + b"\r\n\r\n{}",
    "a giant length": b"Content-Length: 99999999999\r\n\r\n{}",
    "a length beyond the end": b"Content-Length: 400000000\r\n\r\n{}",
    "another protocol": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a line without an end": b"Content-Length" * 100_000,
    "headers without an end": b"X: y\r\n" * 50_000,
    "nothing but line ends": b"\r\n" * 1000,
    "bytes": bytes(range(256)) * 10,
    "a cut message": b'Content-Length: 50\r\n\r\n{"jsonrpc"',
}


@pytest.mark.parametrize("kind", BROKEN_STREAMS)
async def test_a_stream_that_cannot_be_read_ends_the_server_cleanly(
    kind: str, mark: str, capfd: pytest.CaptureFixture[str]
) -> None:
    code, client = await until_the_end(INITIALIZE, BROKEN_STREAMS[kind])
    assert code == 1
    check_sent(client)
    assert "Traceback" not in capfd.readouterr().err
    await gone(mark)


@pytest.mark.parametrize("kind", ["negative length", "another protocol", "bytes", "a cut message"])
async def test_a_stream_that_begins_wrong_ends_the_server_cleanly(
    kind: str, mark: str, capfd: pytest.CaptureFixture[str]
) -> None:
    code, client = await until_the_end(b"", BROKEN_STREAMS[kind])
    assert code == 1
    assert client.received == []
    assert "Traceback" not in capfd.readouterr().err
    await gone(mark)


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b"5",
        b'{"id": 1, "method": "textDocument/hover"}',
        b'{"id": 1, "method": "initialize", "params": 5}',
    ],
)
async def test_a_first_message_that_is_no_initialize_is_answered_and_the_next_one_counts(body: bytes) -> None:
    async with raw_client() as client:
        client.send_bytes(framed(body))
        await client.message(lambda each: "error" in each)
        client.send_bytes(framed(INITIALIZE.replace(b'"id": 1', b'"id": 2')))
        assert "result" in await client.response(2)
        check_sent(client)


async def test_a_message_of_many_megabytes_is_read(mark: str) -> None:
    async with raw_client() as client:
        await client.initialize()
        item = {"uri": "untitled:large", "languageId": "python", "version": 1, "text": "x = 1\n" * 3_000_000}
        client.notify("textDocument/didOpen", {"textDocument": item})
        params = {"textDocument": {"uri": "untitled:large"}}
        assert (await client.request("textDocument/documentSymbol", params))["result"] == []
        assert await client.leave() == 0


async def test_requests_that_share_an_id_are_each_answered(tmp_path: Path) -> None:
    async with raw_client() as client:
        await client.initialize()
        before = responses(client)
        for _ in range(5):
            client.send(id=77, method="glossator/search", params={"query": "x"})
            client.send(id=77, method="workspace/symbol", params={"query": "x"})
        await answered(client, before + Counter({77: 10}))
