"""The guard that keeps tests off the network works, and reaches every process."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from pytest_socket import SocketBlockedError
from tests.no_network.network_guard import HERE

from glossator.host.process import Child

BLOCKED = "a process under test used the network"
CONNECT = "import socket; socket.create_connection(('{host}', 9), timeout=1)"

ATTEMPTS = {
    "connect": "socket.socket(socket.AF_INET, socket.SOCK_STREAM).connect(('192.0.2.1', 9))",
    "connect over the newer protocol": "socket.socket(socket.AF_INET6).connect(('2001:db8::1', 9))",
    "send a datagram": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 9))",
    "send a message": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendmsg([b'x'], [], 0, ('192.0.2.1', 9))",
    "listen": "socket.create_server(('', 0))",
    "look a name up": "socket.getaddrinfo('example.invalid', 80)",
    "look a name up the old way": "socket.gethostbyname('example.invalid')",
    "look an address up": "socket.getnameinfo(('192.0.2.1', 9), 0)",
    "ask the web": "import urllib.request; urllib.request.urlopen('http://192.0.2.1/', timeout=1)",
    "write to the system's log": "socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).connect('/dev/log')",
    "use a nameless address": "socket.socket(socket.AF_UNIX).bind('\\0abstract')",
    "catch the error": (
        "\ntry: socket.socket(socket.AF_INET)\nexcept RuntimeError: sys.exit('a process under test used the network')"
    ),
    "do it in a process of its own": (
        "subprocess.run([sys.executable, '-P', '-c', 'import socket; socket.socket()'], check=True)"
    ),
    "start a process without the guard": "subprocess.run([sys.executable, '-c', ''], env={})",
    "start an isolated process": "subprocess.run([sys.executable, '-I', '-c', ''])",
    "spawn an isolated process": "os.posix_spawn(sys.executable, [sys.executable, '-E'], os.environ)",
}


def in_a_process(code: str, noted: Path, **environment: str) -> str:
    """What a process that runs `code` writes to its standard error."""
    command = [sys.executable, "-c", f"import os, socket, subprocess, sys; {code}"]
    variables = {**os.environ, "GLOSSATOR_TEST_VIOLATIONS": str(noted), **environment}
    return subprocess.run(command, capture_output=True, text=True, env=variables).stderr


def test_a_test_cannot_open_a_socket() -> None:
    with pytest.warns(UserWarning), pytest.raises(SocketBlockedError):
        socket.create_connection(("127.0.0.1", 9))


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_process_started_by_a_test_cannot_reach_the_network(attempt: str, tmp_path: Path) -> None:
    noted = tmp_path / "violations"
    assert BLOCKED in in_a_process(ATTEMPTS[attempt], noted)
    assert noted.read_text(), "an attempt whose error is caught must be known as well"


@pytest.mark.parametrize(
    "code",
    [
        "a, b = socket.socketpair(); a.sendall(b'x'); assert b.recv(1) == b'x'",
        "socket.socket(socket.AF_UNIX).bind(os.environ['OURS'])",
        "subprocess.run(['git', '--version'], check=True, stdout=subprocess.DEVNULL)",
        "import asyncio; asyncio.run(asyncio.sleep(0))",
    ],
)
def test_pipes_and_sockets_of_the_test_s_own_are_allowed(code: str, tmp_path: Path) -> None:
    noted = tmp_path / "violations"
    assert in_a_process(code, noted, OURS=str(tmp_path / "s")) == ""
    assert not noted.exists()


@pytest.mark.loopback
def test_a_loopback_test_reaches_the_loopback_interface_alone(tmp_path: Path) -> None:
    noted = tmp_path / "violations"
    assert "ConnectionRefusedError" in in_a_process(CONNECT.format(host="127.0.0.1"), noted)
    assert BLOCKED in in_a_process(CONNECT.format(host="192.0.2.1"), noted)
    assert BLOCKED in in_a_process("socket.getaddrinfo('example.invalid', 80)", noted)


async def test_the_guard_is_in_the_processes_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A child that the server starts, and a child that this one starts."""
    noted = tmp_path / "violations"
    monkeypatch.setenv("GLOSSATOR_TEST_VIOLATIONS", str(noted))
    paths = os.pathsep.join([os.environ["PYTHONPATH"], str(Path(__file__).parent)])
    environment = {**os.environ, "PYTHONPATH": paths}
    child = await Child.start("guarded_child:main", log_path=tmp_path / "log", environment=environment)
    try:
        async with asyncio.timeout(60):
            assert await child.call("guards", None) == [True, True]
            assert BLOCKED in str(await child.call("open_socket", None))
    finally:
        await child.close()
    assert noted.read_text()


def test_every_process_inherits_the_guard() -> None:
    def first(environment: Mapping[str, str]) -> str:
        return environment["PYTHONPATH"].split(os.pathsep)[0]

    assert first(os.environ) == HERE
