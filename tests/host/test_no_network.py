from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest
from pytest_socket import SocketBlockedError

CONNECT = "import socket; socket.create_connection(('{host}', 9), timeout=1)"


def _connect_from_a_process(host: str) -> str:
    command = [sys.executable, "-c", CONNECT.format(host=host)]
    return subprocess.run(command, capture_output=True, text=True, env=dict(os.environ)).stderr


def test_a_test_cannot_open_a_socket() -> None:
    with pytest.warns(UserWarning), pytest.raises(SocketBlockedError):
        socket.create_connection(("127.0.0.1", 9))


@pytest.mark.parametrize("host", ["127.0.0.1", "192.0.2.1"])
def test_a_process_started_by_a_test_cannot_open_a_socket(host: str) -> None:
    assert "used the network" in _connect_from_a_process(host)


@pytest.mark.loopback
def test_a_loopback_test_reaches_the_loopback_interface_alone() -> None:
    assert "ConnectionRefusedError" in _connect_from_a_process("127.0.0.1")
    assert "used the network" in _connect_from_a_process("192.0.2.1")
