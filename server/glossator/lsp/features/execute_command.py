"""`workspace/executeCommand`: commands that any client can run. They start work and return at once.

A cancel of the client does not reach the work of a command, so that a command must not be long itself.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from glossator.app.disk_threads import ask_disk
from glossator.app.documents import Snapshot
from glossator.app.explaining import ExplainRequest
from glossator.app.finding_usages import Place, Step, UsagesFinder
from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled
from glossator.core.explanation import UsedDefinition
from glossator.core.text import Span
from glossator.lsp.cancellation import cancel_token
from glossator.lsp.convert import requested_span
from glossator.lsp.delivery import Page, deliver
from glossator.lsp.errors import InvalidParams, is_bug, user_message
from glossator.lsp.extensions import (
    EXPLAIN_COMMAND,
    PAUSE_COMMAND,
    RESUME_COMMAND,
    USAGES_COMMAND,
    ExplainCommandArguments,
)
from glossator.lsp.progress import ProgressBar
from glossator.lsp.server import GlossatorServer
from glossator.lsp.used_definitions import as_markdown

if TYPE_CHECKING:
    from glossator.app.application import Application

MOST_SHOWN_USAGES = 500
"""Nobody reads through a longer list."""

_Work = Callable[["GlossatorServer", "Application", Snapshot, Span, CancelToken], Awaitable[None]]

logger = logging.getLogger(__name__)


def register(server: GlossatorServer, app: Application) -> None:
    """Register the commands."""
    running: set[tuple[str, str, Span]] = set()

    @server.command(EXPLAIN_COMMAND)
    async def explain(*arguments: Any) -> None:
        await begin(EXPLAIN_COMMAND, _explain_and_show, arguments)

    @server.command(USAGES_COMMAND)
    async def usages(*arguments: Any) -> None:
        await begin(USAGES_COMMAND, _find_and_show_usages, arguments)

    async def begin(command: str, work: _Work, arguments: tuple[Any, ...]) -> None:
        wanted = _place_arguments(server, command, arguments)
        snapshot = await app.documents.current(wanted.uri)
        span = requested_span(snapshot, wanted.position, wanted.range, server.client.encoding)
        if (command, snapshot.uri, span) not in running:
            server.spawn(go_on(command, work, snapshot, span))

    async def go_on(command: str, work: _Work, snapshot: Snapshot, span: Span) -> None:
        running.add((command, snapshot.uri, span))
        try:
            with cancel_token() as token, suppress(Cancelled):
                await work(server, app, snapshot, span, token)
        except Exception as error:
            if is_bug(error):
                logger.exception("%s failed", command)
            server.warn(user_message(error))
        finally:
            running.discard((command, snapshot.uri, span))

    @server.command(PAUSE_COMMAND)
    async def pause_indexing(*arguments: Any) -> None:
        app.pause_indexing()

    @server.command(RESUME_COMMAND)
    async def resume_indexing(*arguments: Any) -> None:
        app.resume_indexing()


@contextmanager
def _shown(server: GlossatorServer, title: str, token: CancelToken) -> Iterator[None]:
    """A progress bar while the block runs, by which the user can cancel it."""
    bar = ProgressBar(server, title, token.cancel)
    if server.client.work_done_progress:
        server.spawn(bar.create())
    try:
        yield
    finally:
        bar.close()


async def _explain_and_show(
    server: GlossatorServer, app: Application, snapshot: Snapshot, span: Span, token: CancelToken
) -> None:
    with _shown(server, "Explaining", token):
        explanation = await app.explain(ExplainRequest(snapshot=snapshot, span=span), _ignore, token)
    await deliver(server, await ask_disk(_folder_for, app, snapshot), explanation)


async def _find_and_show_usages(
    server: GlossatorServer, app: Application, snapshot: Snapshot, span: Span, token: CancelToken
) -> None:
    with _shown(server, "Finding usages", token):
        answer = await UsagesFinder(app).at(Place(snapshot, span), MOST_SHOWN_USAGES, _pass_over, token)
    page = Page(answer.definitions[0].target, as_markdown(answer), "usages-of")
    await deliver(server, await ask_disk(_folder_for, app, snapshot), page)


async def _pass_over(step: Step, number: int, used: UsedDefinition) -> None:
    """The same for usages."""


def _folder_for(app: Application, snapshot: Snapshot) -> Path:
    """The folder of the explanations of a document's workspace."""
    inside = app.workspace_of(Path(snapshot.path)) if snapshot.path is not None else None
    return app.folders.explanations_folder(inside[0].root if inside is not None else None)


def _ignore(text: str) -> None:
    """A client without a view of its own gets the text when it is whole."""


def _place_arguments(
    server: GlossatorServer, command: str, arguments: tuple[Any, ...]
) -> ExplainCommandArguments:
    if len(arguments) != 1:
        raise InvalidParams(f"The command '{command}' takes one argument.")
    try:
        structured: ExplainCommandArguments = server.protocol.structure(arguments[0], ExplainCommandArguments)
    except Exception:
        raise InvalidParams(
            f"The argument of '{command}' must be an object with 'uri' and 'position' or 'range'."
        ) from None
    return structured
