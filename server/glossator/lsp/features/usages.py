"""`glossator/usages`: usages of a definition, or of what words mean, by what they are for; streamed where asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from glossator.app.documents import Snapshot
from glossator.app.finding_usages import OnStep, Place, Step, UsagesFinder
from glossator.core.cancel import CancelToken
from glossator.core.errors import ContentModified
from glossator.core.explanation import UsagesAnswer, UsedDefinition
from glossator.lsp.cancellation import cancel_token
from glossator.lsp.convert import requested_scope, requested_span, wire_form
from glossator.lsp.errors import InvalidParams
from glossator.lsp.extensions import USAGES, UsagesParams, UsagesResult
from glossator.lsp.places import PlaceReader
from glossator.lsp.progress import request_progress
from glossator.lsp.server import GlossatorServer
from glossator.lsp.used_definitions import places_of, wire_used_definition

if TYPE_CHECKING:
    from glossator.app.application import Application

LARGEST_LIMIT = 1000
TITLE = "Finding usages"


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""
    finder = UsagesFinder(app)

    @server.feature(USAGES)
    async def usages(params: UsagesParams) -> UsagesResult:
        if not 1 <= params.limit <= LARGEST_LIMIT:
            raise InvalidParams(f"'limit' must be between 1 and {LARGEST_LIMIT}.")
        if (params.query is None) == (params.text_document is None):
            raise InvalidParams("Either 'textDocument' or 'query' must be given.")
        snapshot = None
        if params.text_document is not None:
            snapshot = await app.documents.current(params.text_document.uri)
        stream = _Stream(server, params.partial_result_token, snapshot)
        with (
            cancel_token() as token,
            request_progress(server, TITLE, params.work_done_token, token),
        ):
            answer = await _answer(server, finder, params, snapshot, stream.send, token)
        return await stream.result(answer)


async def _answer(
    server: GlossatorServer,
    finder: UsagesFinder,
    params: UsagesParams,
    snapshot: Snapshot | None,
    on_step: OnStep,
    token: CancelToken,
) -> UsagesAnswer:
    if snapshot is None:
        scope = requested_scope(params.scope_uri)
        if params.wait_for_index:
            await server.wait_searchable()
        return await finder.meant(params.query or "", scope, params.limit, on_step, token)
    span = requested_span(snapshot, params.position, params.range, server.client.encoding)
    if params.wait_for_index:
        await server.wait_indexed()
    return await finder.at(Place(snapshot, span), params.limit, on_step, token)


class _Stream:
    """Sends what is found step by step to the client's partial result token; without one it goes nowhere before the
    answer."""

    def __init__(self, server: GlossatorServer, token: int | str | None, snapshot: Snapshot | None) -> None:
        self._server = server
        self._token = token
        self._snapshot = snapshot

    async def send(self, step: Step, number: int, used: UsedDefinition) -> None:
        """Send what a step has found of the definition of that number."""
        if self._token is None:
            return
        wire = wire_used_definition(used, await self._reader([used]))
        if wire is None:
            return
        whole = self._server.protocol.wire_value(wire)
        parts = {
            Step.USAGES: ("target", "usages", "total", "score"),
            Step.GROUPS: ("groups",),
            Step.SIMILAR: ("similar",),
        }[step]
        value: Any = {"kind": step.value, "definition": number}
        value |= {part: whole[part] for part in parts if part in whole}
        self._server.progress(types.ProgressParams(token=self._token, value=value))

    async def result(self, answer: UsagesAnswer) -> UsagesResult:
        """The whole answer. Raises `ContentModified` if the only definition has changed meanwhile."""
        reader = await self._reader(answer.definitions)
        found = [wire_used_definition(used, reader) for used in answer.definitions]
        definitions = [wire for wire in found if wire is not None]
        if found and not definitions:
            raise ContentModified("The document has changed since; ask again.")
        return UsagesResult(
            definitions=definitions, completeness=wire_form(reader.completed(answer.completeness))
        )

    async def _reader(self, definitions: Sequence[UsedDefinition]) -> PlaceReader:
        places = [place for used in definitions for place in places_of(used)]
        return await PlaceReader.read(self._server.app, self._server.client.encoding, places, self._snapshot)
