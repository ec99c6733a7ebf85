"""Identifiers split into words, bags of terms, queries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossator.core.terms import bag_of_terms, pack, query_terms, split_identifier, term_ids


@pytest.mark.parametrize(
    ("identifier", "parts"),
    [
        ("parseHTTPHeader_v2", ("parse", "http", "header", "v", "2")),
        ("snake_case_name", ("snake", "case", "name")),
        ("CamelCase", ("camel", "case")),
        ("XMLHttpRequest", ("xml", "http", "request")),
        ("größe", ("gr", "öß", "e")),
        ("__init__", ("init",)),
        ("", ()),
    ],
)
def test_identifiers_are_split_at_case_digits_and_underscores(
    identifier: str, parts: tuple[str, ...]
) -> None:
    assert split_identifier(identifier) == parts


def test_a_query_in_words_meets_the_identifier() -> None:
    bag = bag_of_terms("def parseHeader(line): return split_line(line)")
    assert set(query_terms("parse header")) <= set(bag)
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
