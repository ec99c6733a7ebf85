"""The server's process: how it ends, and that nothing but messages gets into its output."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.lsp.processes import gone
from tests.lsp.raw_client import PATIENCE_SECONDS, SERVER, RawClient, raw_client
from tests.lsp.sample import write_workspace

from glossator.lsp import parent


async def indexing(client: RawClient, root: Path) -> None:
    """Begin a session in the midst of indexing."""
    write_workspace(root)
    for number in range(300):
        (root / f"module_{number}.py").write_text("def f():\n    return g()\n" * 200)
    await client.initialize({"window": {"workDoneProgress": True}}, rootUri=root.as_uri())
    await client.message(lambda each: each.get("method") == "$/progress")


async def test_shutdown_and_exit_end_the_process_with_code_0(tmp_path: Path, mark: str) -> None:
    async with raw_client() as client:
        await indexing(client, tmp_path / "w")
        assert await client.leave() == 0
        await gone(mark)


async def test_exit_alone_ends_the_process_with_code_1(mark: str) -> None:
    async with raw_client() as client:
        await client.initialize()
        client.notify("exit", None)
        assert await client.exit_code() == 1


async def test_the_end_of_the_input_ends_the_server_and_its_children(tmp_path: Path, mark: str) -> None:
    async with raw_client() as client:
        await indexing(client, tmp_path / "w")
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert await client.exit_code() == 1
        await gone(mark)


async def test_a_killed_server_leaves_no_child_behind(tmp_path: Path, mark: str) -> None:
    async with raw_client() as client:
        await indexing(client, tmp_path / "w")
        client.process.kill()
        await client.exit_code()
        await gone(mark)


HANGING = """
import asyncio, time
from glossator.app.application import Application
from glossator.lsp.serve import serve_stdio

async def close(self):
    await asyncio.to_thread(time.sleep, 600)

Application.close = close
serve_stdio()
"""


@pytest.mark.parametrize("end", ["exit", "end of input", "SIGTERM"])
async def test_work_that_cannot_be_stopped_does_not_hold_up_the_end(mark: str, end: str) -> None:
    """A thread that hangs on a dead disk, or in native code."""
    async with raw_client(sys.executable, "-P", "-c", HANGING) as client:
        await client.initialize()
        await client.request("glossator/status", {})
        match end:
            case "exit":
                client.notify("exit", None)
            case "end of input":
                client.close_input()
            case _:
                client.process.send_signal(signal.SIGTERM)
        assert await client.exit_code() == 1
        await gone(mark)


async def test_a_client_that_closes_the_output_alone_is_gone(mark: str) -> None:
    """Although it could still speak, and although the server has nothing to say."""
    async with raw_client() as client:
        await client.initialize()
        await client.request("glossator/status", {})
        client.close_output()
        assert await client.exit_code() == 1
        await gone(mark)


async def test_output_into_a_socket_that_the_client_shares_with_the_input_is_no_reason_to_leave(
    mark: str,
) -> None:
    """As inetd, and clients that use one socket both ways, give it."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        process = await asyncio.create_subprocess_exec(*SERVER, "--stdio", stdin=theirs, stdout=theirs)
        theirs.close()
        reader, writer = await asyncio.open_unix_connection(sock=ours)
        client = RawClient(process, reader, writer)
        await client.initialize()
        assert "result" in await client.request("glossator/status", {})
        assert "result" in await client.request("glossator/status", {})
        assert await client.leave() == 0
        writer.close()
        await client.close()


async def test_a_client_that_stops_reading_ends_the_server(mark: str) -> None:
    read, write = os.pipe()
    process = await asyncio.create_subprocess_exec(
        *SERVER, "--stdio", stdin=asyncio.subprocess.PIPE, stdout=write
    )
    os.close(write)
    os.close(read)
    assert process.stdin is not None
    client = RawClient(process, asyncio.StreamReader(), process.stdin)
    client.begin("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    assert await client.exit_code() == 1
    await client.close()


async def test_the_server_ends_when_the_process_named_in_initialize_is_gone(mark: str) -> None:
    editor = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "input()", stdin=asyncio.subprocess.PIPE
    )
    async with raw_client() as client:
        await client.initialize(processId=editor.pid)
        await client.request("glossator/status", {})
        editor.kill()
        await editor.wait()
        assert await client.exit_code() == 1


async def test_the_end_of_a_process_is_noticed_where_the_system_does_not_report_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unsupported(_process_id: int) -> int:
        raise OSError

    monkeypatch.setattr(os, "pidfd_open", unsupported)
    editor = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "input()", stdin=asyncio.subprocess.PIPE
    )
    gone_at: list[bool] = []
    watching = asyncio.create_task(
        parent.watch(editor.pid, lambda: gone_at.append(parent.is_alive(editor.pid)))
    )
    await asyncio.sleep(0)
    assert gone_at == []
    editor.kill()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await watching
    assert gone_at == [False]
    await editor.wait()


async def test_a_process_that_cannot_be_seen_does_not_count_as_gone(mark: str) -> None:
    unused = 2**22 + 1
    assert not parent.is_alive(unused)
    async with raw_client() as client:
        await client.initialize(processId=unused)
        assert "result" in await client.request("glossator/status", {})
        assert await client.leave() == 0


async def test_a_process_that_was_not_waited_for_counts_as_gone() -> None:
    process = subprocess.Popen([sys.executable, "-c", "print(1)"], stdout=subprocess.PIPE)
    assert parent.is_alive(process.pid)
    assert process.stdout is not None
    process.stdout.read()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert not parent.is_alive(process.pid)
    process.wait()
    process.stdout.close()


def test_what_is_printed_does_not_get_between_the_messages() -> None:
    script = (
        "import os, sys; from glossator.lsp.serve import protected_stdio\n"
        "incoming, outgoing = protected_stdio()\n"
        "print('by Python', flush=True); os.write(1, b'by native code\\n')\n"
        "assert os.read(0, 1) == b''\n"
        "outgoing.write(incoming.read()); outgoing.flush()\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], input=b"the message", capture_output=True, check=True
    )
    assert result.stdout == b"the message"
    assert result.stderr == b"by Python\nby native code\n"


async def test_garbage_on_the_input_ends_the_server(mark: str) -> None:
    async with raw_client() as client:
        client.send_bytes(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert await client.exit_code() == 1


@pytest.mark.loopback
async def test_one_client_is_served_over_tcp(mark: str) -> None:
    command = (*SERVER, "--tcp", "127.0.0.1:0")
    server = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert server.stderr is not None
    async with asyncio.timeout(PATIENCE_SECONDS):
        line = (await server.stderr.readline()).decode()
        reader, writer = await asyncio.open_connection("127.0.0.1", int(line.rpartition(":")[2]))
        client = RawClient(server, reader, writer)
        await client.initialize()
        assert await client.leave() == 0
        writer.close()


@pytest.mark.loopback
async def test_an_address_that_cannot_be_used_is_one_sentence(mark: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        command = (*SERVER, "--tcp", address)
        server = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
        _, err = await server.communicate()
    assert server.returncode == 1
    assert f"Cannot listen on {address}" in err.decode()
    assert "Traceback" not in err.decode()
