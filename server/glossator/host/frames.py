"""The frames that travel between the server and a child: a mark, a 4-byte little-endian length, a msgpack value.

A message is a list whose first item is one of the tags below.

parent to child: `[CALL, id, method, payload]`, `[CANCEL, id]` child to parent: `[RESULT, id, value]`, `[ITEM,
id, value]`, `[ERROR, id, kind, message]`, `[NOTIFY, name, value]`, `[FATAL, kind, message]` (the child could
not begin or go on; it ends after this frame).

Values are what msgpack knows: None, bool, int, float, str, bytes, list, dict; dataclasses and msgspec structs
are written as dicts. A `str` with lone surrogates (a file name that is not UTF-8) cannot be sent: send such
names as `os.fsencode(name)`.
"""

from __future__ import annotations

import struct
from typing import Any

import msgspec

from glossator.core import errors

CALL = "call"
CANCEL = "cancel"
RESULT = "result"
ITEM = "item"
ERROR = "error"
NOTIFY = "notify"
FATAL = "fatal"

MAX_FRAME_BYTES = 512 * 1024 * 1024
"""A longer frame is taken as a sign that the pipe carries something else."""

MARK = b"\x93GF\xa5"
"""Begins every frame, so that other bytes on the pipe are known at once and not waited upon as a long frame."""

HEADER = struct.Struct("<4sI")

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder()

_ERROR_CLASSES: dict[str, type[errors.GlossatorError]] = {
    name: value
    for name, value in vars(errors).items()
    if isinstance(value, type) and issubclass(value, errors.GlossatorError)
}


class BrokenFrame(errors.GlossatorError):
    """The bytes on a pipe are no frame."""


class ChildError(errors.GlossatorError):
    """A call failed inside a child by a bug; the child lives on and its log has the traceback."""


def encode(message: list[Any]) -> bytes:
    """`message` as one frame. Raises `BrokenFrame` if it cannot be sent."""
    try:
        body = _encoder.encode(message)
    except (TypeError, ValueError, OverflowError) as error:
        raise BrokenFrame(f"A value cannot be sent to another process ({type(error).__name__}).") from error
    if len(body) > MAX_FRAME_BYTES:
        raise BrokenFrame(f"A message of {len(body)} bytes is too long to be sent to another process.")
    return HEADER.pack(MARK, len(body)) + body


def body_length(header: bytes) -> int:
    """The length in bytes of the body that follows `header`. Raises `BrokenFrame` if it cannot be one."""
    mark, length = HEADER.unpack(header)
    if mark != MARK or length > MAX_FRAME_BYTES:
        raise BrokenFrame("Another process sent bytes that are no message.")
    return int(length)


def decode(body: bytes) -> list[Any]:
    """The message in a frame's body. Raises `BrokenFrame` if it is none."""
    try:
        message = _decoder.decode(body)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BrokenFrame("Another process sent bytes that are no message.") from error
    if not isinstance(message, list) or not message or not isinstance(message[0], str):
        raise BrokenFrame("Another process sent a value that is no message.")
    return message


def error_to_wire(error: BaseException, method: str) -> tuple[str, str]:
    """(kind, message) of an error. Only errors raised on purpose keep their text; others might hold
    source.
    """
    for cls in type(error).__mro__:
        if _ERROR_CLASSES.get(cls.__name__) is cls:
            return cls.__name__, str(error)
    return ChildError.__name__, f"'{method}' failed inside a child process by a {type(error).__name__}."


def error_from_wire(kind: str, message: str) -> errors.GlossatorError:
    """The error again, as the same class of `core.errors` where it is one, else as a `ChildError`."""
    return _ERROR_CLASSES.get(kind, ChildError)(message)
