"""What is reached without a call is never called unused: in callers, explanations, prompts and hovers."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.sessions import session, write

from glossator.app.application import Application, ExplainRequest
from glossator.app.code_graph import load_code_graph
from glossator.app.declared_programs import declared_programs
from glossator.app.entry_signs import GraphEntryPoints
from glossator.app.uris import uri_from_path
from glossator.core.symbols import ReferenceKind
from glossator.core.text import Span

PYTHON = {
    "pyproject.toml": """[project.scripts]
orders = "app.cli:start_it"

[project.entry-points."plugins"]
one = "app.cli:Plugin.load"
""",
    "app/cli.py": """def start_it():
    pass


def other():
    pass


class Plugin:
    def load(self):
        pass
""",
    "app/web.py": """from flask import Flask
from functools import lru_cache
import click

app = Flask(__name__)


@app.route("/orders")
def list_orders():
    return []


@click.command()
def tool():
    pass


@lru_cache
def kept():
    pass


def plain():
    pass


def main():
    pass
""",
    "app/values.py": """def passed():
    pass


def stored():
    pass


def wrapping(function):
    return function


def read_only():
    pass


@wrapping
def wrapped():
    pass


TABLE = {"stored": stored}
kept = read_only


def work(items):
    return sorted(items, key=passed)
""",
    "app/api.py": """__all__ = [
    "offered",
    "Shown",
]
__all__ += ["late"]


def offered():
    pass


def late():
    pass


def hidden():
    pass


class Shown:
    def method(self):
        pass
""",
    "app/inner.py": "def passed_on():\n    pass\n",
    "app/__init__.py": "from app.inner import passed_on\n",
    "app/shapes.py": """from abc import ABC
from outside import Handler


class Shape(ABC):
    def area(self):
        return 0


class Square(Shape):
    def area(self):
        return 1

    def side(self):
        return 1

    def __eq__(self, other):
        return True


class Visitor(Handler):
    def handle_visit(self):
        pass


class Alone:
    def lonely(self):
        pass
""",
    "tests/test_web.py": """import pytest


@pytest.fixture
def client():
    return None


def test_orders(client):
    pass


class TestOrders:
    def setUp(self):
        pass

    def test_all(self):
        pass


def unnamed():
    pass
""",
}

OTHERS = {
    "web/main.ts": """export function offered() {}
function hidden() {}
@Component({})
export class View {
  @HostListener("click") clicked() {}
  quiet() {}
}
function listed() {}
export { listed };
""",
    "lib/Main.java": """package lib;

class Main {
    public static void main(String[] args) {}

    @GetMapping("/orders")
    void orders() {}

    @Override
    void replaced() {}

    @SuppressWarnings("x")
    private void silent() {}
}
""",
    "lib/main.go": """package main

type Shape interface {
\tArea() int
}

type square struct{}

func (s square) Area() int { return 1 }

func (s square) side() int { return 1 }

func init() {}

func main() {}

func Offered() {}

func hidden() {}
""",
    "src/lib.rs": """pub fn offered() {}

fn hidden() {}

#[no_mangle]
fn linked() {}

#[inline]
fn quick() {}

