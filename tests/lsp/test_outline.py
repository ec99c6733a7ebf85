"""The outline of a document says the same as the protocol's own classes would."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types
from pygls.protocol import default_converter

from glossator.app.documents import Documents
from glossator.core.symbols import Symbol, SymbolKind
from glossator.core.text import LineIndex, PositionEncoding, Span
from glossator.lsp import outline
from glossator.lsp.convert import range_of

ALL_KINDS = frozenset(kind.value for kind in types.SymbolKind)
PIECES = ["a", "é", "🚀", "\r\n", "\n", "\r", "\f", "\u2028", "x" * 3000, "日" * 1500, "\t"]


def symbol(name: str, start: int, end: int, container: int | None = None, kind: str = "function") -> Symbol:
    """A symbol whose name stands at its start."""
    name_span = Span(start, start + len(name))
    return Symbol(SymbolKind(kind), name, name, container, 0, name_span, Span(start, end), name_span)


def test_symbols_become_a_tree_without_nameless_nodes() -> None:
    symbols = [
        symbol("Outer", 0, 50, kind="class"),
        symbol("", 6, 40, container=0, kind="class"),
        symbol("inner", 10, 20, container=1),
        symbol("after", 52, 58),
    ]
    tree = outline.document_symbols(symbols, LineIndex(b" " * 60), PositionEncoding.UTF16, ALL_KINDS)
    assert [node["name"] for node in tree] == ["Outer", "after"]
    assert [node["name"] for node in tree[0]["children"]] == ["inner"]


def test_the_selection_range_always_lies_in_the_range() -> None:
    wrong = Symbol(SymbolKind.FUNCTION, "f", "f", None, 0, Span(2, 9), Span(4, 8), Span(4, 5))
    (node,) = outline.document_symbols([wrong], LineIndex(b" " * 10), PositionEncoding.UTF16, ALL_KINDS)
    assert (node["range"]["start"]["character"], node["range"]["end"]["character"]) == (2, 9)


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join),
    st.integers(0, 40_000),
    st.integers(0, 40_000),
    st.sampled_from(PositionEncoding),
)
def test_any_symbol_in_any_text_is_placed_as_every_other_range_is(
    text: str, first: int, second: int, encoding: PositionEncoding
) -> None:
    offsets = [len(text[:index].encode()) for index in range(len(text) + 1)]
    # Facts of an older text may reach beyond the end of the present one.
    offsets.append(offsets[-1] + 7)
    start, end = sorted([offsets[first % len(offsets)], offsets[second % len(offsets)]])
    lines = LineIndex(text.encode())
    found = Symbol(
        SymbolKind.FUNCTION, "f", "f", None, 0, Span(start, end), Span(start, end), Span(start, end)
    )
    (node,) = outline.document_symbols([found], lines, encoding, ALL_KINDS)
    expected = default_converter().unstructure(range_of(lines, Span(start, end), encoding))
    assert node["range"] == node["selectionRange"] == expected


def test_both_forms_are_what_the_protocol_wants() -> None:
    documents = Documents()
    documents.open("untitled:a", "python", 1, "class A:\n    def b(self): ...\n")
    snapshot = documents.snapshot("untitled:a")
    symbols = [symbol("A", 6, 33, kind="class"), symbol("b", 17, 33, container=0, kind="method")]
    converter = default_converter()
    tree = outline.document_symbols(symbols, snapshot.lines, PositionEncoding.UTF16, ALL_KINDS)
    (outer,) = converter.structure(tree, list[types.DocumentSymbol])
    assert outer.children is not None
    assert (outer.kind, outer.children[0].kind) == (types.SymbolKind.Class, types.SymbolKind.Method)
    flat = outline.flat_symbols(symbols, snapshot, PositionEncoding.UTF16, ALL_KINDS)
    _, inner = converter.structure(flat, list[types.SymbolInformation])
    assert (inner.container_name, inner.location.uri) == ("A", "untitled:a")
