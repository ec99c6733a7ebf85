"""`initialize`, `initialized` and `shutdown`.

`initialize` is answered from the client's message alone. The workspace is opened after `initialized`, once
the client has told its settings or has let `CONFIGURATION_SECONDS` pass.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from glossator.app.uris import path_from_uri
from glossator.core.errors import UserError
from glossator.lsp import capabilities
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
        server.client = capabilities.resolve(params.capabilities)
        server.use_settings(server.configuration.use_initialization_options(params.initialization_options))
        roots.extend(workspace_roots(params))

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        register_watchers(server)
        register_for_changes(server)
        with server.opening_folders():
            if server.client.pulls_configuration:
                pulling = server.spawn(pull_settings(server))
                await asyncio.wait([pulling], timeout=CONFIGURATION_SECONDS)
            try:
                await app.open_workspace(roots)
            except UserError as error:
                server.warn(str(error))

    @server.feature(types.SHUTDOWN)
    async def shutdown(params: None) -> None:
        await server.close()


def workspace_roots(params: types.InitializeParams) -> list[Path]:
    """The folders that the client opened: its workspace folders, else its root; none for a lone file."""
    if params.workspace_folders:
        uris = [folder.uri for folder in params.workspace_folders]
    elif params.root_uri:
        uris = [params.root_uri]
    elif params.root_path:
        root = Path(params.root_path)
        return [root] if root.is_absolute() else []
    else:
        uris = []
    return [path for uri in uris if (path := path_from_uri(uri)) is not None]
