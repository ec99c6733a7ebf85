"""`glossator/search`: definitions and parts of files by name, words and meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from glossator.lsp.cancellation import cancel_token
from glossator.lsp.convert import requested_scope, wire_form
from glossator.lsp.errors import InvalidParams
from glossator.lsp.extensions import SEARCH, SearchParams, SearchResult
from glossator.lsp.places import PlaceReader
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application

LARGEST_LIMIT = 1000


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""

    @server.feature(SEARCH)
    async def search(params: SearchParams) -> SearchResult:
        if not 1 <= params.limit <= LARGEST_LIMIT:
            raise InvalidParams(f"'limit' must be between 1 and {LARGEST_LIMIT}.")
        with cancel_token() as token:
            if params.wait_for_index:
                await server.wait_searchable()
            answer = await app.search(params.query, params.limit, token, requested_scope(params.scope_uri))
        places = [place for hit in answer.hits for place in (hit.place, hit.name_place)]
        reader = await PlaceReader.read(app, server.client.encoding, places)
        hits = reader.hits(answer.hits)
        return SearchResult(hits=hits, completeness=wire_form(reader.completed(answer.completeness)))
