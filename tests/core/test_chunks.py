"""Chunks cover a file, and their embedding texts say where they are from."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossator.core import chunks
from glossator.core.embedding_text import embedding_text, text_hash
from glossator.core.languages import languages
from glossator.core.symbols import FileFacts
from glossator.core.syntax import extract
from glossator.core.text import LineIndex

CORE = Path(chunks.__file__).parent


def python_facts(data: bytes) -> FileFacts:
    return extract(data, languages()["python"])


def check_cover(data: bytes, facts: FileFacts) -> list[chunks.Chunk]:
    cut = chunks.cut(LineIndex(data), facts.symbols)
    place = 0
    for chunk in cut:
        assert chunk.span.start >= place
        assert not data[place : chunk.span.start].strip()
        assert data[chunk.span.start : chunk.span.end].strip()
        assert len(chunk.span) <= chunks.MAX_CHUNK_BYTES + 3
        data[chunk.span.start : chunk.span.end].decode("utf-8")
        place = chunk.span.end
    assert not data[place:].strip()
    return cut


@pytest.mark.parametrize("path", sorted(CORE.rglob("*.py")), ids=lambda path: path.name)
def test_chunks_cover_every_non_blank_byte_once_and_in_order(path: Path) -> None:
    data = path.read_bytes()
    check_cover(data, python_facts(data))


@given(st.text(alphabet=st.sampled_from("ab:() \n\t\"'#é🚀def class"), max_size=6000))
def test_chunks_of_any_text_cover_it(text: str) -> None:
    data = text.encode()
    check_cover(data, python_facts(data))


def test_a_method_is_a_chunk_and_a_nested_function_belongs_to_the_outer_one() -> None:
    data = (
        b"class A:\n    x = 1\n    def m(self):\n        def n(): pass\n        return n\n\ndef f(): pass\n"
    )
    facts = python_facts(data)
    owners = [
        None if chunk.symbol is None else facts.symbols[chunk.symbol].qualified_name
        for chunk in check_cover(data, facts)
    ]
    assert owners == ["A", "A.m", "f"]


def test_a_long_function_is_cut_at_line_ends() -> None:
    data = b"def f():\n" + b"".join(b"    x%d = %d\n" % (n, n) for n in range(800))
    cut = check_cover(data, python_facts(data))
    assert len(cut) > 3
    assert all(data[chunk.span.end - 1 : chunk.span.end] == b"\n" for chunk in cut[:-1])


def test_the_embedding_text_names_symbol_and_signature_and_not_the_place() -> None:
    data = b"class HttpParser:\n    def parseHeader(self, line):\n        return line\n"
    facts = python_facts(data)
    chunk = chunks.cut(LineIndex(data), facts.symbols)[-1]
    text = embedding_text(data, facts.symbols, chunk)
    assert "method HttpParser.parseHeader (parse header)" in text
    assert "return line" in text
    assert len(text_hash(text)) == 16
