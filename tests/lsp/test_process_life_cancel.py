"""A cancelled request costs nothing more, in whatever phase it is, and one that was cancelled before it began
nothing at all."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.lsp.process_life import WITHOUT_MODELS, write_workspace
from tests.lsp.processes import TICKS_PER_SECOND, calm, marked_processes, ticks_of
from tests.lsp.raw_client import PATIENCE_SECONDS, RawClient, raw_client

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


# The phases of an explanation, each reached by what can be seen from outside.

HUB_FILES = 200


def _place(root: Path, name: str = "module_1.py", line: int = 0) -> dict[str, Any]:
    return {"textDocument": {"uri": (root / name).as_uri()}, "position": {"line": line, "character": 5}}


def _explain(client: RawClient, root: Path, **more: Any) -> int:
    params = {**_place(root), "maxTokens": 2500, "partialResultToken": "text", **more}
    return client.begin("glossator/explain", params)


async def _generating(client: RawClient, root: Path, _mark: str) -> list[int]:
    number = _explain(client, root)
    await client.message(
        lambda each: each.get("method") == "$/progress" and each["params"]["token"] == "text"
    )
    return [number]


async def _queued(client: RawClient, root: Path, mark: str) -> list[int]:
    return [
        *await _generating(client, root, mark),
        *(_explain(client, root, maxTokens=2000) for _ in range(5)),
    ]


async def _loading(client: RawClient, root: Path, mark: str) -> list[int]:
    number = _explain(client, root)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not any("serve_language" in command for command in marked_processes(mark).values()):
            await asyncio.sleep(0.01)
    return [number]


async def _reading_the_prompt(client: RawClient, root: Path, _mark: str) -> list[int]:
    # A whole answer first, so that the model is there; then a prompt of thousands of tokens, which has to be read.
    await client.request("glossator/explain", {**_place(root), "maxTokens": 4})
    params = {**_place(root, "large.py"), "maxTokens": 64, "partialResultToken": "text"}
    number = client.begin("glossator/explain", params)
    await asyncio.sleep(3.0)
    return [number]


async def _searching_callers(client: RawClient, root: Path, _mark: str) -> list[int]:
    await client.request("glossator/search", {"query": "hub", "limit": 1, "waitForIndex": True})
    numbers = [client.begin("glossator/callers", _place(root, "hub.py")) for _ in range(8)]
    await asyncio.sleep(0.2)
    return numbers


PHASES: dict[str, tuple[Callable[[RawClient, Path, str], Awaitable[list[int]]], dict[str, Any]]] = {
    "generating": (_generating, {}),
    "queued": (_queued, {}),
    "loading a model": (_loading, {}),
    "reading the prompt": (_reading_the_prompt, {"promptTokens": 6000}),
    "searching callers": (_searching_callers, {}),
}


def _write(root: Path, phase: str) -> None:
    write_workspace(root, 3)
    lines = "".join(f"    value = compute_{n % 7}(value, other_{n % 11}, {n})\n" for n in range(2000))
    (root / "large.py").write_text(f"def large(value):\n{lines}    return value\n")
    if phase != "searching callers":
        return
    (root / "hub.py").write_text("def hub(value):\n    return value\n")
    calls = "".join(f"def use_{n}():\n    return hub({n})\n\n\n" for n in range(15))
    for number in range(HUB_FILES):
        (root / f"user_{number}.py").write_text(f"from hub import hub\n\n\n{calls}")


@pytest.mark.parametrize("phase", PHASES)
async def test_a_cancel_frees_the_processor(
    phase: str, tmp_path: Path, mark: str, language_model: str
) -> None:
    reach, models = PHASES[phase]
    root = tmp_path.resolve() / "workspace"
    _write(root, phase)
    async with raw_client() as client:
        options = {"index": {"embed": False}, "models": {"embedding": "none", **models}}
        await client.initialize(rootUri=root.as_uri(), initializationOptions=options)
        await client.request("glossator/search", {"query": "step", "limit": 3, "waitForIndex": True})
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
        answer = await client.request("glossator/explain", {**_place(root), "maxTokens": 8})
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
        numbers = [_explain(client, root, waitForIndex=True) for _ in range(5)]
        numbers.append(_explain(client, root, waitForIndex=True, workDoneToken="bar"))
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
        waiting = {**_place(root), "waitForIndex": True}
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
