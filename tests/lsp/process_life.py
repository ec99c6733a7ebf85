"""Sessions that end in every way while the server does everything it can do.

`test_process_life.py` runs a choice of the pairs. All of them, several times, with the times that it took until
nothing was left:

    python -m tests.lsp.process_life [ROUNDS [ACTIVITY...]]
"""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.lsp.processes import MARK, POLL_SECONDS, marked_processes
from tests.lsp.raw_client import PATIENCE_SECONDS, SERVER, RawClient

from glossator.host.folders import Folders

EDITOR = (sys.executable, "-P", str(Path(__file__).parent / "editor.py"), *SERVER, "--stdio")
FILES = 300
WITHOUT_MODELS = {"language": "none", "embedding": "none"}

SOURCE = '''def step_{number}(value: int) -> int:
    """Take step number {number} of the computation, which adds the weight of its neighbours to a value."""
    return value + {number} + len(str(value))


def walk_{number}(values: list[int]) -> int:
    return sum(step_{number}(value) for value in values)
'''


@dataclass(frozen=True)
class Ended:
    """How a session ended: `seconds` from its end on until no process was left."""

    exit_code: int | None
    seconds: float


def write_workspace(root: Path, files: int) -> None:
    """A workspace that takes some time to index."""
    root.mkdir(parents=True, exist_ok=True)
    for number in range(files):
        text = SOURCE.format(number=number)
        (root / f"module_{number}.py").write_text(text if files < FILES else text * 10)


# What the server is busy with when its session ends. Each begins the session and returns in the midst of it.


async def _idle(client: RawClient, root: Path) -> None:
    write_workspace(root, 3)
    await _begin(client, root, {"index": {"embed": False}, "models": WITHOUT_MODELS})
    await client.request("glossator/search", {"query": "step", "limit": 3, "waitForIndex": True})


async def _indexing(client: RawClient, root: Path) -> None:
    write_workspace(root, FILES)
    await _begin(client, root, {"models": WITHOUT_MODELS})
    await client.message(lambda each: _reports(each, "parsing, "))


async def _embedding(client: RawClient, root: Path) -> None:
    write_workspace(root, 60)
    await _begin(client, root, {"models": {"language": "none"}})
    await client.message(lambda each: _reports(each, "making vectors, "))


async def _generating(client: RawClient, root: Path) -> None:
    request = await _explain(client, root)
    message = await client.message(lambda each: each.get("id") == request or _is_text(each))
    assert _is_text(message), message


async def _loading(client: RawClient, root: Path) -> None:
    request = await _explain(client, root)
    async with asyncio.timeout(PATIENCE_SECONDS):
        # From here on it takes the better part of a second until the library and the model are loaded.
        while not any("serve_language" in command for command in marked_processes(os.environ[MARK]).values()):
            await asyncio.sleep(POLL_SECONDS)
    answers = [each for each in client.received if each.get("id") == request]
    assert answers == []


ACTIVITIES: dict[str, Callable[[RawClient, Path], Awaitable[None]]] = {
    "idle": _idle,
    "indexing": _indexing,
    "embedding": _embedding,
    "generating": _generating,
    "loading a model": _loading,
}


async def _begin(client: RawClient, root: Path, options: dict[str, Any]) -> None:
    capabilities = {"window": {"workDoneProgress": True}}
    await client.initialize(
        capabilities, rootUri=root.as_uri(), processId=client.process.pid, initializationOptions=options
    )


async def _explain(client: RawClient, root: Path) -> int:
    write_workspace(root, 3)
    await _begin(client, root, {"index": {"embed": False}, "models": {"embedding": "none"}})
    params = {
        "textDocument": {"uri": (root / "module_1.py").as_uri()},
        "position": {"line": 0, "character": 5},
        "waitForIndex": True,
        "partialResultToken": "text",
        "maxTokens": 4000,
    }
    return client.begin("glossator/explain", params)


def _is_text(message: dict[str, Any]) -> bool:
    return message.get("method") == "$/progress" and message["params"]["token"] == "text"


def _reports(message: dict[str, Any], words: str) -> bool:
    value = message.get("params", {}).get("value", {}) if message.get("method") == "$/progress" else {}
    return isinstance(value, dict) and str(value.get("message")).startswith(words)


