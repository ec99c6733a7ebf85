"""`workspace/didChangeWorkspaceFolders`: folders come and go while the server runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from glossator.app.uris import path_from_uri
from glossator.core.errors import UserError
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def did_change_folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        with server.opening_folders():
            try:
                await app.change_folders(_paths(params.event.added), _paths(params.event.removed))
            except UserError as error:
                server.warn(str(error))


def _paths(folders: Sequence[types.WorkspaceFolder]) -> list[Path]:
    return [path for folder in folders if (path := path_from_uri(folder.uri)) is not None]
