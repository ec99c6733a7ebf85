"""Chunks cover a file, and their embedding texts say where they are from."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.core.chunk_invariants import check_chunks

from glossator.core import chunks
from glossator.core.embedding_text import Source, TextForm, embedding_text, text_key
from glossator.core.languages import detect
from glossator.core.symbols import FileFacts

CORE = Path(chunks.__file__).parent


def names_of(facts: FileFacts, found: list[chunks.Chunk]) -> list[str | None]:
    """What each chunk belongs to."""
    return [None if each.symbol is None else facts.symbols[each.symbol].qualified_name for each in found]


def texts_of(data: bytes, found: list[chunks.Chunk]) -> list[bytes]:
    return [data[each.span.start : each.span.end] for each in found]


def checked(path: str, data: bytes) -> tuple[FileFacts, list[chunks.Chunk]]:
    language = detect(path, data)
    assert language is not None
    return check_chunks(data, language)


@pytest.mark.parametrize("path", sorted(CORE.rglob("*.py")), ids=lambda path: path.name)
def test_chunks_of_our_own_files_hold_what_chunks_promise(path: Path) -> None:
    checked(path.name, path.read_bytes())


LONG = b"".join(b"        value_%d = compute(%d)\n" % (n, n) for n in range(20))
"""Statements that make a method too large to be merged with others."""


def test_a_method_of_a_large_class_is_a_chunk_and_what_is_small_is_merged() -> None:
    members = b"".join(b"    def m%d(self):\n%s\n" % (n, LONG) for n in range(4))
    small = b"    def a(self):\n        return 1\n\n    def b(self):\n        return 2\n"
    data = b'class A:\n    """About."""\n\n    x = 1\n\n' + members + small + b"\n\ndef f(): pass\n"
    facts, found = checked("a.py", data)
    assert names_of(facts, found) == ["A", "A.m0", "A.m1", "A.m2", "A.m3", "A", "f"]
    assert [facts.symbols[each].name for each in found[0].symbols] == ["A", "x"]
    assert [facts.symbols[each].name for each in found[5].symbols] == ["a", "b"]


def test_a_class_that_fits_is_one_chunk() -> None:
    data = b"class A:\n    def m(self):\n" + LONG + b"\n    def n(self):\n" + LONG
    facts, found = checked("a.py", data)
    assert names_of(facts, found) == ["A"]


def test_what_opens_a_file_is_not_merged_into_its_first_function() -> None:
    data = b"# Licence\n\nimport os\nX = 1\n\ndef f():\n    return X\n\ndef g():\n    return 2\n"
    facts, found = checked("a.py", data)
    assert names_of(facts, found) == [None, None]
    assert texts_of(data, found)[1].startswith(b"def f")


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
    # Long comments in them make the definitions chunks of their own.
    opening = b"#" if path.endswith(".py") else b"//"
    filled = (
        data.replace(b"home()", b"home(\n" + opening + b"x" * 1300 + b"\n)")
        .replace(b"class C", b"class\n" + opening + b"x" * 1300 + b"\n C")
        .replace(b"C()", b"C(\n" + opening + b"x" * 1300 + b"\n)")
    )
    facts, found = check_chunks(filled, language)
    for name, beginning in zip(("home", "C"), beginnings, strict=True):
        (chunk,) = [each for each in found if name in {facts.symbols[place].name for place in each.symbols}]
        assert filled[chunk.span.start :].lstrip().startswith(beginning), (path, name)


def test_a_long_function_is_cut_between_statements_into_parts_of_nearly_one_size() -> None:
    data = b"def f():\n" + b"".join(b"    x%d = (\n        %d)\n" % (n, n) for n in range(160))
    facts, found = checked("a.py", data)
    assert names_of(facts, found) == ["f"] * len(found)
    assert len(found) == 2
    assert texts_of(data, found)[1].startswith(b"    x")
    assert min(len(each.span) for each in found) > len(data) / 3


def test_closing_brackets_stay_with_what_they_close() -> None:
    methods = b"".join(b"  m%d() {\n    %s\n  }\n\n" % (n, b"call();\n    " * 60) for n in range(4))
    data = b"export class A {\n" + methods + b"}\n\nconst x = 1;\n"
    _, found = checked("a.js", data)
    texts = texts_of(data, found)
    assert texts[-1] == b"const x = 1;"
    assert texts[-2].endswith(b"}\n\n}")


def test_scripts_of_a_page_are_cut_as_code() -> None:
    functions = b"".join(b"function f%d() {\n  %s\n}\n" % (n, b"call();\n  " * 50) for n in range(3))
    data = b"<template>\n  <p>Hello</p>\n</template>\n<script>\n" + functions + b"</script>\n"
    facts, found = checked("a.vue", data)
    assert [name for name in names_of(facts, found) if name] == ["f0", "f1", "f2"]


def test_a_procedure_without_a_grammar_is_a_chunk() -> None:
    lines = b"".join(b"  x = %d;\n" % n for n in range(60))
    data = b"**free\ndcl-s x int(10);\n\n" + b"".join(
        b"dcl-proc %s;\n%send-proc;\n\n" % (name, lines) for name in (b"one", b"two")
    )
    facts, found = checked("a.rpgle", data)
    assert [name for name in names_of(facts, found) if name and name != "x"] == ["one", "two"]


def test_a_text_is_cut_at_headings_and_paragraphs() -> None:
    section = b"".join(b"Line %d of a paragraph that says something.\n" % n for n in range(8))
    data = b"".join(b"## Section %d\n\n%s\n" % (n, section) for n in range(6))
    _, found = check_chunks(data, None)
    assert all(text.startswith(b"## ") for text in texts_of(data, found))


def test_a_token_is_never_cut_however_long_it_is() -> None:
    data = b'x = 1\n\ny = """' + b"words of a text\n" * 400 + b'"""\n'
    _, found = checked("a.py", data)
    assert max(len(each.span) for each in found) > chunks.MAX_CHUNK_BYTES


def test_the_embedding_text_names_the_symbol_and_holds_its_code() -> None:
    data = b"class HttpParser:\n    def parseHeader(self, line):\n        return line\n"
    facts, _ = checked("a.py", data)
    source = Source("a.py", data, facts.symbols)
    chunk = chunks.Chunk(1, facts.symbols[1].span)
    text = embedding_text(source, chunk, TextForm.CODE)
    assert "HttpParser.parseHeader" in text
    assert "return line" in text
    assert len(text_key(source, chunk)) == 16
