"""Who is answering now: background work asks here before it takes the processor."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled

_Result = TypeVar("_Result")


LOOK_SECONDS = 0.1
"""How often work that waits for an answer to end asks whether it is still wanted."""


class Answering:
    """Counts answers that are being written."""

    def __init__(self) -> None:
        self._count = 0
        self._background: set[CancelToken] = set()
        self._none = asyncio.Event()
        self._none.set()

    @contextmanager
    def one(self) -> Iterator[None]:
        """An answer is being written until the block ends."""
        self._count += 1
        self._none.clear()
        for token in self._background:
            token.cancel()
        try:
            yield
        finally:
            self._count -= 1
            if self._count == 0:
                self._none.set()

    async def in_background(
        self,
        work: Callable[[CancelToken], Awaitable[_Result]],
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> _Result:
        """The result of `work`, begun while no answer is written and cancelled, to be begun again later, when one
        is asked for. `work` may cancel the token that it is given itself, to be begun again.

        Raises `Cancelled` if it is not wanted any more before it begins.
        """
        while True:
            await self._wait_for_none(is_wanted)
            token = CancelToken()
            self._background.add(token)
            try:
                return await work(token)
            except Cancelled:
                if not token.cancelled:
                    raise
            finally:
                self._background.discard(token)

    async def _wait_for_none(self, is_wanted: Callable[[], bool]) -> None:
        while True:
            if not is_wanted():
                raise Cancelled
            if not self._count:
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._none.wait()
