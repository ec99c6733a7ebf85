"""`textDocument/codeAction`: "Explain code", only where there is something to explain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from glossator.core.errors import UserError
from glossator.lsp.convert import span_from_range
from glossator.lsp.extensions import EXPLAIN_ACTION_KIND, EXPLAIN_COMMAND
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application

TITLE = "Explain code"


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""
    options = types.CodeActionOptions(code_action_kinds=[EXPLAIN_ACTION_KIND], resolve_provider=False)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction | types.Command]:
        if not is_wanted(params.context.only):
            return []
        try:
            snapshot = await app.documents.current(params.text_document.uri)
            span = span_from_range(snapshot.lines, params.range, server.client.encoding)
            if not await app.has_target(snapshot, span):
                return []
        except UserError:
            # A light bulb is nobody's question, so there is nobody to whom an error would be an answer.
            return []
        command = explain_command(params.text_document.uri, params.range)
        if not server.client.code_action_objects:
            return [command]
        return [types.CodeAction(title=TITLE, kind=EXPLAIN_ACTION_KIND, command=command)]


def is_wanted(only: Sequence[types.CodeActionKind | str] | None) -> bool:
    """Whether the client asks for actions of our kind: a kind stands for all below it."""
    if only is None:
        return True
    wanted = [str(getattr(kind, "value", kind)) for kind in only]
    return any(not kind or f"{EXPLAIN_ACTION_KIND}.".startswith(f"{kind}.") for kind in wanted)


def explain_command(uri: str, range_: types.Range) -> types.Command:
    """The command that explains what is at `range_`."""
    return types.Command(title=TITLE, command=EXPLAIN_COMMAND, arguments=[{"uri": uri, "range": range_}])
