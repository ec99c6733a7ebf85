"""`glossator graph` for a part of the graph, as a process on a real project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.clients.command_line import Outcome, glossator
from tests.clients.conftest import Workspace
from tests.clients.json_schemas import conforming

from glossator.commands.graph_documents import GraphEnd, GraphLink, GraphNode


def parts(outcome: Outcome) -> tuple[list[GraphNode], list[GraphLink], GraphEnd]:
    """The records of a part, each of which has the documented shape."""
    assert (outcome.code, outcome.err) == (0, "")
    records: dict[str, list[Any]] = {"node": [], "link": [], "end": []}
    for line in outcome.out.splitlines():
        value = json.loads(line)
        records[value["record"]].append(conforming(value, f"graph-{value['record']}"))
    (end,) = records["end"]
    return records["node"], records["link"], end


def links_of(outcome: Outcome) -> set[tuple[str | None, str | None, str]]:
    nodes, links, _ = parts(outcome)
    return {(nodes[each.source].symbol, nodes[each.target].symbol, each.certainty) for each in links}


def test_a_neighbourhood_is_told_in_lines(workspace: Workspace) -> None:
    nodes, links, end = parts(workspace.run("graph", "total"))
    assert [(node.symbol, node.file, node.line, node.distance) for node in nodes] == [
        ("total", "shop/prices.py", 4, 0),
        ("Order.price", "shop/orders.py", 8, 1),
        (None, "shop/orders.py", None, 1),
        ("test_total", "tests/test_prices.py", 4, 1),
        ("Order.show", "shop/orders.py", 11, 2),
    ]
    assert [node.id for node in nodes] == list(range(5))
    assert nodes[0].target
    assert nodes[3].entry == "test"
    assert (nodes[0].users, nodes[0].using_files) == (3, 1)
    assert {link.references for link in links} == {("call",)}
    assert (end.nodes, end.links, end.left_out, end.notes) == (5, 4, 0, ())


def test_direction_depth_and_limit_bound_it(workspace: Workspace) -> None:
    price = "shop/orders.py::Order.price"
    assert links_of(workspace.run("graph", price, "--direction", "callees")) == {
        ("Order.price", "total", "sure")
    }
    assert links_of(workspace.run("graph", price, "--direction", "callers")) == {
        ("Order.show", "Order.price", "sure")
    }
    nodes, _, _ = parts(workspace.run("graph", "total", "--depth", "1", "--direction", "callers"))
    assert "Order.show" not in {node.symbol for node in nodes}
    nodes, _, end = parts(workspace.run("graph", "total", "--limit", "2"))
    assert len(nodes) == 2
    assert (end.left_out, end.notes) == (3, ("3 more definitions within 2 steps are left out.",))


@pytest.mark.parametrize("target", ["shop/orders.py:9", "shop/orders.py:8:9", "Order.price"])
def test_a_target_has_the_forms_that_it_has_everywhere(workspace: Workspace, target: str) -> None:
    nodes, _, _ = parts(workspace.run("graph", target, "--depth", "1"))
    assert nodes[0].symbol == "Order.price"


def test_a_path_is_looked_for_from_the_current_folder(workspace: Workspace) -> None:
    options = ("--root", str(workspace.root), "--quiet")
    outcome = glossator(
        "graph",
        "orders.py::Order.price",
        *options,
        folder=workspace.root / "shop",
        environment=workspace.environment,
    )
    assert parts(outcome)[0][0].symbol == "Order.price"


def test_mermaid_and_dot_show_certainty_and_what_was_asked_for(workspace: Workspace) -> None:
    outcome = workspace.run("graph", "total", "--depth", "1", "--format", "mermaid")
    lines = outcome.out.splitlines()
    assert (outcome.code, outcome.err, lines[0]) == (0, "", "flowchart LR")
    assert '    n0["total<br/>shop/prices#46;py#58;4<br/>used in one file"]' in lines
    assert "    n1 --> n0" in lines
    assert lines[-1] == "    style n0 stroke-width:3px"
    outcome = workspace.run("graph", "total", "--depth", "1", "--format", "dot")
    lines = outcome.out.splitlines()
    assert (lines[0], lines[-1]) == ("digraph glossator {", "}")
    assert '    n0 [label="total\\nshop/prices.py:4\\nused in one file", penwidth=3];' in lines
    assert "    n1 -> n0;" in lines


def test_the_modules_and_what_they_depend_on(workspace: Workspace) -> None:
    outcome = workspace.run("graph", "--modules")
    nodes, links, end = parts(outcome)
    assert nodes[0].file == "shop/prices.py"
    assert {(nodes[link.source].file, nodes[link.target].file) for link in links} == {
        ("shop/orders.py", "shop/prices.py"),
        ("tests/test_prices.py", "shop/prices.py"),
    }
    assert end.notes == ("1 file depends on no other, nor another on it.",)
    drawn = workspace.run("graph", "--modules", "--format", "mermaid", "--limit", "1").out
    assert "2 more files are left out#46;" in drawn


def test_a_folder_is_the_root_and_with_root_it_is_a_target(workspace: Workspace) -> None:
    whole = workspace.run("graph")
    same = glossator(
        "graph", str(workspace.root), "--quiet", folder=workspace.home, environment=workspace.environment
    )
    assert (same.code, same.out) == (0, whole.out)
    outcome = workspace.run("graph", "shop")
    assert outcome.code == 1
    assert "Nothing is found for 'shop'" in outcome.err


def test_an_ambiguous_target_is_an_error_that_names_the_candidates(workspace: Workspace) -> None:
    outcome = workspace.run("graph", "show", "--json")
    assert outcome.code == 1
    answer = conforming(outcome.json, "error")
    assert [(each.path, each.qualified_name, each.line) for each in answer.candidates] == [
        ("shop/orders.py", "Order.show", 11),
        ("shop/orders.py", "Invoice.show", 16),
    ]
    assert answer.candidates[0].signature == "def show(self):"
    assert "shop/orders.py:11  Order.show (method)" in outcome.err
    shown = workspace.run("callers", "show", "--json")
    assert shown.json["candidates"] == outcome.json["candidates"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing_of_the_name"], "Nothing is found for 'nothing_of_the_name'"),
        (["shop/orders.py:900"], "there is no line 900"),
        (["shop/nowhere.py:1"], "There is no file 'shop/nowhere.py'"),
        (["shop/orders.py:1"], "There is no definition at shop/orders.py:1"),
        (["--format", "dot"], "name a TARGET or --modules"),
        (["total", "--modules"], "it takes no TARGET"),
        (["total", "--json", "--format", "dot"], "exclude each other"),
    ],
)
def test_what_cannot_be_printed_is_one_sentence(
    workspace: Workspace, arguments: list[str], words: str
) -> None:
    outcome = workspace.run("graph", *arguments)
    assert outcome.code == 1
    assert words in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("option", ["--depth", "--limit"])
def test_numbers_begin_at_one(workspace: Workspace, option: str) -> None:
    assert workspace.run("graph", "total", option, "0").code == 2


def test_a_name_that_attacks_a_drawing_is_text(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / 'a"];click.js').write_text("function f() {}\nfunction g() { f() }\n", encoding="utf-8")
    options = ("--root", str(tmp_path), "--quiet")
    for command in (["index"], ["graph", "f", "--format", "mermaid"], ["graph", "f", "--format", "dot"]):
        outcome = glossator(*command, *options, folder=tmp_path, environment=workspace.environment)
        assert outcome.code == 0, outcome.err
        if "mermaid" in command:
            assert "a#34;#93;#59;click#46;js#58;1" in outcome.out
        elif "dot" in command:
            assert 'a\\"];click.js:1' in outcome.out


def test_a_file_that_changed_since_is_told(fresh_workspace: Workspace) -> None:
    assert fresh_workspace.run("index", "--structure-only").code == 0
    path = fresh_workspace.root / "shop/prices.py"
    path.write_text("# new\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    outcome = fresh_workspace.run("graph", "shop/prices.py:5")
    assert outcome.code == 1
    assert "shop/prices.py has changed since it was indexed" in outcome.err
