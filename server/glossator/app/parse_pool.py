"""A few parse processes, and what becomes of a file that one of them dies on.

Lives on one event loop. A worker that needs too much of a processor is killed; the call fails with `ParseFailed`, a new
worker takes the next file, and nothing else is harmed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from glossator.app import parse_worker
from glossator.core.cancel import NEVER, CancelToken
from glossator.core.errors import GlossatorError, UserError
from glossator.host.calls import ChildDied
from glossator.host.frames import ChildError
from glossator.host.priority import usable_cores
from glossator.host.process import Child
from glossator.host.work_limit import processor_seconds

PARSE_SECONDS = 10.0
"""How much of a processor one file may take; real files take milliseconds."""
_KILLED = -9
"""The exit code of a process that was ended by SIGKILL."""
_START_SECONDS = 20.0
"""How much of a processor a worker may take until it can parse its first file."""


class ParseFailed(GlossatorError):
    """The parser crashed, failed or did not end; the text is the short reason that `status` shows."""


class ParserKilled(ParseFailed):
    """The parser was killed from outside."""


def worker_count(wanted: int) -> int:
    """Parse processes to use: as set, else all cores but one, which is left to the user."""
    return wanted if wanted > 0 else max(1, usable_cores() - 1)


class ParsePool:
    """Up to `size` parse processes, started when first needed."""

    def __init__(
        self,
        size: int,
        log_path: Path,
        *,
        low_priority: bool,
        entry: str = parse_worker.ENTRY,
        arguments: Sequence[str] = (),
        name: str = "parser",
        on_notice: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`on_notice` is given sentences for the user, each perhaps by several workers."""
        self.size = size
        self._entry, self._arguments, self._name = entry, arguments, name
        self._on_notice = on_notice
        self._log_path = log_path
        self._low_priority = low_priority
        self._free: asyncio.LifoQueue[Child | None] = asyncio.LifoQueue()
        for _ in range(size):
            self._free.put_nowait(None)
        self._children: set[Child] = set()
        self._closed = False

    async def call_again(self, method: str, payload: dict[str, Any], **options: Any) -> Any:
        """`call`, and once more if the worker was killed: the system, which may lack memory, kills any process, and the
        file need have no part in it."""
        try:
            return await self.call(method, payload, **options)
        except ParserKilled:
            return await self.call(method, payload, **options)

    async def call(
        self,
        method: str,
        payload: dict[str, Any],
        *,
        seconds: float = PARSE_SECONDS,
        token: CancelToken = NEVER,
    ) -> Any:
        """The worker's answer, for which it may use so many seconds of a processor. Raises `ParseFailed`, `Cancelled`,
        and `UserError` if no worker can work.
        """
        child = await self._free.get()
        try:
            if child is None or not child.alive:
                self._forget(child)
                child = await self._start()
                await self._load(child, payload, token)
            async with processor_seconds(child.pid, seconds):
                return await child.call(method, payload, token=token)
        except TimeoutError as error:
            await self._drop(child)
            child = None
            raise ParseFailed("parsing did not end") from error
        except ChildDied as error:
            self._forget(child)
            child = None
            failure = ParserKilled if error.exit_code == _KILLED else ParseFailed
            raise failure("the parser crashed") from error
        except ChildError as error:
            raise ParseFailed("the parser failed") from error
        except BaseException:
            # A cancelled call may still keep its worker busy with a text that nobody waits for.
            if child is not None and child.unanswered:
                await asyncio.shield(self._drop(child))
                child = None
            raise
        finally:
            self._free.put_nowait(child)

    async def close(self) -> None:
        self._closed = True
        await asyncio.gather(*(child.close() for child in self._children))
        self._children.clear()

    async def __aenter__(self) -> ParsePool:
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _start(self) -> Child:
        child = await Child.start(
            self._entry,
            arguments=self._arguments,
            log_path=self._log_path,
            low_priority=self._low_priority,
            name=self._name,
            on_notify=lambda _, sentence: self._on_notice(str(sentence)),
        )
        self._children.add(child)
        if self._closed:
            await self._drop(child)
        return child

    @staticmethod
    async def _load(child: Child, payload: dict[str, Any], token: CancelToken) -> None:
        """Have a worker get ready, in time of its own. What fails here is the fault of no file."""
        try:
            async with processor_seconds(child.pid, _START_SECONDS):
                await child.call("load", payload, token=token)
        except (ChildError, TimeoutError) as error:
            raise UserError(
                "The parser process cannot work; see its log, and install Glossator again."
            ) from error

    async def _drop(self, child: Child | None) -> None:
        if child is not None:
            self._forget(child)
            child.kill()
            await child.close()

    def _forget(self, child: Child | None) -> None:
        if child is not None:
            self._children.discard(child)
