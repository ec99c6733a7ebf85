"""A cancelled request costs nothing more, in whatever phase it is, and one that was cancelled before it began
nothing at all.

The times that it takes until the processor is free: `python -m tests.lsp.cancel_phases`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.lsp.cancel_phases import PHASES, begin, explain, place
from tests.lsp.process_life import WITHOUT_MODELS, write_workspace
from tests.lsp.processes import TICKS_PER_SECOND, calm, marked_processes, ticks_of
from tests.lsp.raw_client import PATIENCE_SECONDS, raw_client

SLOW = "test/slow"
CANCELLED = -32800
MOST_SECONDS = 4
"""Processor time that may be spent after a cancel, on all cores together: a fraction of what the work would take."""


def message(**members: Any) -> bytes:
    """A message as it travels."""
    body = json.dumps({"jsonrpc": "2.0", **members}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def request(number: int | str, seconds: float) -> bytes:
    return message(id=number, method=SLOW, params={"seconds": seconds})


def cancel(number: int | str) -> bytes:
    return message(method="$/cancelRequest", params={"id": number})


class Counting:
    """A server that counts the executions of one handler."""

    def __init__(self, folder: Path) -> None:
        self.counter = folder / "executions"
        self.command = (
            sys.executable,
            "-P",
            str(Path(__file__).parent / "counting_server.py"),
            str(self.counter),
        )

    @property
    def executions(self) -> int:
        return self.counter.stat().st_size if self.counter.exists() else 0


@pytest.fixture
def counting(tmp_path: Path) -> Counting:
    return Counting(tmp_path)


async def test_thirty_requests_that_are_cancelled_at_once_never_begin(counting: Counting, mark: str) -> None:
    async with raw_client(*counting.command) as client:
        await client.initialize()
        burst = request(101, 2.0)
        burst += b"".join(request(number, 60.0) + cancel(number) for number in range(102, 131))
        client.send_bytes(burst + request(131, 0.0))
        answers = await asyncio.gather(*(client.response(number) for number in range(101, 132)))
        assert [answer["error"]["code"] for answer in answers[1:-1]] == [CANCELLED] * 29
        assert [answers[0]["result"], answers[-1]["result"]] == ["done", "done"]
        assert counting.executions == 2
        # The one that was cancelled neither before nor after it began is answered last, and nobody has waited for it.
        ids = [each["id"] for each in client.received if each.get("id") in range(101, 132)]
        assert ids[-2:] == [131, 101]
        assert len(ids) == len(set(ids))
        assert await client.leave() == 0


async def test_a_cancel_concerns_only_what_stands_before_it(counting: Counting, mark: str) -> None:
    async with raw_client(*counting.command) as client:
        await client.initialize()
        # Of a request that does not exist, of another kind of id, twice, in a form of its own.
        odd = cancel(201) + cancel("202") + cancel(999) + message(method="$/cancelRequest", params={})
        client.send_bytes(odd + request(201, 0.0) + request(202, 0.0) + cancel(777) + cancel(777))
        answers = [await client.response(number) for number in (201, 202)]
        assert [answer["result"] for answer in answers] == ["done", "done"]
        client.send_bytes(request("text", 60.0) + cancel("text"))
        assert (await client.response("text"))["error"]["code"] == CANCELLED
        assert counting.executions == 2
        assert await client.leave() == 0


async def test_requests_that_have_begun_are_cancelled_all_the_same(counting: Counting, mark: str) -> None:
    async with raw_client(*counting.command) as client:
        await client.initialize()
        numbers = range(301, 331)
        client.send_bytes(b"".join(request(number, 600.0) for number in numbers))
        async with asyncio.timeout(PATIENCE_SECONDS):
            while counting.executions < len(numbers):
                await asyncio.sleep(0.01)
        client.send_bytes(b"".join(map(cancel, numbers)))
        answers = await asyncio.gather(*map(client.response, numbers))
        assert {answer["error"]["code"] for answer in answers} == {CANCELLED}
        assert await client.leave() == 0


@pytest.mark.parametrize("phase", PHASES)
async def test_a_cancel_frees_the_processor(
    phase: str, tmp_path: Path, mark: str, language_model: str
) -> None:
    reach, _ = PHASES[phase]
    root = tmp_path.resolve() / "workspace"
    async with raw_client() as client:
        await begin(phase, client, root)
        numbers = await reach(client, root, mark)
        before = sum(ticks_of(mark).values())
        for number in numbers:
            client.notify("$/cancelRequest", {"id": number})
        answers = await asyncio.gather(*map(client.response, numbers))
        assert {answer.get("error", {}).get("code") for answer in answers} == {CANCELLED}
        await calm(mark)
        spent = sum(ticks_of(mark).values()) - before
        assert spent <= MOST_SECONDS * TICKS_PER_SECOND
        if phase == "loading a model":
            # Nobody wants it any more.
            assert not any("serve_language" in command for command in marked_processes(mark).values())
        # The next question is answered.
        answer = await client.request("glossator/explain", {**place(root), "maxTokens": 8})
        assert answer["result"]["prose"].strip()
        assert await client.leave() == 0


async def test_a_cancel_while_the_index_is_waited_for_starts_no_model(
    tmp_path: Path, mark: str, language_model: str
) -> None:
    root = tmp_path.resolve() / "workspace"
    write_workspace(root, 300)
    async with raw_client() as client:
        options = {"models": {"embedding": "none"}}
        progress = {"window": {"workDoneProgress": True}}
        await client.initialize(progress, rootUri=root.as_uri(), initializationOptions=options)
        numbers = [explain(client, root, waitForIndex=True) for _ in range(5)]
        numbers.append(explain(client, root, waitForIndex=True, workDoneToken="bar"))
        await client.message(lambda each: each.get("params", {}).get("token") == "bar")
        for number in numbers[:-1]:
            client.notify("$/cancelRequest", {"id": number})
        client.notify("window/workDoneProgress/cancel", {"token": "bar"})
        answers = await asyncio.gather(*map(client.response, numbers))
        assert {answer["error"]["code"] for answer in answers} == {CANCELLED}
        async with asyncio.timeout(PATIENCE_SECONDS):
            while any("serve_language" in command for command in marked_processes(mark).values()):
                await asyncio.sleep(0.02)
        assert await client.leave() == 0


async def test_work_without_models_is_cancelled_too(tmp_path: Path, mark: str) -> None:
    root = tmp_path.resolve() / "workspace"
    write_workspace(root, 300)
    async with raw_client() as client:
        await client.initialize(rootUri=root.as_uri(), initializationOptions={"models": WITHOUT_MODELS})
        waiting = {**place(root), "waitForIndex": True}
        numbers = [
            client.begin("glossator/callers", waiting),
            client.begin("glossator/search", {"query": "walk", "limit": 5, "waitForIndex": True}),
            client.begin("glossator/explain", waiting),
        ]
        await client.request("glossator/status", {})
        for number in numbers:
            client.notify("$/cancelRequest", {"id": number})
        answers = await asyncio.gather(*map(client.response, numbers))
        assert {answer["error"]["code"] for answer in answers} == {CANCELLED}
        assert await client.leave() == 0
