"""`textDocument/references`: every place that names what the cursor stands on, in pieces where the client likes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from glossator.app.current_texts import CurrentText
from glossator.app.references import references as find_references
from glossator.core.errors import UserError
from glossator.core.offers import Offer
from glossator.core.text import Span
from glossator.lsp.cancellation import cancel_token
from glossator.lsp.convert import Json, plain_range, span_at
from glossator.lsp.progress import request_progress
from glossator.lsp.protocol import PlainJson
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application

TITLE = "Finding references"


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> PlainJson | None:
        try:
            snapshot = await app.documents.current(params.text_document.uri)
        except UserError:
            return None
        if not server.offers.allows(Offer.REFERENCES, snapshot):
            return None
        offset = span_at(snapshot.lines, params.position, server.client.encoding).start
        locations = _Locations(server, params.partial_result_token)
        with (
            cancel_token() as token,
            request_progress(server, TITLE, params.work_done_token, token) as bar,
        ):
            found = await find_references(app, snapshot, offset, token)
            if found is None:
                return None
            if params.context.include_declaration:
                locations.add((each.text, each.symbol.name_span) for each in found.definitions)
            async for piece in found.pieces():
                locations.add((use.text, use.span) for use in piece)
            note = await found.note()
            bar.close(note or None)
        server.tell("References", note)
        return PlainJson(locations.rest)


class _Locations:
    """The locations of one answer, each told once: at once where the client gave a token for that, else at the end."""

    def __init__(self, server: GlossatorServer, token: int | str | None) -> None:
        self._server = server
        self._token = token
        self._known: set[tuple[str, Span]] = set()
        self.rest: list[Json] = []
        """What has not been told yet."""

    def add(self, places: Iterable[tuple[CurrentText, Span]]) -> None:
        """Take some more."""
        for text, span in places:
            if (text.uri, span) not in self._known:
                self._known.add((text.uri, span))
                range_ = plain_range(text.lines, span.start, span.end, self._server.client.encoding)
                self.rest.append({"uri": text.uri, "range": range_})
        if self._token is not None and self.rest:
            value: Any = self.rest
            self._server.progress(types.ProgressParams(token=self._token, value=value))
            self.rest = []
