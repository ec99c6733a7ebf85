"""Running the language server: over stdin and stdout, or for one client over TCP.

The server ends when the client says `exit`, when the stream ends, when the process named in `processId` is
gone, and on SIGTERM, SIGINT and SIGHUP. The exit code is 0 after a `shutdown`, else 1.

`initialize` is answered first, and only then is the rest of the server loaded, which takes a second on a slow
machine: so this module imports nothing large at its top. What the client sends meanwhile waits in the stream.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from io import BufferedReader
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from glossator.app.configuration import load_configuration
from glossator.core.errors import UserError
from glossator.core.settings import Settings
from glossator.host import standard_streams
from glossator.host.folders import Folders
from glossator.host.leaving import end_signals, leave
from glossator.lsp.framing import framed, read_message
from glossator.lsp.handshake import answer_to, roots_named_in

if TYPE_CHECKING:
    import socket


def serve_stdio() -> int:
    """Serve the client at the other end of stdin and stdout; the result is the exit code."""
    incoming, outgoing = protected_stdio()
    return _serve(incoming, outgoing, over_stdio=True)


def serve_tcp(host: str, port: int) -> int:
    """Serve the first client that connects to the address, then end; the result is the exit code.

    The address in use is written to stderr, since port 0 means any free one. Raises `UserError` if it cannot
    be listened on.
    """
    import socket

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
        return _serve(client.makefile("rb"), client.makefile("wb"), over_stdio=False)


def protected_stdio() -> tuple[BufferedReader, BinaryIO]:
    """Streams of the protocol on descriptors of their own.

    From now on stdin is empty and whatever is printed to stdout, by Python or by native code, goes to stderr.
    Child processes inherit neither.
    """
    incoming, outgoing = standard_streams.set_aside()
    return os.fdopen(incoming, "rb"), os.fdopen(outgoing, "wb")


def _family(host: str) -> socket.AddressFamily:
    import socket

    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _serve(incoming: BufferedReader, outgoing: BinaryIO, *, over_stdio: bool) -> int:
    # There is nothing yet that would have to be taken down.
    for each in end_signals():
        signal.signal(each, lambda *_: os._exit(1))
    folders = Folders.for_user()
    settings, problems = load_configuration(folders.config)
    try:
        first = read_message(incoming.readline, incoming.read)
        if first is None:
            return 1
        answer = answer_to(first, settings)
        if answer is not None:
            outgoing.write(framed(answer))
            outgoing.flush()
    except (OSError, ValueError):
        sys.stderr.write("glossator: The client is gone, or does not speak the language server protocol.\n")
        return 1
    configuration = folders, settings, problems
    return _run(configuration, incoming, outgoing, first, answered=answer is not None, over_stdio=over_stdio)


def _run(
    configuration: tuple[Folders, Settings, list[str]],
    incoming: BufferedReader,
    outgoing: BinaryIO,
    first: bytes,
    *,
    answered: bool,
    over_stdio: bool,
) -> NoReturn:
    """The session from its first message on, and the end of the process."""
    # Modules live as long as the process: looking for garbage among what they hold takes a fifth of the time of
    # loading them now, and would interrupt answers later.
    gc.disable()
    import asyncio
    import logging

    from glossator.host.log import configure_logging

    folders, settings, _ = configuration
    with suppress(UserError):
        configure_logging(folders.log_file, settings.log.level)
    code = asyncio.run(
        _session(configuration, incoming, outgoing, first, answered=answered, over_stdio=over_stdio)
    )
    logging.shutdown()
    leave(code)


async def _session(
    configuration: tuple[Folders, Settings, list[str]],
    incoming: BufferedReader,
    outgoing: BinaryIO,
    first: bytes,
    *,
    answered: bool,
    over_stdio: bool,
) -> int:
    """Load the rest of the server and handle the session from its first message on; the result is the exit code."""
    from glossator.app.application import Application

    folders, settings, problems = configuration
    application = Application(settings, folders)
    if answered:
        # These processes load while this one does.
        application.parser.prepare()
        await application.indexers.start(roots_named_in(first))
    from glossator.lsp.connection import Connection
    from glossator.lsp.server import create_server
    from glossator.lsp.session import run_session

    server = create_server(application, problems)
    gc.freeze()
    gc.enable()
    connection = Connection(incoming, outgoing)
    return await run_session(server, connection, first, answered=answered, over_stdio=over_stdio)


if __name__ == "__main__":
    sys.exit(serve_stdio())
