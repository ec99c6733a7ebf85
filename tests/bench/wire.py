"""A server process as an editor holds it, asked over the wire by benchmarks."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil

from glossator_client.connection import Connection
from glossator_client.session import SERVER_COMMAND

NO_MODELS: dict[str, Any] = {"models": {"language": "none", "embedding": "none"}}


@asynccontextmanager
async def server_for(root: Path, settings: Mapping[str, Any]) -> AsyncIterator[Connection]:
    """A server whose index of `root` is up to date, and that is gone afterwards."""
    connection = await Connection.start(
        SERVER_COMMAND, on_request=lambda method, params: None, on_notification=lambda method, params: None
    )
    params = {
        "processId": os.getpid(),
        "rootUri": root.as_uri(),
        "capabilities": {},
        "initializationOptions": settings,
    }
    try:
        await connection.request("initialize", params)
        connection.notify("initialized", {})
        await connection.request("glossator/search", {"query": "index", "waitForIndex": True})
        yield connection
    finally:
        await connection.close(5.0)


def process_of(connection: Connection) -> psutil.Process:
    """The server's process."""
    return psutil.Process(connection.process_id)


def at(uri: str, line: int, character: int) -> dict[str, Any]:
    """The parameters that name a position."""
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
