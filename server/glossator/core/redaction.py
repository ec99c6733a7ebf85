"""Hiding what looks like a secret in ordinary text: tokens, private keys, passwords in URLs and assignments.

Every hidden byte becomes `x` and line ends stay, so that all spans of a text hold for its redacted form as well.
Whatever a prompt, a vector or a stored text is made of goes through here. It knows forms and names, not meanings:
a secret without a form of its own that no telling name is given to stays.

What is made of redacted text is made anew when `EMBEDDING_TEXT_VERSION` and `TERMS_VERSION` are raised.
"""

from __future__ import annotations

from collections.abc import Iterator

from glossator.core.given_values import given_values
from glossator.core.text import Span
from glossator.core.token_shapes import private_key_spans, token_spans

_LONGEST_PLAIN_ADDRESS = 60
"""Characters; a shorter path without a scheme holds no token."""

_HIDDEN = bytes(byte if byte in b"\r\n" else ord("x") for byte in range(256))


def redact(data: bytes, path: str = "") -> bytes:
    """`data` (UTF-8), the text of the file at `path`, with what looks like a secret as `x`.

    The result has the same length and the same line ends. In files of settings values without quotes count too.
    """
    redacted: bytearray | None = None
    for span in secret_spans(data, path):
        redacted = bytearray(data) if redacted is None else redacted
        redacted[span.start : span.end] = data[span.start : span.end].translate(_HIDDEN)
    return data if redacted is None else bytes(redacted)


def redact_text(text: str, path: str = "") -> str:
    """As `redact`, for a string; one `x` stands for each byte of what is hidden."""
    data = text.encode("utf-8", "surrogatepass")
    redacted = redact(data, path)
    return text if redacted is data else redacted.decode("utf-8", "surrogatepass")


def secret_spans(data: bytes, path: str = "") -> Iterator[Span]:
    """Where what looks like a secret stands in a text, in no order and perhaps more than once."""
    yield from token_spans(data)
    yield from private_key_spans(data)
    yield from given_values(data, path)


def redact_address(address: str) -> str:
    """As `redact_text`, for the path of an import, which may be a URL with a password or a token in it."""
    return redact_text(address) if "://" in address or len(address) > _LONGEST_PLAIN_ADDRESS else address
