"""`glossator/explain`: the explanation of what is at a position or in a range, streamed where asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from glossator.app.documents import Snapshot
from glossator.app.explaining import ExplainRequest
from glossator.core.errors import ContentModified
from glossator.core.explanation import Explanation
from glossator.lsp.cancellation import cancel_token
from glossator.lsp.convert import requested_span, wire_form
from glossator.lsp.extensions import EXPLAIN, ExplainParams, ExplainResult
from glossator.lsp.places import PlaceReader, usage_places
from glossator.lsp.progress import TextStream, request_progress
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application

STREAM_TITLE = "Explaining"


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""

    @server.feature(EXPLAIN)
    async def explain(params: ExplainParams) -> ExplainResult:
        encoding = server.client.encoding
        snapshot = await app.documents.current(params.text_document.uri)
        request = ExplainRequest(
            snapshot=snapshot,
            span=requested_span(snapshot, params.position, params.range, encoding),
            prompt_only=params.prompt_only,
            model=params.model,
            max_tokens=params.max_tokens,
            wait_for_index=params.wait_for_index,
        )
        with (
            cancel_token() as token,
            request_progress(server, STREAM_TITLE, params.work_done_token, token),
            _text_stream(server, params.partial_result_token) as stream,
        ):
            if params.wait_for_index:
                await server.wait_opened()
            explanation = await app.explain(request, stream.add, token)
        return await _result(explanation, snapshot, app, server)


async def _result(
    explanation: Explanation, snapshot: Snapshot, app: Application, server: GlossatorServer
) -> ExplainResult:
    target = explanation.target
    places = [target.place, target.name_place, *usage_places(explanation.callers)]
    reader = await PlaceReader.read(app, server.client.encoding, places, snapshot)
    wire_target = reader.target(target)
    if wire_target is None:
        raise ContentModified("The document has changed since; ask again.")
    callers = reader.usages(explanation.callers)
    return ExplainResult(
        markdown=explanation.markdown,
        prose=explanation.prose,
        facts=explanation.facts,
        target=wire_target,
        callers=callers,
        omitted=wire_form(explanation.omitted),
        completeness=wire_form(reader.completed(explanation.completeness)),
        cached=explanation.cached,
        notice=explanation.notice,
        model=explanation.model,
        prompt=explanation.prompt,
        prompt_tokens=explanation.prompt_tokens,
        prompt_tokens_exact=None if explanation.prompt_tokens is None else explanation.prompt_tokens_exact,
    )


@contextmanager
def _text_stream(server: GlossatorServer, token: int | str | None) -> Iterator[TextStream]:
    """A stream to the client's partial result token; without one the text goes nowhere before the answer."""

    def send(text: str) -> None:
        if token is not None:
            value: Any = {"kind": "text", "text": text}
            server.progress(types.ProgressParams(token=token, value=value))

    stream = TextStream(send)
    try:
        yield stream
    finally:
        # What is left belongs before the response, also when that is an error.
        stream.close()
