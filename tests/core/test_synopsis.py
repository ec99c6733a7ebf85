"""What a file is about in a few words: its path, its purpose, and what it defines."""

from __future__ import annotations

import pytest

from glossator.core.embedding_text import Source
from glossator.core.languages import detect
from glossator.core.synopsis import MAX_PURPOSE_CHARACTERS, MAX_SYNOPSIS_CHARACTERS, synopsis
from glossator.core.syntax import extract


def synopsis_of(path: str, text: str) -> list[str]:
    data = text.encode()
    language = detect(path, data)
    symbols = extract(data, language).symbols if language is not None else ()
    return synopsis(Source(path, data, symbols)).splitlines()


def test_a_synopsis_has_path_purpose_and_names_once_each() -> None:
    text = '''"""Prices of what the shop sells."""

MAX_PRICE = 3
local = 4


class PriceList:
    def totalOf(self): ...


class Other:
    def totalOf(self): ...
'''
    path, purpose, names = synopsis_of("shop/prices.py", text)
    assert path == "shop/prices.py"
    assert purpose == "Prices of what the shop sells."
    assert names.split(", ") == ["max price", "price list", "total of", "other"]


def test_rulers_tags_and_licences_are_no_purpose() -> None:
    text = (
        "/*\nCopyright 2014 The Authors.\nLicensed under the Apache License\n*/\n\n"
        "// ----------------\n// @flow strict\n// Reads what the network sends.\nfunction read() {}\n"
    )
    assert synopsis_of("net.js", text) == ["net.js", "Reads what the network sends.", "read"]


def test_a_text_without_definitions_is_told_by_its_first_lines() -> None:
    assert synopsis_of("README.md", "# Shop\n\nSells what people really want.\n") == [
        "README.md",
        "Sells what people really want.",
    ]
    assert synopsis_of("empty.txt", "") == ["empty.txt"]


def test_a_synopsis_is_short_however_large_the_file() -> None:
    text = f"# {'many words ' * 90}\n" + "".join(f"def function_{number}(): ...\n" for number in range(500))
    path, purpose, names = synopsis_of("a.py", text)
    assert len(purpose) <= MAX_PURPOSE_CHARACTERS
    assert len(f"{path}\n{purpose}\n{names}") <= MAX_SYNOPSIS_CHARACTERS
    long = "/".join(["folder"] * 20) + "/a.py"
    assert synopsis_of(long, text)[0] == "folder/folder/…/folder/a.py"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", '"""\nReads what the network sends.\n"""\ndef read(): ...\n'),
        ("a.py", "#!/usr/bin/env python\n'''\nReads what the network sends.\n'''\ndef read(): ...\n"),
        ("a.c", "/*\nReads what the network sends.\n*/\nvoid read(void) {}\n"),
        ("a.c", "/* Copyright x */\n\n/*\nReads what the network sends. */\nvoid read(void) {}\n"),
        (
            "A.hs",
            "{-# LANGUAGE CPP, LambdaCase, RankNTypes #-}\n{- |\n   Module      : Net.Read\n"
            "   Copyright   : Copyright (C) 2006 A\n   License     : GNU GPL, version 2 or above\n\n"
            "   Maintainer  : A <a@example.org>\n   Stability   : alpha\n\nReads what the network sends.\n-}\n"
            "module Read where\n\nread = 1\n",
        ),
        ("a.js", "/**\n * @license MIT\n * Reads what the network sends.\n */\nfunction read() {}\n"),
    ],
)
def test_the_purpose_is_found_within_a_comment_of_several_lines(path: str, text: str) -> None:
    assert synopsis_of(path, text)[1] == "Reads what the network sends."
