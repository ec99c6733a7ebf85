"""A language server with a slow request of its own that counts how often its handler is begun. Argument: a file, to
which each execution adds a byte."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from glossator.lsp import server as product
from glossator.lsp.serve import serve_stdio

SLOW = "test/slow"
_create_server = product.create_server


def create_server(*arguments: Any) -> product.GlossatorServer:
    server = _create_server(*arguments)
    counter = Path(sys.argv[1])

    @server.feature(SLOW)
    async def slow(params: Any) -> str:
        with counter.open("ab") as file:
            file.write(b".")
        await asyncio.sleep(params.seconds)
        return "done"

    return server


product.create_server = create_server
serve_stdio()
