"""`glossator/related`: definitions elsewhere that are near in meaning to what is at a position or in a range."""

from __future__ import annotations

from typing import TYPE_CHECKING

from glossator.app.relating import Relating
from glossator.lsp.cancellation import cancel_token
from glossator.lsp.convert import requested_span, wire_form
from glossator.lsp.errors import InvalidParams
from glossator.lsp.extensions import RELATED, RelatedParams, RelatedResult
from glossator.lsp.places import PlaceReader
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application

LARGEST_LIMIT = 50


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""
    relating = Relating(app)

    @server.feature(RELATED)
    async def related(params: RelatedParams) -> RelatedResult:
        if not 1 <= params.limit <= LARGEST_LIMIT:
            raise InvalidParams(f"'limit' must be between 1 and {LARGEST_LIMIT}.")
        encoding = server.client.encoding
        snapshot = await app.documents.current(params.text_document.uri)
        span = requested_span(snapshot, params.position, params.range, encoding)
        with cancel_token() as token:
            if params.wait_for_index:
                await server.wait_searchable()
            answer = await relating.related(snapshot, span, params.limit, token)
        places = [place for hit in answer.hits for place in (hit.place, hit.name_place)]
        reader = await PlaceReader.read(app, encoding, places)
        hits = reader.hits(answer.hits)
        return RelatedResult(hits=hits, completeness=wire_form(reader.completed(answer.completeness)))