#[cfg(test)]
mod tests {
    #[test]
    fn works() {}
}
""",
    "lib/Orders.cs": """class Orders {
    [HttpGet] void List() {}
    override void Replaced() {}
    private void Hidden() {}
}
""",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    write(folder, PYTHON | OTHERS)
    return folder


async def sentence_of(app: Application, root: Path, path: str, name: str) -> str:
    """What `callers` says of a definition beside the list, which must hold no call."""
    snapshot = app.documents.snapshot(uri_from_path(root / path))
    named = [symbol for symbol in (await app.facts(snapshot)).symbols if symbol.name == name]
    place = named[0].name_span.start
    target, usages, completeness = await app.callers(snapshot, Span(place, place))
    assert target.symbol == named[0]
    assert [usage.name for usage in usages if usage.reference is ReferenceKind.CALL] == []
    return completeness.note


REACHED = [
    ("app/web.py", "list_orders", "decorated with 'app.route'"),
    ("app/web.py", "tool", "decorated with 'click.command'"),
    ("app/web.py", "main", "A program may begin here"),
    ("app/cli.py", "start_it", "A program may begin here"),
    ("app/cli.py", "load", "A program may begin here"),
    ("app/api.py", "offered", "offered to other files"),
    ("app/api.py", "late", "offered to other files"),
    ("app/api.py", "Shown", "offered to other files"),
    ("app/inner.py", "passed_on", "imported in 'app/__init__.py'"),
    ("app/shapes.py", "handle_visit", "has the base 'Handler' from outside"),
    ("app/shapes.py", "__eq__", "by its name"),
    ("tests/test_web.py", "client", "decorated with 'pytest.fixture'"),
    ("tests/test_web.py", "test_orders", "A test runner finds it"),
    ("tests/test_web.py", "TestOrders", "A test runner finds it"),
    ("tests/test_web.py", "setUp", "A test runner finds it"),
    ("tests/test_web.py", "test_all", "A test runner finds it"),
    ("web/main.ts", "offered", "offered to other files"),
    ("web/main.ts", "View", "decorated with 'Component'"),
    ("web/main.ts", "clicked", "decorated with 'HostListener'"),
    ("lib/Main.java", "main", "A program may begin here"),
    ("lib/Main.java", "orders", "decorated with 'GetMapping'"),
    ("lib/Main.java", "replaced", "called through a base"),
    ("lib/main.go", "init", "by its name"),
    ("lib/main.go", "main", "A program may begin here"),
    ("lib/main.go", "Offered", "offered to other files"),
    ("src/lib.rs", "offered", "offered to other files"),
    ("src/lib.rs", "linked", "decorated with 'no_mangle'"),
    ("src/lib.rs", "works", "decorated with 'test'"),
    ("lib/Orders.cs", "List", "decorated with 'HttpGet'"),
    ("lib/Orders.cs", "Replaced", "called through a base"),
]
UNREACHED = [
    ("app/web.py", "plain"),
    ("app/cli.py", "other"),
    ("app/web.py", "kept"),
    ("app/api.py", "hidden"),
    ("app/shapes.py", "lonely"),
    ("app/shapes.py", "side"),
    ("tests/test_web.py", "unnamed"),
    ("web/main.ts", "hidden"),
    ("web/main.ts", "quiet"),
    ("lib/Main.java", "silent"),
    ("lib/main.go", "hidden"),
    ("src/lib.rs", "hidden"),
    ("src/lib.rs", "quick"),
    ("lib/Orders.cs", "Hidden"),
]


async def test_what_is_reached_without_a_call_is_told_with_the_reason(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        found = {(path, name): await sentence_of(app, root, path, name) for path, name, _ in REACHED}
        wrong = [
            (path, name, found[path, name]) for path, name, words in REACHED if words not in found[path, name]
        ]
        assert wrong == []
        # What has no sign has no sentence.
        told = [(path, name, await sentence_of(app, root, path, name)) for path, name in UNREACHED]
        assert [each for each in told if each[2]] == []


async def test_a_method_that_takes_the_place_of_another_may_be_called_through_the_base(
    root: Path, tmp_path: Path
) -> None:
    async with session(root, tmp_path / "home") as app:
        snapshot = app.documents.snapshot(uri_from_path(root / "app/shapes.py"))
        place = snapshot.data.rindex(b"area")
        _, _, completeness = await app.callers(snapshot, Span(place, place))
        assert "called through 'Shape'" in completeness.note
        snapshot = app.documents.snapshot(uri_from_path(root / "lib/main.go"))
        place = snapshot.data.rindex(b"Area")
        _, _, completeness = await app.callers(snapshot, Span(place, place))
        assert "called through 'Shape'" in completeness.note


USED_OTHERWISE = [
    ("passed", ReferenceKind.ARGUMENT),
    ("stored", ReferenceKind.READ),
    ("read_only", ReferenceKind.READ),
    ("wrapping", ReferenceKind.DECORATOR),
]


async def test_what_is_used_otherwise_is_never_called_unused(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        snapshot = app.documents.snapshot(uri_from_path(root / "app/values.py"))
        for name, kind in USED_OTHERWISE:
            place = snapshot.data.index(f"def {name}".encode()) + 4
            request = ExplainRequest(snapshot, Span(place, place), prompt_only=True)
            answer = await app.explain(request, lambda _: None)
            assert [usage.reference for usage in answer.callers] == [kind], name
            assert "Calls: searched the whole index, none found" in answer.facts
            assert "Used otherwise by 1:" in answer.facts
            assert "No code in this project uses it" not in (answer.prompt or "")
            hover = await app.hover(snapshot, place)
            assert hover is not None
            assert hover.callers == "Calls: none found; named otherwise by 1."


async def test_an_explanation_and_a_hover_say_what_may_call_it(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        snapshot = app.documents.snapshot(uri_from_path(root / "app/web.py"))
        place = snapshot.data.index(b"list_orders")
        request = ExplainRequest(snapshot, Span(place, place), prompt_only=True)
        answer = await app.explain(request, lambda _: None)
        sentence = "It is decorated with 'app.route', because of which other code may call it."
        assert answer.prompt is not None
        assert f"No call of it is found in this project. {sentence}" in answer.prompt
        assert "No code in this project uses it" not in answer.prompt
        assert "It is decorated with '`app.route`', because of which other code may call it." in answer.facts
        hover = await app.hover(snapshot, place)
        assert hover is not None
        assert hover.callers == f"Calls: none found. {sentence}"
        plain = snapshot.data.index(b"plain")
        answer = await app.explain(
            ExplainRequest(snapshot, Span(plain, plain), prompt_only=True), lambda _: None
        )
        assert "No code in this project uses it." in (answer.prompt or "")


async def test_unsaved_decorators_count(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        uri = uri_from_path(root / "app/web.py")
        text = PYTHON["app/web.py"].replace("def plain", "@app.get\ndef plain")
        app.documents.open(uri, "python", 1, text)
        app.document_changed(uri)
        assert "decorated with 'app.get'" in await sentence_of(app, root, "app/web.py", "plain")


async def test_the_graph_knows_what_can_be_told_without_the_texts(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        graph = load_code_graph(app.workspaces[0].reader)
        entries = GraphEntryPoints(graph, declared_programs(root))
        found: dict[tuple[str, str], str] = {}
        for node in range(graph.graph.size):
            symbol, entry = graph.symbol(node), entries.of(node)
            if symbol is not None and entry is not None:
                found[graph.file(node).file.path, symbol.qualified_name] = entry.kind.value
        expected = {
            ("app/web.py", "list_orders"): "decorated",
            ("app/web.py", "tool"): "decorated",
            ("app/web.py", "main"): "start",
            ("app/cli.py", "start_it"): "start",
            ("app/inner.py", "passed_on"): "imported",
            ("app/shapes.py", "Square.area"): "base",
            ("app/shapes.py", "Visitor.handle_visit"): "framework",
            ("app/shapes.py", "Square.__eq__"): "runtime",
            ("tests/test_web.py", "client"): "decorated",
            ("tests/test_web.py", "test_orders"): "test",
            ("web/main.ts", "View.clicked"): "decorated",
            ("lib/main.go", "square.Area"): "base",
            ("lib/main.go", "Offered"): "exported",
            ("lib/main.go", "init"): "runtime",
            ("src/lib.rs", "tests::works"): "decorated",
        }
        assert {place: found.get(place) for place in expected} == expected
        assert not found.keys() & set(UNREACHED)
