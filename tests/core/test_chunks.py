"""Chunks cover a file, and their embedding texts say where they are from."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossator.core import chunks
from glossator.core.embedding_text import embedding_text, text_hash
from glossator.core.languages import detect, languages
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


DECORATED = {
    "a.py": (
        b"x = 1\n\n@cache\n@app.get('/x')\ndef home():\n    return 1\n\n@b\nclass C:\n    pass\n",
        b"@cache",
        b"@b",
    ),
    "a.ts": (
        b"const x = 1;\n\n@A()\n@B\nexport class home {}\n\nexport async function C() {}\n",
        b"@A",
        b"export async",
    ),
    "a.java": (
        b"class A {\n  @Test\n  @Slow void home() {}\n\n  /** Doc. */\n  @Test void C() {}\n}\n",
        b"@Test",
        b"/**",
    ),
    "a.rs": (
        b"const X: u8 = 1;\n\n#[test]\n#[slow]\nfn home() {}\n\n/// Doc.\n#[test]\npub fn C() {}\n",
        b"#[test]",
        b"///",
    ),
    "a.cs": (
        b"class A {\n  [Test]\n  [Slow] void home() {}\n\n  [Test] int C() => 1;\n}\n",
        b"[Test]",
        b"[Test]",
    ),
    "a.php": (b"<?php\n$x = 1;\n\n#[A]\n#[B]\nfunction home() {}\n\n#[A]\nclass C {}\n", b"#[A]", b"#[A]"),
    "a.kt": (b"val x = 1\n\n@A\n@B\nfun home() {}\n\n@A class C\n", b"@A", b"@A"),
    "a.cpp": (
        b"int x = 1;\n\ntemplate <class T>\nint home() { return 1; }\n\ntemplate <class T> class C {};\n",
        b"template",
        b"template",
    ),
}


@pytest.mark.parametrize("path", DECORATED)
def test_what_stands_before_a_definition_is_in_its_chunk_and_not_in_the_one_before(path: str) -> None:
    data, *beginnings = DECORATED[path]
    language = detect(path, data)
    assert language is not None
    facts = extract(data, language)
    for name, beginning in zip(("home", "C"), beginnings, strict=True):
        (chunk,) = [
            each
            for each in check_cover(data, facts)
            if each.symbol is not None and facts.symbols[each.symbol].name == name
        ]
        assert data[chunk.span.start :].startswith(beginning), (path, name)


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
