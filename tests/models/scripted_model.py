"""A model process without a model, for tests of supervision: what it is asked says how it behaves.

It is a real child process with real pipes, signals and exit codes; only llama.cpp is missing. What it does on its
own account is told by the file that SCRIPT_VARIABLE names, in JSON: `{"load": script, "generate": script, ...}`.
"""

from __future__ import annotations

import ctypes
import json
import os
import random
import resource
import signal
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

from glossator.core.errors import UserError
from glossator.host import frames
from glossator.host.serving import CallContext, Handler, serve
from glossator.models.child import announced


def serve_scripted() -> NoReturn:
    """Answer `load`, whose payload is remembered, and `do`, whose payload is a list of [action, argument]."""

    def load(payload: Any, _context: CallContext) -> Any:
        if "counter" in payload:
            with Path(payload["counter"]).open("ab") as file:
                file.write(b".")
        if not (payload["plain"] and payload.get("fails_unless_plain")):
            perform(payload.get("at_load", []), _context)
        return {"device": payload.get("device", "CPU"), "plain": payload["plain"], "pid": os.getpid()}

    def do(payload: Any, context: CallContext) -> Any:
        return perform(payload, context)

    serve({"load": announced(load), "do": announced(do)})


SCRIPT_VARIABLE = "GLOSSATOR_TEST_SCRIPT"
DIMENSIONS = 64


def serve_scripted_language() -> NoReturn:
    """A language model of one sentence, whose calls first do what their script says."""

    def load(_payload: Any, context: CallContext) -> Any:
        perform(_script("load"), context)
        return {"context_tokens": 4096, "device": "CPU", "fell_back": False}

    def generate(_payload: Any, context: CallContext) -> Any:
        context.emit("It adds ")
        perform(_script("generate"), context)
        context.emit("two numbers.")
        return {
            "prompt_tokens": 10,
            "reused_tokens": 0,
            "answer_tokens": 5,
            "first_token_seconds": 0.1,
            "tokens_per_second": 10.0,
            "device": "CPU",
        }

    calls: dict[str, Handler] = {
        "load": load,
        "count": lambda texts, _: [len(text.split()) for text in texts],
        "count_chat": lambda messages, _: sum(len(content.split()) for _role, content in messages),
        "render": lambda messages, _: "\n".join(content for _role, content in messages),
        "generate": generate,
    }
    serve({method: announced(handler) for method, handler in calls.items()})


def serve_scripted_embedding() -> NoReturn:
    """An embedding model with a random vector for each text.

    Its script for `embed` is `{"bad": kind, "from": number}`: from that call of a process on its vectors are `nan`,
    `zero`, `constant`, `drifting` or `narrow`; and `{"poison": word, "death": script}`: what happens at texts with
    the word.
    """
    import numpy

    calls = 0

    def load(_payload: Any, context: CallContext) -> Any:
        perform(_script("load"), context)
        return {"dimensions": DIMENSIONS, "max_tokens": 512, "device": "CPU", "fell_back": False}

    def embed(payload: Any, context: CallContext) -> Any:
        nonlocal calls
        calls += 1
        told = _script("embed") or {}
        bad = told.get("bad") if calls >= told.get("from", 0) else None
        for text in payload["texts"]:
            if "poison" in told and told["poison"] in text:
                if isinstance(told["death"], str):
                    bad = told["death"]
                else:
                    perform(told["death"], context)
        rows = [_vector(text, bad, calls) for text in payload["texts"]]
        return {"vectors": numpy.array(rows, dtype="<f4").tobytes(), "texts_cut": 0}

    handlers: dict[str, Handler] = {
        "load": load,
        "embed": embed,
        "count": lambda texts, _: [len(text.split()) for text in texts],
    }
    serve({method: announced(handler) for method, handler in handlers.items()})


MEMORY_VARIABLE = "GLOSSATOR_TEST_MEMORY_MIB"


def serve_language_short_of_memory() -> NoReturn:
    """The real language model, in a process that may take so many MiB more than it has when it begins to load."""
    from glossator.models.language_child import handlers

    if allowed := os.environ.get(MEMORY_VARIABLE):
        _limit_memory(int(allowed))
    serve({method: announced(handler) for method, handler in handlers().items()})


def _vector(text: str, bad: str | None, calls: int) -> Any:
    import numpy

    seed = {"constant": "same", "drifting": f"{calls} {text}"}.get(bad or "", text)
    vector = numpy.random.default_rng(list(seed.encode("utf-8", "replace")) or [0]).normal(size=DIMENSIONS)
    if bad == "narrow":
        # Different from each other in length along the axes, and hardly in their signs.
        vector = numpy.abs(vector)
    if bad == "nan":
        vector[3] = numpy.nan
    if bad == "zero":
        vector[:] = 0.0
    return vector / (numpy.linalg.norm(vector) or 1.0)


def _script(method: str) -> Any:
    """What the test wants of a method now; it may change while the process runs."""
    try:
        return json.loads(Path(os.environ[SCRIPT_VARIABLE]).read_text()).get(method, [])
    except (KeyError, OSError):
        return []


def perform(script: list[list[Any]], context: CallContext) -> Any:
    """Do one thing after the other; the last `return` counts."""
    result = None
    for action, argument in script:
        match action:
            case "signal":
                os.kill(os.getpid(), getattr(signal, argument))
                time.sleep(60)
            case "exit":
                os._exit(argument)
            case "hang":
                time.sleep(argument)
            case "work":
                while not context.token.cancelled:
                    time.sleep(0.001)
                context.token.check()
            case "emit":
                context.emit(argument)
            case "refuse":
                raise UserError(argument)
            case "bug":
                raise KeyError(argument)
            case "out of memory":
                _run_out_of_memory(argument)
            case "write":
                os.write(context._pipe._outgoing, GARBAGE[argument])
                time.sleep(60)
            case "write and exit":
                os.write(context._pipe._outgoing, GARBAGE[argument])
                os._exit(0)
            case "variable":
                result = os.environ.get(argument)
            case "count":
                with Path(argument).open("ab") as file:
                    file.write(b".")
            case "return":
                result = argument
    return result


GARBAGE = {
    "random bytes": random.Random(3).randbytes(1 << 14),
    "a giant length": frames.HEADER.pack(frames.MARK, 0xFFFFFFF0),
    "text": b"ggml_backend_load_best: failed\n",
    "half": frames.encode([frames.NOTIFY, "n", "x" * 999])[:500],
}


def _run_out_of_memory(who: str) -> None:
    """Ask for more than a limit allows: as Python does, which raises an error, or as C++ does, which aborts."""
    _limit_memory(64)
    if who == "python":
        bytearray(1 << 30)
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    while libc.malloc(ctypes.c_size_t(16 << 20)):
        pass
    sys.stderr.write("terminate called after throwing an instance of 'std::bad_alloc'\n")
    os.abort()


def _limit_memory(mebibytes: int) -> None:
    """Allow this process so much more memory than it has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    allowed = pages * resource.getpagesize() + (mebibytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (allowed, allowed))
