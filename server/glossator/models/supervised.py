"""A model process under supervision: started when first needed, stopped when idle, restarted after a crash.

All methods belong to one event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from glossator.core.cancel import NEVER, CancelToken
from glossator.core.errors import Cancelled, GlossatorError, ModelUnavailable, UserError
from glossator.host.calls import ChildDied, ChildTimeout
from glossator.host.frames import ChildError
from glossator.host.process import Child
from glossator.models import endings
from glossator.models.child import BEGUN, environment
from glossator.models.patience import Failures, IdleTimer, Patience, SharedStart
from glossator.models.ports import DiedAtWork

_log = logging.getLogger(__name__)
_END = object()


class _EndedForOthers(GlossatorError):
    """The process was ended for not heeding a cancel, before it came to this call, which is asked again."""


@dataclass(frozen=True, slots=True)
class Start:
    """How a model process is started: its entry function and what its `load` is given, without `plain`."""

    entry: str
    payload: dict[str, Any]
    file_bytes: int


class ModelProcess:
    """One model process and its history of failures.

    `label` is what messages call it ("language model"); `plain_memory` is the file that remembers that this machine
    needs the plainest form.
    """

    def __init__(
        self,
        label: str,
        prepare: Callable[[], Awaitable[Start]],
        *,
        log_path: Path,
        idle_seconds: float,
        low_priority: bool = False,
        patience: Patience | None = None,
        plain_memory: Path | None = None,
    ) -> None:
        self._label = label
        self._prepare = prepare
        self._log_path = log_path
        self._plain_memory = plain_memory
        self._low_priority = low_priority
        self._patience = patience or Patience()
        self._child: Child | None = None
        self._unheeding: Child | None = None
        self._startup = SharedStart(self._start, self._patience.abandoned, self._start_ended)
        self._facts: dict[str, Any] = {}
        self._active = 0
        self._idle_timer = IdleTimer(idle_seconds, self._stop_idle)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._plain = endings.plain_is_remembered(plain_memory)
        self._begun = 0
        self._failures = Failures(self._patience)
        self._closed = False
        self.last_error = ""

    @property
    def state(self) -> str:
        """`ready`, `loading`, `failed` or `idle`."""
        if self._startup.running:
            return "loading"
        if self._child is not None and self._child.alive:
            return "ready"
        return "failed" if self.last_error else "idle"

    @property
    def pid(self) -> int | None:
        """The process, if one runs."""
        return self._child.pid if self._child is not None and self._child.alive else None

    @property
    def facts(self) -> dict[str, Any]:
        """What the model said of itself when it was last loaded; empty before."""
        return self._facts

    @property
    def notice(self) -> str:
        """One sentence when the model runs on the processor although a GPU was wanted, else empty."""
        if self._facts.get("fell_back"):
            return f"The {self._label} runs on the processor, because it did not work on the GPU."
        return ""

    @property
    def detail(self) -> str:
        """What there is to say of the process beside its state, for `status`."""
        if self.last_error or not self._plain:
            return self.last_error or self.notice
        return (
            f"The {self._label} runs in its plainest form: with the GPU or with special instructions of the "
            "processor, llama.cpp crashed on this machine."
        )

    async def load(self, token: CancelToken = NEVER) -> dict[str, Any]:
        """Start and load the model if it is not; what it said of itself."""
        with self._in_use():
            await self._ready(token)
        return self._facts

    async def call(self, method: str, payload: Any, token: CancelToken = NEVER) -> Any:
        """The result of a call in the model process. Raises `ModelUnavailable`, `UserError` or `Cancelled`."""
        with self._in_use():
            while True:
                child = await self._ready(token)
                with contextlib.suppress(_EndedForOthers), self._translating(child, method):
                    return await child.call(method, payload, timeout=self._patience.silence, token=token)

    async def stream(
        self, method: str, payload: Any, token: CancelToken, on_result: Callable[[Any], None]
    ) -> AsyncGenerator[Any, None]:
        """The items of a call, as they come."""
        with self._in_use():
            while True:
                child = await self._ready(token)
                with contextlib.suppress(_EndedForOthers), self._translating(child, method):
                    items = child.stream(method, payload, token, on_result=on_result)
                    async with contextlib.aclosing(items):
                        while (item := await self._next(items)) is not _END:
                            yield item
                    return

    async def restart(self) -> None:
        """End the process, if one runs, although it did not fail; the next request starts another."""
        child, self._child = self._child, None
        if child is not None:
            await child.close(self._patience.close)

    async def close(self) -> None:
        """End the process and start none again."""
        self._closed = True
        self._idle_timer.cancel()
        await asyncio.gather(self._startup.cancel(), self.restart())
        # What is left waits for the end of children only.
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _next(self, items: Any) -> Any:
        try:
            async with asyncio.timeout(self._patience.silence):
                return await anext(items, _END)
        except TimeoutError as error:
            raise ChildTimeout(f"The {self._label} showed no sign of life.") from error

    async def _ready(self, token: CancelToken) -> Child:
        """A loaded child."""
        token.check()
        if self._closed:
            raise Cancelled(f"The {self._label} was stopped.")
        if not self._startup.running and self._child is not None and self._child.alive:
            return self._child
        return await self._startup.wait(token)

    def _start_ended(self) -> None:
        if self._active == 0 and not self._closed:
            self._idle_timer.start()

    async def _start(self) -> Child:
        if self._failures.rest(asyncio.get_running_loop().time()):
            raise ModelUnavailable(f"{self.last_error} {self._outlook()}")
        await asyncio.sleep(self._failures.pause)
        try:
            start = await self._prepare()
        except ModelUnavailable as error:
            # Found out without a process, so there is no reason to wait before the next look.
            self.last_error = str(error)
            raise
        while True:
            try:
                return await self._start_once(start)
            except ChildDied as error:
                if not endings.is_crash(error.exit_code) or self._plain:
                    raise self._failed(endings.describe(error)) from error
                _log.warning("%s It is tried again in its plainest form.", error)
                self._plain = True
                endings.remember_plain(self._plain_memory, error.exit_code)
            except ChildTimeout as error:
                raise self._failed(f"The {self._label} was not ready in time.") from error
            except UserError as error:
                raise self._failed(str(error), mendable=True) from error
            except ChildError as error:
                raise self._failed(str(error)) from error

    async def _start_once(self, start: Start) -> Child:
        child = await Child.start(
            start.entry,
            log_path=self._log_path,
            name=self._label,
            low_priority=self._low_priority,
            on_notify=self._heard,
            environment=environment(),
        )
        self._child = child
        timeout = self._patience.load + self._patience.load_per_gib * start.file_bytes / (1 << 30)
        try:
            self._facts = await child.call("load", {**start.payload, "plain": self._plain}, timeout=timeout)
        except BaseException:
            self._child = None
            child.kill()
            await child.close(self._patience.close)
            raise
        self.last_error = ""
        return child

    def _failed(self, sentence: str, work: str = "", *, mendable: bool = False) -> ModelUnavailable:
        """Count a failure, at `work` or at loading, and give the error for whoever asked. One that is `mendable` says
        what to do."""
        self._failures.add(asyncio.get_running_loop().time(), work, mendable=mendable)
        self.last_error = sentence
        _log.warning("%s", sentence)
        kind = DiedAtWork if work else ModelUnavailable
        return kind(sentence if mendable else f"{sentence} {self._outlook()}")

    def _outlook(self) -> str:
        """When the model is tried again."""
        rest = self._failures.rest(asyncio.get_running_loop().time())
        if rest:
            return f"It is tried again after {rest:.0f} seconds or when the settings change."
        return "It is started again with the next request."

    @contextlib.contextmanager
    def _translating(self, child: Child, work: str) -> Iterator[None]:
        """Errors of the child as errors for the user; whatever happens, unwanted work ends."""
        try:
            yield
            self._failures.forget(work)
        except ChildDied as error:
            raise self._died(child, error, work) from error
        except ChildTimeout as error:
            self._end(child)
            raise self._failed(
                f"The {self._label} did not answer within {self._patience.silence:.0f} seconds and was stopped.",
                work,
            ) from error
        except ChildError as error:
            raise ModelUnavailable(f"{error} The log {self._log_path} says where.") from error
        finally:
            # While another call runs or waits before this one, the child works on what is wanted.
            if child.unanswered and child.alive and self._active == 1:
                self._later(self._see_end_of_work(child))

    def _died(self, child: Child, error: ChildDied, work: str) -> GlossatorError:
        """The error for one of the calls that were in flight; the death counts as one failure."""
        if child is self._unheeding:
            return _EndedForOthers()
        if child is not self._child:
            return DiedAtWork(f"{endings.describe(error)} {self._outlook()}")
        self._child = None
        on_gpu = self._facts.get("device", "CPU") != "CPU"
        self._plain = self._plain or (on_gpu and endings.is_crash(error.exit_code))
        return self._failed(endings.describe(error), work)

    async def _see_end_of_work(self, child: Child) -> None:
        """See to it that a child ends work that nobody wants any more."""
        begun = self._begun
        try:
            async with asyncio.timeout(self._patience.cancelled):
                await child.wait_idle()
        except TimeoutError:
            # A call that began meanwhile shows that the unwanted one has ended.
            if begun == self._begun and child.alive:
                _log.warning("The %s did not stop when told to and is ended.", self._label)
                self._unheeding = child
                self._end(child)

    def _end(self, child: Child) -> None:
        """Kill a child that will not listen; the next request starts another."""
        if self._child is child:
            self._child = None
        child.kill()
        self._later(child.wait())

    def _later(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work, name=f"after-work of the {self._label}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, name: str, _value: Any) -> None:
        if name == BEGUN:
            self._begun += 1

    @contextlib.contextmanager
    def _in_use(self) -> Iterator[None]:
        self._idle_timer.cancel()
        self._active += 1
        try:
            yield
        finally:
            self._active -= 1
            if self._active == 0 and not self._closed:
                self._idle_timer.start()

    def _stop_idle(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            self._later(child.close(self._patience.close))
