"""Running the language server: over stdin and stdout, or for one client over TCP.

The server ends when the client says `exit`, when the stream ends, when the process named in `processId` is
gone, and on SIGTERM. The exit code is 0 after a `shutdown`, else 1.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from contextlib import suppress
from typing import BinaryIO

from glossator.app.application import Application
from glossator.app.configuration import load_configuration
from glossator.core.errors import UserError
from glossator.host.folders import Folders
from glossator.host.log import configure_logging
from glossator.lsp import parent
from glossator.lsp.connection import Connection
from glossator.lsp.server import GlossatorServer, create_server

HARD_END_SECONDS = 5.0
"""So long after the session threads may take to end; after that the process is ended regardless."""

logger = logging.getLogger(__name__)


def serve_stdio() -> int:
    """Serve the client at the other end of stdin and stdout; the result is the exit code."""
    incoming, outgoing = protected_stdio()
    # A terminal sends Ctrl-C to the client and the server alike; the client decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return _serve(Connection(incoming, outgoing), over_stdio=True)


def serve_tcp(host: str, port: int) -> int:
    """Serve the first client that connects to the address, then end; the result is the exit code.

    The address in use is written to stderr, since port 0 means any free one. Raises `UserError` if it cannot
    be listened on.
    """
    try:
        with socket.create_server((host, port), family=_family(host)) as listener:
            address, actual_port = listener.getsockname()[:2]
            sys.stderr.write(f"Listening on {address}:{actual_port}\n")
            sys.stderr.flush()
            client, _ = listener.accept()
    except OSError as error:
        reason = error.strerror or "the address is not valid"
        raise UserError(f"Cannot listen on {host}:{port}: {reason}; choose another address.") from None
    with client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        incoming, outgoing = client.makefile("rb"), client.makefile("wb")
        return _serve(Connection(incoming, outgoing), over_stdio=False)


def protected_stdio() -> tuple[BinaryIO, BinaryIO]:
    """Streams of the protocol on descriptors of their own.

    From now on stdin is empty and whatever is printed to stdout, by Python or by native code, goes to stderr.
    Child processes inherit neither.
    """
    sys.stdout.flush()
    incoming, outgoing = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return os.fdopen(incoming, "rb"), os.fdopen(outgoing, "wb")


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _serve(connection: Connection, *, over_stdio: bool) -> int:
    folders = Folders.for_user()
    settings, problems = load_configuration(folders.config)
    with suppress(UserError):
        configure_logging(folders.log_file, settings.log.level)
    server = create_server(Application(settings, folders), problems)
    code = asyncio.run(run_session(server, connection, over_stdio=over_stdio))
    logging.shutdown()
    return code


async def run_session(server: GlossatorServer, connection: Connection, *, over_stdio: bool) -> int:
    """Handle the client's messages until it leaves; the result is the exit code of the specification."""
    protocol = server.protocol
    protocol.set_writer(connection)
    connection.start()
    for each in (signal.SIGTERM,) if over_stdio else (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(each, connection.stop)
    watched = False
    while protocol.exit_code is None and (body := await connection.receive()) is not None:
        protocol.receive(body)
        # Handlers run up to their first await here: each sees the documents as they were sent before it.
        await asyncio.sleep(0)
        if over_stdio and not watched and server.process_id is not None:
            watched = True
            server.spawn(parent.watch(server.process_id, connection.stop))
    code = protocol.exit_code
    if code is None:
        code = 0 if protocol.shutdown_requested else 1
    await _end(server, connection, code)
    return code


async def _end(server: GlossatorServer, connection: Connection, code: int) -> None:
    # A thread that hangs in native code or on a dead disk must not keep the process.
    deadline = threading.Timer(HARD_END_SECONDS, os._exit, (code,))
    deadline.daemon = True
    deadline.start()
    server.protocol.cancel_requests()
    await server.close()
    connection.close()


if __name__ == "__main__":
    sys.exit(serve_stdio())
