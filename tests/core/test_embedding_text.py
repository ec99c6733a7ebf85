"""What an embedding model sees of a chunk, in code and in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzzing import examples

from glossator.core.chunks import Chunk, cut
from glossator.core.embedding_text import (
    MAX_CODE_CHARACTERS,
    MAX_WORDS_CHARACTERS,
    Source,
    TextForm,
    digest_of,
    embedding_text,
    query_text,
    short_path,
    text_key,
)
from glossator.core.head_comments import prose_of, without_licence
from glossator.core.languages import detect
from glossator.core.outline import Outline
from glossator.core.syntax import extract
from glossator.core.text import Span

JAVA = b"""package shop;

public class PriceList {
    /**
     * Sums all prices up.
     */
    @Override
    @NotNull
    public async int sumOfPrices(int taxRate) {
        if (taxRate > 0) {
            return compute(taxRate);
        }
    }
}
"""


def source_of(path: str, data: bytes, *, is_test: bool = False) -> tuple[Source, list[Chunk]]:
    """A file, and its chunks."""
    language, outline = detect(path, data), Outline()
    assert language is not None
    facts = extract(data, language, outline)
    return Source(path, data, facts.symbols, is_test), cut(data, facts.symbols, outline.units)


def text_of(path: str, data: bytes, name: str, form: TextForm, *, is_test: bool = False) -> str:
    """The text of a chunk that is the whole of one definition."""
    source, _ = source_of(path, data, is_test=is_test)
    position = next(at for at, symbol in enumerate(source.symbols) if symbol.name == name)
    return embedding_text(source, Chunk(position, source.symbols[position].span, (position,)), form)


def test_code_stands_below_its_path_its_name_and_its_documentation() -> None:
    assert text_of("shop/PriceList.java", JAVA, "sumOfPrices", TextForm.CODE).splitlines() == [
        "shop/PriceList.java",
        "exported async method PriceList.sumOfPrices (sum of prices)",
        "Sums all prices up.",
        "public async int sumOfPrices(int taxRate) {",
        "    if (taxRate > 0) {",
        "        return compute(taxRate);",
    ]


def test_words_stand_once_each_and_without_those_of_the_syntax() -> None:
    assert text_of("shop/PriceList.java", JAVA, "sumOfPrices", TextForm.WORDS).splitlines() == [
        "shop price list java",
        "exported async method price list sum of prices",
        "sums all prices up sum of prices tax rate compute",
    ]


@pytest.mark.parametrize("form", TextForm)
def test_a_test_is_called_one(form: TextForm) -> None:
    data = b"def check():\n    pass\n"
    assert "test function check" in text_of("a.py", data, "check", form, is_test=True)
    assert "test" not in text_of("a.py", data, "check", form)


def test_a_part_of_a_definition_has_its_signature() -> None:
    data = b"def check(amounts,\n          rate):\n    '''Looks at it.'''\n    one()\n    two()\n"
    source, _ = source_of("a.py", data)
    part = Chunk(0, Span(data.index(b"    two"), len(data)))
    assert embedding_text(source, part, TextForm.CODE).splitlines() == [
        "a.py",
        "function check (check)",
        "def check(amounts, rate):",
        "Looks at it.",
        "two()",
    ]


@pytest.mark.parametrize("form", TextForm)
@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("    @Override", "override"),
        ("    @NotNull", "not null"),
        ('    @SuppressWarnings("unchecked")', "unchecked"),
        ("    }", "}"),
        ("    });", "});"),
        ("    #[inline(always)]", "always"),
        ("    end", "end"),
        ("", ""),
    ],
)
def test_lines_that_say_nothing_change_nothing(form: TextForm, line: str, word: str) -> None:
    with_line, without = (f"one thing\n{each}two things\n".encode() for each in (f"{line}\n", ""))
    texts = [
        embedding_text(Source("notes", data, ()), Chunk(None, Span(0, len(data))), form)
        for data in (with_line, without)
    ]
    assert texts[0] == texts[1]
    assert word not in texts[0] or not word


def test_a_line_that_only_begins_like_one_of_those_stays() -> None:
    data = b"@OverrideAll\nendless(things)\n} else {\n"
    text = embedding_text(Source("notes", data, ()), Chunk(None, Span(0, len(data))), TextForm.CODE)
    assert text.splitlines()[1:] == ["@OverrideAll", "endless(things)", "} else {"]


LICENCES = [
    "# Copyright 2020 Somebody\n# All rights reserved.\n\n",
    "// SPDX-License-Identifier: MIT\n",
    "/*\n * Licensed under the Apache License\n */\n",
    "/*\nCopyright 2014 The Authors.\n\nLicensed under the Apache License, Version 2.0\n*/\n\n",
    "<!--\nCopyright somebody\n-->\n",
    "/* Copyright somebody */\n",
    "#!/bin/sh\n# Copyright somebody\n",
]


@pytest.mark.parametrize("licence", LICENCES)
def test_a_licence_at_the_head_of_a_file_is_left_out(licence: str) -> None:
    found = without_licence(f"{licence}first()\n// Copyright stays here\n")
    assert found.lstrip() == "first()\n// Copyright stays here"
    data = f"{licence}first()\n".encode()
    for form in TextForm:
        text = embedding_text(Source("a", data, ()), Chunk(None, Span(0, len(data))), form)
        assert "opyright" not in text
        assert "icense" not in text
        assert "first" in text


@pytest.mark.parametrize(
    "text",
    [
        "# What this file does\nfirst()",
        "first()\n# Copyright somebody",
        "# What this file does\n\n# How\nfirst()",
        '"""\nReads things.\n\n:copyright: somebody\n"""\nfirst()',
        "/* one */ first()",
        "",
    ],
)
def test_other_heads_stay(text: str) -> None:
    assert without_licence(text) == text


def test_what_a_file_is_about_stays_behind_its_licence() -> None:
    assert (
        without_licence("// Copyright x\n\n// Package a reads.\npackage a")
        == "// Package a reads.\npackage a"
    )
    assert without_licence("/*\nCopyright x\n*/\n/* Reads. */\na") == "/* Reads. */\na"
    assert without_licence("# Reads.\n\n# SPDX-License-Identifier: MIT\n") == ""


def test_a_long_path_keeps_its_ends() -> None:
    assert short_path("a/b/c.py") == "a/b/c.py"
    long = "/".join(["java", "org", *["package"] * 12, "impl", "Reader.java"])
    assert short_path(long) == "java/org/…/impl/Reader.java"
    assert short_path("x" * 100 + "/a.py") == "x" * 100 + "/a.py"


@pytest.mark.parametrize(
    ("comment", "prose"),
    [
        ('"""Reads a file."""', "Reads a file."),
        ("/**\n * Reads\n * a file.\n */", "Reads a file."),
        ("/// Reads a file.", "Reads a file."),
        ("# Reads\n#\n# a file.", "Reads a file."),
        ("(* x", "(* x"),
        ("", ""),
    ],
)
def test_prose_is_a_comment_without_its_marks(comment: str, prose: str) -> None:
    assert prose_of(comment) == prose


def test_a_query_stands_below_the_folder_in_which_is_searched() -> None:
    assert query_text("parse HTTPHeader", TextForm.CODE) == "parse HTTPHeader"
    assert query_text("parse HTTPHeader", TextForm.CODE, "src/http") == "src/http\nparse HTTPHeader"
    assert query_text("parse HTTPHeader", TextForm.WORDS, "src/http") == "src http\nparse http header"
    assert query_text("🚀 +", TextForm.WORDS) == "🚀 +"


PIECES = [
    "def first():\n", "    one(1)\n", "    two_things()\n", "@Override\n", "}\n", "    end\n", "\n", "# Copyright x\n",
    '    """Says what it does."""\n', "class Basket:\n", "    def total(self):\n", "        return self.amount\n",
    "/*\nLicensed under x\n*/\n", "x = 'é🚀'\n", f"    long({'word ' * 120})\n", f"# {'many words ' * 60}\n",
]  # fmt: skip


@examples(150)
@given(st.lists(st.sampled_from(PIECES), max_size=9), st.lists(st.sampled_from(PIECES), max_size=9))
def test_chunks_of_one_key_have_one_text_in_every_form(left: list[str], right: list[str]) -> None:
    texts: dict[bytes, set[tuple[str, ...]]] = {}
    for data in ("".join(left).encode(), "".join(right).encode()):
        source, chunks = source_of("a.py", data)
        for chunk in chunks:
            found = tuple(embedding_text(source, chunk, form) for form in TextForm)
            assert len(found[0]) <= MAX_CODE_CHARACTERS
            assert len(found[1]) <= MAX_WORDS_CHARACTERS
            texts.setdefault(text_key(source, chunk), set()).add(found)
    assert all(len(each) == 1 for each in texts.values())
    short = {code for each in texts.values() for code, _ in each if len(code) < MAX_CODE_CHARACTERS}
    assert len(short) == sum(
        all(len(code) < MAX_CODE_CHARACTERS for code, _ in each) for each in texts.values()
    )


def test_a_key_tells_texts_apart_and_is_of_16_bytes() -> None:
    keys = {digest_of(text) for text in ("a", "b", "", "\ud800")}
    assert len(keys) == 4
    assert {len(key) for key in keys} == {16}
    assert digest_of("a") == digest_of("a")
