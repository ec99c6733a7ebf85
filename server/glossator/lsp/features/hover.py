"""`textDocument/hover`: on the name of a definition, its signature and how much of the code calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from glossator.app.hovering import HoverAnswer
from glossator.core import markdown
from glossator.core.errors import UserError
from glossator.lsp.convert import range_of, span_at
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        encoding = server.client.encoding
        try:
            snapshot = await app.documents.current(params.text_document.uri)
            answer = await app.hover(snapshot, span_at(snapshot.lines, params.position, encoding).start)
        except UserError:
            # A hover is nobody's question, so there is nobody to whom an error would be an answer.
            return None
        if answer is None:
            return None
        return types.Hover(
            contents=_contents(answer, as_markdown=server.client.markdown_hover),
            range=range_of(snapshot.lines, answer.name, encoding),
        )


def _contents(answer: HoverAnswer, *, as_markdown: bool) -> types.MarkupContent:
    if not as_markdown:
        text = f"{answer.signature}\n{answer.callers}"
        return types.MarkupContent(kind=types.MarkupKind.PlainText, value=text)
    code = markdown.code_block(answer.signature, answer.language)
    return types.MarkupContent(
        kind=types.MarkupKind.Markdown, value=f"{code}\n\n{markdown.escape(answer.callers)}"
    )
