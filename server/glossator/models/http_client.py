"""HTTP requests of JSON in a thread, whose answers arrive on the event loop line by line and can be broken off.

Only used where the user has configured an endpoint. Redirects are not followed and proxies not asked, so that what
is sent reaches the configured host and no other.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import socket
import ssl
import threading
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from glossator.core.cancel import NEVER, CancelToken
from glossator.core.errors import Cancelled, ModelUnavailable

CONNECT_SECONDS = 10.0
SILENCE_SECONDS = 300.0
MAX_LINE_BYTES = 1 << 24

_END = object()


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where requests go: a base URL such as `http://127.0.0.1:8080/v1`, and the key to send, if any."""

    url: str
    key: str = ""

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc.rpartition("@")[2]


class _Request:
    """One request in its thread. Lines, then an error or `_END`, go to `lines` on the loop."""

    def __init__(self, endpoint: Endpoint, path: str, body: Mapping[str, Any]) -> None:
        self._endpoint = endpoint
        self._path = path
        self._body = json.dumps(body).encode()
        self._loop = asyncio.get_running_loop()
        self._connection: http.client.HTTPConnection | None = None
        self._broken_off = False
        self.lines: asyncio.Queue[Any] = asyncio.Queue()

    def start(self) -> None:
        threading.Thread(target=self._run, name="endpoint request", daemon=True).start()

    def break_off(self) -> None:
        """Close the connection, which the other side sees. From any thread."""
        self._broken_off = True
        # Told first: the thread of the request sees a connection that is closed as a failure of the endpoint.
        self._tell(Cancelled())
        connection = self._connection
        if connection is not None and connection.sock is not None:
            with contextlib.suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    def _run(self) -> None:
        try:
            self._exchange()
            self._tell(_END)
        except ModelUnavailable as error:
            self._tell(error)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self._tell(ModelUnavailable(self._sentence(error)))
        finally:
            if self._connection is not None:
                self._connection.close()

    def _exchange(self) -> None:
        parts = urlsplit(self._endpoint.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ModelUnavailable(
                f"The endpoint '{self._endpoint.url}' is no URL; set models.endpoint to one such as "
                "http://127.0.0.1:8080/v1."
            )
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = self._connection = kind(parts.hostname, parts.port, timeout=CONNECT_SECONDS)
        connection.connect()
        connection.sock.settimeout(SILENCE_SECONDS)
        connection.request(
            "POST", (parts.path.rstrip("/") or "/v1") + self._path, self._body, self._headers()
        )
        response = connection.getresponse()
        if response.status != http.HTTPStatus.OK:
            raise ModelUnavailable(self._refusal(response.status))
        while not self._broken_off and (line := response.readline(MAX_LINE_BYTES)):
            self._tell(line)

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream, application/json"}
        if self._endpoint.key:
            headers["Authorization"] = f"Bearer {self._endpoint.key}"
        return headers

    def _refusal(self, status: int) -> str:
        host = self._endpoint.host
        if status in (401, 403):
            return f"The endpoint {host} refused the key; check models.endpointKeyVariable."
        if status == 404:
            return (
                f"The endpoint {host} knows no such address or model; check models.endpoint and "
                "models.endpointModel."
            )
        if status in (400, 413, 422):
            return (
                f"The endpoint {host} did not take the request (status {status}); perhaps the prompt is too long "
                "for it: set models.endpointContextTokens to what its model holds."
            )
        return f"The endpoint {host} answered with status {status}; see its log."

    def _sentence(self, error: Exception) -> str:
        host = self._endpoint.host
        if isinstance(error, ssl.SSLError):
            return f"No secure connection to the endpoint {host} could be made; check its certificate."
        if isinstance(error, TimeoutError):
            return f"The endpoint {host} did not answer in time."
        if isinstance(error, OSError):
            why = error.strerror or type(error).__name__
            return f"The endpoint {host} cannot be reached ({why}); start it or correct models.endpoint."
        return f"The endpoint {host} broke off its answer or sent something that is no HTTP."

    def _tell(self, item: Any) -> None:
        # The loop may be closed when the program ends in the middle of a request.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.lines.put_nowait, item)


async def post_lines(
    endpoint: Endpoint, path: str, body: Mapping[str, Any], token: CancelToken = NEVER
) -> AsyncGenerator[bytes, None]:
    """The lines of the answer as they come. Leaving the loop, or `token`, closes the connection.

    Raises `ModelUnavailable` with one sentence, and `Cancelled`.
    """
    token.check()
    request = _Request(endpoint, path, body)
    token.on_cancel(request.break_off)
    request.start()
    try:
        while (item := await request.lines.get()) is not _END:
            if isinstance(item, Exception):
                raise item
            yield item
    finally:
        request.break_off()


async def post_json(
    endpoint: Endpoint, path: str, body: Mapping[str, Any], token: CancelToken = NEVER
) -> Any:
    """The whole answer, decoded. Raises as `post_lines`."""
    data = b"".join([line async for line in post_lines(endpoint, path, body, token)])
    try:
        return json.loads(data)
    except ValueError as error:
        raise ModelUnavailable(f"The endpoint {endpoint.host} sent something that is no JSON.") from error
