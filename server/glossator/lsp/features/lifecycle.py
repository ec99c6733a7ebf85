"""`initialize`, `initialized` and `shutdown`.

`initialize` is answered from the client's message alone, by `lsp/handshake.py`; the handler here takes notice of what
the client has said. The workspace is opened after `initialized`, once
the client has told its settings or has let `CONFIGURATION_SECONDS` pass.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from glossator.core.errors import UserError
from glossator.lsp.features.configuration import pull_settings, register_for_changes
from glossator.lsp.features.watched_files import register_watchers
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application

CONFIGURATION_SECONDS = 3.0
"""So long the workspace waits for the client's settings; an answer that comes later is still used."""


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handlers."""
    roots: list[Path] = []

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        introduction = server.protocol.introduction
        server.client = introduction.client
        server.use_settings(server.configuration.use_initialization_options(introduction.options))
        roots.extend(introduction.roots())

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        register_watchers(server)
        register_for_changes(server)
        with server.opening_folders():
            if server.client.pulls_configuration:
                pulling = server.spawn(pull_settings(server))
                await asyncio.wait([pulling], timeout=CONFIGURATION_SECONDS)
            server.offers.begin()
            try:
                await app.open_workspace(roots)
            except UserError as error:
                server.warn(str(error))

    @server.feature(types.SHUTDOWN)
    async def shutdown(params: None) -> None:
        await server.close()
