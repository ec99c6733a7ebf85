"""Errors of the client; each text is one sentence that may be shown to the user."""

from __future__ import annotations


class ClientError(Exception):
    """Something the user can act on: the server's own message, or why the session failed."""


class ServerGone(ClientError):
    """The server ended, or what it sent is no message; nothing more can be asked of it."""


class RequestFailed(ClientError):
    """The server answered a request with an error. `code` is that of JSON-RPC."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code
