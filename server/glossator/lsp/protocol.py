"""JSON-RPC as the specification wants it, on top of pygls: exactly one response for each request.

pygls answers a request neither when its parameters do not fit nor after `shutdown`, sends tracebacks to the
client, and applies edits to documents of its own that split lines elsewhere than the protocol does. This
class takes messages as bytes, answers each of these cases, and leaves documents to `app.documents`.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Generator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import JsonRPCRequestMessage, LanguageServerProtocol, lsp_method
from pygls.protocol.json_rpc import JsonRPCNotification

from glossator.core.errors import Cancelled
from glossator.core.settings import Settings
from glossator.lsp import errors
from glossator.lsp.capabilities import ClientFeatures
from glossator.lsp.exact_reading import exact_converter, is_read_exactly
from glossator.lsp.extensions import MESSAGES
from glossator.lsp.framing import framed
from glossator.lsp.handshake import Introduction

logger = logging.getLogger(__name__)

SLOW_SECONDS = 1.0
"""Requests that take longer are logged at level info."""

LARGEST_POSITION = 2**31 - 1
"""The largest line or column that the specification allows."""

_OURS = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
)
"""Methods whose built-in handlers keep documents; they are taken out."""

_BEFORE_INITIALIZE = (types.INITIALIZE, types.SHUTDOWN, types.EXIT)


@dataclass(frozen=True, slots=True)
class PlainJson:
    """A result that is JSON already. Walking through a large one to find what is to be converted takes ten times as
    long as writing it."""

    value: Any


class GlossatorProtocol(LanguageServerProtocol):
    """One session with one client."""

    def __init__(self, server: Any, converter: Any) -> None:
        super().__init__(server, converter)
        for method in _OURS:
            self.fm.builtin_features.pop(method, None)
        self.initialized = False
        self.introduction = Introduction(ClientFeatures())
        self.exit_code: int | None = None
        self.is_cancelled_ahead: Callable[[int | str], bool] = lambda _: False
        """Whether the cancel of a request has come already, behind it in the stream."""
        self.base_settings = Settings()
        """The settings that the client's options override."""
        self.on_unreadable: dict[str, Callable[[Any], None]] = {}
        """Who is told of the parameters of a notification that cannot be read, by method."""
        self._started: dict[int | str, tuple[str, float]] = {}

    @property
    def shutdown_requested(self) -> bool:
        """Whether the client has asked for `shutdown`."""
        return self._shutdown

    def get_message_type(self, method: str) -> type[Any] | None:  # type: ignore[override]
        """The class of a message, our own ones included."""
        return MESSAGES[method].request if method in MESSAGES else super().get_message_type(method)

    def get_result_type(self, method: str) -> type[Any] | None:  # type: ignore[override]
        """The class of a response, our own ones included."""
        return MESSAGES[method].response if method in MESSAGES else super().get_result_type(method)

    def receive(self, body: bytes, *, answered: bool = False) -> None:
        """Handle the body of one message. Handlers run up to their first `await` when the loop comes
        round. `answered` says that it is an `initialize` whose answer the client has."""
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            self._answer_unidentified(errors.parse_error())
            return
        if not isinstance(message, dict):
            self._answer_unidentified(errors.invalid_request("A message must be an object."))
            return
        if not _is_id(message.get("id", 0)):
            self._answer_unidentified(errors.invalid_request("An id must be a number or a string."))
            return
        try:
            self._receive_object(message, answered=answered)
        except Exception as bug:
            # One message must not end the session of all others.
            logger.error("A message could not be handled", exc_info=bug)
            if "id" in message and message["id"] not in self._request_futures:
                self._send_response(message["id"], error=errors.response_error(bug))

    def _receive_object(self, message: dict[str, Any], *, answered: bool) -> None:
        if "method" not in message:
            self._receive_response(message)
        elif refusal := self._refusal(message):
            if "id" in message:
                self._send_response(message["id"], error=refusal)
        elif message["method"] == types.INITIALIZE and "id" in message:
            self._initialize(message, answered=answered)
        else:
            self._dispatch(message)

    def cancel_requests(self) -> None:
        """Cancel every request in flight, of either side, but the one whose handler calls this."""
        current = self.msg_id
        for msg_id, future in list(self._request_futures.items()):
            if msg_id != current and not future.done():
                future.cancel()

    def _refusal(self, message: dict[str, Any]) -> types.ResponseError | None:
        method = message["method"]
        if not isinstance(method, str):
            return errors.invalid_request("A method must be a string.")
        if message.get("jsonrpc", self.VERSION) != self.VERSION:
            return errors.invalid_request(f"The version of JSON-RPC must be {self.VERSION}.")
        if self._shutdown and method != types.EXIT:
            return errors.invalid_request("The server is shutting down.")
        if not self.initialized and method not in _BEFORE_INITIALIZE:
            return errors.not_initialized()
        if self.initialized and method == types.INITIALIZE:
            return errors.invalid_request("The server is initialized already.")
        known = (
            method == types.CANCEL_REQUEST or method in self.fm.builtin_features or method in self.fm.features
        )
        return None if known else errors.method_not_found(method)

    def _initialize(self, message: dict[str, Any], *, answered: bool) -> None:
        try:
            self.introduction = Introduction.read(message.get("params"))
        except ValueError as misfit:
            error = errors.invalid_params(f"The parameters do not fit the method 'initialize': {misfit}.")
            self._send_response(message["id"], error=error)
            return
        self.initialized = True
        self._started[message["id"]] = (types.INITIALIZE, time.monotonic())
        if not answered:
            answer = {
                "jsonrpc": self.VERSION,
                "id": message["id"],
                "result": self.introduction.answer(self.base_settings),
            }
            self._send_data(answer)
        # pygls is told nothing of the client: it answers nothing, and its documents and folders are not used.
        params = types.InitializeParams(
            capabilities=types.ClientCapabilities(), process_id=self.introduction.process_id
        )
        request: Any = types.InitializeRequest(id=message["id"], params=params)
        self.handle_message(request)

    def _dispatch(self, message: dict[str, Any]) -> None:
        method = message["method"]
        untyped = JsonRPCRequestMessage if "id" in message else JsonRPCNotification
        message_type = self.get_message_type(method) or untyped
        try:
            typed = self.structure(message, message_type)
        except Exception as error:
            misfit = f"The parameters do not fit the method '{method}': {errors.misfits(error)}."
            logger.warning("%s", misfit)
            if "id" in message:
                self._send_response(message["id"], error=errors.invalid_params(misfit))
            elif method in self.on_unreadable:
                self.on_unreadable[method](message.get("params"))
            return
        if "id" in message and not hasattr(typed, "id"):
            answer = errors.invalid_request(f"The method '{method}' is a notification; it takes no id.")
            self._send_response(message["id"], error=answer)
            return
        if "id" in message:
            if method not in _BEFORE_INITIALIZE and self.is_cancelled_ahead(message["id"]):
                self._send_response(message["id"], error=errors.response_error(Cancelled()))
                return
            self._started[message["id"]] = (method, time.monotonic())
        self.handle_message(typed)

    def wire_value(self, value: Any) -> Any:
        """A value of one of our classes as it travels, for notifications in which anything may stand."""
        return self._converter.unstructure(value, unstructure_as=type(value))

    def structure(self, value: Any, type_: Any) -> Any:
        """Read plain JSON values into the protocol's classes. Raises various exceptions if they do not fit."""
        converter = exact_converter() if is_read_exactly(type_) else self._converter
        try:
            return converter.structure(value, type_)
        except Exception:
            # Clients send positions far outside of the text for "the end", and null for a range that they leave out;
            # lsprotocol refuses both.
            return converter.structure(_tamed(value), type_)

    def _answer_unidentified(self, error: types.ResponseError) -> None:
        self._send_data({"jsonrpc": self.VERSION, "id": None, "error": error})

    def _receive_response(self, message: dict[str, Any]) -> None:
        msg_id = message.get("id", "")
        if msg_id not in self._result_types:
            return
        result_type = self._result_types.pop(msg_id)
        future = self._request_futures.get(msg_id)
        if future is None or future.done():
            self._request_futures.pop(msg_id, None)
            return
        try:
            if "error" in message:
                error = self._converter.structure(message["error"], types.ResponseError)
                self._handle_response(msg_id, error=error)
            else:
                typed = self._converter.structure(message, result_type) if result_type else None
                self._handle_response(msg_id, result=getattr(typed, "result", None))
        except Exception as error:
            logger.warning("A response of the client cannot be read: %s", type(error).__name__)
            if not future.done():
                future.set_exception(JsonRpcException("The response of the client cannot be read."))

    def _handle_cancel_notification(self, msg_id: int | str) -> None:
        future = self._request_futures.get(msg_id) if _is_id(msg_id) else None
        if future is not None:
            future.cancel()

    def _send_handler_result(self, future: Future[Any], *, msg_id: int | str) -> None:
        self._request_futures.pop(msg_id, None)
        method, started = self._started.pop(msg_id, ("?", time.monotonic()))
        if method == types.INITIALIZE:
            # The client has its answer already.
            self._check_handler_result(future)
            return
        if future.cancelled():
            outcome = "cancelled"
            error = errors.response_error(Cancelled())
            self._send_response(msg_id, error=error)
        elif (exception := future.exception()) is not None:
            outcome = type(exception).__name__
            if errors.is_bug(exception):
                logger.error("%s failed", method, exc_info=exception)
            self._send_response(msg_id, error=errors.response_error(exception))
        else:
            outcome = "answered"
            self._send_response(msg_id, result=future.result())
        seconds = time.monotonic() - started
        level = logging.INFO if seconds >= SLOW_SECONDS else logging.DEBUG
        logger.log(level, "%s %s %s after %.0f ms", method, msg_id, outcome, seconds * 1000)

    def _send_response(
        self, msg_id: Any, result: Any = None, error: types.ResponseError | None = None
    ) -> None:
        if error is None and isinstance(result, PlainJson):
            self._result_types.pop(msg_id, None)
            self._send_data({"jsonrpc": self.VERSION, "id": msg_id, "result": result.value})
        else:
            super()._send_response(msg_id, result, error)

    def _check_handler_result(self, future: Future[Any]) -> None:
        if not future.cancelled() and (exception := future.exception()) is not None:
            logger.error("The handler of a notification failed", exc_info=exception)

    def _send_data(self, data: Any) -> None:
        if self.writer is None:
            return
        try:
            body = json.dumps(data, default=self._serialize_message, allow_nan=False).encode("ascii")
        except Exception as exception:
            logger.error("A message cannot be serialized", exc_info=exception)
            if (
                not isinstance(data, types.ResponseErrorMessage)
                and (msg_id := data.get("id") if isinstance(data, dict) else getattr(data, "id", None))
                is not None
            ):
                self._send_response(msg_id, error=errors.response_error(exception))
            return
        self.writer.write(framed(body))

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: Any) -> Generator[Any, Any, None]:
        """Cancel what is in flight, let the feature's handler stop the rest, and refuse what comes later."""
        self._shutdown = True
        self.cancel_requests()
        if (handler := self.fm.features.get(types.SHUTDOWN)) is not None:
            yield handler, args, None

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: Any) -> None:  # type: ignore[override]
        """Note the exit code that the specification wants; whoever feeds `receive` ends the session then."""
        self.exit_code = 0 if self._shutdown else 1


def _is_id(value: Any) -> bool:
    """Whether a value can be the id of a request; to Python, True is a number."""
    return isinstance(value, int | str) and not isinstance(value, bool)


def _tamed(value: Any) -> Any:
    """The message with no position above `LARGEST_POSITION` and no range that is null."""
    if isinstance(value, list):
        return [_tamed(item) for item in value]
    if not isinstance(value, dict):
        return value
    tamed = {key: _tamed(item) for key, item in value.items() if key != "range" or item is not None}
    line, column = value.get("line"), value.get("character")
    if isinstance(line, int) and isinstance(column, int):
        # What is past the last line that can be named stays behind everything in it: no range is turned round.
        column = LARGEST_POSITION if line > LARGEST_POSITION else min(column, LARGEST_POSITION)
        tamed |= {"line": min(line, LARGEST_POSITION), "character": column}
    return tamed
