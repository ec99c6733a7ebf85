"""`textDocument/definition`: where what the cursor stands on is defined."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from glossator.app.asked_document import AskedDocument
from glossator.app.current_texts import CurrentText
from glossator.app.definitions import NameAt, name_at
from glossator.core.errors import UserError
from glossator.core.offers import Offer
from glossator.core.text import Span
from glossator.lsp.convert import Json, plain_range, span_at
from glossator.lsp.protocol import PlainJson
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> PlainJson | None:
        encoding = server.client.encoding
        try:
            snapshot = await app.documents.current(params.text_document.uri)
        except UserError:
            return None
        if not server.offers.allows(Offer.DEFINITION, snapshot):
            return None
        offset = span_at(snapshot.lines, params.position, encoding).start
        found = await name_at(await AskedDocument.read(app, snapshot), offset)
        if found is None:
            return None
        origin = plain_range(snapshot.lines, found.span.start, found.span.end, encoding)
        return PlainJson([_location(*place, origin) for place in _places(found)])

    def _location(text: CurrentText, whole: Span, name: Span, origin: Json) -> dict[str, Any]:
        encoding = server.client.encoding
        name_range = plain_range(text.lines, name.start, name.end, encoding)
        if not server.client.definition_links:
            return {"uri": text.uri, "range": name_range}
        start, end = min(whole.start, name.start), max(whole.end, name.end)
        return {
            "originSelectionRange": origin,
            "targetUri": text.uri,
            "targetRange": plain_range(text.lines, start, end, encoding),
            "targetSelectionRange": name_range,
        }


def _places(found: NameAt) -> list[tuple[CurrentText, Span, Span]]:
    """Texts with the whole of what is meant and its name. A definition without another half is its own."""
    own = () if found.own is None else (found.own,)
    symbols = [(each.text, each.symbol.span, each.symbol.name_span) for each in found.found or own]
    return symbols or [(text, Span(0, 0), Span(0, 0)) for text in found.files]
