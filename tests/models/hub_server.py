"""A hub on the loopback interface: it redirects to its storage, serves ranges, and fails as told."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Hub(ThreadingHTTPServer):
    """Serves `content` for every path; the attributes say how it misbehaves."""

    daemon_threads = True

    def __init__(self, content: bytes) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.content = content
        self.break_after: list[int] = []
        """Bytes after which the connection breaks, one item for each request."""
        self.status = 200
        self.knows_ranges = True
        self.states_hash = True
        self.ranges: list[str | None] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: Hub

    def do_GET(self) -> None:
        if self.server.status != 200:
            self.send_error(self.server.status)
        elif not self.path.startswith("/storage"):
            self.send_response(302)
            self.send_header("Location", f"{self.server.url}/storage")
            if self.server.states_hash:
                self.send_header("X-Linked-Etag", f'"{hashlib.sha256(self.server.content).hexdigest()}"')
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self._send_content()

    def _send_content(self) -> None:
        content = self.server.content
        wanted = self.headers.get("Range")
        self.server.ranges.append(wanted)
        start = 0
        if wanted and self.server.knows_ranges:
            start = int(wanted.removeprefix("bytes=").rstrip("-"))
            if start >= len(content):
                self.send_error(416)
                return
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        else:
            self.send_response(200)
        self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        limit = self.server.break_after.pop(0) if self.server.break_after else len(content)
        self.wfile.write(content[start : start + limit])
        self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def hub(content: bytes) -> Iterator[Hub]:
    """A running hub."""
    server = Hub(content)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
