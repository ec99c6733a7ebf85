"""Who is answering now: background work asks here before it takes the processor."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled

_Result = TypeVar("_Result")


class Answering:
    """Counts answers that are being written."""

    def __init__(self) -> None:
        self._count = 0
        self._background: CancelToken | None = None
        self._none = asyncio.Event()
        self._none.set()

    @contextmanager
    def one(self) -> Iterator[None]:
        """An answer is being written until the block ends."""
        self._count += 1
        self._none.clear()
        if self._background is not None:
            self._background.cancel()
        try:
            yield
        finally:
            self._count -= 1
            if self._count == 0:
                self._none.set()

    async def in_background(self, work: Callable[[CancelToken], Awaitable[_Result]]) -> _Result:
        """The result of `work`, begun while no answer is written and cancelled, to be begun again later, when one
        is asked for. One piece of work at a time."""
        while True:
            await self._none.wait()
            token = self._background = CancelToken()
            try:
                return await work(token)
            except Cancelled:
                if not token.cancelled:
                    raise
            finally:
                self._background = None
