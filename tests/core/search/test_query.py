"""What is read out of a query: its shape, names, kinds and sides. Every string is one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzzing import examples

from glossator.core.search.query import LONGEST_QUERY, Shape, Side, understand
from glossator.core.symbols import SymbolKind
from glossator.core.terms import bag_of_terms, digest, part_stems


@pytest.mark.parametrize(
    ("query", "shape"),
    [
        ("", Shape.EMPTY),
        ("  \n", Shape.EMPTY),
        ("lang:python", Shape.EMPTY),
        ("split_identifier", Shape.IDENTIFIER),
        ("std::vector", Shape.IDENTIFIER),
        ("a.b", Shape.IDENTIFIER),
        ("foo(", Shape.IDENTIFIER),
        ("foo()", Shape.IDENTIFIER),
        ("@app.route", Shape.IDENTIFIER),
        ("Foo#bar", Shape.IDENTIFIER),
        ("empty?", Shape.IDENTIFIER),
        ("größe", Shape.IDENTIFIER),
        ("AND", Shape.IDENTIFIER),
        ("src/http/client.py", Shape.PATH),
        ("client.py", Shape.PATH),
        ("client.py:12", Shape.PATH),
        ("src\\http", Shape.PATH),
        ("TypeError: 'int' object is not callable", Shape.MESSAGE),
        ("fatal: no such file", Shape.MESSAGE),
        ("segfault at 0x7fff0000", Shape.MESSAGE),
        ("C++", Shape.WORDS),
        ("it's", Shape.WORDS),
        ("%", Shape.WORDS),
        ("🚀", Shape.WORDS),
        ("parse headers", Shape.WORDS),
        ("how redirects are followed", Shape.SENTENCE),
        ("retry failed http requests", Shape.SENTENCE),
    ],
)
def test_a_query_has_a_shape(query: str, shape: Shape) -> None:
    assert understand(query).shape is shape


def test_words_that_say_nothing_are_no_terms_unless_there_are_no_others() -> None:
    query = understand("how are the headers parsed")
    assert query.stems == tuple(part_stems("headers") + part_stems("parsed"))
    assert set(map(digest, query.stems)) <= set(query.terms)
    assert understand("how to do it").stems
    assert set(understand("parse headers").terms) <= set(bag_of_terms("parse headers"))
    assert understand("parse parse").terms == understand("parse").terms


@pytest.mark.parametrize(
    ("query", "names", "container"),
    [
        ("Session", ("Session",), ()),
        ("Utils.parse_query", ("parse_query",), ("Utils",)),
        ("a_b::C_d->e_f", ("e_f",), ("a_b", "C_d")),
        ("where is parse_query and HTTPAdapter called", ("parse_query", "HTTPAdapter"), ()),
        ("How the Session sends", (), ()),
    ],
)
def test_names_are_told_from_words(query: str, names: tuple[str, ...], container: tuple[str, ...]) -> None:
    understood = understand(query)
    assert (understood.names, understood.container) == (names, container)


def test_a_kind_beside_a_name_is_no_part_of_it() -> None:
    query = understand("class Router")
    assert (query.shape, query.names) == (Shape.IDENTIFIER, ("Router",))
    assert SymbolKind.CLASS in query.kinds
    assert understand("Router").kinds == frozenset()
    assert SymbolKind.ENUM in understand("which enum lists the colours").kinds


@pytest.mark.parametrize(
    ("query", "sides"),
    [
        ("tests of the parser", {Side.TESTS}),
        ("example of a README", {Side.EXAMPLES, Side.PROSE}),
        ("where is logging configured", {Side.SETTINGS}),
        ("generated parsers", {Side.GENERATED}),
        ("latest parser", set()),
    ],
)
def test_a_query_asks_for_sides_of_a_project(query: str, sides: set[Side]) -> None:
    assert understand(query).sides == sides


def test_filters_and_the_scope_are_told_apart_from_the_words() -> None:
    query = understand("lang:python parse headers path:src", "/lib/http/")
    assert query.text == "parse headers"
    assert query.filters.languages == {"python"}
    assert query.filters.paths == ("src",)
    assert query.filters.scope == "lib/http"


def test_a_pasted_file_is_found_by_its_beginning() -> None:
    assert len(understand("word " * 2000).text) <= LONGEST_QUERY
    assert understand("x" * 10_000).shape is Shape.IDENTIFIER


@examples(300)
@given(
    st.text(max_size=60)
    | st.text(alphabet=st.sampled_from("aB_1 .:#/\\'\"()@-\n\ud800é🚀"), max_size=60)
    | st.text(alphabet=st.sampled_from("a:1."), min_size=3000, max_size=4000)
)
def test_every_string_is_a_query(text: str) -> None:
    query = understand(text, text)
    assert len(set(query.terms)) == len(query.terms)
    assert set(query.names) <= set(text.split()) | {name for name in query.names if name in text}
    if query.shape is Shape.EMPTY:
        assert not query.text
