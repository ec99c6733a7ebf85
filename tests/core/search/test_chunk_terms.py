"""A chunk is found by the words of its code, and better by those of its names and its path."""

from __future__ import annotations

import pytest

from glossator.core.chunks import Chunk
from glossator.core.embedding_text import Source
from glossator.core.languages import detect
from glossator.core.search.chunk_terms import chunk_terms, file_stem
from glossator.core.syntax import extract
from glossator.core.terms import digest, pack, stem, whole_term
from glossator.core.text import Span

CODE = b"class Basket:\n    def total(self):\n        return amount + amount\n"
LANGUAGE = detect("a.py")
assert LANGUAGE is not None
SYMBOLS = extract(CODE, LANGUAGE).symbols
METHOD = Chunk(1, Span(18, len(CODE)), (1,))


def count(path: str, chunk: Chunk, word: str) -> int:
    return chunk_terms(Source(path, CODE, SYMBOLS), chunk)[digest(stem(word))]


def test_names_weigh_more_than_code_and_the_name_of_the_file_most() -> None:
    path = "shop_floor/price_list.py"
    assert count(path, METHOD, "amount") == 2
    in_name, in_container = count(path, METHOD, "total"), count(path, METHOD, "basket")
    of_file, of_folder = count(path, METHOD, "price"), count(path, METHOD, "floor")
    assert 2 < of_folder <= in_container < in_name < of_file
    assert count(path, METHOD, "py") == 0


def test_a_name_counts_once_however_many_members_a_chunk_has() -> None:
    whole = Chunk(0, Span(0, len(CODE)), (0, 1))
    assert count("a.py", whole, "basket") == count("a.py", METHOD, "basket") + 1


def test_the_whole_name_is_a_term_as_well() -> None:
    bag = chunk_terms(Source("lib/priceList.py", CODE, SYMBOLS), METHOD)
    assert bag[digest(whole_term("price_list"))] > 0
    assert len(pack(bag)) == 6 * len(bag)


def test_code_of_no_definition_has_the_words_of_its_path() -> None:
    bag = chunk_terms(Source("a/b/Reader.md", b"some words", ()), Chunk(None, Span(0, 10)))
    assert bag[digest(stem("reader"))] > bag[digest(stem("words"))] == 1


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("a.py", "a"),
        ("a.test.ts", "a.test"),
        (".gitignore", ".gitignore"),
        ("Makefile", "Makefile"),
        ("a.", "a"),
    ],
)
def test_the_stem_of_a_file_is_its_name_without_the_ending(name: str, found: str) -> None:
    assert file_stem(name) == found
