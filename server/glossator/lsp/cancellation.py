"""From the client's cancelling to the tokens that the application looks at."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from glossator.core.cancel import CancelToken


@contextmanager
def cancel_token() -> Iterator[CancelToken]:
    """A token for the work of one request, set when the request is cancelled.

    A cancel of the client raises `CancelledError` at the handler's `await`; work that runs elsewhere does not
    notice that, but it looks at the token.
    """
    token = CancelToken()
    try:
        yield token
    except asyncio.CancelledError:
        token.cancel()
        raise
