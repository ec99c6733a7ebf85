"""`textDocument/documentSymbol`: the definitions of a document, as a tree where the client knows trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from glossator.core.errors import UserError
from glossator.core.offers import Offer
from glossator.lsp.outline import document_symbols, flat_symbols
from glossator.lsp.protocol import PlainJson
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def document_symbol(params: types.DocumentSymbolParams) -> PlainJson | None:
        try:
            snapshot = await app.documents.current(params.text_document.uri)
        except UserError:
            return None
        if not server.offers.allows(Offer.DOCUMENT_SYMBOL, snapshot):
            return None
        facts = await app.facts(snapshot)
        client = server.client
        if client.nested_symbols:
            return PlainJson(
                document_symbols(facts.symbols, snapshot.lines, client.encoding, client.document_symbol_kinds)
            )
        return PlainJson(flat_symbols(facts.symbols, snapshot, client.encoding, client.document_symbol_kinds))
