"""Exactly one response for each request, whatever is wrong with it, and none for anything else."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from tests.lsp.in_process import Session, opening

from glossator.core.errors import UserError


async def test_initialize_touches_no_file(fresh: Session, tmp_path: Path) -> None:
    answer = await fresh.initialize()
    assert answer["result"]["serverInfo"]["name"] == "glossator"
    assert list(tmp_path.iterdir()) == []


async def test_the_capabilities_name_what_is_there(fresh: Session) -> None:
    capabilities = (await fresh.initialize())["result"]["capabilities"]
    assert capabilities["textDocumentSync"] == {"openClose": True, "change": 2, "save": {"includeText": True}}
    assert capabilities["codeActionProvider"]["codeActionKinds"] == ["refactor.explain"]
    assert all(
        each.startswith("glossator.server.") for each in capabilities["executeCommandProvider"]["commands"]
    )
    assert "glossator/explain" in capabilities["experimental"]["glossator"]["requests"]


async def test_a_request_before_initialize_is_refused(fresh: Session) -> None:
    assert (await fresh.ask("glossator/status"))["error"]["code"] == -32002


async def test_a_second_initialize_is_refused(session: Session) -> None:
    assert (await session.initialize())["error"]["code"] == -32600


async def test_a_request_after_shutdown_is_refused(session: Session) -> None:
    assert (await session.ask("shutdown"))["result"] is None
    assert (await session.ask("glossator/status"))["error"]["code"] == -32600


async def test_exit_has_the_code_that_the_specification_wants(session: Session) -> None:
    await session.receive({"jsonrpc": "2.0", "method": "exit"})
    assert session.server.protocol.exit_code == 1
    await session.ask("shutdown")
    await session.receive({"jsonrpc": "2.0", "method": "exit"})
    assert session.server.protocol.exit_code == 0


async def test_an_unknown_method_is_answered_and_an_unknown_notification_is_not(session: Session) -> None:
    assert (await session.ask("glossator/nonsense", {}))["error"]["code"] == -32601
    assert await session.receive({"jsonrpc": "2.0", "method": "$/nonsense", "params": {}}) == []


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("textDocument/codeAction", {"textDocument": {"uri": "untitled:a"}, "range": 5}),
        ("textDocument/documentSymbol", None),
        ("glossator/explain", {"textDocument": {"uri": "untitled:a"}}),
        ("glossator/explain", {}),
        ("glossator/search", {"query": "x", "limit": 0}),
        ("glossator/search", {"query": "x", "limit": "many"}),
        ("glossator/usages", {"limit": 5}),
        ("glossator/usages", {"query": "x", "limit": 0}),
        ("glossator/usages", {"query": "x", "scopeUri": "untitled:a"}),
        ("glossator/usages", {"query": "x", "textDocument": {"uri": "untitled:a"}}),
        ("glossator/usages", {"textDocument": {"uri": "untitled:a"}}),
        ("glossator/related", {"textDocument": {"uri": "untitled:a"}}),
        ("glossator/related", {"textDocument": {"uri": "untitled:a"}, "limit": 0}),
        ("workspace/executeCommand", {"command": "glossator.server.usages", "arguments": [1]}),
        ("workspace/executeCommand", {"command": "glossator.server.explain", "arguments": [1]}),
        ("workspace/executeCommand", {"command": "glossator.server.explain"}),
        ("workspace/executeCommand", {"command": "nonsense"}),
    ],
)
async def test_parameters_that_do_not_fit_are_answered(session: Session, method: str, params: Any) -> None:
    await session.receive(opening("untitled:a", "def f(): pass\n"))
    assert (await session.ask(method, params))["error"]["code"] == -32602


async def test_a_misfitting_notification_is_passed_over(session: Session) -> None:
    message = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": 1}}
    assert await session.receive(message) == []
    assert "result" in await session.ask("glossator/status")


@pytest.mark.parametrize(
    "body",
    [b"{", b"\xff", b"[]", b"1", b"[" * 100_000, b'{"id": [], "result": 1}', b'{"id": null, "method": "a"}'],
)
async def test_what_is_no_message_is_answered_without_an_id(session: Session, body: bytes) -> None:
    (answer,) = await session.receive(body)
    assert answer["id"] is None
    assert answer["error"]["code"] in (-32700, -32600)


async def test_a_notification_with_an_id_is_answered(session: Session) -> None:
    assert (await session.ask("initialized", {}))["error"]["code"] == -32600


async def test_a_response_that_nobody_waits_for_is_passed_over(session: Session) -> None:
    assert await session.receive({"jsonrpc": "2.0", "id": "nobody", "result": None}) == []
    assert (
        await session.receive({"jsonrpc": "2.0", "id": "nobody", "error": {"code": 1, "message": "x"}}) == []
    )


async def test_an_unreadable_response_fails_the_one_who_waits(session: Session) -> None:
    asking = session.server.client_register_capability_async(types.RegistrationParams(registrations=[]))
    task = asyncio.ensure_future(asking)
    await asyncio.sleep(0)
    request_id = session.sent[-1]["id"]
    await session.receive({"jsonrpc": "2.0", "id": request_id, "error": "broken"})
    with pytest.raises(Exception, match="cannot be read"):
        await task


async def test_a_bug_is_answered_without_details(session: Session) -> None:
    @session.server.feature("test/bug")
    async def fail(params: Any) -> None:
        raise KeyError("secret source text")

    answer = await session.ask("test/bug", {})
    assert answer["error"]["code"] == -32603
    assert "data" not in answer["error"]
    assert "secret" not in json.dumps(session.sent)


async def test_a_result_that_cannot_be_sent_is_answered_as_a_bug(session: Session) -> None:
    @session.server.feature("test/unsendable")
    async def give(params: Any) -> dict[str, Any]:
        return {"number": float("nan")}

    assert (await session.ask("test/unsendable", {}))["error"]["code"] == -32603


async def test_an_error_of_the_user_reaches_the_user_and_no_popup(session: Session) -> None:
    @session.server.feature("test/user")
    def refuse(params: Any) -> None:
        raise UserError("Choose another file.")

    error = (await session.ask("test/user", {}))["error"]
    assert error == {"code": -32803, "message": "Choose another file."}
    assert not [each for each in session.sent if each.get("method") == "window/showMessage"]


async def test_a_cancelled_request_is_answered_once_and_its_work_ends(session: Session) -> None:
    ended = asyncio.Event()

    @session.server.feature("test/slow")
    async def wait(params: Any) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    session.server.protocol.receive(b'{"jsonrpc": "2.0", "id": 5, "method": "test/slow", "params": {}}')
    await asyncio.sleep(0)
    await session.receive({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 5}})
    await session.receive({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 5}})
    assert ended.is_set()
    (answer,) = [each for each in session.sent if each.get("id") == 5]
    assert answer["error"]["code"] == -32800


async def test_shutdown_cancels_what_is_in_flight(session: Session) -> None:
    @session.server.feature("test/slow")
    async def wait(params: Any) -> None:
        await asyncio.Event().wait()

    for request_id in range(10, 13):
        message = {"jsonrpc": "2.0", "id": request_id, "method": "test/slow", "params": {}}
        session.server.protocol.receive(json.dumps(message).encode())
    await asyncio.sleep(0)
    assert (await session.ask("shutdown"))["result"] is None
    codes = {each["id"]: each["error"]["code"] for each in session.sent if each.get("id") in range(10, 13)}
    assert codes == {10: -32800, 11: -32800, 12: -32800}


async def test_positions_far_outside_of_the_text_get_ordinary_answers(session: Session) -> None:
    await session.receive(opening("untitled:a", "ab\n"))
    for line, character in [(0, 999), (1, 0), (2, 5), (4294967295, 0)]:
        position = {"line": line, "character": character}
        params = {
            "textDocument": {"uri": "untitled:a"},
            "range": {"start": position, "end": position},
            "context": {"diagnostics": []},
        }
        assert "result" in await session.ask("textDocument/codeAction", params)


async def test_virtual_documents_are_answered_from_the_editor_alone(session: Session) -> None:
    await session.receive(opening("untitled:Untitled-1", "def t(): pass\n"))
    open_one = {"textDocument": {"uri": "untitled:Untitled-1"}}
    assert [
        each["name"] for each in (await session.ask("textDocument/documentSymbol", open_one))["result"]
    ] == ["t"]
    for uri in ("vscode-chat-code-block:/x?1", "git:/w/a.py?HEAD"):
        unknown = {"textDocument": {"uri": uri}}
        assert (await session.ask("textDocument/documentSymbol", unknown))["result"] is None


async def test_settings_that_cannot_be_used_are_shown_once(fresh: Session) -> None:
    params = {
        "processId": None,
        "rootUri": None,
        "capabilities": {},
        "initializationOptions": {"index": {"x": 1}},
    }
    await fresh.ask("initialize", params)
    (shown,) = [each for each in fresh.sent if each.get("method") == "window/showMessage"]
    assert "index.x" in shown["params"]["message"]
