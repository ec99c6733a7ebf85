"""One session on the event loop: from the first message of the client to the end of everything it has caused."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

from glossator.host.leaving import end_signals, leave
from glossator.lsp import parent
from glossator.lsp.connection import Connection
from glossator.lsp.server import GlossatorServer

HARD_END_SECONDS = 1.7
"""So long after the session children and threads may take to end; after that the process is ended regardless."""


async def run_session(
    server: GlossatorServer, connection: Connection, first: bytes, *, answered: bool, over_stdio: bool
) -> int:
    """Handle the client's messages until it leaves; the result is the exit code of the specification.

    `first` is the body of the first message; `answered` says that it is an `initialize` whose answer the client has.
    """
    protocol = server.protocol
    protocol.set_writer(connection)
    protocol.is_cancelled_ahead = connection.is_cancelled
    connection.start()
    for each in end_signals():
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(each, connection.stop)
    watched = False
    body: bytes | None = first
    while body is not None:
        protocol.receive(body, answered=answered)
        answered = False
        # Handlers run up to their first await here: each sees the documents as they were sent before it.
        await asyncio.sleep(0)
        if over_stdio and not watched and server.process_id is not None:
            watched = True
            server.spawn(parent.watch(server.process_id, connection.stop))
        body = None if protocol.exit_code is not None else await connection.receive()
    code = protocol.exit_code
    if code is None:
        code = 0 if protocol.shutdown_requested else 1
    await _end(server, connection, code)
    return code


async def _end(server: GlossatorServer, connection: Connection, code: int) -> None:
    # A thread that hangs in native code or on a dead disk must not keep the process.
    deadline = threading.Timer(HARD_END_SECONDS, leave, (code,))
    deadline.daemon = True
    deadline.start()
    server.protocol.cancel_requests()
    await server.close()
    connection.close()
