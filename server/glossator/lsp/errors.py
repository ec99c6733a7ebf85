"""Errors as the protocol carries them.

A response holds one sentence that was written for the user, never a traceback and never the text of an
unexpected exception, which may quote source.
"""

from __future__ import annotations

from cattrs import transform_error
from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcMethodNotFound,
)

from glossator.core.errors import Cancelled, ContentModified, GlossatorError, ModelUnavailable, UserError

INTERNAL_ERROR = "Glossator failed to answer because of an error of its own; its log file says where."


class InvalidParams(GlossatorError):
    """The request's parameters do not fit its method. The text names the parameter."""


def response_error(error: BaseException) -> types.ResponseError:
    """The error that is sent for an exception raised by a handler."""
    match error:
        case Cancelled():
            return types.ResponseError(code=types.LSPErrorCodes.RequestCancelled, message=str(error))
        case ContentModified():
            return types.ResponseError(code=types.LSPErrorCodes.ContentModified, message=str(error))
        case ModelUnavailable():
            data = {"kind": "modelUnavailable"}
            return types.ResponseError(code=types.LSPErrorCodes.RequestFailed, message=str(error), data=data)
        case UserError():
            return types.ResponseError(code=types.LSPErrorCodes.RequestFailed, message=str(error))
        case InvalidParams():
            return invalid_params(str(error))
        case JsonRpcInvalidParams():
            return invalid_params("The parameters do not fit the method.")
        case JsonRpcMethodNotFound():
            return types.ResponseError(code=error.code, message=error.message)
    return types.ResponseError(code=types.ErrorCodes.InternalError, message=INTERNAL_ERROR)


def is_bug(error: BaseException) -> bool:
    """Whether the error is one that nobody raised on purpose."""
    return not isinstance(error, GlossatorError | JsonRpcException)


def user_message(error: BaseException) -> str:
    """One sentence that can be shown to the user, whatever went wrong."""
    return str(error) if isinstance(error, GlossatorError) else INTERNAL_ERROR


def invalid_params(message: str) -> types.ResponseError:
    """Answer to a request whose parameters cannot be read."""
    return types.ResponseError(code=types.ErrorCodes.InvalidParams, message=message)


def misfits(error: Exception) -> str:
    """Where a message does not have the form it should have; its values are not quoted."""

    def describe(exception: BaseException, _: type | None) -> str:
        return "missing" if isinstance(exception, KeyError) else "wrong"

    try:
        problems = transform_error(error, format_exception=describe)
    except Exception:
        return "their form is wrong"
    places = [problem.partition(" @ ") for problem in problems[:3]]
    return ", ".join(f"'{place.removeprefix('$.')}' is {what}" for what, _, place in places)


def invalid_request(message: str) -> types.ResponseError:
    """Answer to a message that is no request, or one that comes at the wrong time."""
    return types.ResponseError(code=types.ErrorCodes.InvalidRequest, message=message)


def method_not_found(method: str) -> types.ResponseError:
    """Answer to a request for a method that the server does not have."""
    return types.ResponseError(
        code=types.ErrorCodes.MethodNotFound, message=f"The method '{method}' is not supported."
    )


def not_initialized() -> types.ResponseError:
    """Answer to a request that comes before `initialize`."""
    return types.ResponseError(
        code=types.ErrorCodes.ServerNotInitialized, message="The server is not initialized yet."
    )


def parse_error() -> types.ResponseError:
    """Answer to a message that is no JSON."""
    return types.ResponseError(code=types.ErrorCodes.ParseError, message="The message is not valid JSON.")
