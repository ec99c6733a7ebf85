"""`textDocument/didOpen`, `didChange`, `didSave` and `didClose`: the open documents follow the editor."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from glossator.app.uris import path_from_uri
from glossator.lsp.convert import changes_from_lsp
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handlers. All of them only take notice: they run in the order of the messages."""
    documents = app.documents
    # How changes are sent is told in the answer to `initialize`.
    server.protocol.base_settings = app.settings

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
        if params.text is None:
            server.spawn(mend(uri))
        elif documents.saved(uri, params.text):
            app.document_changed(uri)
        app.files_changed(_files(uri))

    async def mend(uri: str) -> None:
        if await documents.saved_on_disk(uri):
            app.document_changed(uri)

    def unreadable_open(params: Any) -> None:
        if uri := _uri_in(params):
            documents.open(uri, "", 0, "")
            documents.lose_step(uri)

    def unreadable_change(params: Any) -> None:
        if uri := _uri_in(params):
            documents.lose_step(uri)

    def unreadable_save(params: Any) -> None:
        # Something was saved all the same.
        if uri := _uri_in(params):
            server.spawn(mend(uri))
            app.files_changed(_files(uri))

    # A text that cannot be told is asked about in vain, which is better than answers about another one.
    server.protocol.on_unreadable[types.TEXT_DOCUMENT_DID_OPEN] = unreadable_open
    server.protocol.on_unreadable[types.TEXT_DOCUMENT_DID_CHANGE] = unreadable_change
    server.protocol.on_unreadable[types.TEXT_DOCUMENT_DID_SAVE] = unreadable_save

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        documents.close(uri)
        app.document_changed(uri)


def _uri_in(params: Any) -> str | None:
    """The document that a message speaks of, as far as that can be read."""
    document = params.get("textDocument") if isinstance(params, dict) else None
    uri = document.get("uri") if isinstance(document, dict) else None
    return uri if isinstance(uri, str) else None


def _files(uri: str) -> list[Path]:
    path = path_from_uri(uri)
    return [] if path is None else [path]
