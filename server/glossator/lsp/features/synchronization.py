"""`textDocument/didOpen`, `didChange`, `didSave` and `didClose`: the open documents follow the editor."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from glossator.app.uris import path_from_uri
from glossator.lsp.convert import changes_from_lsp
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handlers. All of them only take notice: they run in the order of the messages."""
    documents = app.documents

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        documents.open(item.uri, str(item.language_id), item.version, item.text)
        app.document_changed(item.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        item = params.text_document
        changes = changes_from_lsp(params.content_changes, server.client.encoding)
        documents.change(item.uri, item.version, changes)
        app.document_changed(item.uri)

    # The text comes along so that a document that has drifted away is noticed and mended.
    @server.feature(types.TEXT_DOCUMENT_DID_SAVE, types.SaveOptions(include_text=True))
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        uri = params.text_document.uri
        if documents.saved(uri, params.text):
            app.document_changed(uri)
        app.files_changed(_files(uri))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        documents.close(uri)
        app.document_changed(uri)


def _files(uri: str) -> list[Path]:
    path = path_from_uri(uri)
    return [] if path is None else [path]
