"""`workspace/symbol`: definitions of the whole workspace by name, or by what several words mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from glossator.core.explanation import Hit
from glossator.lsp.cancellation import cancel_token
from glossator.lsp.convert import symbol_kind
from glossator.lsp.places import PlaceReader
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application

LIMIT = 100
"""More symbols than a list is read through; whoever wants another types another letter."""


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""

    @server.feature(types.WORKSPACE_SYMBOL)
    async def workspace_symbol(params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
        with cancel_token() as token:
            answer = await app.find_symbols(params.query, LIMIT, token)
        server.tell("Symbols of the workspace", answer.completeness.note)
        places = [hit.name_place for hit in answer.hits]
        reader = await PlaceReader.read(app, server.client.encoding, places)
        return [found for hit in answer.hits if (found := _information(hit, reader)) is not None]

    def _information(hit: Hit, reader: PlaceReader) -> types.SymbolInformation | None:
        range_ = reader.range(hit.name_place)
        if range_ is None or not hit.name.strip():
            return None
        return types.SymbolInformation(
            name=hit.name,
            kind=symbol_kind(hit.kind, server.client.workspace_symbol_kinds),
            location=types.Location(uri=hit.name_place.uri, range=range_),
            container_name=hit.container or None,
        )
