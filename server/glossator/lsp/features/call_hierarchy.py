"""`textDocument/prepareCallHierarchy`, `callHierarchy/incomingCalls` and `callHierarchy/outgoingCalls`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from glossator.app.call_hierarchy import CallItem, Calls, ItemIdentity, incoming, items_at, outgoing
from glossator.app.documents import Snapshot
from glossator.core.errors import UserError
from glossator.core.offers import Offer
from glossator.core.symbols import MODULE, Certainty, SymbolKind
from glossator.core.text import Span
from glossator.lsp.cancellation import cancel_token
from glossator.lsp.convert import Json, plain_range, sendable, span_at, symbol_kind
from glossator.lsp.progress import request_progress
from glossator.lsp.protocol import PlainJson
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application

INCOMING_TITLE = "Finding callers"
OUTGOING_TITLE = "Finding calls"


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handlers."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    async def prepare(params: types.CallHierarchyPrepareParams) -> PlainJson | None:
        snapshot = await _document(params.text_document.uri)
        if snapshot is None:
            return None
        offset = span_at(snapshot.lines, params.position, server.client.encoding).start
        items = await items_at(app, snapshot, offset)
        return PlainJson([_item(server, each) for each in items]) if items else None

    @server.feature(types.CALL_HIERARCHY_INCOMING_CALLS)
    async def incoming_calls(params: types.CallHierarchyIncomingCallsParams) -> PlainJson | None:
        snapshot = await _document(params.item.uri)
        if snapshot is None:
            return None
        with (
            cancel_token() as token,
            request_progress(server, INCOMING_TITLE, params.work_done_token, token) as bar,
        ):
            calls = await incoming(app, snapshot, _identity(params.item), token)
            bar.close(calls.note or None)
        return _answer("from", calls, None)

    @server.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
    async def outgoing_calls(params: types.CallHierarchyOutgoingCallsParams) -> PlainJson | None:
        snapshot = await _document(params.item.uri)
        if snapshot is None:
            return None
        with (
            cancel_token() as token,
            request_progress(server, OUTGOING_TITLE, params.work_done_token, token) as bar,
        ):
            calls = await outgoing(app, snapshot, _identity(params.item), token)
            bar.close(calls.note or None)
        return _answer("to", calls, snapshot)

    async def _document(uri: str) -> Snapshot | None:
        """The document if there is one in which calls are offered."""
        try:
            snapshot = await app.documents.current(uri)
        except UserError:
            return None
        return snapshot if server.offers.allows(Offer.CALL_HIERARCHY, snapshot) else None

    def _answer(end: str, calls: Calls, caller: Snapshot | None) -> PlainJson:
        """The calls with the item at their other end; they stand in the text of the caller."""
        server.tell("Call hierarchy", calls.note)
        encoding = server.client.encoding
        found = []
        for item in calls.items:
            lines = item.text.lines if caller is None else caller.lines
            ranges = [plain_range(lines, span.start, span.end, encoding) for span in item.calls]
            found.append({end: _item(server, item), "fromRanges": ranges})
        return PlainJson(found)


def _item(server: GlossatorServer, item: CallItem) -> Json:
    symbol, text = item.symbol, item.text
    if symbol is None:
        # Top-level code is the whole of a file; what is selected is the first call in it.
        whole = Span(0, len(text.data))
        name, kind, selected = MODULE, SymbolKind.MODULE, item.calls[0] if item.calls else Span(0, 0)
    else:
        name, kind, selected = symbol.qualified_name, symbol.kind, symbol.name_span
        whole = Span(min(symbol.span.start, selected.start), max(symbol.span.end, selected.end))
    encoding = server.client.encoding
    identity = {} if symbol is None else {"qualifiedName": symbol.qualified_name, "ordinal": symbol.ordinal}
    return {
        "name": sendable(name),
        "kind": symbol_kind(kind, server.client.document_symbol_kinds).value,
        "detail": sendable(_detail(item)),
        "uri": text.uri,
        "range": plain_range(text.lines, whole.start, whole.end, encoding),
        "selectionRange": plain_range(text.lines, selected.start, selected.end, encoding),
        "data": identity,
    }


def _detail(item: CallItem) -> str:
    """How certain it is that the item is meant, why, and where it stands."""
    if item.certainty is None:
        return item.text.path
    certainty = item.certainty.value
    if item.certainty is Certainty.SURE and item.possible:
        certainty = f"{certainty}, {item.possible} of {len(item.calls)} calls possible"
    return f"{certainty}: {item.why} · {item.text.path}"


def _identity(item: types.CallHierarchyItem) -> ItemIdentity:
    data: Any = item.data
    data = data if isinstance(data, dict) else {}
    name, ordinal = data.get("qualifiedName"), data.get("ordinal", 0)
    if isinstance(name, str) and isinstance(ordinal, int):
        return ItemIdentity(name, ordinal)
    return ItemIdentity(None if item.kind is types.SymbolKind.Module and item.name == MODULE else item.name)
