"""`workspace/didChangeWatchedFiles`: the editor says which files or folders have changed on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from glossator.app.uris import path_from_uri
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_watched_files(params: types.DidChangeWatchedFilesParams) -> None:
        # What happened is not asked: the application looks at the disk, where the truth is.
        paths = [path for event in params.changes if (path := path_from_uri(event.uri)) is not None]
        if paths:
            app.files_changed(paths)


def register_watchers(server: GlossatorServer) -> None:
    """Ask a client that can watch files to do so; which of them count is decided here."""
    if not server.client.registers_watched_files:
        return
    watcher = types.FileSystemWatcher(glob_pattern="**/*")
    registration = types.Registration(
        id="glossator.watchedFiles",
        method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
        register_options=types.DidChangeWatchedFilesRegistrationOptions(watchers=[watcher]),
    )
    server.client_register_capability(types.RegistrationParams(registrations=[registration]))
