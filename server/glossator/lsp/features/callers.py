"""`glossator/callers`: who uses the definition at a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from glossator.core.errors import ContentModified
from glossator.lsp.cancellation import cancel_token
from glossator.lsp.convert import span_at, wire_form
from glossator.lsp.extensions import CALLERS, CallersParams, CallersResult
from glossator.lsp.places import PlaceReader, usage_places
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""

    @server.feature(CALLERS)
    async def callers(params: CallersParams) -> CallersResult:
        encoding = server.client.encoding
        snapshot = await app.documents.current(params.text_document.uri)
        span = span_at(snapshot.lines, params.position, encoding)
        with cancel_token() as token:
            if params.wait_for_index:
                await server.wait_indexed()
            target, usages, completeness = await app.callers(snapshot, span, token)
        places = [target.place, target.name_place, *usage_places(usages)]
        reader = await PlaceReader.read(app, encoding, places, snapshot)
        wire_target = reader.target(target)
        if wire_target is None:
            raise ContentModified("The document has changed since; ask again.")
        wire_usages = reader.usages(usages)
        completeness = reader.completed(completeness)
        return CallersResult(target=wire_target, callers=wire_usages, completeness=wire_form(completeness))
