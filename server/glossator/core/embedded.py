"""Code inside of documents of another language: scripts of a page, expressions of a template, cells of a notebook.

What is no code is hidden by blanks, so that every place stays where it is, and the rest is read as one text of the
language of the scripts. A template's expressions stand in the scope of the file, as the scripts do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from glossator.core.fact_tables import ReferenceTable
from glossator.core.notebook_cells import visible_cells
from glossator.core.symbols import FileFacts, Import, ParseState, Reference, ReferenceKind
from glossator.core.text import Span

_NAME = re.compile(rb"\s*([^\W\d][\w$]*)\s*")
_HIDDEN = re.compile(rb"[^\r\n]")
_OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:|//|[./]")
"""How paths of modules begin that are not those of files beside the document."""


@dataclass(slots=True)
class Embedded:
    """The places of code in a document.

    `cells` are strings or lists of strings in JSON that hold the code of a notebook. `components` are names that stand
    for a use of what they name, as those of elements do; `sources` are paths of scripts in files of their own, all of
    whose names the document sees.
    """

    scripts: list[Span] = field(default_factory=list)
    cells: list[Span] = field(default_factory=list)
    expressions: list[Span] = field(default_factory=list)
    components: list[Span] = field(default_factory=list)
    sources: list[Span] = field(default_factory=list)

    def visible(self, data: bytes) -> bytes:
        """The text with all but scripts and expressions hidden. An expression is a statement of its own; one that is
        a mere name is told as a reference instead, see `facts`."""
        if self.cells:
            return visible_cells(data, self.cells)
        shown = bytearray(_HIDDEN.sub(b" ", data))
        for span in self.scripts:
            shown[span.start : span.end] = data[span.start : span.end]
        for span in self.expressions:
            written = data[span.start : span.end]
            if _NAME.fullmatch(written) is None and span.start > 0 and span.end < len(data):
                shown[span.start : span.end] = written
                shown[span.start - 1 : span.start] = shown[span.end : span.end + 1] = b";"
        return bytes(shown)

    def facts(self, data: bytes, inner: FileFacts, language_id: str) -> FileFacts:
        """The facts of the document, made of those of its visible text."""
        errors = tuple(span for span in inner.error_spans if self._is_in_script(span))
        names = [*self._named(data, self.components, ReferenceKind.CALL)]
        names += self._named(data, self.expressions, ReferenceKind.ARGUMENT)
        return replace(
            inner,
            language=language_id,
            state=ParseState.PARTLY_PARSED if errors else ParseState.PARSED,
            references=ReferenceTable.of(sorted((*inner.references, *names), key=lambda item: item.span)),
            imports=tuple(sorted((*inner.imports, *self._imports(data)), key=lambda item: item.span)),
            error_spans=errors,
        )

    def _is_in_script(self, span: Span) -> bool:
        return any(code.start <= span.start and span.end <= code.end for code in (*self.scripts, *self.cells))

    def _imports(self, data: bytes) -> Iterable[Import]:
        for span in self.sources:
            module = data[span.start : span.end].decode("utf-8", "replace")
            if _OUTSIDE.match(module) is None:
                module = f"./{module}"
            yield Import(module, "*", None, span)

    @staticmethod
    def _named(data: bytes, spans: Iterable[Span], kind: ReferenceKind) -> Iterable[Reference]:
        for span in spans:
            if match := _NAME.fullmatch(data, span.start, span.end):
                yield Reference(kind, match[1].decode("utf-8", "replace"), Span(*match.span(1)), None)
