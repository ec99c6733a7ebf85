"""The graph of an index, made from a real one: roles, groups, files, and when it is made again."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.sessions import session, write

from glossator.app.code_graph import CodeGraph, CodeGraphs, load_code_graph
from glossator.app.graph_parts import around_symbol, between_files
from glossator.core.graph.directions import Direction
from glossator.core.graph.relations import Role
from glossator.core.symbols import Certainty

MODULES = ("a", "b", "c", "d")

PROJECT = {
    "lib/log.py": "def log(text):\n    return text\n",
    **{
        f"lib/{name}.py": f"from lib.log import log\n\n\ndef work_{name}():\n    log('{name}')\n"
        for name in MODULES
    },
    "lib/parse.py": """from lib.log import log
import lib.tables


def parse(text):
    return _statement(text)


def _statement(text):
    log(text)
    return _expression(text)


def _expression(text):
    if text:
        return _statement(text[1:])
    return _digit(text)


def _digit(text):
    return text


class Node:
    def __init__(self, text):
        self.text = _word(text)


def _word(text):
    return text


class Left:
    def visit(self):
        pass


def run(thing):
    thing.visit()
    return Node("x")
""",
    "lib/tables.py": "from lib import parse\n\nTABLE = {'run': parse.run}\n",
    "tests/test_parse.py": """from lib.parse import parse, _digit


def test_parse():
    assert parse("1") == _digit("1")
""",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    write(folder, PROJECT)
    return folder


def node_named(graph: CodeGraph, name: str) -> int:
    (node,) = [
        node
        for node in range(graph.graph.size)
        if (symbol := graph.symbol(node)) is not None and symbol.qualified_name == name
    ]
    return node


def names(graph: CodeGraph, nodes: list[int]) -> set[str]:
    return {symbol.name for node in nodes if (symbol := graph.symbol(node)) is not None}


async def test_roles_groups_and_dependencies_are_those_of_the_code(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        graph = load_code_graph(app.workspaces[0].reader)
        roles = {
            name: graph.role(node_named(graph, name))
            for name in (
                "log",
                "_digit",
                "_statement",
                "_word",
                "parse",
                "Node",
                "Node.__init__",
                "Left.visit",
            )
        }
        assert roles == {
            "log": Role.UTILITY,
            # What tests use is still the helper of one function.
            "_digit": Role.ONE_USER,
            "_statement": Role.ONE_MODULE,
            "_word": Role.ONE_USER,
            "parse": Role.NONE,
            # A constructor is what its class is.
            "Node": Role.ONE_USER,
            "Node.__init__": Role.ONE_USER,
            # The only call is through an object of unknown type.
            "Left.visit": Role.NONE,
        }
        assert [names(graph, nodes) for nodes in graph.cycles] == [{"_statement", "_expression"}]
        most = max(range(graph.graph.size), key=lambda node: graph.rank[node])
        assert most == node_named(graph, "log")
        files = [[graph.files[place].file.path for place in nodes] for nodes in graph.module_cycles]
        assert files == [["lib/parse.py", "lib/tables.py"]]


async def test_a_neighbourhood_has_names_places_and_a_bound(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        graph = load_code_graph(app.workspaces[0].reader)
        begin = node_named(graph, "_statement")
        part = around_symbol(graph, begin, 1, Direction.BOTH, 60)
        assert [(node.name, node.line, node.distance) for node in part.nodes] == [
            ("_statement", 8, 0),
            ("log", 0, 1),
            ("_expression", 13, 1),
            ("parse", 4, 1),
        ]
        assert part.notes == ()
        cut = around_symbol(graph, begin, 2, Direction.BOTH, 2)
        assert [node.name for node in cut.nodes] == ["_statement", "log"]
        assert cut.left_out == 4
        assert cut.notes == ("4 more definitions within 2 steps are left out.",)
        callers = around_symbol(graph, node_named(graph, "Left.visit"), 1, Direction.CALLERS, 60)
        assert [node.name for node in callers.nodes] == ["Left.visit", "run"]
        assert [link.certainty for link in callers.links] == [Certainty.POSSIBLE]
        users = around_symbol(graph, node_named(graph, "Node.__init__"), 2, Direction.CALLERS, 60)
        assert [node.name for node in users.nodes] == ["Node.__init__", "Node", "run"]


async def test_files_depend_on_each_other(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        graph = load_code_graph(app.workspaces[0].reader)
        part = between_files(graph, 60)
        found = {(part.nodes[link.source].path, part.nodes[link.target].path) for link in part.links}
        assert found == {
            *((f"lib/{name}.py", "lib/log.py") for name in (*MODULES, "parse")),
            ("lib/parse.py", "lib/tables.py"),
            ("lib/tables.py", "lib/parse.py"),
            ("tests/test_parse.py", "lib/parse.py"),
        }
        assert part.nodes[0].path == "lib/log.py"
        assert part.left_out == 0
        assert between_files(graph, 3).notes[0] == "5 more files are left out."


async def test_calls_that_too_many_methods_share_are_told(root: Path, tmp_path: Path) -> None:
    classes = "".join(f"class C{number}:\n    def go(self):\n        pass\n\n\n" for number in range(20))
    write(root, {"many.py": classes + "def call(thing):\n    thing.go()\n\n\ndef sure():\n    C1().go()\n"})
    async with session(root, tmp_path / "home") as app:
        graph = load_code_graph(app.workspaces[0].reader)
        node = node_named(graph, "C1.go")
        assert graph.role(node) is Role.NONE
        (note,) = around_symbol(graph, node, 1, Direction.BOTH, 60).notes
        assert note.startswith("Calls of 'go' through objects of unknown type are not shown")


async def test_the_graph_is_made_once_for_each_state_of_the_index(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        graphs = CodeGraphs(app.workspaces[0].reader)
        first = await graphs.present()
        assert await graphs.present() is first
        write(root, {"lib/more.py": "from lib.log import log\n\nlog('more')\n"})
        app.files_changed([root / "lib/more.py"])
        await app.wait_indexed()
        await app.wait_settled()
        second = await graphs.present()
        assert second is not first
        assert len(second.files) == len(first.files) + 1


async def test_an_index_that_is_not_there_has_an_empty_graph(tmp_path: Path) -> None:
    async with session(tmp_path / "nothing", tmp_path / "home") as app:
        reader = app.workspaces[0].reader if app.workspaces else app.subjects._no_index()
        graph = load_code_graph(reader)
        assert graph.graph.size == 0
        assert graph.cycles == graph.module_cycles == []
        assert between_files(graph, 5).nodes == ()
