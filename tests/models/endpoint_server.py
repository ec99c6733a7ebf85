"""An OpenAI-compatible endpoint on the loopback interface, which remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class EndpointServer(ThreadingHTTPServer):
    """`pieces` is the streamed answer; the other attributes say how it misbehaves."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pieces = ["It ", "adds ", "two numbers."]
        self.streams = True
        self.never_ends = False
        self.status = 200
        self.headers: dict[str, str] = {}
        self.raw: bytes | None = None
        self.vectors: Any = None
        self.requests: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        self.client_left = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: EndpointServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, body, dict(self.headers)))
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.server.raw is not None:
            self.wfile.write(self.server.raw)
        elif self.path.endswith("/embeddings"):
            self._embed(body)
        else:
            self._chat()
        self.close_connection = True

    def _embed(self, body: dict[str, Any]) -> None:
        vectors = self.server.vectors or [[float(len(text)), 1.0, 0.0] for text in body["input"]]
        items = [{"index": index, "embedding": vector} for index, vector in enumerate(vectors)]
        self.wfile.write(json.dumps({"data": items[::-1]}).encode())

    def _chat(self) -> None:
        if not self.server.streams:
            message = {"message": {"content": "".join(self.server.pieces)}}
            self.wfile.write(json.dumps({"choices": [message]}).encode())
            return
        try:
            for piece in self.server.pieces:
                self._event(piece)
            while self.server.never_ends:
                self._event("more ")
            self.wfile.write(b"data: [DONE]\n\n")
        except OSError:
            self.server.client_left.set()

    def _event(self, piece: str) -> None:
        event = {"choices": [{"delta": {"content": piece}}]}
        self.wfile.write(b"data: " + json.dumps(event).encode() + b"\n\n")

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def endpoint_server() -> Iterator[EndpointServer]:
    """A running endpoint."""
    server = EndpointServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.never_ends = False
        server.shutdown()
        server.server_close()
        thread.join()
