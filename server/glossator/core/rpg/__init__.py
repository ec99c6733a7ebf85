"""RPG without a grammar: facts from the columns and statements of a source, line by line.

RPG IV in fixed columns and free form, mixed as they come, and calculations of RPG III. There is no syntax tree: a
line is read (`lines`), lines become statements in one form (`statements`, `free_form`, out of `tokens`), and one sweep
over these finds definitions and another one references. Whatever is wrong with a text, the next line is read anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from glossator.core.attachments import Place
from glossator.core.fact_tables import (
    REFERENCE_KIND_NUMBERS,
    ReferenceTable,
    ReferenceTableBuilder,
    SymbolTable,
)
from glossator.core.languages import Language
from glossator.core.nesting import EnclosingSymbols, nest
from glossator.core.rpg.definitions import Definitions
from glossator.core.rpg.free_form import FreeForm
from glossator.core.rpg.lines import Line, LineKind, read_lines
from glossator.core.rpg.references import Found, References
from glossator.core.rpg.statements import FixedColumns, Statement
from glossator.core.symbols import FileFacts, Import, ParseState, Value
from glossator.core.text import Span

_COPY = re.compile(
    r"/(?:copy|include)\s+(?:'(?P<single>[^']+)'|\"(?P<double>[^\"]+)\"|(?P<plain>[^\s;]+))", re.IGNORECASE
)


def extract(data: bytes, language: Language) -> FileFacts:
    """The facts of one text (UTF-8), which need not be well formed."""
    source = _Source()
    for line in read_lines(data):
        source.take(line)
    source.close()
    definitions = Definitions()
    definitions.take(source.statements)
    nested = nest(data, language, definitions.found, (), source.comments, ())
    found = References(definitions).of(source.statements)
    named = {definition.name_place[0] for definition in definitions.found}
    return FileFacts(
        language=language.id,
        state=ParseState.PARSED,
        symbols=nested.symbols,
        references=_table(found, named, nested.enclosing),
        imports=tuple(_placed(source.imports, nested.enclosing)),
        values=tuple(_values(definitions, nested.symbols)),
    )


class _Source:
    """The lines of one file on their way to statements."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.imports: list[Import] = []
        self.comments: list[Place] = []
        self._free = FreeForm(self.statements, self.imports)
        self._fixed = FixedColumns(self.statements)

    def take(self, line: Line) -> None:
        if line.kind is LineKind.FREE:
            self._fixed.close()
            self._free.take(line)
        elif line.kind is LineKind.FIXED:
            self._free.close()
            self._fixed.take(line)
        elif line.kind is LineKind.COMMENT:
            self.comments.append((line.begin, line.end))
        elif match := _COPY.match(line.text, line.first, line.last):
            group = match.lastgroup or "plain"
            span = Span(line.offset(match.start(group)), line.offset(match.end(group)))
            self.imports.append(Import(match[group], "*", None, span))

    def close(self) -> None:
        """The text ends."""
        self._free.close()


def _placed(imports: Iterable[Import], enclosing: EnclosingSymbols) -> Iterator[Import]:
    """The imports in order; those inside of a procedure bind names there."""
    for item in sorted(imports, key=lambda entry: entry.span):
        yield Import(item.module, item.name, item.alias, item.span, enclosing(item.span.start))


def _values(definitions: Definitions, symbols: SymbolTable) -> Iterator[Value]:
    """What is told of symbols, by their positions."""
    starts = symbols.views()[3] if len(symbols) else ()
    positions = {start: position for position, start in enumerate(starts)}
    told = [
        (positions[start], name, source) for start, name, source in definitions.values if start in positions
    ]
    return (Value(*each) for each in sorted(set(told)))


def _table(found: Iterable[Found], named: set[int], enclosing: EnclosingSymbols) -> ReferenceTable:
    """The references in order of place, without the names that definitions have."""
    table = ReferenceTableBuilder()
    by_place = {(token.start, token.end): (kind, token) for kind, token in found if token.start not in named}
    for (start, end), (kind, token) in sorted(by_place.items(), key=lambda item: item[0]):
        table.add(REFERENCE_KIND_NUMBERS[kind], token.text, None, start, end, enclosing(start))
    return table.table()
