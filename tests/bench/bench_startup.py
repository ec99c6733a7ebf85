"""How long one waits before anything can be asked: `initialize`, the first answer, and commands in the terminal.

`initialize` is timed from the start of the process to the arrival of the response, and once more in a process that
already waits for it. Cold means that the files of Python and of its packages were not in memory before.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.corpus import copy_package
from tests.bench.index_run import index_once
from tests.bench.measurement import Measurement

_SERVER = (sys.executable, "-P", "-m", "glossator", "serve", "--stdio")
_RUNS = 9
_COMMAND_RUNS = 5
_SETTLED_SECONDS = 1.0
_TARGET = "core/terms.py::split_identifier"


def run() -> list[Measurement]:
    _cold()
    cold, _ = _started()
    started, first = zip(*(_started() for _ in range(_RUNS)), strict=True)
    waiting = [_asked_of_a_waiting_server() for _ in range(3)]
    return [
        Measurement("initialize, cold, from the start of the process", 1000 * cold, "ms"),
        Measurement(
            "initialize, from the start of the process",
            1000 * median(started),
            "ms",
            "< 300",
            _spread(started),
        ),
        Measurement(
            "initialize, from the request", 1000 * median(waiting), "ms", note="the process waits for it"
        ),
        Measurement(
            "first outline of a document, from the start of the process",
            1000 * median(first),
            "ms",
            "",
            _spread(first),
        ),
        *_commands(),
    ]


def _started() -> tuple[float, float]:
    """Seconds from the start of a server to the answer to `initialize` and to the first about a document."""
    begun = time.perf_counter()
    with subprocess.Popen(
        _SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as server:
        _initialize(server)
        greeted = time.perf_counter() - begun
        _send(server, method="initialized", params={})
        item = {"uri": "untitled:a", "languageId": "python", "version": 1, "text": "def f(): pass\n"}
        _send(server, method="textDocument/didOpen", params={"textDocument": item})
        asked = {"textDocument": {"uri": "untitled:a"}}
        _send(server, id=2, method="textDocument/documentSymbol", params=asked)
        _answer(server, 2)
        answered = time.perf_counter() - begun
        server.kill()
    return greeted, answered


def _asked_of_a_waiting_server() -> float:
    with subprocess.Popen(
        _SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as server:
        time.sleep(_SETTLED_SECONDS)
        begun = time.perf_counter()
        _initialize(server)
        taken = time.perf_counter() - begun
        server.kill()
    return taken


def _initialize(server: subprocess.Popen[bytes]) -> None:
    params = {"processId": os.getpid(), "rootUri": None, "capabilities": {}}
    _send(server, id=1, method="initialize", params=params)
    _answer(server, 1)


def _send(server: subprocess.Popen[bytes], **message: Any) -> None:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    assert server.stdin is not None
    server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    server.stdin.flush()


def _answer(server: subprocess.Popen[bytes], request_id: int) -> None:
    """Read until the response comes."""
    assert server.stdout is not None
    while header := server.stdout.readline():
        server.stdout.readline()
        message = json.loads(server.stdout.read(int(header.split(b":")[1])))
        if message.get("id") == request_id and "method" not in message:
            return
    raise RuntimeError("the server ended before it answered")


def _commands() -> list[Measurement]:
    with tempfile.TemporaryDirectory(prefix="glossator-startup-") as name:
        root = Path(name, "project")
        files = copy_package(root)
        index_once(root, Path(os.environ["GLOSSATOR_HOME"]), searchable=True)
        commands = {
            "--help": ["--help"],
            "status": ["status", str(root)],
            "callers": ["callers", _TARGET, "--root", str(root)],
        }
        return [_timed(shown, arguments, len(files)) for shown, arguments in commands.items()]


def _timed(shown: str, arguments: list[str], files: int) -> Measurement:
    def once() -> None:
        command = [sys.executable, "-P", "-m", "glossator", *arguments]
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True)

    walls, cpus = zip(*(_cost(once) for _ in range(_COMMAND_RUNS)), strict=True)
    note = f"{1000 * median(cpus):,.0f} ms of CPU time; project of {files} files"
    return Measurement(f"glossator {shown}", 1000 * median(walls), "ms", note=note)


def _cost(work: Callable[[], None]) -> tuple[float, float]:
    """Wall and CPU seconds of the processes that `work` starts and waits for."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    work()
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _cold() -> None:
    """Have the system forget the files of Python and its packages, as far as no other process holds them."""
    paths = sysconfig.get_paths()
    for folder in {
        paths["stdlib"],
        paths["purelib"],
        paths["platlib"],
        str(Path(__file__).parents[2] / "server"),
    }:
        for path in Path(folder).rglob("*"):
            if path.suffix in (".py", ".pyc", ".so", ".toml", ".scm"):
                with suppress(OSError), path.open("rb") as file:
                    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _spread(seconds: tuple[float, ...]) -> str:
    return f"{1000 * min(seconds):.0f} to {1000 * max(seconds):.0f} ms in {len(seconds)} runs"
