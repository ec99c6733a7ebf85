"""The main job from end to end, as a program: index with vectors, explain, callers and search, by command and editor.

`python main_job.py ROOT` runs it on a project of `planted.py`. It fails if an answer is missing, so that a trace of it
is one of work that was done.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from tests.lsp.raw_client import RawClient, raw_client
from tests.privacy.planted import SECRET_FILES

FEW_TOKENS = "12"
OPTIONS = {"log": {"level": "debug"}, "models": {"maxAnswerTokens": 12}}


def command(root: Path, *arguments: str, code: int = 0) -> str:
    """Run one command of the command line; what it wrote."""
    finished = subprocess.run(
        [sys.executable, "-P", "-m", "glossator", *arguments, "--root", str(root), "--quiet"],
        cwd=root,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == code, (arguments, finished.returncode, finished.stdout, finished.stderr)
    return finished.stdout + finished.stderr


def by_command(root: Path) -> None:
    """What a user does in a shell."""
    assert "vectors: " in command(root, "index")
    assert "Text by" in command(root, "explain", "total_price", "--max-tokens", FEW_TOKENS)
    assert "connect_store" in command(root, "callers", "total_price")
    assert "prices.py" in command(root, "search", "sum", "of", "the", "prices")
    assert "may hold secrets" in command(root, "explain", ".env:1", code=1)


async def in_an_editor(root: Path) -> None:
    """What an editor does, secret files that are open in it included."""
    async with raw_client() as client:
        capabilities = {"window": {"showDocument": {"support": True}, "workDoneProgress": True}}
        await client.initialize(capabilities, rootUri=root.as_uri(), initializationOptions=OPTIONS)
        client.replies["window/showDocument"] = {"success": True}
        source = root / "shop" / "prices.py"
        _open(client, source, "python")
        explained = await client.request(
            "glossator/explain",
            {**_at(source, 12, 6), "waitForIndex": True, "partialResultToken": "p", "maxTokens": 12},
        )
        assert explained["result"]["prose"]
        callers = await client.request("glossator/callers", {**_at(source, 12, 6), "waitForIndex": True})
        assert len(callers["result"]["callers"]) == 2
        found = await client.request("glossator/search", {"query": "basket price", "limit": 5})
        assert found["result"]["hits"]
        await client.request("textDocument/documentSymbol", {"textDocument": {"uri": source.as_uri()}})
        await client.request("textDocument/hover", _at(source, 12, 6))
        await client.request("workspace/symbol", {"query": "total"})
        argument = {"uri": source.as_uri(), "position": {"line": 20, "character": 6}}
        await client.request(
            "workspace/executeCommand", {"command": "glossator.server.explain", "arguments": [argument]}
        )
        await client.message(lambda each: each.get("method") == "window/showDocument")
        for name in (*SECRET_FILES, "link.py", "sub/target.env"):
            await _ask_about_secrets(client, root / name)
        await client.leave()


async def _ask_about_secrets(client: RawClient, path: Path) -> None:
    """Everything about a secret file, closed as well as open, with its text selected."""
    for is_open in (False, True):
        if is_open:
            _open(client, path, "python", "def total_secret(): return 'openzqx_planted'\n")
        range_ = {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}
        refused = await client.request(
            "glossator/explain", {"textDocument": {"uri": path.as_uri()}, "range": range_}
        )
        assert "may hold secrets" in refused["error"]["message"], refused
        for method in ("glossator/callers", "textDocument/hover", "textDocument/documentSymbol"):
            answer = await client.request(method, _at(path, 0, 6))
            assert not answer.get("result"), answer
        actions = {"textDocument": {"uri": path.as_uri()}, "range": range_, "context": {"diagnostics": []}}
        answer = await client.request("textDocument/codeAction", actions)
        assert answer["result"] in ([], None), answer
        argument = {"uri": path.as_uri(), "range": range_}
        arguments = {"command": "glossator.server.explain", "arguments": [argument]}
        answer = await client.request("workspace/executeCommand", arguments)
        assert "may hold secrets" in answer["error"]["message"], answer


def _open(client: RawClient, path: Path, language: str, text: str | None = None) -> None:
    text = path.read_text(encoding="utf-8") if text is None else text
    item = {"uri": path.as_uri(), "languageId": language, "version": 1, "text": text}
    client.notify("textDocument/didOpen", {"textDocument": item})


def _at(path: Path, line: int, character: int) -> dict[str, Any]:
    return {"textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": character}}


if __name__ == "__main__":
    by_command(Path(sys.argv[1]))
    asyncio.run(in_an_editor(Path(sys.argv[1])))
