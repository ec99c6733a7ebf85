"""The child's side of the pipe: take calls, run them in order of arrival, answer, and die with the server.

One thread reads frames, so that a cancel arrives while native code runs; the main thread runs the calls one
by one.
"""

from __future__ import annotations

import faulthandler
import importlib
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from glossator import __version__
from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, GlossatorError, UserError
from glossator.host import frames
from glossator.host.leaving import leave
from glossator.host.priority import step_back
from glossator.host.textless import catch_what_nobody_caught, describe_failure, log_to_stderr

OUT_OF_MEMORY_SCORE = 500
"""Points added to a child when Linux chooses what to end as memory runs out (at most 1000)."""


class _Pipe:
    """Both directions of the pipe to the server. Losing it ends the process."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._reader = os.fdopen(incoming, "rb", buffering=1 << 16)
        self._outgoing = outgoing
        self._lock = threading.Lock()

    def read(self) -> list[Any]:
        """The next message. Ends the process when there will be none."""
        try:
            header = self._reader.read(frames.HEADER.size)
            if len(header) < frames.HEADER.size:
                leave(0)
            length = frames.body_length(header)
            body = self._reader.read(length)
            if len(body) < length:
                leave(0)
            return frames.decode(body)
        except (OSError, frames.BrokenFrame):
            leave(1)

    def write(self, message: list[Any]) -> None:
        """Send a message; may wait until the server reads. Raises `BrokenFrame` if it cannot be encoded."""
        data = memoryview(frames.encode(message))
        with self._lock:
            try:
                while data:
                    data = data[os.write(self._outgoing, data) :]
            except OSError:
                leave(1)


@dataclass(frozen=True, slots=True)
class CallContext:
    """What a handler is given beside its payload. May be used from any thread of the child."""

    token: CancelToken
    _pipe: _Pipe
    _id: int

    def emit(self, value: Any) -> None:
        """Send one item of the stream; dropped when the call is not read as a stream."""
        self._pipe.write([frames.ITEM, self._id, value])

    def notify(self, name: str, value: Any = None) -> None:
        """Send a notification that belongs to no call."""
        self._pipe.write([frames.NOTIFY, name, value])


Handler = Callable[[Any, CallContext], Any]

_pipe: _Pipe | None = None


def serve(handlers: dict[str, Handler]) -> NoReturn:
    """Run calls with `handlers` until the server closes the pipe; never returns. Called in the main thread,
    once.
    """
    if _pipe is None:
        raise RuntimeError("serve() runs only in a process started through glossator.host.child")
    calls: queue.SimpleQueue[tuple[int, str, Any]] = queue.SimpleQueue()
    tokens: dict[int, CancelToken] = {}
    arguments = (_pipe, calls, tokens)
    threading.Thread(target=_receive, args=arguments, name="frames", daemon=True).start()
    while True:
        call_id, method, payload = calls.get()
        context = CallContext(tokens[call_id], _pipe, call_id)
        answer = _answer(handlers, method, payload, context)
        del tokens[call_id], payload
        _send_answer(_pipe, call_id, method, answer)
        del answer


def notify(name: str, value: Any = None) -> None:
    """Send a notification outside any call, for example while a model is loaded."""
    if _pipe is None:
        raise RuntimeError("notify() runs only in a process started through glossator.host.child")
    _pipe.write([frames.NOTIFY, name, value])


def run(incoming: int, outgoing: int, arguments: Sequence[str]) -> NoReturn:
    """Prepare this process as the command line says and call its entry function."""
    global _pipe
    parent, priority, version, *call = arguments
    faulthandler.enable()
    log_to_stderr()
    catch_what_nobody_caught()
    _leave_if_orphaned(int(parent))
    if priority == "low":
        step_back()
    _offer_to_memory_killer()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _pipe = _Pipe(incoming, outgoing)
    try:
        _check_version(version)
        entry, *rest = call
        module, _, function = entry.partition(":")
        getattr(importlib.import_module(module), function)(*rest)
    except Exception as error:
        _log_failure(error)
        _pipe.write([frames.FATAL, *frames.error_to_wire(error, " ".join(call[:1]))])
        leave(1)
    leave(0)


def _check_version(version: str) -> None:
    """Raises `UserError` if the server was started before the program was updated: what the two say to each other
    may mean something else on each side."""
    if version != __version__:
        raise UserError(
            f"Glossator was updated from version {version} to {__version__} while it ran; "
            "restart the editor or its language server."
        )


def _receive(
    pipe: _Pipe, calls: queue.SimpleQueue[tuple[int, str, Any]], tokens: dict[int, CancelToken]
) -> None:
    try:
        while True:
            match pipe.read():
                case [frames.CALL, int(call_id), str(method), payload]:
                    tokens[call_id] = CancelToken()
                    calls.put((call_id, method, payload))
                    del payload
                case [frames.CANCEL, int(call_id)]:
                    token = tokens.get(call_id)
                    if token is not None:
                        token.cancel()
                case _:
                    leave(1)
    except BaseException as error:
        # Without this thread the process would neither hear a cancel nor notice that the server is gone.
        _log_failure(error)
        leave(1)


def _answer(handlers: dict[str, Handler], method: str, payload: Any, context: CallContext) -> list[Any]:
    """The answer to a call, without its id: `[RESULT, value]` or `[ERROR, kind, message]`."""
    try:
        context.token.check()
        handler = handlers.get(method)
        if handler is None:
            raise LookupError(f"no handler named {method!r}")
        return [frames.RESULT, handler(payload, context)]
    except Exception as error:
        if not isinstance(error, GlossatorError):
            _log_failure(error)
        return [frames.ERROR, *frames.error_to_wire(error, method)]
    except BaseException as error:
        _log_failure(error)
        if isinstance(error, SystemExit):
            leave(error.code if isinstance(error.code, int) else 1)
        leave(1)


def _send_answer(pipe: _Pipe, call_id: int, method: str, answer: list[Any]) -> None:
    tag, *values = answer
    try:
        pipe.write([tag, call_id, *values])
    except frames.BrokenFrame as error:
        _log_failure(error)
        pipe.write([frames.ERROR, call_id, *frames.error_to_wire(error, method)])


def _log_failure(error: BaseException) -> None:
    """Write where `error` came from to the log. Its text is left out, for it might hold source."""
    if isinstance(error, Cancelled):
        return
    with suppress(OSError, ValueError):
        sys.stderr.write(describe_failure(error, error.__traceback__) + "\n")
        sys.stderr.flush()


def _leave_if_orphaned(parent: int) -> None:
    """End if the server has died before its death could be noticed; on Linux the kernel sees to that."""
    if os.name == "posix" and os.getppid() != parent:
        leave(1)


def _offer_to_memory_killer() -> None:
    """When memory runs out, have Linux end this process before the server or the user's editor."""
    with suppress(OSError):
        points = Path("/proc/self/oom_score_adj")
        points.write_text(str(max(OUT_OF_MEMORY_SCORE, int(points.read_text()))))
