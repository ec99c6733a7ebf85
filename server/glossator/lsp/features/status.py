"""`glossator/status`, and `glossator/statusChanged` for clients that want to be told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from glossator.app.progress import Progress
from glossator.lsp.convert import wire_form
from glossator.lsp.extensions import STATUS, STATUS_CHANGED, StatusParams
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application

NOTIFY_SECONDS = 0.5
"""Changes that come sooner after each other are told as one."""


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler, and tell changes of the application's work."""
    pending: list[asyncio.TimerHandle] = []

    @server.feature(STATUS)
    async def status(params: StatusParams | None) -> dict[str, Any]:
        return current()

    def current() -> dict[str, Any]:
        wire: dict[str, Any] = wire_form(app.status())
        return wire

    def notify() -> None:
        pending.clear()
        server.protocol.notify(STATUS_CHANGED, current())

    def on_progress(progress: Progress) -> None:
        if server.client.status_notification and not pending:
            pending.append(asyncio.get_running_loop().call_later(NOTIFY_SECONDS, notify))

    app.on_progress(on_progress)
