"""Searches by the protocol: any text is a query, and what is written like code finds code."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lsp.in_process import Session
from tests.lsp.navigation import Navigator, write

BODY = "".join(f"    value_{number} = compute({number}, 'words')\n" for number in range(40))
"""Functions so long are chunks of their own."""

SITE = {
    "site/app.py": f"""from flask import Flask

app = Flask(__name__)


@app.route("/basket")
def show_basket():
{BODY}    return render("basket")


@app.route("/order", methods=["POST"])
def place_order():
{BODY}    return render("order")
""",
    "site/rendering.py": """def render(name):
    return templates[name]


class Renderer:
    def render_all(self, names):
        return [render(name) for name in names]
""",
}

QUERIES = {
    "two colons": "std::vector",
    "a dot": "a.b",
    "an apostrophe": "it's",
    "a decorator": "@app.route",
    "an option": "-x",
    "an open bracket": "foo(",
    "an operator": "AND",
    "nothing": "",
    "a quote": '"',
    "a column": "col:val",
    "a language": "C++",
    "a wildcard": "%",
    "10,000 characters": "x" * 10_000,
    "10,000 characters of words": "some words " * 909,
    "an emoji": "🚀",
    "half an emoji": "\ud83d",
    "a null": "\0",
    "a filter alone": "kind:class",
}


@pytest.fixture
async def site(fresh: Session, tmp_path: Path) -> Navigator:
    return await Navigator.begin(fresh, write(tmp_path / "project", SITE))


async def test_any_text_is_a_query(site: Navigator) -> None:
    """FC-059: search-query-escaping."""
    for what, query in QUERIES.items():
        answer = await site.ask("glossator/search", {"query": query, "limit": 5})
        assert len(answer["hits"]) <= 5, what
        assert answer["completeness"]["structureReady"], what
        symbols = await site.ask("workspace/symbol", {"query": query})
        assert symbols is None or len(symbols) <= 100, what


async def test_an_empty_query_lists_symbols_and_searches_nothing(site: Navigator) -> None:
    assert (await site.ask("glossator/search", {"query": "", "limit": 5}))["hits"] == []
    names = {symbol["name"] for symbol in await site.ask("workspace/symbol", {"query": ""})}
    assert {"show_basket", "Renderer"} <= names


async def test_a_decorator_finds_the_functions_that_have_it(site: Navigator) -> None:
    """FC-059: search-query-escaping."""
    answer = await site.ask("glossator/search", {"query": "@app.route", "limit": 5})
    assert {hit["name"] for hit in answer["hits"]} >= {"show_basket", "place_order"}


async def test_hits_tell_why_they_were_found(site: Navigator) -> None:
    answer = await site.ask("glossator/search", {"query": "Renderer", "limit": 5})
    first = answer["hits"][0]
    assert first["name"] == "Renderer"
    assert {"words", "defines the name"} <= set(first["reasons"])
    assert set(first["reasons"]) == set(first["shares"])


async def test_filters_are_obeyed(site: Navigator) -> None:
    answer = await site.ask("glossator/search", {"query": "render kind:class", "limit": 5})
    assert [hit["name"] for hit in answer["hits"]] == ["Renderer"]
    answer = await site.ask("glossator/search", {"query": "render -path:rendering", "limit": 5})
    assert {hit["place"]["path"] for hit in answer["hits"]} == {"site/app.py"}


async def test_filters_alone_list_definitions(site: Navigator) -> None:
    answer = await site.ask("glossator/search", {"query": "kind:class", "limit": 5})
    assert [hit["name"] for hit in answer["hits"]] == ["Renderer"]
    answer = await site.ask("glossator/search", {"query": "path:rendering kind:method", "limit": 5})
    assert [hit["name"] for hit in answer["hits"]] == ["render_all"]
    answer = await site.ask("glossator/search", {"query": "path:site", "limit": 2})
    assert len(answer["hits"]) == 2
    for query in ("kind:enum", "-path:site", "lang:rust"):
        assert (await site.ask("glossator/search", {"query": query}))["hits"] == [], query


async def test_a_word_for_a_kind_prefers_it_among_the_definitions_of_a_file(site: Navigator) -> None:
    for query, name in (("class that can render names", "Renderer"), ("function to render names", "render")):
        answer = await site.ask("glossator/search", {"query": query, "limit": 5})
        assert answer["hits"][0]["name"] == name, query
