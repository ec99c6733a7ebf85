"""Filters are taken out of a query, and what only looks like one stays in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzzing import examples

from glossator.core.search.filters import EVERYTHING, Filters, kinds_named, take_filters
from glossator.core.symbols import SymbolKind


@pytest.mark.parametrize(
    ("query", "words", "filters"),
    [
        ("lang:python read files", "read files", Filters(languages=frozenset({"python"}))),
        ("read lang:py files", "read files", Filters(languages=frozenset({"python"}))),
        ("LANGUAGE:Python", "", Filters(languages=frozenset({"python"}))),
        ("a -lang:go", "a", Filters(other_languages=frozenset({"go"}))),
        ("lang:go lang:rust", "", Filters(languages=frozenset({"go", "rust"}))),
        ("path:src/http a", "a", Filters(paths=("src/http",))),
        ('file:"my folder/x" a', "a", Filters(paths=("my folder/x",))),
        ("-path:tests -path:docs a", "a", Filters(other_paths=("tests", "docs"))),
        ("kind:enum a", "a", Filters(kinds=frozenset({SymbolKind.ENUM}))),
        ("-kind:enums a", "a", Filters(other_kinds=frozenset({SymbolKind.ENUM}))),
    ],
)
def test_filters_are_taken(query: str, words: str, filters: Filters) -> None:
    assert take_filters(query) == (words, filters)


@pytest.mark.parametrize(
    "query",
    [
        "std::map", "kind:sunny", "lang:klingon", "col:val", "a.b:c", "kind:", "lang: python", "-x", "path:", "::", '"',
        'path:"', "error: x", "http://host:80/x", "xlang:python:", "foo(kind:class", "C++", "'it's'", "%", "",
    ],
)  # fmt: skip
def test_what_is_no_filter_stays_as_it_is(query: str) -> None:
    assert take_filters(query) == (query, EVERYTHING)


@examples(300)
@given(st.text(alphabet=st.sampled_from('abkindlgpth:"- \n*?/[]\\.'), max_size=30) | st.text(max_size=20))
def test_any_string_is_a_query(query: str) -> None:
    words, filters = take_filters(query)
    assert len(words) <= len(query)
    if filters == EVERYTHING:
        assert words == query.strip()
    assert filters.allows_file("src/a.py", "python") in (True, False)


@pytest.mark.parametrize(
    ("filters", "path", "is_allowed"),
    [
        (Filters(), "a.py", True),
        (Filters(paths=("SRC/",)), "src/a.py", True),
        (Filters(paths=("src/",)), "lib/a.py", False),
        (Filters(paths=("src/", "lib/")), "lib/a.py", True),
        (Filters(paths=("./src\\http",)), "src/http/a.py", True),
        (Filters(paths=("*.py",)), "src/deep/a.py", True),
        (Filters(paths=("*.py",)), "src/a.pyc", False),
        (Filters(paths=("src/*.py",)), "lib/src/a.py", True),
        (Filters(paths=("?.py",)), "src/ab.py", False),
        (Filters(other_paths=("test",)), "src/testing.py", False),
        (Filters(paths=("src",), other_paths=("src/gen",)), "src/gen/a.py", False),
        (Filters(languages=frozenset({"go"})), "a.py", False),
        (Filters(other_languages=frozenset({"python"})), "a.py", False),
        (Filters(scope="src"), "src/a.py", True),
        (Filters(scope="src"), "srcs/a.py", False),
        (Filters(scope="src/a.py"), "src/a.py", True),
    ],
)
def test_files_are_allowed_or_not(filters: Filters, path: str, is_allowed: bool) -> None:
    assert filters.allows_file(path, "python") is is_allowed
    assert filters.restrict_files is (filters != Filters())


def test_kinds_are_allowed_or_not_and_code_of_no_definition_where_no_kind_is_wanted() -> None:
    kinds = frozenset({SymbolKind.CLASS})
    wanted, unwanted = Filters(kinds=kinds), Filters(other_kinds=kinds)
    assert [wanted.allows_kind(kind) for kind in (SymbolKind.CLASS, SymbolKind.ENUM, None)] == [
        True,
        False,
        False,
    ]
    assert [unwanted.allows_kind(kind) for kind in (SymbolKind.CLASS, SymbolKind.ENUM, None)] == [
        False,
        True,
        True,
    ]
    assert wanted.restrict_kinds
    assert unwanted.restrict_kinds
    assert not EVERYTHING.restrict_kinds


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("function", SymbolKind.METHOD),
        ("Functions", SymbolKind.PROCEDURE),
        ("classes", SymbolKind.STRUCT),
        ("properties", SymbolKind.PROPERTY),
        ("protocol", SymbolKind.TRAIT),
        ("types", SymbolKind.ENUM),
        ("const", SymbolKind.CONSTANT),
        ("enum_member", SymbolKind.ENUM_MEMBER),
    ],
)
def test_a_kind_has_the_names_that_languages_give_it(word: str, kind: SymbolKind) -> None:
    assert kind in kinds_named(word)


@pytest.mark.parametrize("word", ["", "s", "sunny", "classy", "es", "ies"])
def test_other_words_name_no_kind(word: str) -> None:
    assert kinds_named(word) == frozenset()
