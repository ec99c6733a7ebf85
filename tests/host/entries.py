"""Entry functions of the child processes that the tests start."""

from __future__ import annotations

import ctypes
import hashlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from glossator.core.errors import ModelUnavailable, UserError
from glossator.host.programs import start_program
from glossator.host.serving import CallContext, serve

SLEEPER = [sys.executable, "-S", "-c", "import time; time.sleep(600)"]

_programs: list[subprocess.Popen[bytes]] = []


def _busy(seconds: float, context: CallContext) -> str:
    """Native code that releases the interpreter now and then, as llama.cpp does between calls."""
    context.token.on_cancel(lambda: context.notify("cancelled while busy"))
    context.notify("busy")
    end = time.monotonic() + seconds
    while time.monotonic() < end and not context.token.cancelled:
        hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 50_000)
    context.token.check()
    return "done"


def _count(payload: Any, context: CallContext) -> str:
    for number in range(payload):
        context.token.check()
        context.emit(number)
    return "counted"


def _emit_until_cancelled(_: Any, context: CallContext) -> None:
    cancelled = threading.Event()
    context.token.on_cancel(cancelled.set)
    context.emit("first")
    cancelled.wait()
    context.notify("stopped")


def _print_everywhere(_: Any, __: CallContext) -> str:
    print("printed by Python", flush=True)
    os.write(1, b"written to descriptor 1\n")
    libc = ctypes.CDLL(None)
    libc.puts(b"put by native code")
    libc.fflush(None)
    subprocess.run([sys.executable, "-c", "print('printed by a grandchild')"], check=True)
    return "quiet"


def _fail(payload: Any, _: CallContext) -> None:
    if payload == "user":
        raise UserError("The thing is missing; make one.")
    raise ValueError("secret source text")


def _die(payload: Any, _: CallContext) -> None:
    if payload == "abort":
        os.abort()
    if payload == "exit":
        sys.exit(7)
    os.kill(os.getpid(), signal.SIGKILL)


def _write_raw(payload: Any, context: CallContext) -> None:
    """Write bytes to the pipe past the frames, then go on as told: `live`, `exit`, or `close` the pipe and live."""
    descriptor = context._pipe._outgoing
    data = memoryview(payload["data"])
    while data:
        data = data[os.write(descriptor, data) :]
    if payload["then"] == "exit":
        os._exit(0)
    if payload["then"] == "close":
        os.close(descriptor)
    time.sleep(60)


def _start_program(_: Any, __: CallContext) -> int:
    """Start a program that never ends on its own; its process id."""
    program = start_program(SLEEPER, stderr=subprocess.DEVNULL, environment=os.environ)
    _programs.append(program)
    return program.pid


def everything() -> None:
    serve(
        {
            "echo": lambda payload, _: payload,
            "arguments": lambda _, __: sys.argv,
            "pid": lambda _, __: os.getpid(),
            "nice": lambda _, __: os.nice(0),
            "points when memory runs out": lambda _, __: int(Path("/proc/self/oom_score_adj").read_text()),
            "search path": lambda _, __: sys.path,
            "read input": lambda _, __: os.read(0, 100),
            "busy": _busy,
            "hold the interpreter": lambda seconds, _: ctypes.PyDLL(None).usleep(int(seconds * 1e6)),
            "count": _count,
            "emit until cancelled": _emit_until_cancelled,
            "print": _print_everywhere,
            "fail": _fail,
            "die": _die,
            "write": _write_raw,
            "start program": _start_program,
            "unsendable": lambda _, __: object(),
        }
    )


def two_arguments(first: str, second: str) -> None:
    serve({"arguments": lambda _, __: [first, second]})


def without_model() -> None:
    raise ModelUnavailable("There is no model; fetch one.")


def broken() -> None:
    raise RuntimeError("secret source text")
