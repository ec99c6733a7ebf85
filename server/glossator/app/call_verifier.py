"""When calls are verified of which the resolver is not sure: beside everything else, and first those asked for."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial

from glossator.app.answering import Answering
from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, GlossatorError
from glossator.host.process import Child

ANSWER_SECONDS = 1.0
"""So long an answer waits at most for its callers to be verified."""
STEP_SECONDS = 0.5
"""So long calls are verified at once, unless something else is to be done."""


class CallVerifier:
    """Asks the indexer of one folder to verify calls."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self._in_flight: CancelToken | None = None

    def interrupt(self) -> None:
        """Break off what is verified, so that whoever wants something else is not kept waiting."""
        if self._in_flight is not None:
            self._in_flight.cancel()

    async def verify_all(self, indexer: Child, token: CancelToken, is_idle: Callable[[], bool]) -> None:
        """Have all calls verified, until something else is to be done."""

        def is_wanted() -> bool:
            return is_idle() and not token.cancelled

        more = True
        while more and is_idle():
            try:
                step = partial(self._verify_some, indexer, token)
                more = await self._answering.in_background(step, is_wanted)
            except Cancelled:
                token.check()

    async def _verify_some(self, indexer: Child, token: CancelToken, step: CancelToken) -> bool:
        token.on_cancel(step.cancel)
        self._in_flight = step
        try:
            return bool(await indexer.call("verify", {"seconds": STEP_SECONDS}, token=step))
        finally:
            self._in_flight = None

    @staticmethod
    async def verify_callers(indexer: Child, symbol_id: int) -> None:
        """Have the calls verified that may mean a symbol, as far as that is done within `ANSWER_SECONDS`."""
        payload = {"seconds": ANSWER_SECONDS / 2, "callee": symbol_id}
        with contextlib.suppress(GlossatorError):
            await indexer.call("verify", payload, timeout=ANSWER_SECONDS)
