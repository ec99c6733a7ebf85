"""What happens between the server and its client besides questions: settings, progress, files and folders."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.lsp.in_process import Session, opening
from tests.lsp.sample import write_workspace

from glossator.lsp.features import lifecycle

OK = {"result": None}
REFUSED = {"error": {"code": -32601, "message": "no"}}
CREATE = "window/workDoneProgress/create"


def is_end_of_work(message: dict[str, Any]) -> bool:
    """Whether a progress bar has ended."""
    return message.get("method") == "$/progress" and message["params"]["value"]["kind"] == "end"


async def open_workspace(session: Session, root: Path, capabilities: dict[str, Any] | None = None) -> None:
    """Begin a session in a folder and wait for its index."""
    session.replies[CREATE] = OK
    await session.initialize(capabilities, rootUri=root.as_uri())
    await session.notify("initialized", {})
    await session.ask("glossator/search", {"query": "greet", "waitForIndex": True})


async def names_found(session: Session, query: str) -> set[str]:
    """Names of the definitions that a search finds."""
    answer = await session.ask("workspace/symbol", {"query": query})
    return {each["name"] for each in answer["result"]}


@pytest.mark.parametrize("capability", [None, False, True])
@pytest.mark.parametrize("reply", [OK, REFUSED, None], ids=["created", "refused", "never answered"])
async def test_the_explain_command_delivers_whatever_progress_the_client_has(
    fresh: Session, capability: bool | None, reply: dict[str, Any] | None
) -> None:
    if reply is not None:
        fresh.replies[CREATE] = reply
    await fresh.initialize({} if capability is None else {"window": {"workDoneProgress": capability}})
    await fresh.notify("initialized", {})
    await fresh.receive(opening("untitled:a", "def greet():\n    pass\n"))
    argument = {"uri": "untitled:a", "position": {"line": 0, "character": 5}}
    params = {"command": "glossator.server.explain", "arguments": [argument], "workDoneToken": "own"}
    assert (await fresh.ask("workspace/executeCommand", params))["result"] is None
    shown = await fresh.message(lambda each: each.get("method") == "window/showMessage")
    assert "def greet" in shown["params"]["message"]
    created = {each["params"]["token"] for each in fresh.sent if each.get("method") == CREATE}
    assert bool(created) is (capability is True)
    used = {each["params"]["token"] for each in fresh.sent if each.get("method") == "$/progress"}
    assert used <= (created if reply == OK else set())


async def test_an_explanation_that_cannot_be_made_is_told_in_a_message(fresh: Session) -> None:
    await fresh.initialize()
    await fresh.notify("initialized", {})
    await fresh.receive(opening("untitled:a", "\n"))
    argument = {"uri": "untitled:a", "position": {"line": 0, "character": 0}}
    await fresh.ask(
        "workspace/executeCommand", {"command": "glossator.server.explain", "arguments": [argument]}
    )
    shown = await fresh.message(lambda each: each.get("method") == "window/showMessage")
    assert shown["params"]["type"] == 2
    assert "error of its own" not in shown["params"]["message"]


async def test_a_document_that_the_client_will_not_open_comes_as_a_message(fresh: Session) -> None:
    fresh.replies["window/showDocument"] = {"result": {"success": False}}
    await fresh.initialize({"window": {"showDocument": {"support": True}}})
    await fresh.notify("initialized", {})
    await fresh.receive(opening("untitled:a", "def greet():\n    pass\n"))
    argument = {"uri": "untitled:a", "position": {"line": 0, "character": 5}}
    await fresh.ask(
        "workspace/executeCommand", {"command": "glossator.server.explain", "arguments": [argument]}
    )
    shown = await fresh.message(lambda each: each.get("method") == "window/showMessage")
    assert "def greet" in shown["params"]["message"]


async def test_indexing_shows_percentages_from_the_first_report_on(fresh: Session, tmp_path: Path) -> None:
    root = write_workspace(tmp_path / "w")
    await open_workspace(fresh, root, {"window": {"workDoneProgress": True}})
    await fresh.message(is_end_of_work)
    values = [each["params"]["value"] for each in fresh.sent if each.get("method") == "$/progress"]
    assert values[0]["kind"] == "begin"
    assert values[0]["cancellable"] is True
    percentages = [value["percentage"] for value in values if "percentage" in value]
    assert percentages[0] == 0 or len(percentages) == 1
    assert percentages == sorted(percentages)


async def test_a_client_without_progress_gets_none(fresh: Session, tmp_path: Path) -> None:
    await open_workspace(fresh, write_workspace(tmp_path / "w"))
    assert not [each for each in fresh.sent if each.get("method") in (CREATE, "$/progress")]


@pytest.mark.parametrize("wanted", [True, False])
async def test_status_changes_are_told_to_those_who_asked(
    fresh: Session, tmp_path: Path, wanted: bool
) -> None:
    capabilities = {"experimental": {"glossator": {"statusNotification": wanted}}}
    await open_workspace(fresh, write_workspace(tmp_path / "w"), capabilities)
    if wanted:
        told = await fresh.message(lambda each: each.get("method") == "glossator/statusChanged")
        assert told["params"]["root"] == str(tmp_path / "w")
    else:
        assert not [each for each in fresh.sent if each.get("method") == "glossator/statusChanged"]


async def test_a_file_that_the_editor_reports_is_found(fresh: Session, tmp_path: Path) -> None:
    root = write_workspace(tmp_path / "w")
    await open_workspace(fresh, root, {"window": {"workDoneProgress": True}})
    await fresh.message(is_end_of_work)
    before = len(fresh.sent)
    (root / "sub").mkdir()
    (root / "sub" / "fresh.py").write_text("def brand_new():\n    pass\n")
    changes = [{"uri": (root / "sub").as_uri(), "type": 1}]
    await fresh.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    await fresh.message(is_end_of_work, before)
    assert await names_found(fresh, "brand_new") == {"brand_new"}


async def test_folders_come_and_go(fresh: Session, tmp_path: Path) -> None:
    root = write_workspace(tmp_path / "w")
    folder = {"uri": root.as_uri(), "name": "w"}
    await fresh.initialize()
    await fresh.notify("initialized", {})
    event = {"added": [folder], "removed": []}
    await fresh.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    answer = await fresh.ask("glossator/search", {"query": "greet", "waitForIndex": True})
    assert "greet" in {hit["name"] for hit in answer["result"]["hits"]}
    event = {"added": [], "removed": [folder]}
    await fresh.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    answer = await fresh.ask("glossator/search", {"query": "greet", "waitForIndex": True})
    assert answer["result"]["hits"] == []
    assert answer["result"]["completeness"]["note"]


async def test_settings_are_asked_for_at_the_start_and_when_they_change(fresh: Session) -> None:
    fresh.replies["workspace/configuration"] = {"result": [{"index": {"workers": 2}}]}
    await fresh.initialize({"workspace": {"configuration": True}})
    await fresh.notify("initialized", {})
    assert fresh.server.app.settings.index.workers == 2
    fresh.replies["workspace/configuration"] = {"result": [{"index": {"workers": 3}}]}
    await fresh.notify("workspace/didChangeConfiguration", {"settings": None})
    assert fresh.server.app.settings.index.workers == 3
    fresh.replies["workspace/configuration"] = REFUSED
    await fresh.notify("workspace/didChangeConfiguration", {"settings": None})
    assert fresh.server.app.settings.index.workers == 3


async def test_settings_that_are_sent_are_taken_from_clients_that_cannot_be_asked(fresh: Session) -> None:
    await fresh.initialize()
    await fresh.notify("initialized", {})
    settings = {"glossator": {"index": {"workers": 4}, "trace": {"server": "off"}}}
    await fresh.notify("workspace/didChangeConfiguration", {"settings": settings})
    assert fresh.server.app.settings.index.workers == 4
    assert not [each for each in fresh.sent if each.get("method") == "window/showMessage"]


async def test_a_client_that_never_tells_its_settings_gets_an_index(
    fresh: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "CONFIGURATION_SECONDS", 0.01)
    root = write_workspace(tmp_path / "w")
    await open_workspace(fresh, root, {"workspace": {"configuration": True}})
    assert "greet" in await names_found(fresh, "greet")


async def test_saving_mends_a_document_that_has_drifted_away(session: Session) -> None:
    document = {"uri": "untitled:a"}
    await session.receive(opening("untitled:a", "def drifted(): pass\n"))
    await session.notify("textDocument/didSave", {"textDocument": document, "text": "def mended(): pass\n"})
    answer = await session.ask("textDocument/documentSymbol", {"textDocument": document})
    assert [each["name"] for each in answer["result"]] == ["mended"]


async def test_a_document_out_of_step_is_answered_as_modified(session: Session) -> None:
    await session.receive(opening("untitled:a", "abc\n"))
    inverted = {"start": {"line": 0, "character": 2}, "end": {"line": 0, "character": 1}}
    version = {"uri": "untitled:a", "version": 2}
    changes = [{"range": inverted, "text": "x"}]
    await session.notify("textDocument/didChange", {"textDocument": version, "contentChanges": changes})
    params = {"textDocument": {"uri": "untitled:a"}}
    assert (await session.ask("textDocument/documentSymbol", params))["error"]["code"] == -32801


async def test_indexing_is_paused_and_resumed_by_commands(fresh: Session, tmp_path: Path) -> None:
    capabilities = {"experimental": {"glossator": {"statusNotification": True}}}
    await open_workspace(fresh, write_workspace(tmp_path / "w"), capabilities)
    await fresh.ask("workspace/executeCommand", {"command": "glossator.server.pauseIndexing"})
    assert (await fresh.ask("glossator/status"))["result"]["phase"] == "paused"
    before = len(fresh.sent)
    await fresh.ask(
        "workspace/executeCommand", {"command": "glossator.server.resumeIndexing", "arguments": []}
    )
    await fresh.message(is_ready, before)


def is_ready(message: dict[str, Any]) -> bool:
    """Whether the index is told to be complete."""
    return message.get("method") == "glossator/statusChanged" and message["params"]["phase"] == "ready"


async def test_a_request_sees_the_document_as_it_was_sent_before_it(session: Session) -> None:
    """Edits that come right behind a request do not change what it is about."""
    await session.receive(opening("untitled:a", "def first(): pass\n"))
    session.server.protocol.receive(
        b'{"jsonrpc": "2.0", "id": 9, "method": "textDocument/documentSymbol",'
        b' "params": {"textDocument": {"uri": "untitled:a"}}}'
    )
    await asyncio.sleep(0)
    changes = {
        "textDocument": {"uri": "untitled:a", "version": 2},
        "contentChanges": [{"text": "def second(): pass\n"}],
    }
    await session.notify("textDocument/didChange", changes)
    answer = await session.message(lambda each: each.get("id") == 9)
    assert [each["name"] for each in answer["result"]] == ["first"]
