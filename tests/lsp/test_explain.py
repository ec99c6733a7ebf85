"""Explaining over the protocol with the real model: streaming, cancelling, and leaving in the midst of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.lsp.processes import gone
from tests.lsp.raw_client import RawClient, raw_client
from tests.lsp.sample import write_workspace

STREAM = "stream"
WORK = "work"


@pytest.fixture
async def client(tmp_path: Path, language_model: str, mark: str) -> AsyncIterator[RawClient]:
    root = write_workspace(tmp_path.resolve() / "workspace")
    async with raw_client() as client:
        options = {"models": {"language": language_model, "embedding": "none", "maxAnswerTokens": 40}}
        await client.initialize(rootUri=root.as_uri(), initializationOptions=options)
        yield client


def greeting(tmp_path: Path, **more: Any) -> dict[str, Any]:
    """Parameters that ask for the function of the sample."""
    uri = (tmp_path.resolve() / "workspace" / "greeting.py").as_uri()
    return {
        "textDocument": {"uri": uri},
        "position": {"line": 3, "character": 5},
        "waitForIndex": True,
        **more,
    }


def progress(client: RawClient, token: str) -> list[dict[str, Any]]:
    """The values that came under a token."""
    return [
        each["params"]["value"]
        for each in client.received
        if each.get("method") == "$/progress" and each["params"]["token"] == token
    ]


def is_text(message: dict[str, Any]) -> bool:
    """Whether it is a piece of streamed text."""
    return message.get("method") == "$/progress" and message["params"]["token"] == STREAM


async def test_the_text_streams_in_before_the_answer(client: RawClient, tmp_path: Path) -> None:
    params = greeting(tmp_path, partialResultToken=STREAM, workDoneToken=WORK)
    answer = await client.request("glossator/explain", params)
    result = answer["result"]
    pieces = progress(client, STREAM)
    assert {piece["kind"] for piece in pieces} == {"text"}
    assert "".join(piece["text"] for piece in pieces).strip()
    assert result["prose"].strip()
    # The prose stands there as text without effect, so that it need not be the same letter by letter.
    assert len(result["markdown"]) > len(result["facts"]) and result["facts"] in result["markdown"]
    assert result["model"]
    assert "main.py" in result["facts"]
    assert [usage["name"] for usage in result["callers"]] == ["Crowd.all", "<module>"]
    kinds = [value["kind"] for value in progress(client, WORK)]
    assert (kinds[0], kinds[-1], kinds.count("begin"), kinds.count("end")) == ("begin", "end", 1, 1)
    last_text = max(number for number, each in enumerate(client.received) if is_text(each))
    assert last_text < client.received.index(answer)


async def test_without_a_token_the_answer_comes_whole_and_nothing_before_it(
    client: RawClient, tmp_path: Path
) -> None:
    result = (await client.request("glossator/explain", greeting(tmp_path)))["result"]
    assert result["prose"].strip()
    assert not [each for each in client.received if each.get("method") == "$/progress"]


async def test_the_prompt_can_be_had_instead(client: RawClient, tmp_path: Path) -> None:
    result = (await client.request("glossator/explain", greeting(tmp_path, promptOnly=True)))["result"]
    assert "def greet(name: str) -> str:" in result["prompt"]
    assert result["promptTokens"] > 0
    assert result["promptTokensExact"] is True


async def test_a_cancel_is_answered_at_any_moment_and_the_next_request_is_served(
    client: RawClient, tmp_path: Path
) -> None:
    long = greeting(tmp_path, partialResultToken=STREAM, maxTokens=2000)
    at_once = client.begin("glossator/explain", long)
    client.notify("$/cancelRequest", {"id": at_once})
    assert (await client.response(at_once))["error"]["code"] == -32800
    writing = client.begin("glossator/explain", long)
    await client.message(is_text)
    client.notify("$/cancelRequest", {"id": writing})
    assert (await client.response(writing))["error"]["code"] == -32800
    assert (await client.request("glossator/explain", greeting(tmp_path)))["result"]["prose"].strip()


async def test_the_user_cancels_at_the_progress_bar(client: RawClient, tmp_path: Path) -> None:
    params = greeting(tmp_path, partialResultToken=STREAM, workDoneToken=WORK, maxTokens=2000)
    request = client.begin("glossator/explain", params)
    await client.message(is_text)
    client.notify("window/workDoneProgress/cancel", {"token": WORK})
    assert (await client.response(request))["error"]["code"] == -32800
    assert progress(client, WORK)[-1]["kind"] == "end"


@pytest.mark.parametrize("way", ["shutdown", "end of input"])
async def test_leaving_while_the_model_writes_leaves_nothing_behind(
    client: RawClient, tmp_path: Path, mark: str, way: str
) -> None:
    request = client.begin("glossator/explain", greeting(tmp_path, partialResultToken=STREAM, maxTokens=2000))
    await client.message(is_text)
    if way == "shutdown":
        assert await client.leave() == 0
        assert (await client.response(request))["error"]["code"] == -32800
    else:
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert await client.exit_code() == 1
    await gone(mark)


async def test_a_model_that_was_asked_for_by_name_and_is_not_there_is_an_error_of_one_sentence(
    client: RawClient, tmp_path: Path
) -> None:
    answer = await client.request("glossator/explain", greeting(tmp_path, model="no-such-model"))
    assert answer["error"]["code"] == -32803
    assert answer["error"]["data"] == {"kind": "modelUnavailable"}
    assert "no-such-model" in answer["error"]["message"]


async def test_many_requests_that_are_cancelled_at_once_do_not_hold_up_the_last(
    client: RawClient, tmp_path: Path
) -> None:
    requests = []
    for _ in range(30):
        requests.append(client.begin("glossator/explain", greeting(tmp_path, maxTokens=2000)))
        client.notify("$/cancelRequest", {"id": requests[-1]})
    last = await client.request("glossator/explain", greeting(tmp_path))
    assert last["result"]["prose"].strip()
    answers = await asyncio.gather(*map(client.response, requests))
    assert {answer["error"]["code"] for answer in answers} == {-32800}
