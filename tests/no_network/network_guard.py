"""Keeps a Python process under test off the network, and notes when it tried.

`GLOSSATOR_TEST_SOCKETS` says what is allowed: `none` (also when unset), `loopback`, or `all`. Unix sockets are local
files and pipes: pairs without a name are always allowed, named ones in the folder for temporary files, others (a
system's log, a desktop's bus) never. Each attempt is an error where it is made and a line in the file named by
`GLOSSATOR_TEST_VIOLATIONS`, so that one whose error is caught is known as well. A Python process that would run
without the guard is refused, unless `GLOSSATOR_TEST_UNGUARDED` is `allowed`, as for the making of an environment.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile

_LOOPBACK = ("127.0.0.1", "::1", "localhost", "", None)
_WITH_ADDRESS = ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg")
_LOOK_UPS = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo")
_STARTS = ("subprocess.Popen", "os.posix_spawn", "os.exec")
_ISOLATING = ("I", "E")
"""Options of the interpreter with which it reads no PYTHONPATH."""

HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120


class NetworkUsed(RuntimeError):
    """A process under test tried to reach the network."""


def install() -> None:
    """Watch this process from now on; a second call does nothing."""
    if not getattr(sys, "_glossator_network_guard", False):
        sys._glossator_network_guard = True  # type: ignore[attr-defined]
        sys.addaudithook(_watch)


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if not event.startswith(("socket.", "subprocess.", "os.")):
        return
    allowed = os.environ.get("GLOSSATOR_TEST_SOCKETS", "none")
    if allowed == "all":
        return
    if event == "socket.__new__":
        family = arguments[1]
        if allowed == "none" and family not in (_unix(), -1):
            _refuse(f"{event} {family!s}")
    elif event in _WITH_ADDRESS:
        # A message on a connected socket has no address.
        if arguments[1] is not None:
            _check_address(event, arguments[1], allowed)
    elif event in _LOOK_UPS:
        _check_host(event, arguments[0], allowed)
    elif event in _STARTS:
        _check_start(event, arguments)


def _unix() -> object:
    import socket

    return getattr(socket, "AF_UNIX", -1)


def _check_address(event: str, address: object, allowed: str) -> None:
    if isinstance(address, tuple):
        _check_host(event, address[0], allowed)
        return
    path = os.fsdecode(address) if isinstance(address, str | bytes) else repr(address)
    folders = {os.path.realpath(each) for each in ("/tmp", tempfile.gettempdir())}
    real = os.path.realpath(path) if path and not path.startswith("\0") else ""
    if not any(real.startswith(folder + os.sep) for folder in folders):
        _refuse(f"{event} {path!r}")


def _check_host(event: str, host: object, allowed: str) -> None:
    name = host[0] if isinstance(host, tuple) else host
    name = name.decode(errors="replace") if isinstance(name, bytes) else name
    if allowed == "none" or name not in _LOOPBACK:
        _refuse(f"{event} {name}")


def _check_start(event: str, arguments: tuple[object, ...]) -> None:
    if os.environ.get("GLOSSATOR_TEST_UNGUARDED") == "allowed":
        return
    program, words = arguments[0], arguments[1]
    environment = arguments[3] if event == "subprocess.Popen" else arguments[2]
    command = [os.fsdecode(word) for word in words] if isinstance(words, list | tuple) else str(words).split()
    name = os.path.basename(os.fsdecode(program or (command or [""])[0]))  # type: ignore[arg-type]  # noqa: PTH119
    if not name.startswith(("python", "pypy")):
        return
    path = (environment if isinstance(environment, dict) else dict(os.environ)).get("PYTHONPATH", "")
    if HERE not in os.fsdecode(path).split(os.pathsep):
        _refuse(f"{event} without the guard in PYTHONPATH: {' '.join(command[:6])}")
    for word in command[1:]:
        if not word.startswith("-") or word in ("-c", "-m"):
            return
        if not word.startswith("--") and any(letter in word for letter in _ISOLATING):
            _refuse(f"{event} of an interpreter that ignores the guard: {' '.join(command[:6])}")


def _refuse(what: str) -> None:
    note = os.environ.get("GLOSSATOR_TEST_VIOLATIONS")
    if note:
        with contextlib.suppress(OSError), open(note, "a", encoding="utf-8") as file:  # noqa: PTH123
            file.write(f"{os.environ.get('PYTEST_CURRENT_TEST', '')}: {what} in {sys.argv[:4]}\n")
    raise NetworkUsed(f"a process under test used the network: {what}")
