"""Search for symbols by parts of their names."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.store.samples import sample

from glossator.core.languages import languages
from glossator.store.names import NameList, is_suffix, last_part, split_query
from glossator.store.reader import IndexReader
from glossator.store.writer import IndexWriter

NAMES = st.lists(st.text("abAB_ÄßıK.*\n\\-", min_size=1, max_size=8), max_size=12)


def holds_in_order(name: str, query: str) -> bool:
    characters = iter("".join(name.casefold().split()))
    return all(character in characters for character in "".join(query.casefold().split()))


@given(NAMES, st.text("abAB_Äß.*\\- ", max_size=4))
def test_matches_are_the_names_that_hold_the_characters_in_order(names: list[str], query: str) -> None:
    found = NameList.of(enumerate(names)).matches(query, 1000)
    assert sorted(found) == [place for place, name in enumerate(names) if holds_in_order(name, query)]


@given(NAMES, st.text("abAB_", max_size=3), st.integers(0, 5))
def test_a_limit_cuts_the_same_list(names: list[str], query: str, limit: int) -> None:
    name_list = NameList.of(enumerate(names))
    assert name_list.matches(query, limit) == name_list.matches(query, 1000)[:limit]


def test_equal_names_come_first_then_beginnings_parts_and_scattered_letters() -> None:
    names = ["spans", "Span", "LineSpan", "span", "set_position_and_next", "spanner"]
    found = NameList.of(enumerate(names)).matches("span", 10)
    assert [names[place] for place in found] == [
        "span",
        "Span",
        "spans",
        "spanner",
        "LineSpan",
        "set_position_and_next",
    ]


@pytest.mark.parametrize(
    "query",
    [
        "std::vector",
        "a.b",
        "it's",
        "@app.route",
        "-x",
        "foo(",
        "AND",
        '"',
        "col:val",
        "C++",
        "%",
        "🚀",
        "[",
        "\\",
        "\ud800",
    ],
)
def test_punctuation_in_a_query_is_never_an_error(
    query: str, writer: IndexWriter, reader: IndexReader
) -> None:
    writer.put_file(*sample("a.py", "route vector operator++"))
    assert isinstance(reader.symbols_like(query, 5), list)
    assert isinstance(reader.symbols_named(query), list)


def test_an_empty_query_lists_no_more_than_the_limit(writer: IndexWriter, reader: IndexReader) -> None:
    writer.put_file(*sample("a.py", "one two three"))
    assert [row.symbol.name for row in reader.symbols_like("", 2)] == ["one", "two"]


def test_a_very_long_query_costs_little_and_finds_nothing(writer: IndexWriter, reader: IndexReader) -> None:
    writer.put_file(*sample("a.py", "a" * 300))
    assert reader.symbols_like("ab" * 5000, 5) == []


def test_separators_in_a_query_name_what_the_symbol_is_in(writer: IndexWriter, reader: IndexReader) -> None:
    writer.put_file(*sample("a.py", "run stop"))
    for query in ("outer.run", "Outer::rn", "outer/run", "out.run"):
        assert [row.symbol.name for row in reader.symbols_like(query, 5)] == ["run"]
    assert reader.symbols_like("inner.run", 5) == []


def test_symbols_are_named_exactly_or_by_the_end_of_their_qualified_name(
    writer: IndexWriter, reader: IndexReader
) -> None:
    writer.put_file(*sample("b.py", "run"))
    writer.put_file(*sample("a.py", "run Run"))
    for query in ("run", "Outer.run", " Outer.run", "Outer::run"):
        assert [row.file.path for row in reader.symbols_named(query)] == ["a.py", "b.py"]
    assert reader.symbols_named("uter.run") == []
    assert reader.symbols_named("Deep.Outer.run") == []


def test_names_are_looked_up_without_case_where_the_language_has_none(
    writer: IndexWriter, reader: IndexReader
) -> None:
    caseless = next(language.id for language in languages().values() if not language.case_sensitive)
    row, facts, *others = sample("a.txt", "Run", "STOP")
    writer.put_file(replace(row, language=caseless), replace(facts, language=caseless), *others)
    writer.put_file(*sample("b.py", "Run", "STOP"))
    for name, paths in (("Run", ["a.txt", "b.py"]), ("run", ["a.txt"]), ("outer.RUN", ["a.txt"])):
        assert [found.file.path for found in reader.symbols_named(name)] == paths
    assert [found.symbol.name for found in reader.symbols_named("run")] == ["Run"]
    for name, paths in (("STOP", ["a.txt", "b.py"]), ("Stop", ["a.txt"])):
        assert [found.file.path for found in reader.unresolved_named(name)] == paths


def test_parts_of_names() -> None:
    assert last_part("std::io::Read.read") == "read"
    assert is_suffix("a.B.c", "B.c")
    assert not is_suffix("a.B.c", "a.c")
    assert split_query("A::b.c") == (["a", "b"], "c")
    assert split_query("::") == ([], "::")
