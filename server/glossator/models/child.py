"""Entry functions of the two model processes, started through `glossator.host`.

Only what is imported from here on, inside the child, knows llama.cpp.
"""

from __future__ import annotations

from typing import Any, NoReturn

from glossator.core.errors import ModelUnavailable
from glossator.host.serving import CallContext, Handler, serve

BEGUN = "begun"
"""The notification that a call begins."""

MISSING_LIBRARY = (
    "Running a model needs the extra 'models' (llama-cpp-python): install it with pip install 'glossator[models]' "
    "(in a checkout: pip install '.[models]'), or set models.endpoint to an endpoint that is already running."
)


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
        return handler(payload, context)

    return run
