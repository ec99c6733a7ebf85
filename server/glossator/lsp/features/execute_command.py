"""`workspace/executeCommand`: commands that any client can run. They start work and return at once.

A cancel of the client does not reach the work of a command, so that a command must not be long itself.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from glossator.app.disk_threads import ask_disk
from glossator.app.documents import Snapshot
from glossator.app.explaining import ExplainRequest
from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled
from glossator.core.text import Span
from glossator.lsp.cancellation import cancel_token
from glossator.lsp.convert import requested_span
from glossator.lsp.delivery import deliver
from glossator.lsp.errors import InvalidParams, is_bug, user_message
from glossator.lsp.extensions import EXPLAIN_COMMAND, PAUSE_COMMAND, RESUME_COMMAND, ExplainCommandArguments
from glossator.lsp.progress import ProgressBar
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application

logger = logging.getLogger(__name__)


def register(server: GlossatorServer, app: Application) -> None:
    """Register the commands."""
    running: set[tuple[str, Span]] = set()

    @server.command(EXPLAIN_COMMAND)
    async def explain(*arguments: Any) -> None:
        wanted = _explain_arguments(server, arguments)
        snapshot = await app.documents.current(wanted.uri)
        span = requested_span(snapshot, wanted.position, wanted.range, server.client.encoding)
        if (snapshot.uri, span) not in running:
            server.spawn(explain_and_show(snapshot, span))

    async def explain_and_show(snapshot: Snapshot, span: Span) -> None:
        running.add((snapshot.uri, span))
        try:
            with cancel_token() as token, suppress(Cancelled):
                await _explain_and_show(server, app, snapshot, span, token)
        except Exception as error:
            if is_bug(error):
                logger.exception("Explaining by command failed")
            server.warn(user_message(error))
        finally:
            running.discard((snapshot.uri, span))

    @server.command(PAUSE_COMMAND)
    async def pause_indexing(*arguments: Any) -> None:
        app.pause_indexing()

    @server.command(RESUME_COMMAND)
    async def resume_indexing(*arguments: Any) -> None:
        app.resume_indexing()


async def _explain_and_show(
    server: GlossatorServer, app: Application, snapshot: Snapshot, span: Span, token: CancelToken
) -> None:
    bar = ProgressBar(server, "Explaining", token.cancel)
    if server.client.work_done_progress:
        server.spawn(bar.create())
    try:
        explanation = await app.explain(ExplainRequest(snapshot=snapshot, span=span), _ignore, token)
    finally:
        bar.close()
    await deliver(server, await ask_disk(_folder_for, app, snapshot), explanation)


def _folder_for(app: Application, snapshot: Snapshot) -> Path:
    """The folder of the explanations of a document's workspace."""
    inside = app.workspace_of(Path(snapshot.path)) if snapshot.path is not None else None
    return app.folders.explanations_folder(inside[0].root if inside is not None else None)


def _ignore(text: str) -> None:
    """A client without a view of its own gets the text when it is whole."""


def _explain_arguments(server: GlossatorServer, arguments: tuple[Any, ...]) -> ExplainCommandArguments:
    if len(arguments) != 1:
        raise InvalidParams(f"The command '{EXPLAIN_COMMAND}' takes one argument.")
    try:
        structured: ExplainCommandArguments = server.protocol.structure(arguments[0], ExplainCommandArguments)
    except Exception:
        raise InvalidParams(
            f"The argument of '{EXPLAIN_COMMAND}' must be an object with 'uri' and 'position' or 'range'."
        ) from None
    return structured
