"""Identifiers split into words, bags of terms, queries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossator.core.terms import (
    bag_of_terms,
    digest,
    pack,
    part_stems,
    query_terms,
    split_identifier,
    term_ids,
)


@pytest.mark.parametrize(
    ("identifier", "parts"),
    [
        ("parseHTTPHeader_v2", ("parse", "http", "header", "v", "2")),
        ("snake_case_name", ("snake", "case", "name")),
        ("CamelCase", ("camel", "case")),
        ("XMLHttpRequest", ("xml", "http", "request")),
        ("größe", ("größe",)),
        ("ÄnderungsDatum", ("änderungs", "datum")),
        ("Привет_Мир2", ("привет", "мир", "2")),
        ("用户名", ("用户名",)),
        ("__init__", ("init",)),
        ("", ()),
    ],
)
def test_identifiers_are_split_at_case_digits_and_underscores(
    identifier: str, parts: tuple[str, ...]
) -> None:
    assert split_identifier(identifier) == parts


def stems_of(query: str) -> set[int]:
    """The terms of a query that are stems of parts of words."""
    return {digest(stem) for word in query.split() for stem in part_stems(word)}


def test_a_query_in_words_meets_the_identifier() -> None:
    bag = bag_of_terms("def parseHeader(line): return split_line(line)")
    assert stems_of("parsing headers") <= set(bag)
    assert set(query_terms("parseHeader")) <= set(bag)
    assert not set(query_terms("unrelated")) & set(bag)


@given(st.text(max_size=300))
def test_any_text_makes_a_bag_and_a_query(text: str) -> None:
    bag = bag_of_terms(text, weight=2)
    assert set(query_terms(text)) == set(bag)
    packed = pack(bag)
    assert len(packed) == 6 * len(bag)
    assert all(count % 2 == 0 for count in bag.values())


def test_a_bag_says_nothing_about_order() -> None:
    assert pack(bag_of_terms("alpha beta gamma")) == pack(bag_of_terms("gamma alpha beta"))
    assert term_ids("alpha") == term_ids("Alpha")


def test_the_same_name_in_other_conventions_is_the_same_term() -> None:
    assert term_ids("parseHeader")[0] == term_ids("parse_header")[0] == term_ids("PARSE_HEADER")[0]
    assert set(term_ids("parsing")) & set(term_ids("parsed")) == {digest("pars")}


def test_a_part_of_a_text_without_spaces_meets_the_text() -> None:
    assert set(part_stems("用户名")) & set(part_stems("读取用户名和密码"))


@pytest.mark.parametrize(
    "words",
    [
        "parse parses parsed parsing parser parsers",
        "handle handling handler",
        "run running runner",
        "write writing writer",
        "format formatted formatter formatting",
        "call calling caller",
        "connect connection connector",
        "resolve resolver resolving",
        "filter filters filtering",
    ],
)
def test_what_does_a_thing_has_the_stem_of_doing_it(words: str) -> None:
    assert len({part_stems(word) for word in words.split()}) == 1
