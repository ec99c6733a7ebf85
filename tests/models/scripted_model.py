"""A model process without a model, for tests of supervision: what it is asked says how it behaves.

It is a real child process with real pipes, signals and exit codes; only llama.cpp is missing.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any, NoReturn

from glossator.core.errors import UserError
from glossator.host.serving import CallContext, serve
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
            case "return":
                result = argument
    return result
