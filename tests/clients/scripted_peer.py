"""A process that speaks JSON-RPC as a language server does and behaves as its first argument says."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any


def send(message: dict[str, Any]) -> None:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    sys.stdout.buffer.flush()


def receive() -> dict[str, Any] | None:
    length = 0
    while (line := sys.stdin.buffer.readline()) not in (b"", b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return json.loads(sys.stdin.buffer.read(length)) if length else None


def main(behaviour: str) -> None:
    while (message := receive()) is not None:
        method = message.get("method")
        if method == "exit":
            return
        if method == "shutdown":
            if behaviour == "deaf":
                time.sleep(60)
            send({"id": message["id"], "result": None})
        elif method == "$/cancelRequest":
            send({"id": message["params"]["id"], "error": {"code": -32800, "message": "cancelled"}})
            send({"method": "cancelled", "params": message["params"]})
        elif method == "echo":
            send({"id": message["id"], "result": message["params"]})
        elif method == "refuse":
            send({"id": message["id"], "error": {"code": -32803, "message": "No, \u202ethanks."}})
        elif method == "ask back":
            send({"id": "server-1", "method": message["params"], "params": {"items": [1, 2]}})
            send({"id": message["id"], "result": receive()})
        elif method == "die":
            sys.stderr.write(message["params"])
            sys.stderr.flush()
            os._exit(3)
        elif method == "babble":
            sys.stdout.buffer.write(b"loading model...\n\n\nContent-Length: many\r\n\r\n")
            sys.stdout.buffer.flush()


main(sys.argv[1])
