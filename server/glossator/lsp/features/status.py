"""`glossator/status`, and `glossator/statusChanged` for clients that want to be told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from glossator.app.progress import Progress
from glossator.lsp.convert import wire_form
from glossator.lsp.extensions import STATUS, STATUS_CHANGED, StatusParams
from glossator.lsp.protocol import PlainJson
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application

NOTIFY_SECONDS = 0.5
"""Changes that come sooner after each other are told as one."""


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler, and tell changes of the application's work."""
    changed = False
    telling = False

    @server.feature(STATUS)
    async def status(params: StatusParams | None) -> PlainJson:
        return PlainJson(wire_form(await app.status()))

    async def tell() -> None:
        nonlocal changed, telling
        while changed:
            await asyncio.sleep(NOTIFY_SECONDS)
            changed = False
            server.protocol.notify(STATUS_CHANGED, wire_form(await app.recent_status()))
        telling = False

    def on_progress(progress: Progress) -> None:
        nonlocal changed, telling
        if server.client.status_notification:
            changed = True
            if not telling:
                telling = True
                server.spawn(tell())

    app.on_progress(on_progress)
