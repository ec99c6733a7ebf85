"""Who is answering now: background work asks here before it takes the processor."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Answering:
    """Counts answers that are being written."""

    def __init__(self) -> None:
        self._count = 0
        self._none = asyncio.Event()
        self._none.set()

    @contextmanager
    def one(self) -> Iterator[None]:
        """An answer is being written until the block ends."""
        self._count += 1
        self._none.clear()
        try:
            yield
        finally:
            self._count -= 1
            if self._count == 0:
                self._none.set()

    async def undisturbed(self) -> None:
        """Wait until no answer is being written."""
        await self._none.wait()
