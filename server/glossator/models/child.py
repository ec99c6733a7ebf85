"""Entry functions of the two model processes, started through `glossator.host`.

Only what is imported from here on, inside the child, knows llama.cpp.
"""

from __future__ import annotations

import os
from typing import Any, NoReturn

from glossator.core.errors import ModelUnavailable
from glossator.host.serving import CallContext, Handler, serve

BEGUN = "begun"
"""The notification that a call begins."""

MISSING_LIBRARY = (
    "Running a model needs the extra 'models' (llama-cpp-python): install it with pip install 'glossator[models]' "
    "(in a checkout: pip install '.[models]'), or set models.endpoint to an endpoint that is already running."
)


NO_MEMORY = (
    "There is not enough memory for the model; choose a smaller one, or set models.contextTokens lower if it is a "
    "language model."
)


_DEFAULTS = {"OMP_WAIT_POLICY": "PASSIVE"}
"""Threads that wait for each other must not spin: with other load on the machine that takes most of the time."""

_FIXED = {"GGML_NO_BACKTRACE": "1"}
"""Otherwise a failed assertion starts a debugger, if there is one, which holds up the end for seconds and writes the
arguments of functions to the log, texts among them."""


def environment() -> dict[str, str]:
    """The environment of a model process."""
    return {**_DEFAULTS, **os.environ, **_FIXED}


def serve_embedding() -> NoReturn:
    """Run the embedding model until the server closes the pipe."""
    try:
        from glossator.models.embedding_child import handlers
    except ImportError as error:
        raise ModelUnavailable(MISSING_LIBRARY) from error
    _serve(handlers())


def serve_language() -> NoReturn:
    """Run the language model until the server closes the pipe."""
    try:
        from glossator.models.language_child import handlers
    except ImportError as error:
        raise ModelUnavailable(MISSING_LIBRARY) from error
    _serve(handlers())


def _serve(handlers: dict[str, Handler]) -> NoReturn:
    serve({method: announced(handler) for method, handler in handlers.items()})


def announced(handler: Handler) -> Handler:
    """The handler, which tells the server when it begins: what was asked before it has ended by then."""

    def run(payload: Any, context: CallContext) -> Any:
        context.notify(BEGUN)
        try:
            return handler(payload, context)
        except MemoryError:
            raise ModelUnavailable(NO_MEMORY) from None

    return run
