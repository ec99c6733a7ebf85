"""The phases in which an explanation or a question can be cancelled, each reached by what can be seen from outside.

Run as a program, it measures how long after a cancel the processes of a server still take processor time:

    python -m tests.lsp.cancel_phases [ROUNDS]
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tests.lsp.process_life import write_workspace
from tests.lsp.processes import MARK, calm, marked_processes, ticks_of
from tests.lsp.raw_client import PATIENCE_SECONDS, RawClient

from glossator.host.folders import Folders

HUB_FILES = 200


def place(root: Path, name: str = "module_1.py", line: int = 0) -> dict[str, Any]:
    return {"textDocument": {"uri": (root / name).as_uri()}, "position": {"line": line, "character": 5}}


def explain(client: RawClient, root: Path, **more: Any) -> int:
    params = {**place(root), "maxTokens": 2500, "partialResultToken": "text", **more}
    return client.begin("glossator/explain", params)


async def _generating(client: RawClient, root: Path, _mark: str) -> list[int]:
    number = explain(client, root)
    await client.message(
        lambda each: each.get("method") == "$/progress" and each["params"]["token"] == "text"
    )
    return [number]


async def _queued(client: RawClient, root: Path, mark: str) -> list[int]:
    return [
        *await _generating(client, root, mark),
        *(explain(client, root, maxTokens=2000) for _ in range(5)),
    ]


async def _loading(client: RawClient, root: Path, mark: str) -> list[int]:
    number = explain(client, root)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not any("serve_language" in command for command in marked_processes(mark).values()):
            await asyncio.sleep(0.01)
    return [number]


async def _reading_the_prompt(client: RawClient, root: Path, _mark: str) -> list[int]:
    # A whole answer first, so that the model is there; then a prompt of thousands of tokens, which has to be read.
    await client.request("glossator/explain", {**place(root), "maxTokens": 4})
    params = {**place(root, "large.py"), "maxTokens": 64, "partialResultToken": "text"}
    number = client.begin("glossator/explain", params)
    await asyncio.sleep(3.0)
    return [number]


async def _searching_callers(client: RawClient, root: Path, _mark: str) -> list[int]:
    await client.request("glossator/search", {"query": "hub", "limit": 1, "waitForIndex": True})
    numbers = [client.begin("glossator/callers", place(root, "hub.py")) for _ in range(8)]
    await asyncio.sleep(0.2)
    return numbers


PHASES: dict[str, tuple[Callable[[RawClient, Path, str], Awaitable[list[int]]], dict[str, Any]]] = {
    "generating": (_generating, {}),
    "queued": (_queued, {}),
    "loading a model": (_loading, {}),
    "reading the prompt": (_reading_the_prompt, {"promptTokens": 6000}),
    "searching callers": (_searching_callers, {}),
}


def write_for(phase: str, root: Path) -> None:
    write_workspace(root, 3)
    lines = "".join(f"    value = compute_{n % 7}(value, other_{n % 11}, {n})\n" for n in range(2000))
    (root / "large.py").write_text(f"def large(value):\n{lines}    return value\n")
    if phase != "searching callers":
        return
    (root / "hub.py").write_text("def hub(value):\n    return value\n")
    calls = "".join(f"def use_{n}():\n    return hub({n})\n\n\n" for n in range(15))
    for number in range(HUB_FILES):
        (root / f"user_{number}.py").write_text(f"from hub import hub\n\n\n{calls}")


async def begin(phase: str, client: RawClient, root: Path) -> None:
    """Begin a session in a workspace that suits the phase, and wait until it is indexed."""
    write_for(phase, root)
    options = {"index": {"embed": False}, "models": {"embedding": "none", **PHASES[phase][1]}}
    await client.initialize(rootUri=root.as_uri(), initializationOptions=options)
    await client.request("glossator/search", {"query": "step", "limit": 3, "waitForIndex": True})


QUIET_SECONDS = 0.4
SAMPLE_SECONDS = 0.01


async def _busy_seconds(mark: str) -> float:
    """How long from now on the processes still take processor time."""
    begin, last_busy, before = time.monotonic(), time.monotonic(), sum(ticks_of(mark).values())
    while time.monotonic() - last_busy < QUIET_SECONDS:
        await asyncio.sleep(SAMPLE_SECONDS)
        now = sum(ticks_of(mark).values())
        if now > before:
            last_busy = time.monotonic()
        before = now
    return last_busy - begin


async def _measure(rounds: int) -> None:
    for phase, (reach, _) in PHASES.items():
        seconds = []
        for _round in range(rounds):
            with tempfile.TemporaryDirectory(prefix="glossator-cancel-") as folder:
                os.environ[MARK] = os.environ["GLOSSATOR_HOME"] = folder
                root = Path(folder).resolve() / "workspace"
                client = await RawClient.start()
                try:
                    await begin(phase, client, root)
                    await calm(folder)
                    for number in await reach(client, root, folder):
                        client.notify("$/cancelRequest", {"id": number})
                    seconds.append(await _busy_seconds(folder))
                    await client.leave()
                finally:
                    await client.close()
        print(f"{max(seconds):6.2f} s  {phase}", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("GLOSSATOR_MODELS", str(Folders.for_user().models))
    asyncio.run(_measure(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
