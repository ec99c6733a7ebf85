"""What libraries print, in the server or in a child, never gets between the messages; a child's is in its log."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from tests.lsp.process_life import write_workspace
from tests.lsp.processes import gone
from tests.lsp.raw_client import SERVER, raw_client

from glossator.host.folders import Folders

NOISY = Path(__file__).parent / "noisy"
REQUESTS = 100


async def test_a_session_survives_libraries_that_print_in_every_way(
    tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch, language_model: str, embedding_model: str
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(NOISY), os.environ["PYTHONPATH"]]))
    monkeypatch.setenv("GLOSSATOR_HOME", str(tmp_path / "home"))
    root = tmp_path.resolve() / "workspace"
    write_workspace(root, 12)
    uri = (root / "module_1.py").as_uri()
    said = tmp_path / "stderr"
    async with raw_client("sh", "-c", f'exec "$0" "$@" 2> "{said}"', *SERVER, "--stdio") as client:
        await client.initialize(rootUri=root.as_uri(), initializationOptions={})
        place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 5}, "waitForIndex": True}
        for _ in range(2):
            answer = await client.request(
                "glossator/explain", {**place, "maxTokens": 8, "partialResultToken": "t"}
            )
            assert answer["result"]["prose"].strip(), answer["result"]["notice"]
        answers = await asyncio.gather(*(client.request("glossator/callers", place) for _ in range(REQUESTS)))
        assert {len(answer["result"]["callers"]) for answer in answers} == {1}
        while (await client.request("glossator/status", {}))["result"]["completeness"]["embeddedChunks"] < 12:
            await asyncio.sleep(0.1)
        assert await client.leave() == 0
        await gone(mark)
        # Whatever came was a message: the client reads nothing else.
        assert all(each.get("jsonrpc") == "2.0" for each in client.received)
    for name in ("pygls", "lsprotocol", "msgspec"):
        assert f"importing {name}, by a system call" in said.read_text()
    assert "at work, by C" in said.read_text()
    logs = {
        name: Folders.below(tmp_path / "home").child_log(name).read_text(errors="replace")
        for name in ("indexer", "parser", "language-model", "embedding-model")
    }
    for log in logs.values():
        assert "importing msgspec, by C" in log
        assert "at work, by Python" in log
    assert "importing tree_sitter, by a system call" in logs["parser"]
    assert "llama_model_load_from_file, by a system call" in logs["embedding-model"]
    assert "llama_decode, in a thread, by C" in logs["language-model"]
    assert "importing" not in repr(client.received)


async def test_what_the_command_itself_loads_first_prints_nothing_into_the_stream(
    tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first bytes of the output are a message, however loud the libraries are that the server is made of."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(NOISY), os.environ["PYTHONPATH"]]))
    process = await asyncio.create_subprocess_exec(
        *SERVER, "--stdio", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{}}}'
    exit_ = b'{"jsonrpc":"2.0","method":"exit"}'
    framed = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(each), each) for each in (body, exit_))
    output, _ = await process.communicate(framed)
    header, _, rest = output.partition(b"\r\n\r\n")
    assert header.startswith(b"Content-Length: ")
    assert len(rest) == int(header.split(b":")[1])
    assert process.returncode == 1
