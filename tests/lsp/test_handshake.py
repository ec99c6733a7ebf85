"""`initialize` is answered before the rest of the server is loaded, and the same whenever it is answered."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lsp.in_process import Session
from tests.lsp.processes import gone
from tests.lsp.raw_client import raw_client
from tests.lsp.sample import write_workspace

from glossator.lsp.handshake import Introduction, answer_to

LARGE = (
    "lsprotocol",
    "pygls",
    "cattrs",
    "attrs",
    "numpy",
    "msgspec",
    "asyncio",
    "sqlite3",
    "tree_sitter",
    "rich",
)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)

NAMES = ("capabilities", "processId", "rootUri", "rootPath", "workspaceFolders", "initializationOptions")
members = st.fixed_dictionaries({}, optional=dict.fromkeys(NAMES, json_values))


def initialize_message(params: Any, request_id: object = 1) -> bytes:
    """The body of the request."""
    message = {"jsonrpc": "2.0", "id": request_id, "method": "initialize", "params": params}
    return json.dumps(message).encode()


def test_nothing_large_is_loaded_before_the_answer() -> None:
    script = (
        "import sys; from glossator.cli import build_parser; build_parser('serve'); import glossator.lsp.serve\n"
        f"print([name for name in {LARGE!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@settings(deadline=None, max_examples=300)
@given(params=members | json_values)
def test_any_parameters_are_answered_or_left_to_the_protocol_layer(params: Any) -> None:
    answer = answer_to(initialize_message(params))
    fits = isinstance(params, dict) and isinstance(params.get("capabilities"), dict)
    assert (answer is not None) is fits
    if answer is not None:
        assert json.loads(answer)["result"]["capabilities"]["positionEncoding"] == "utf-16"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff",
        b"[]",
        b"1",
        b"[" * 100_000,
        b'{"method": "initialize"}',
        b'{"id": 1, "method": "shutdown"}',
    ],
)
def test_what_is_no_initialize_is_left_to_the_protocol_layer(body: bytes) -> None:
    assert answer_to(body) is None


def test_members_of_a_wrong_kind_are_passed_over() -> None:
    folders = [5, {"uri": 5}, {}, {"uri": "file:///w", "name": None}]
    read = Introduction.read(
        {"capabilities": {}, "processId": 2**40, "rootUri": 5, "rootPath": [], "workspaceFolders": folders}
    )
    assert (read.process_id, read.root_uri, read.root_path, read.folders) == (
        None,
        None,
        None,
        ("file:///w",),
    )


async def test_the_early_answer_is_the_one_that_the_protocol_layer_gives(fresh: Session) -> None:
    params = {
        "processId": None,
        "rootUri": None,
        "capabilities": {"general": {"positionEncodings": ["utf-8"]}},
    }
    early = answer_to(initialize_message(params, request_id="a"))
    assert early is not None
    assert await fresh.ask("initialize", params, request_id="a") == json.loads(early)


async def test_an_answered_initialize_begins_the_session_and_is_not_answered_again(fresh: Session) -> None:
    params = {
        "processId": None,
        "rootUri": None,
        "capabilities": {},
        "initializationOptions": {"index": {"workers": 3}},
    }
    fresh.server.protocol.receive(initialize_message(params), answered=True)
    assert "result" in await fresh.ask("glossator/status")
    assert [each for each in fresh.sent if each.get("id") == 1] == []
    assert fresh.server.app.settings.index.workers == 3


@pytest.mark.parametrize("params", [None, [], 5, {}, {"capabilities": None}, {"capabilities": []}])
async def test_parameters_that_cannot_be_read_are_refused_and_may_be_sent_again(
    fresh: Session, params: Any
) -> None:
    assert (await fresh.ask("initialize", params, request_id=1))["error"]["code"] == -32602
    assert (await fresh.ask("glossator/status"))["error"]["code"] == -32002
    assert "result" in await fresh.initialize()


async def test_a_server_is_used_at_once_by_a_client_that_does_not_wait(tmp_path: Path, mark: str) -> None:
    """All that comes while the server is loaded waits in the stream, in its order."""
    root = write_workspace(tmp_path / "w")
    async with raw_client() as client:
        options = {"models": {"language": "none", "embedding": "none"}}
        greeting = client.begin(
            "initialize",
            {
                "processId": None,
                "rootUri": root.as_uri(),
                "capabilities": {},
                "initializationOptions": options,
            },
        )
        client.notify("initialized", {})
        document = {
            "uri": "untitled:a",
            "languageId": "python",
            "version": 1,
            "text": "def early(): pass\n" * 9000,
        }
        client.notify("textDocument/didOpen", {"textDocument": document})
        asked = client.begin("textDocument/documentSymbol", {"textDocument": {"uri": "untitled:a"}})
        assert "result" in await client.response(greeting)
        assert len((await client.response(asked))["result"]) == 9000
        assert [each["id"] for each in client.received if "id" in each and "method" not in each] == [
            greeting,
            asked,
        ]
        assert await client.leave() == 0
        await gone(mark)


async def test_a_first_message_that_is_no_initialize_is_answered(mark: str) -> None:
    async with raw_client() as client:
        assert (await client.request("glossator/status", {}))["error"]["code"] == -32002
        await client.initialize()
        assert await client.leave() == 0


@pytest.mark.parametrize("how", ["end of the input", "signal"])
async def test_a_client_that_is_gone_before_the_server_is_loaded_leaves_nothing_behind(
    tmp_path: Path, mark: str, how: str
) -> None:
    root = write_workspace(tmp_path / "w")
    async with raw_client() as client:
        params = {"processId": None, "rootUri": root.as_uri(), "capabilities": {}}
        await client.request("initialize", params)
        if how == "signal":
            client.process.send_signal(signal.SIGTERM)
        else:
            assert client.process.stdin is not None
            client.process.stdin.close()
        assert await client.exit_code() == 1
        await gone(mark)


async def test_nothing_is_written_for_a_folder_before_the_client_is_initialized(
    tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The processes that load meanwhile wait for their folder."""
    monkeypatch.setenv("GLOSSATOR_HOME", str(tmp_path / "home"))
    root = write_workspace(tmp_path / "w")
    async with raw_client() as client:
        params = {"processId": None, "rootUri": root.as_uri(), "capabilities": {}}
        await client.request("initialize", params)
        assert await client.leave() == 0
        await gone(mark)
    assert not (tmp_path / "home" / "cache").exists()


async def test_a_client_that_never_says_anything_ends_the_server(mark: str) -> None:
    async with raw_client() as client:
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert await client.exit_code() == 1