# How a session ends.


async def _leave(client: RawClient) -> None:
    await client.request("shutdown", None)
    client.notify("exit", None)


async def _exit(client: RawClient) -> None:
    client.notify("exit", None)


async def _end_of_input(client: RawClient) -> None:
    client.close_input()


async def _broken_output(client: RawClient) -> None:
    client.close_output()


def _signal(name: str) -> Callable[[RawClient], Awaitable[None]]:
    async def send(client: RawClient) -> None:
        client.process.send_signal(signal.Signals[name])

    return send


ENDS: dict[str, tuple[Callable[[RawClient], Awaitable[None]], int]] = {
    "shutdown and exit": (_leave, 0),
    "exit alone": (_exit, 1),
    "end of input": (_end_of_input, 1),
    "broken output": (_broken_output, 1),
    "killed editor": (_signal("SIGKILL"), -signal.SIGKILL),
    "killed server": (_signal("SIGKILL"), -signal.SIGKILL),
    "SIGTERM": (_signal("SIGTERM"), 1),
    "SIGINT": (_signal("SIGINT"), 1),
    "SIGHUP": (_signal("SIGHUP"), 1),
}
"""Each with the exit code of the process that the test has started, which is the editor where that is killed."""


async def live(activity: str, end: str, root: Path, mark: str) -> Ended:
    """Run one session to its end, and wait until nothing is left of it."""
    client = await RawClient.start(*(EDITOR if end == "killed editor" else ()))
    try:
        await ACTIVITIES[activity](client, root)
        begin = time.monotonic()
        await ENDS[end][0](client)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while marked_processes(mark):
                await asyncio.sleep(POLL_SECONDS)
        seconds = time.monotonic() - begin
        return Ended(await client.exit_code(), seconds)
    finally:
        await client.close()


def unsound(root: Path) -> str:
    """What is wrong with the index of a workspace, "" if nothing is or there is none yet."""
    path = Folders.for_user().index_path(root)
    if not path.exists():
        return ""
    with closing(sqlite3.connect(path)) as connection:
        (answer,) = connection.execute("PRAGMA integrity_check").fetchone()
    return "" if answer == "ok" else str(answer)


async def continues(root: Path) -> str:
    """What is wrong with the next session in the workspace, "" if it ends well."""
    client = await RawClient.start()
    try:
        await _begin(client, root, {"models": WITHOUT_MODELS})
        params = {"query": "walk_2", "limit": 50, "waitForIndex": True}
        answer = await client.request("glossator/search", params)
        shown = [
            each["params"]["message"]
            for each in client.received
            if each.get("method") == "window/showMessage"
        ]
        if shown:
            return f"The user was told: {shown}"
        if not any(hit["name"] == "walk_2" for hit in answer["result"]["hits"]):
            return "The next session does not find what is there."
        return "" if await client.leave() == 0 else "The next session does not end well."
    finally:
        await client.close()


async def _measure(rounds: int, activities: Sequence[str]) -> None:
    worst: dict[str, float] = {}
    for activity in activities:
        for end in ENDS:
            for _ in range(rounds):
                with tempfile.TemporaryDirectory(prefix="glossator-life-") as folder:
                    root = Path(folder).resolve() / "workspace"
                    os.environ[MARK] = os.environ["GLOSSATOR_HOME"] = folder
                    ended = await live(activity, end, root, folder)
                    wrong = unsound(root) or await continues(root)
                    if ended.exit_code != ENDS[end][1] or wrong:
                        print(f"{activity}, {end}: exit code {ended.exit_code}. {wrong}", flush=True)
                pair = f"{activity}, {end}"
                worst[pair] = max(worst.get(pair, 0.0), ended.seconds)
            print(f"{worst[pair]:6.2f} s  {pair}", flush=True)
    print(f"{max(worst.values()):6.2f} s  at most, {len(worst)} pairs, {rounds} times each")


if __name__ == "__main__":
    os.environ.setdefault("GLOSSATOR_MODELS", str(Folders.for_user().models))
    asyncio.run(_measure(int(sys.argv[1]) if len(sys.argv) > 1 else 1, sys.argv[2:] or tuple(ACTIVITIES)))
