"""What a file is about in a few words: its path, its purpose, and what it defines."""

from __future__ import annotations

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
