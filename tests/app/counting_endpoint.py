"""An embedding model on the loopback interface that gives each text a vector of its own and notes what it was asked."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from glossator.models import canary

PROBES = frozenset({".", *canary.TEXTS})
"""What is asked to learn the length of the vectors, and whether they are any good; it is of no file."""


class CountingEndpoint(ThreadingHTTPServer):
    """`asked` are (model, text) in order. A model's name ends with the length of its vectors, as in `one-64`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[tuple[str, str]] = []
        self.answers = threading.Event()
        self.answers.set()
        """Cleared, requests wait."""
        self.holds: Callable[[str], bool] = bool
        """Which texts wait then."""

    def settings(self, model: str) -> dict[str, Any]:
        """Settings under which vectors are made by this endpoint."""
        url = f"http://127.0.0.1:{self.server_address[1]}/v1"
        return {"language": "none", "endpoint": url, "endpointEmbeddingModel": model}


class _Handler(BaseHTTPRequestHandler):
    server: CountingEndpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = [text for text in body["input"] if text not in PROBES]
        self.server.asked += [(body["model"], text) for text in texts]
        if any(map(self.server.holds, texts)):
            self.server.answers.wait()
        vectors = [_vector(body["model"], text) for text in body["input"]]
        items = [{"index": index, "embedding": vector} for index, vector in enumerate(vectors)]
        # Who has cancelled the request is gone.
        with suppress(OSError):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"data": items}).encode())
        self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def _vector(model: str, text: str) -> list[float]:
    length = int(model.rpartition("-")[2])
    data = hashlib.shake_128(f"{model} {text}".encode()).digest(length)
    return [byte - 127.5 for byte in data]


@contextmanager
def counting_endpoint() -> Iterator[CountingEndpoint]:
    """A running endpoint."""
    server = CountingEndpoint()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.answers.set()
        server.shutdown()
        server.server_close()
        thread.join()
