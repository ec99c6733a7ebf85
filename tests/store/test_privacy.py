"""No text of the user's files reaches the disk."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from glossator.core.symbols import FileFacts, ParseState, Reference, ReferenceKind, Symbol, SymbolKind
from glossator.core.terms import pack
from glossator.core.text import LineIndex, Span
from glossator.store.rows import ChunkRow, FileRow
from glossator.store.writer import IndexWriter

SOURCE = b'''def visible_name(argument_planted):
    """Documentation_planted of the function."""
    secret = "string_planted"  # comment_planted
    return visible_call(secret, 424242424242)
'''
PLANTED = (
    b"argument_planted",
    b"Documentation_planted",
    b"string_planted",
    b"comment_planted",
    b"424242424242",
)


def facts() -> FileFacts:
    def span(text: bytes) -> Span:
        start = SOURCE.index(text)
        return Span(start, start + len(text))

    whole = Span(0, len(SOURCE))
    function = Symbol(
        kind=SymbolKind.FUNCTION,
        name="visible_name",
        qualified_name="visible_name",
        container=None,
        ordinal=0,
        name_span=span(b"visible_name"),
        span=whole,
        signature_span=span(b"def visible_name(argument_planted)"),
        body_span=whole,
        doc_span=span(b"Documentation_planted"),
    )
    call = Reference(ReferenceKind.CALL, "visible_call", span(b"visible_call"), 0)
    return FileFacts("python", ParseState.PARSED, (function,), (call,))


def test_neither_the_index_nor_its_logs_hold_text_of_the_file(writer: IndexWriter, index_path: Path) -> None:
    """The log is looked at before it is folded into the file as well as after."""
    row = FileRow("a.py", len(SOURCE), 1, b"h" * 16, "python", "indexed", parse_state="parsed")
    writer.put_file(row, facts(), LineIndex(SOURCE).starts)
    writer.put_chunks("a.py", [ChunkRow(0, Span(0, len(SOURCE)), b"t" * 16, pack(Counter({1: 2, 3: 4})))])
    logged = b"".join(file.read_bytes() for file in index_path.parent.iterdir())
    writer.close()
    stored = b"".join(file.read_bytes() for file in index_path.parent.iterdir())
    for held in (logged, stored):
        assert b"visible_name" in held
        assert [text for text in PLANTED if text in held] == []
