"""How messages lie in a byte stream: headers, of which one gives the length, and a body."""

from __future__ import annotations

from collections.abc import Callable

LARGEST_MESSAGE_BYTES = 512 * 1024 * 1024
LONGEST_HEADER_LINE_BYTES = 8192
LONGEST_HEADERS_BYTES = 65536


def framed(body: bytes) -> bytes:
    """A message as it travels."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def read_message(readline: Callable[[int], bytes], read: Callable[[int], bytes]) -> bytes | None:
    """The body of the next message, None at the end of the stream.

    Raises `ValueError` for headers from which the length cannot be told: the stream is lost then.
    """
    length: int | None = None
    while line := readline(LONGEST_HEADER_LINE_BYTES):
        if not line.strip():
            body = read(_known(length))
            return body if len(body) == length else None
        length = _length_after(line, length)
    return None


class ArrivingMessages:
    """The messages in bytes that come in pieces of any size."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._length: int | None = None

    def add(self, data: bytes) -> None:
        """Take the next bytes of the stream."""
        self._data += data

    def next(self) -> bytes | None:
        """The body of the next message, None if it is not there as a whole. Raises `ValueError` as `read_message`."""
        if self._length is None:
            self._length = self._take_headers()
        if self._length is None or len(self._data) < self._length:
            return None
        body = bytes(self._data[: self._length])
        del self._data[: self._length]
        self._length = None
        return body

    def _take_headers(self) -> int | None:
        """The length of the body that the headers announce, None if they are not there as a whole."""
        length: int | None = None
        start = 0
        while (end := self._data.find(b"\n", start) + 1) > 0:
            line = bytes(self._data[start:end])
            start = end
            if not line.strip():
                del self._data[:end]
                return _known(length)
            length = _length_after(line, length)
        if len(self._data) > LONGEST_HEADERS_BYTES:
            raise ValueError("headers without an end")
        return None


def _known(length: int | None) -> int:
    if length is None:
        raise ValueError("a message without a Content-Length header")
    return length


def _length_after(line: bytes, length: int | None) -> int | None:
    """The length that is known after a line of the headers, if it was `length` before."""
    name, _, value = line.partition(b":")
    if name.strip().lower() != b"content-length":
        return length
    text = value.strip()
    if not text.isdigit() or int(text) > LARGEST_MESSAGE_BYTES:
        raise ValueError("a Content-Length header that is no number of bytes, or too large a one")
    return int(text)
