"""Many queries are answered in one session, by one JSON object in each line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.clients.conftest import Workspace
from tests.clients.json_schemas import conforming

from glossator_client import messages
from glossator_client.terminal.found_documents import QueriedDocument, queried_document
from glossator_client.terminal.queries import BadLine, Line, lines_of


def answers(out: str) -> list[QueriedDocument]:
    return [conforming(json.loads(line), "search-queries") for line in out.splitlines()]


def test_each_line_of_a_file_is_answered_by_one_line(workspace: Workspace, tmp_path: Path) -> None:
    queries = tmp_path / "queries.jsonl"
    asked = [{"query": "invoice", "repo": "shop", "limit": 1}, {"query": "price of an order"}, {"query": ""}]
    queries.write_text("\n\n".join(map(json.dumps, asked)) + "\n")
    outcome = workspace.run("search", "--queries", str(queries))
    assert (outcome.code, outcome.err) == (0, "")
    invoice, price, empty = answers(outcome.out)
    assert (invoice.repo, invoice.query, len(invoice.hits)) == ("shop", "invoice", 1)
    assert (invoice.hits[0].path, invoice.hits[0].start_line, invoice.hits[0].end_line) == (
        "shop/orders.py",
        15,
        17,
    )
    assert (price.repo, price.query) == (None, "price of an order")
    assert "shop/orders.py" in {hit.path for hit in price.hits}
    assert price.note.startswith("lexical only")
    assert empty.hits == ()


def test_a_line_that_is_no_query_is_named_and_the_rest_goes_on(workspace: Workspace, tmp_path: Path) -> None:
    queries = tmp_path / "queries.jsonl"
    queries.write_text('no json\n{"query": "invoice"}\n{"limit": 3}\n')
    outcome = workspace.run("search", "--queries", str(queries))
    assert outcome.code == 1
    assert [answer.query for answer in answers(outcome.out)] == ["invoice"]
    assert outcome.err.splitlines() == [
        "glossator: Line 1 is no JSON, so it was passed over.",
        "glossator: Line 3 is no JSON object with a 'query', so it was passed over.",
    ]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('["query"]', "no JSON object"),
        ('{"query": 1}', "no JSON object"),
        ('{"query": "a", "limit": 0}', "'limit' of line 1"),
        ('{"query": "a", "limit": true}', "'limit' of line 1"),
        ('{"query": "a", "limit": 1001}', "'limit' of line 1"),
        ('{"query": "a", "repo": 3}', "'repo' of line 1"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(line: str, why: str) -> None:
    (bad,) = lines_of(line, 20, 1000)
    assert isinstance(bad, BadLine)
    assert why in str(bad)


def test_a_line_has_the_limit_of_the_command_unless_it_says_another() -> None:
    text = '{"query": "a"}\n{"query": "b", "limit": 3, "repo": "r"}'
    assert list(lines_of(text, 20, 1000)) == [Line("a", 20, None), Line("b", 3, "r")]


@pytest.mark.parametrize(("end", "last"), [((4, 0), 4), ((4, 1), 5), ((0, 0), 1)])
def test_the_last_line_is_the_last_that_has_something_of_a_hit(end: tuple[int, int], last: int) -> None:
    range_ = messages.Range(messages.Position(0, 0), messages.Position(*end))
    place: Any = messages.Place("a.py", "file:///a.py", range_)
    answer = messages.SearchAnswer((messages.Hit("a", "function", place, place, 1.0),))
    (hit,) = queried_document(None, "a", answer).hits
    assert (hit.start_line, hit.end_line) == (1, last)


@pytest.mark.parametrize("arguments", [[], ["word", "--queries", "file"]])
def test_either_a_query_or_a_file_is_asked_for(workspace: Workspace, arguments: list[str]) -> None:
    outcome = workspace.run("search", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith("error: give either a query or a file of them (--queries)\n")


def test_a_file_that_is_not_there_is_an_error(workspace: Workspace) -> None:
    outcome = workspace.run("search", "--queries", "/no/such/file")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("glossator: The file '/no/such/file' cannot be read")
