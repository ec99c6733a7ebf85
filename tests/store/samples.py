"""Files to put into an index."""

from __future__ import annotations

from glossator.core.symbols import FileFacts, Import, ParseState, Reference, ReferenceKind, Symbol, SymbolKind
from glossator.core.text import Span
from glossator.store.rows import FileRow
from glossator.store.writer import IndexWriter

Sample = tuple[FileRow, FileFacts, tuple[int, ...]]
Imported = tuple[str, str | None, str | None]


def sample(
    path: str,
    defines: str = "",
    calls: str = "",
    imports: tuple[Imported, ...] = (),
    *,
    is_test: bool = False,
) -> Sample:
    """A file that defines functions; the functions in turn make one of the calls each; names are words of a text.

    Imports are (module, name, alias).
    """
    names = defines.split()
    symbols = tuple(
        Symbol(
            kind=SymbolKind.FUNCTION,
            name=name,
            qualified_name=f"Outer.{name}",
            container=None,
            ordinal=names[:place].count(name),
            name_span=Span(place * 100 + 4, place * 100 + 8),
            span=Span(place * 100, place * 100 + 90),
            signature_span=Span(place * 100, place * 100 + 20),
        )
        for place, name in enumerate(names)
    )
    references = tuple(
        Reference(
            kind=ReferenceKind.CALL,
            name=name,
            span=Span(place * 10, place * 10 + 5),
            enclosing=place % len(names) if names else None,
        )
        for place, name in enumerate(calls.split())
    )
    bound = tuple(Import(module, name, alias, Span(0, 9)) for module, name, alias in imports)
    row = FileRow(path, 100, 1, b"h" * 16, "python", "indexed", parse_state="parsed", is_test=is_test)
    return row, FileFacts("python", ParseState.PARSED, symbols, references, bound), (0, 50, 100)


def resolve_by_name(writer: IndexWriter) -> None:
    """Resolve every reference to all symbols of its name, as a resolver would do it that knows nothing else."""
    by_name: dict[str, list[int]] = {}
    for symbol in writer.symbol_rows():
        by_name.setdefault(symbol.name, []).append(symbol.id)
    waiting = list(writer.unresolved_refs())
    edges = [
        (item.id, symbol, "possible", "same name")
        for item in waiting
        for symbol in by_name.get(item.name, ())
    ]
    with writer.transaction():
        writer.replace_edges([item.id for item in waiting], edges)
        writer.mark_resolved()
