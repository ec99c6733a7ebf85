"""However a session ends and whatever the server does just then: no process is left, and the index is sound.

All pairs, and the times: `python -m tests.lsp.process_life`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.lsp.process_life import (
    ACTIVITIES,
    ENDS,
    SERVER,
    WITHOUT_MODELS,
    continues,
    live,
    unsound,
    write_workspace,
)
from tests.lsp.processes import descriptors, gone, marked_processes
from tests.lsp.raw_client import PATIENCE_SECONDS, RawClient, raw_client

KILLS = int(os.environ.get("GLOSSATOR_TEST_KILLS", "2"))
"""How often a server is killed while a model loads; set it to 30 for a long run."""

PAIRS = [
    *(("idle", end) for end in ENDS),
    *(("indexing", end) for end in ("shutdown and exit", "end of input", "killed server")),
    *(("embedding", end) for end in ("exit alone", "killed editor", "SIGTERM")),
    *(("generating", end) for end in ("end of input", "broken output", "SIGINT")),
    *(("loading a model", end) for end in ("shutdown and exit", "killed server", "SIGHUP")),
]


@pytest.mark.parametrize(("activity", "end"), PAIRS)
async def test_nothing_is_left_of_a_session_that_ends(
    activity: str, end: str, tmp_path: Path, mark: str, model_files: None
) -> None:
    root = tmp_path.resolve() / "workspace"
    ended = await live(activity, end, root, mark)
    assert ended.exit_code == ENDS[end][1]
    assert unsound(root) == ""
    if activity in ("indexing", "embedding"):
        assert await continues(root) == ""
        await gone(mark)


@pytest.fixture
def model_files(language_model: str, embedding_model: str) -> None:
    """Both default models are there."""


def test_every_way_and_every_activity_is_among_the_pairs() -> None:
    assert {activity for activity, _ in PAIRS} == set(ACTIVITIES)
    assert {end for _, end in PAIRS} == set(ENDS)


async def test_servers_killed_again_and_again_while_a_model_loads_leave_nothing(
    tmp_path: Path, mark: str, language_model: str
) -> None:
    root = tmp_path.resolve() / "workspace"
    for number in range(KILLS):
        await live("loading a model", ("killed server", "killed editor")[number % 2], root, mark)
    # No lock, port or half-written file of theirs is in the way of the next.
    assert unsound(root) == ""
    assert await continues(root) == ""


async def test_children_that_are_killed_whenever_they_load_are_left_alone_and_leave_nothing(
    tmp_path: Path, mark: str, language_model: str
) -> None:
    root = tmp_path.resolve() / "workspace"
    write_workspace(root, 3)
    async with raw_client() as client:
        options = {"index": {"embed": False}, "models": {"embedding": "none"}}
        await client.initialize(rootUri=root.as_uri(), initializationOptions=options)
        params = {
            "textDocument": {"uri": (root / "module_1.py").as_uri()},
            "position": {"line": 0, "character": 5},
            "waitForIndex": True,
        }
        kills: list[int] = []
        killing = asyncio.create_task(_kill_whatever_is_seen(mark, "serve_language", kills))
        notice = ""
        while "It is tried again after" not in notice:
            answer = (await client.request("glossator/explain", params))["result"]
            notice = answer["notice"]
            # Facts stand alone, and one sentence says why.
            assert answer["prose"] == ""
            assert "language model process was ended by signal SIGKILL" in notice
        for _ in range(10):
            assert (await client.request("glossator/explain", params))["result"]["prose"] == ""
        # A model that dies at each start is started a few times, however often it is asked for.
        assert 1 <= len(kills) <= 4
        killing.cancel()
        assert await client.leave() == 0
    await gone(mark)


async def _kill_whatever_is_seen(mark: str, words: str, kills: list[int]) -> None:
    while True:
        for process_id, command in marked_processes(mark).items():
            if words in command and process_id not in kills:
                os.kill(process_id, 9)
                kills.append(process_id)
        await asyncio.sleep(0.005)


SLOW_GIT = """#!/bin/sh
echo "$$" >> "{folder}/started"
ls -l /proc/$$/fd/0 >> "{folder}/inputs"
exec sleep 600
"""


@pytest.mark.parametrize("end", ["end of input", "killed server", "SIGTERM"])
async def test_a_program_that_hangs_ends_with_the_server(
    tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """A git that never answers, as on a network folder that is gone."""
    root = tmp_path.resolve() / "workspace"
    write_workspace(root, 3)
    subprocess.run(["git", "init", "--quiet", str(root)], stdin=subprocess.DEVNULL, check=True)
    programs = tmp_path / "bin"
    programs.mkdir()
    git = programs / "git"
    git.write_text(SLOW_GIT.format(folder=tmp_path))
    git.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    async with raw_client() as client:
        await client.initialize(rootUri=root.as_uri())
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not any(command.startswith("sleep") for command in marked_processes(mark).values()):
                await asyncio.sleep(0.01)
        await ENDS[end][0](client)
        await gone(mark)
        assert await client.exit_code() == ENDS[end][1]
    assert "/dev/null" in (tmp_path / "inputs").read_text()


async def test_no_child_has_the_streams_of_the_protocol_or_of_another_child(
    tmp_path: Path, mark: str, language_model: str
) -> None:
    root = tmp_path.resolve() / "workspace"
    write_workspace(root, 60)
    async with raw_client() as client:
        await client.initialize(
            rootUri=root.as_uri(), initializationOptions={"models": {"embedding": "none"}}
        )
        params = {
            "textDocument": {"uri": (root / "module_1.py").as_uri()},
            "position": {"line": 0, "character": 5},
            "maxTokens": 4,
        }
        await client.request("glossator/explain", params)
        server = descriptors(client.process.pid)
        children = {pid: descriptors(pid) for pid in marked_processes(mark) if pid != client.process.pid}
        assert len(children) >= 3
        streams = set(_of_test(client))
        assert streams <= set(server.values())
        pipes: list[str] = []
        for held in children.values():
            assert not streams & set(held.values())
            pipes += {end for end in held.values() if end.startswith(("pipe:", "socket:"))}
        # Each pipe has one end in one child, save those between the indexer and its parsers, which both hold theirs.
        assert max(pipes.count(pipe) for pipe in pipes) <= 2
        # An input is empty, or, while an interpreter starts, a pipe of its own.
        inputs = [held[0] for held in children.values() if held.get(0, "/dev/null") != "/dev/null"]
        assert all(each.startswith("pipe:") for each in inputs)
        assert len(inputs) == len(set(inputs))
        assert await client.leave() == 0


def _of_test(client: RawClient) -> list[str]:
    """What the streams to and from the server lead to."""
    own = descriptors(os.getpid())
    transports = [client.process._transport.get_pipe_transport(number) for number in (0, 1)]  # type: ignore[attr-defined]
    return [own[transport.get_extra_info("pipe").fileno()] for transport in transports]


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"])
async def test_a_command_that_is_ended_leaves_nothing(tmp_path: Path, mark: str, name: str) -> None:
    root = tmp_path.resolve() / "workspace"
    write_workspace(root, 200)
    command = (sys.executable, "-P", "-m", "glossator", "index", "--structure-only", "--quiet", str(root))
    process = await asyncio.create_subprocess_exec(*command, stdin=subprocess.DEVNULL)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not any("parse_worker" in each for each in marked_processes(mark).values()):
            await asyncio.sleep(0.01)
    process.send_signal(signal.Signals[name])
    await gone(mark)
    assert await process.wait() != 0
    assert unsound(root) == ""


async def test_a_server_that_was_started_to_outlive_its_terminal_does(tmp_path: Path, mark: str) -> None:
    command = ("sh", "-c", 'trap "" HUP; exec "$0" "$@"', *SERVER, "--stdio")
    async with raw_client(*command) as client:
        await client.initialize()
        await ENDS["SIGHUP"][0](client)
        assert "result" in await client.request("glossator/status", {})
        assert await client.leave() == 0
        await gone(mark)


async def test_a_second_signal_while_the_server_ends_changes_nothing(tmp_path: Path, mark: str) -> None:
    root = tmp_path.resolve() / "workspace"
    client = await RawClient.start()
    try:
        await ACTIVITIES["indexing"](client, root)
        for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGTERM"):
            await ENDS[name][0](client) if name in ENDS else None
        await gone(mark)
        assert await client.exit_code() in (1, -15, -2, -1)
        assert unsound(root) == ""
    finally:
        await client.close()


@pytest.mark.parametrize("when", ["before initialize", "right after initialize"])
@pytest.mark.parametrize("end", ["end of input", "SIGTERM", "killed server", "broken output"])
async def test_a_session_that_ends_while_it_begins_leaves_nothing(mark: str, when: str, end: str) -> None:
    client = await RawClient.start()
    try:
        if when == "right after initialize":
            request = {"processId": None, "rootUri": None, "capabilities": {}}
            client.begin("initialize", {**request, "initializationOptions": {"models": WITHOUT_MODELS}})
        await ENDS[end][0](client)
        if end == "broken output":
            # Until the rest of the server is loaded nothing looks at the output; a message finds it broken.
            client.begin("glossator/status", {})
            client.close_input()
        await gone(mark)
        assert await client.exit_code() in (1, -15, -9)
    finally:
        await client.close()


def test_this_test_would_see_what_is_left(mark: str) -> None:
    with subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE) as process:
        assert process.pid in marked_processes(mark)
        process.kill()
