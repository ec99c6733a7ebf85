"""What holds for the facts of any text, however broken."""

from __future__ import annotations

from glossator.core.symbols import FileFacts, Symbol
from glossator.core.text import Span

_CONTINUED = "..."


def check_facts(data: bytes, facts: FileFacts) -> None:
    """Fail where facts do not fit their text or each other."""
    symbols = tuple(facts.symbols)
    whole = Span(0, len(data))
    for position, symbol in enumerate(symbols):
        _check_symbol(symbol, symbols, position, whole)

    names = [(symbol.qualified_name, symbol.ordinal) for symbol in symbols]
    assert len(set(names)) == len(names)
    references = tuple(facts.references)
    for reference in references:
        assert whole.covers(reference.span)
        assert reference.name
        assert is_written(reference.name, data, reference.span)
        assert reference.enclosing is None or 0 <= reference.enclosing < len(symbols)
    spans = [reference.span for reference in references]
    assert spans == sorted(spans)
    for entry in facts.imports:
        assert whole.covers(entry.span)
        assert entry.enclosing is None or 0 <= entry.enclosing < len(symbols)
    assert all(whole.covers(span) for span in facts.error_spans)


def is_written(name: str, data: bytes, span: Span) -> bool:
    """Whether a name stands at a place: in one piece, or beginning there and ending in a later line, as a name of RPG
    may (`long_...`, then the rest)."""
    text = data[span.start : span.end].decode("utf-8", "replace")
    if _CONTINUED not in text:
        return text == name
    first, *_, last = text.split(_CONTINUED)
    return name.startswith(first.rstrip()) and last.endswith(name[-1])


def _check_symbol(symbol: Symbol, symbols: tuple[Symbol, ...], position: int, whole: Span) -> None:
    assert symbol.name.strip()
    assert symbol.qualified_name.endswith(symbol.name)
    assert whole.covers(symbol.span)
    assert symbol.span.covers(symbol.name_span)
    assert len(symbol.name_span) > 0
    parts = (symbol.signature_span, symbol.body_span, symbol.doc_span, *symbol.decorator_spans)
    for span in parts:
        assert span is None or (symbol.span.covers(span) and span.start <= span.end), span
    if symbol.container is not None:
        assert symbol.container < position
        around = symbols[symbol.container]
        assert around.span.covers(symbol.name_span)
