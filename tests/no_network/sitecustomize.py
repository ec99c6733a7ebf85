"""Keeps every Python process that a test starts off the network.

The folder of this file stands first in PYTHONPATH while tests run. `GLOSSATOR_TEST_SOCKETS` says what is
allowed: `none` (also when unset), `loopback`, or `all`.
"""

from __future__ import annotations

import os
import sys

_LOOPBACK = ("127.0.0.1", "::1", "localhost", "", None)
_WATCHED = ("socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname")


def _guard(event: str, arguments: tuple[object, ...]) -> None:
    if event not in _WATCHED:
        return
    allowed = os.environ.get("GLOSSATOR_TEST_SOCKETS", "none")
    # Socket events carry the socket and an address; look-ups begin with the host. Unix sockets have a path.
    address = arguments[1] if event in ("socket.connect", "socket.bind", "socket.sendto") else arguments[:1]
    if not isinstance(address, tuple):
        return
    host = address[0].decode() if isinstance(address[0], bytes) else address[0]
    if allowed == "none" or (allowed == "loopback" and host not in _LOOPBACK):
        raise RuntimeError(f"a process under test used the network: {event} {host}")


if os.environ.get("GLOSSATOR_TEST_SOCKETS") != "all":
    sys.addaudithook(_guard)
