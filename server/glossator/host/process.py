"""The server's side of a child process: start it, call it, hear from it, and be sure that it ends.

Everything here belongs to one event loop; tokens alone may be cancelled from any thread. Start children from the
thread that runs the loop and keep that thread alive: on Linux a child dies with the thread that started it.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import subprocess
import sys
import weakref
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from glossator import __version__
from glossator.core.cancel import NEVER, CancelToken
from glossator.core.errors import Cancelled, GlossatorError
from glossator.host import frames
from glossator.host.calls import END, Call, ChildDied, ChildTimeout, exit_in_words
from glossator.host.leaving import tie_to_parent
from glossator.host.log import open_child_log

DRAIN_SECONDS = 1.0
"""How long a child that closed its pipe may take to end before it is killed."""

_log = logging.getLogger(__name__)


class Child:
    """A running child process. Made by `Child.start`."""

    def __init__(
        self,
        name: str,
        process: asyncio.subprocess.Process,
        on_notify: Callable[[str, Any], None] | None,
        on_exit: Callable[[GlossatorError], None] | None,
    ) -> None:
        assert process.stdin is not None and process.stdout is not None
        self.name = name
        self._process = process
        self._stdin, self._stdout = process.stdin, process.stdout
        self._on_notify, self._on_exit = on_notify, on_exit
        self._ids = itertools.count(1)
        self._calls: dict[int, Call] = {}
        self._unanswered: set[int] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self._fatal: tuple[str, str] | None = None
        self._death: str | None = None
        self._ended_by_us = False
        self._closing = False
        self._reading = asyncio.create_task(self._read(), name=f"frames of {name}")

    @staticmethod
    async def start(
        entry: str,
        *,
        log_path: Path,
        low_priority: bool = False,
        name: str = "",
        arguments: Sequence[str] = (),
        on_notify: Callable[[str, Any], None] | None = None,
        on_exit: Callable[[GlossatorError], None] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Child:
        """Start `entry` ("package.module:function") in a new interpreter; returns before it is up.

        `name` is what messages call it ("embedding model"); `arguments` are given to the function.
        `on_notify` and `on_exit` run on the event loop; `on_exit` is not called for a child that was closed.
        `environment` replaces the inherited one. Calls made while the child is starting wait in the pipe; if
        the start fails they end with `ChildDied` or the error that the entry function raised. Raises
        `ChildDied` if no process can be made.
        """
        options = [str(os.getpid()), "low" if low_priority else "normal", __version__]
        # -P keeps the current folder, which may be a workspace, out of the module search path.
        command = [sys.executable, "-P", "-m", "glossator.host.child", *options, entry, *arguments]
        with open_child_log(log_path) as log:
            try:
                process = await asyncio.create_subprocess_exec(
                    *command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    env=environment,
                    creationflags=_creation_flags(low_priority),
                    preexec_fn=tie_to_parent(),
                    limit=1 << 20,
                )
            except OSError as error:
                raise ChildDied(
                    f"The {name or entry} process cannot be started: {error.strerror}."
                ) from error
        return Child(name or entry, process, on_notify, on_exit)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether calls can be made."""
        return self._death is None and not self._closing

    @property
    def unanswered(self) -> int:
        """Calls that the child has not answered yet, also those whose caller has left."""
        return len(self._unanswered)

    async def call(
        self, method: str, payload: Any = None, *, timeout: float | None = None, token: CancelToken = NEVER
    ) -> Any:
        """The result of `method(payload)` in the child.

        Raises `Cancelled` as soon as `token` is cancelled, without waiting for the child; `ChildTimeout`
        after `timeout` seconds; `ChildDied`; an error of `core.errors` that the handler raised; or
        `ChildError` for a bug.
        """
        call = self._begin(method, payload, token, streaming=False)
        try:
            async with asyncio.timeout(timeout):
                await self._drain()
                return await call.future
        except TimeoutError as error:
            raise ChildTimeout(
                f"The {self.name} process did not answer within {timeout:g} seconds."
            ) from error
        finally:
            self._leave(call)

    async def stream(
        self,
        method: str,
        payload: Any = None,
        token: CancelToken = NEVER,
        *,
        on_result: Callable[[Any], None] | None = None,
    ) -> AsyncGenerator[Any, None]:
        """The items that the handler emits, as they come; `on_result` is given what it returns at the end.

        Raises as `call` does. Leaving the loop early cancels the call in the child.
        """
        call = self._begin(method, payload, token, streaming=True)
        assert call.items is not None
        try:
            await self._drain()
            while (item := await call.items.get()) is not END:
                yield item
            result = call.future.result()
            if on_result is not None:
                on_result(result)
        finally:
            self._leave(call)

    async def wait_idle(self) -> None:
        """Wait until the child has answered all it was asked, cancelled calls included, or is dead."""
        await self._idle.wait()

    async def wait(self) -> int | None:
        """Wait for the end of the process. Its exit code, negative for a signal."""
        await asyncio.shield(self._reading)
        return self._process.returncode

    def kill(self) -> None:
        """End the process without grace; calls in flight fail with `ChildDied`."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def close(self, grace_seconds: float = 1.0) -> None:
        """Close the pipe, which ends the child even in native code; kill it if it is still there
        afterwards.
        """
        self._closing = True
        for call in self._calls.values():
            call.finish(error=Cancelled(f"The {self.name} process was stopped."))
        self._stdin.close()
        try:
            async with asyncio.timeout(grace_seconds):
                await asyncio.shield(self._reading)
        except TimeoutError:
            self.kill()
            await self._reading

    def _begin(self, method: str, payload: Any, token: CancelToken, *, streaming: bool) -> Call:
        token.check()
        if self._death is not None:
            raise self._obituary()
        if self._closing:
            raise Cancelled(f"The {self.name} process was stopped.")
        frame = frames.encode([frames.CALL, call_id := next(self._ids), method, payload])
        call = Call(call_id, streaming)
        self._calls[call.id] = call
        self._unanswered.add(call.id)
        self._idle.clear()
        _cancel_with(token, call)
        self._stdin.write(frame)
        return call

    def _leave(self, call: Call) -> None:
        """Forget a call; one that the child has not answered is cancelled there."""
        del self._calls[call.id]
        call.finish(error=Cancelled())
        if call.id in self._unanswered and self.alive:
            with contextlib.suppress(OSError, RuntimeError):
                self._stdin.write(frames.encode([frames.CANCEL, call.id]))

    async def _drain(self) -> None:
        # A broken pipe is reported by the reading side, which knows why.
        with contextlib.suppress(ConnectionError):
            await self._stdin.drain()

    async def _read(self) -> None:
        """Take frames until the pipe ends, then see how the process ended and tell everyone."""
        reason = ""
        try:
            while True:
                header = await self._stdout.readexactly(frames.HEADER.size)
                body = await self._stdout.readexactly(frames.body_length(header))
                self._take(frames.decode(body))
        except asyncio.IncompleteReadError:
            pass
        except frames.BrokenFrame:
            reason = "sent bytes that are no message"
            self.kill()
        except OSError as error:
            reason = f"cannot be read ({error.strerror})"
            self.kill()
        except Exception:
            # Whoever waits for an answer must not wait for ever because this loop has ended.
            _log.exception("What the %s process sent could not be taken", self.name)
            reason = "sent what cannot be taken"
            self.kill()
        await self._see_end(reason)

    async def _see_end(self, reason: str) -> None:
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                await self._process.wait()
        except TimeoutError:
            reason = reason or "closed its pipe and did not end"
            self.kill()
            await self._process.wait()
        self._ended_by_us = bool(reason)
        self._death = reason or exit_in_words(self._process.returncode)
        self._stdin.close()
        self._unanswered.clear()
        for call in self._calls.values():
            call.finish(error=self._obituary())
        self._idle.set()
        if not self._closing:
            _log.warning("The %s process %s", self.name, self._death)
            if self._on_exit is not None:
                self._on_exit(self._obituary())

    def _obituary(self) -> GlossatorError:
        """Why the child is dead: what its entry function raised, else how the process ended."""
        if self._fatal is not None:
            return frames.error_from_wire(*self._fatal)
        exit_code = None if self._ended_by_us else self._process.returncode
        return ChildDied(f"The {self.name} process {self._death}.", exit_code)

    def _take(self, message: list[Any]) -> None:
        match message:
            case [frames.ITEM, int(call_id), value]:
                call = self._calls.get(call_id)
                if call is not None and call.items is not None:
                    call.items.put_nowait(value)
            case [frames.RESULT, int(call_id), value]:
                self._answered(call_id, value, None)
            case [frames.ERROR, int(call_id), str(kind), str(text)]:
                self._answered(call_id, None, frames.error_from_wire(kind, text))
            case [frames.NOTIFY, str(name), value]:
                self._hear(name, value)
            case [frames.FATAL, str(kind), str(text)]:
                self._fatal = (kind, text)
            case _:
                raise frames.BrokenFrame("unknown message")

    def _answered(self, call_id: int, value: Any, error: BaseException | None) -> None:
        self._unanswered.discard(call_id)
        if not self._unanswered:
            self._idle.set()
        call = self._calls.get(call_id)
        if call is not None:
            call.finish(value, error)

    def _hear(self, name: str, value: Any) -> None:
        if self._on_notify is None:
            return
        try:
            self._on_notify(name, value)
        except Exception:
            _log.exception("A notification of the %s process could not be handled", self.name)


def _cancel_with(token: CancelToken, call: Call) -> None:
    """Finish `call` as cancelled when `token` is, from whatever thread; a token that lives on keeps no call."""
    loop, reference = asyncio.get_running_loop(), weakref.ref(call)

    def cancel() -> None:
        call = reference()
        if call is not None:
            # A loop that is closed has nobody left to tell.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(call.finish, None, Cancelled())

    token.on_cancel(cancel)


def _creation_flags(low_priority: bool) -> int:
    if sys.platform != "win32":
        return 0
    flags = subprocess.CREATE_NO_WINDOW
    return flags | subprocess.BELOW_NORMAL_PRIORITY_CLASS if low_priority else flags
