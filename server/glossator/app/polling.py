"""Looking at the disk now and then, because not every client reports changes and none reports all.

How much a look may cost is fixed, not how much it sees: a workspace of some ten thousand files is seen whole each
time, a larger one bit by bit.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from glossator.core.errors import GlossatorError

POLL_SECONDS = 2.0
"""So far apart are two looks."""
POLL_SHARE = 0.02
"""The share of one core that looking may take."""


async def poll(look: Callable[[float], Awaitable[bool]], on_change: Callable[[], None]) -> None:
    """Call `on_change` whenever `look`, which is given the seconds that it may take, says that something changed.

    Runs until it is cancelled. A look that fails is left to the next one: whoever uses what it looks at notices too.
    """
    while True:
        await asyncio.sleep(POLL_SECONDS)
        with contextlib.suppress(GlossatorError):
            if await look(POLL_SECONDS * POLL_SHARE):
                on_change()
