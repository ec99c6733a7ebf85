"""explain, callers and search, each a real session with a real server on a real project."""

from __future__ import annotations

import pytest
from tests.clients.command_line import glossator
from tests.clients.conftest import Workspace
from tests.clients.json_schemas import conforming

from glossator_client.terminal import documents, found_documents


def test_callers_are_listed_with_their_places(workspace: Workspace) -> None:
    outcome = workspace.run("callers", "total")
    assert (outcome.code, outcome.err) == (0, "")
    assert "shop/prices.py:4" in outcome.out
    assert "def total(amounts, rate=0.2)" in outcome.out
    for place in ("shop/orders.py:8  Order.price", "shop/orders.py:20  <module>", "tests/test_prices.py:4"):
        assert place in outcome.out
    assert "\x1b" not in outcome.out


def test_callers_as_json_have_the_documented_shape(workspace: Workspace) -> None:
    outcome = workspace.run("callers", "shop/prices.py::total", "--json")
    answer: documents.CallersDocument = conforming(outcome.json, "callers")
    assert (answer.target.path, answer.target.line, answer.target.column) == ("shop/prices.py", 4, 5)
    found = {caller.name: [use.line for use in caller.uses] for caller in answer.callers}
    assert found == {"Order.price": [9], "<module>": [20], "test_total": [5, 6]}
    assert answer.completeness.structure_ready
    assert answer.completeness.note == ""


@pytest.mark.parametrize(
    "target", ["shop/prices.py:6", "shop/prices.py:4:5", "total", "shop/prices.py::total"]
)
def test_a_target_may_be_written_in_every_way(workspace: Workspace, target: str) -> None:
    answer = workspace.run("callers", target, "--json").json
    assert answer["target"]["qualified_name"] == "total"


def test_nothing_that_uses_a_definition_is_an_answer(workspace: Workspace) -> None:
    outcome = workspace.run("callers", "unused")
    assert outcome.code == 0
    assert "Used by nothing" in outcome.out


def test_an_ambiguous_name_lists_its_candidates(workspace: Workspace) -> None:
    outcome = workspace.run("callers", "show", "--json")
    assert outcome.code == 1
    answer: documents.ErrorDocument = conforming(outcome.json, "error")
    names = {(each.qualified_name, each.path, each.line) for each in answer.candidates}
    assert names == {("Order.show", "shop/orders.py", 11), ("Invoice.show", "shop/orders.py", 16)}
    assert "shop/orders.py:16  Invoice.show" in workspace.run("callers", "show").err


@pytest.mark.parametrize("target", ["no_such_name", "shop/prices.py::no_such_name"])
def test_a_name_that_is_not_found_is_an_error(workspace: Workspace, target: str) -> None:
    outcome = workspace.run("explain", target)
    assert (outcome.code, outcome.out) == (1, "")
    assert target in outcome.err
    assert outcome.err.count("\n") == 1


def test_without_a_model_the_facts_are_the_explanation(workspace: Workspace) -> None:
    outcome = workspace.run("explain", "total")
    assert outcome.code == 0
    assert "shop/orders.py:8" in outcome.out
    answer: documents.ExplainDocument = conforming(
        workspace.run("explain", "total", "--json").json, "explain"
    )
    assert answer.model is None
    assert answer.notice
    assert len(answer.callers) == 3


def test_the_exact_prompt_is_printed_alone(workspace: Workspace) -> None:
    outcome = workspace.run("explain", "total", "--prompt")
    assert outcome.code == 0
    assert "return sum(amounts) * (1 + rate)" in outcome.out
    assert "return total(self.amounts)" in outcome.out
    assert "tokens" in outcome.err
    answer: documents.ExplainDocument = conforming(
        workspace.run("explain", "total", "--prompt", "--json").json, "explain"
    )
    assert answer.prompt is not None
    assert answer.prompt.rstrip("\n") == outcome.out.rstrip("\n")
    assert answer.prompt_tokens


def test_usages_are_listed_in_groups_with_tests_last(workspace: Workspace) -> None:
    outcome = workspace.run("usages", "total")
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[0] == "total  function  shop/prices.py:4"
    assert lines.index("shop/orders.py  (2)") < lines.index("tests  (1)")
    assert "  shop/orders.py:8  Order.price  call in line 9" in lines
    assert lines[-1].startswith("lexical only: ")


def test_usages_as_json_have_the_documented_shape(workspace: Workspace) -> None:
    outcome = workspace.run("usages", "shop/prices.py::total", "--limit", "2", "--json")
    answer: found_documents.UsagesDocument = conforming(outcome.json, "usages")
    (definition,) = answer.definitions
    assert (definition.target.qualified_name, definition.score, definition.similar) == ("total", None, ())
    listed = [usage.name for group in definition.groups for usage in group.usages]
    assert (sorted(listed), definition.total) == (["<module>", "Order.price"], 3)
    assert "1 more usages" in answer.completeness.note
    assert answer.completeness.lexical_only


def test_words_mean_definitions_whose_usages_are_listed(workspace: Workspace) -> None:
    outcome = workspace.run("usages", "sum", "with", "tax", "--json")
    answer: found_documents.UsagesDocument = conforming(outcome.json, "usages")
    assert answer.query == "sum with tax"
    assert answer.definitions[0].target.qualified_name == "total"
    assert answer.definitions[0].score
    assert answer.definitions[0].total == 3


def test_words_that_mean_nothing_are_answered(workspace: Workspace) -> None:
    outcome = workspace.run("usages", "zebra", "xylophone")
    assert outcome.code == 0
    assert "Nothing is found" in outcome.out


def test_usages_of_an_ambiguous_name_list_its_candidates(workspace: Workspace) -> None:
    outcome = workspace.run("usages", "show", "--json")
    assert outcome.code == 1
    answer: documents.ErrorDocument = conforming(outcome.json, "error")
    assert len(answer.candidates) == 2


def test_search_finds_by_name(workspace: Workspace) -> None:
    assert "shop/orders.py:15  Invoice" in workspace.run("search", "invoice").out
    answer: found_documents.SearchDocument = conforming(
        workspace.run("search", "order", "price", "--limit", "2", "--json").json, "search"
    )
    assert answer.query == "order price"
    assert 1 <= len(answer.hits) <= 2


def test_a_root_that_is_never_indexed_is_told_once(workspace: Workspace) -> None:
    outcome = glossator("callers", "total", "--quiet", "--root", "/", environment=workspace.environment)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("glossator: / is a whole drive")
    assert outcome.err.count("\n") == 1


def test_a_setting_that_does_not_fit_is_told_beside_the_answer(fresh_workspace: Workspace) -> None:
    configuration = fresh_workspace.home / "config" / "config.toml"
    configuration.write_text(configuration.read_text() + "speed = 1\n")
    outcome = fresh_workspace.run("callers", "total")
    assert outcome.code == 0
    assert "tests/test_prices.py:4" in outcome.out
    assert "index.speed" in outcome.err
    assert outcome.err.count("\n") == 1


def test_an_unindexed_project_is_indexed_before_the_answer(fresh_workspace: Workspace) -> None:
    answer = conforming(fresh_workspace.run("callers", "total", "--json").json, "callers")
    assert len(answer.callers) == 3
    assert answer.completeness.note == ""


def test_the_project_cannot_send_commands_to_the_terminal(workspace: Workspace) -> None:
    for command in (["callers", "title"], ["explain", "title"]):
        outcome = workspace.run(*command)
        assert outcome.code == 0
        assert "\x1b" not in outcome.out
        assert "\x07" not in outcome.out
        assert "\u202e" not in outcome.out
        assert "owned" in outcome.out
