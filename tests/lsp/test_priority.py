"""A server that indexes flat out answers all the same, and rests when it is told to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.host.supplies import Supplies
from tests.lsp.raw_client import NO_MODELS, RawClient, raw_client
from tests.lsp.sample import write_workspace

from glossator.host.power import SUPPLIES_VARIABLE

CREATE = "window/workDoneProgress/create"
BARS = {
    "window": {"workDoneProgress": True},
    "experimental": {"glossator": {"statusNotification": True}},
}
PAUSE = {"command": "glossator.server.pauseIndexing"}
RESUME = {"command": "glossator.server.resumeIndexing"}
FILES = 400


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """So many files that indexing them takes a while."""
    folder = write_workspace(tmp_path.resolve() / "workspace")
    (folder / "many").mkdir()
    for number in range(FILES):
        (folder / f"many/m{number}.py").write_text(
            f"def f{number}(a):\n    return f{number}(a) + f{(number * 7) % FILES}(a)\n" * 5
        )
    return folder


@pytest.fixture
async def client() -> AsyncIterator[RawClient]:
    async with raw_client() as client:
        client.replies[CREATE] = None
        yield client


async def begin(client: RawClient, root: Path) -> int:
    """Open a folder and wait until indexing has begun; the id of a request that waits for its end."""
    await client.initialize(BARS, rootUri=root.as_uri())
    waiting = client.begin("glossator/search", {"query": "f1", "waitForIndex": True})
    await client.message(lambda each: kind_of(each) == "begin")
    return waiting


def kind_of(message: dict[str, Any]) -> str:
    """The kind of a progress notification, "" for other messages."""
    is_progress = message.get("method") == "$/progress"
    return str(message["params"]["value"]["kind"]) if is_progress else ""


def position_of_response(client: RawClient, request_id: int) -> int:
    """When the response came, counted in messages."""
    return next(
        number
        for number, each in enumerate(client.received)
        if "method" not in each and each.get("id") == request_id
    )


async def test_what_an_editor_asks_unasked_is_answered_before_the_index_is_complete(
    client: RawClient, root: Path
) -> None:
    waiting = await begin(client, root)
    document = {"textDocument": {"uri": (root / "greeting.py").as_uri()}}
    here = {"line": 3, "character": 5}
    requests = [
        client.begin("textDocument/hover", {**document, "position": here}),
        client.begin("textDocument/documentSymbol", document),
        client.begin(
            "textDocument/codeAction",
            {**document, "range": {"start": here, "end": here}, "context": {"diagnostics": []}},
        ),
        client.begin("workspace/symbol", {"query": "greet"}),
        client.begin("glossator/status", None),
    ]
    for request in requests:
        assert "error" not in await client.response(request)
    assert "error" not in await client.response(waiting)
    ended = position_of_response(client, waiting)
    assert [position_of_response(client, each) < ended for each in requests] == [True] * len(requests)


async def test_a_list_that_is_not_complete_says_so_in_the_log(client: RawClient, root: Path) -> None:
    await begin(client, root)
    await client.request("workspace/executeCommand", PAUSE)
    for _ in range(3):
        await client.request("workspace/symbol", {"query": "f1"})
    logged = [
        each["params"]["message"] for each in client.received if each.get("method") == "window/logMessage"
    ]
    assert len(logged) == 1
    assert "paused at" in logged[0]
    assert "results may be missing" in logged[0]


async def test_pausing_is_seen_everywhere_and_keeps_nobody_waiting(client: RawClient, root: Path) -> None:
    waiting = await begin(client, root)
    assert (await client.request("workspace/executeCommand", PAUSE))["result"] is None
    answer = (await client.response(waiting))["result"]["completeness"]
    assert not answer["structureReady"]
    assert "Indexing is paused" in answer["note"]
    end = await client.message(lambda each: kind_of(each) == "end")
    assert end["params"]["value"]["message"] == "paused"
    told = await client.message(is_phase("paused"))
    status = (await client.request("glossator/status", None))["result"]
    assert (status["phase"], status["paused"]) == ("paused", told["params"]["paused"])
    assert RESUME["command"] in status["paused"]
    assert status["advice"] == [status["paused"]]

    await client.request("workspace/executeCommand", RESUME)
    search = {"query": "f1", "waitForIndex": True}
    answer = (await client.request("glossator/search", search))["result"]["completeness"]
    assert (answer["structureReady"], answer["indexedFiles"]) == (True, FILES + 2)
    await client.message(is_phase("ready"))
    begun = [each["params"]["token"] for each in client.received if kind_of(each) == "begin"]
    ended = [each["params"]["token"] for each in client.received if kind_of(each) == "end"]
    assert len(begun) == 2
    assert ended[0] == begun[0]


async def test_cancelling_the_bar_pauses(client: RawClient, root: Path) -> None:
    await begin(client, root)
    created = await client.message(lambda each: each.get("method") == CREATE)
    client.notify("window/workDoneProgress/cancel", {"token": created["params"]["token"]})
    await client.message(is_phase("paused"))
    assert (await client.request("glossator/status", None))["result"]["phase"] == "paused"


async def test_a_server_on_battery_waits_for_mains_or_for_the_user(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Supplies(tmp_path / "supplies")
    monkeypatch.setenv(SUPPLIES_VARIABLE, str(tmp_path / "supplies"))
    async with raw_client() as client:
        await client.initialize(BARS, rootUri=root.as_uri())
        search = {"query": "f1", "waitForIndex": True}
        completeness = (await client.request("glossator/search", search))["result"]["completeness"]
        assert completeness["indexedFiles"] == 0
        status = (await client.request("glossator/status", None))["result"]
        assert "on battery" in status["paused"]
        await client.request("workspace/executeCommand", RESUME)
        completeness = (await client.request("glossator/search", search))["result"]["completeness"]
        assert completeness["indexedFiles"] == FILES + 2


async def test_a_setting_of_the_client_has_a_server_work_on_battery(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Supplies(tmp_path / "supplies")
    monkeypatch.setenv(SUPPLIES_VARIABLE, str(tmp_path / "supplies"))
    async with raw_client() as client:
        options = NO_MODELS | {"index": {"onBattery": "run"}}
        await client.initialize(BARS, rootUri=root.as_uri(), initializationOptions=options)
        search = {"query": "f1", "waitForIndex": True}
        completeness = (await client.request("glossator/search", search))["result"]["completeness"]
        assert completeness["indexedFiles"] == FILES + 2


def is_phase(phase: str) -> Any:
    """Whether a message tells that phase."""
    return lambda each: each.get("method") == "glossator/statusChanged" and each["params"]["phase"] == phase
