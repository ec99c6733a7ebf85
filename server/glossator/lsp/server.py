"""The language server of one session: pygls' server with the application, the client and background tasks.

Handlers are closures made by `register(server, app)` in each module of `features/`. How one runs can be seen
where it is defined: a plain `def` runs at once on the event loop, so it only takes notice of something and
never waits; an `async def` runs up to its first `await` before the next message is handled, takes its
snapshot there, and is cancelled at an `await`. Work never runs on the event loop, nor on pygls' thread pool.

To add a feature: write `features/<method>.py` with `register(server, app)`, and name it in `_features`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from glossator import __version__
from glossator.core.settings import Settings
from glossator.host.log import set_level
from glossator.lsp.capabilities import ClientFeatures
from glossator.lsp.configuration import Configuration
from glossator.lsp.offers import Offers
from glossator.lsp.progress import BackgroundProgress
from glossator.lsp.protocol import GlossatorProtocol

if TYPE_CHECKING:
    from glossator.app.application import Application

CLOSE_SECONDS = 2.0

logger = logging.getLogger(__name__)


class GlossatorServer(LanguageServer):
    """A session with one client. `client` holds its capabilities once `initialize` has come."""

    protocol: GlossatorProtocol

    def __init__(self, app: Application, settings_problems: Sequence[str] = ()) -> None:
        super().__init__("glossator", __version__, protocol_cls=GlossatorProtocol)
        self.app = app
        self.client = ClientFeatures()
        self.configuration = Configuration(app.settings, self.warn, settings_problems)
        self.background_progress = BackgroundProgress(self, app.pause_indexing)
        self.offers = Offers(self)
        self._told: dict[str, str] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._folders_opening = 0
        self._folders_opened = asyncio.Event()
        self._closing: asyncio.Task[None] | None = None

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run `work` beside the handlers until it ends or the session does. Errors are logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def use_settings(self, settings: Settings) -> None:
        """Apply resolved settings."""
        set_level(settings.log.level)
        self.app.update_settings(settings)
        self.offers.update()

    @contextmanager
    def opening_folders(self) -> Iterator[None]:
        """While folders are opened, whoever waits for the index waits for that first."""
        self._folders_opening += 1
        self._folders_opened.clear()
        try:
            yield
        finally:
            self._folders_opening -= 1
            if not self._folders_opening:
                self._folders_opened.set()

    async def wait_opened(self) -> None:
        """Wait until the folders that the client has named so far are opened."""
        await self._folders_opened.wait()

    async def wait_indexed(self) -> None:
        """Wait until the structure of these folders is indexed."""
        await self.wait_opened()
        await self.app.wait_indexed()

    async def wait_searchable(self) -> None:
        """Wait until the words of these folders are indexed as well."""
        await self.wait_opened()
        await self.app.wait_searchable()

    async def close(self) -> None:
        """Stop background tasks, the application's work and its children; done once, however often it is
        called. Gives up after `CLOSE_SECONDS`."""
        for task in list(self._tasks):
            task.cancel()
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close_application())
        await asyncio.shield(self._closing)

    async def _close_application(self) -> None:
        try:
            await asyncio.wait_for(self.app.close(), CLOSE_SECONDS)
        except TimeoutError:
            logger.warning("The application did not stop within %.0f s.", CLOSE_SECONDS)
        except Exception:
            logger.exception("The application failed to stop")

    def warn(self, message: str) -> None:
        """Show the user one sentence about something that they can mend."""
        self._show(types.MessageType.Warning, message)

    def inform(self, message: str) -> None:
        """Show the user a short text."""
        self._show(types.MessageType.Info, message)

    def tell(self, subject: str, note: str) -> None:
        """Log, once, why an answer lacks something: its items have no place for that, and a popup each time is too
        much."""
        if note and note != self._told.get(subject):
            message = f"{subject}: {note}"
            self.window_log_message(types.LogMessageParams(type=types.MessageType.Info, message=message))
        self._told[subject] = note

    def _show(self, kind: types.MessageType, message: str) -> None:
        self.window_show_message(types.ShowMessageParams(type=kind, message=message))

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (exception := task.exception()) is not None:
            logger.error("A background task failed", exc_info=exception)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what pygls cannot answer; popups are for what the user can mend."""
        logger.error("The protocol layer failed", exc_info=error)


def create_server(app: Application, settings_problems: Sequence[str] = ()) -> GlossatorServer:
    """A server with all features registered. It makes no connection and starts no work.

    `settings_problems` are sentences about the user's settings file; the user is shown them once.
    """
    server = GlossatorServer(app, settings_problems)
    app.on_progress(server.background_progress.show)
    app.on_notice(server.warn)
    for feature in _features():
        feature.register(server, app)
    return server


def _features() -> tuple[ModuleType, ...]:
    from glossator.lsp.features import (
        call_hierarchy,
        callers,
        code_action,
        configuration,
        definition,
        document_symbol,
        execute_command,
        explain,
        hover,
        lifecycle,
        locate,
        references,
        related,
        search,
        status,
        synchronization,
        usages,
        watched_files,
        workspace_folders,
        workspace_symbol,
    )

    return (
        lifecycle,
        synchronization,
        configuration,
        workspace_folders,
        watched_files,
        code_action,
        document_symbol,
        hover,
        definition,
        references,
        call_hierarchy,
        workspace_symbol,
        execute_command,
        explain,
        callers,
        locate,
        search,
        usages,
        related,
        status,
    )
