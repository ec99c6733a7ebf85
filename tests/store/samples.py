"""Files to put into an index."""

from __future__ import annotations

from glossator.core.fact_tables import REFERENCE_KIND_NUMBERS
from glossator.core.row_ids import row_id
from glossator.core.symbols import FileFacts, Import, ParseState, Reference, ReferenceKind, Symbol, SymbolKind
from glossator.core.text import Span
from glossator.store.rows import FileRow, ResolvedEdge
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
    files = list(writer.all_facts())
    by_name: dict[str, list[int]] = {}
    for file in files:
        for place, name in enumerate(file.symbols.names):
            by_name.setdefault(name, []).append(row_id(file.file_id, place))
    with writer.transaction():
        for file in files:
            edges = [
                edge(row_id(file.file_id, place), symbol, reference)
                for place, reference in enumerate(file.references)
                for symbol in by_name.get(reference.name, ())
            ]
            writer.replace_edges_of_file(file.file_id, edges)
        writer.mark_resolved()


def edge(
    reference_id: int, symbol_id: int, reference: Reference, *, sure: bool = False, why: str = "same name"
) -> ResolvedEdge:
    """An edge from a reference to a symbol."""
    holder = -1 if reference.enclosing is None else reference.enclosing
    kind = REFERENCE_KIND_NUMBERS[reference.kind]
    return ResolvedEdge(reference_id, symbol_id, kind, holder, sure, why)
