"""What is walked natively and what is walked by us: neither a held tree nor a deep text ends a process."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import glossator

CLIMB = """
import sys, threading
from pathlib import Path
from tree_sitter import Parser, Query, QueryCursor
from tree_sitter_language_pack import get_language

def climb(paths):
    language = get_language("python")
    held = []
    for path in paths * 2:
        tree = Parser(language).parse(Path(path).read_bytes())
        captures = QueryCursor(Query(language, "(identifier) @name")).captures(tree.root_node)
        held += captures["name"][:4000]
        del tree
    count = 0
    for node in held:
        while node is not None and count < 150_000:
            node, count = node.parent, count + 1

threads = [threading.Thread(target=climb, args=(sys.argv[1:],)) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""

BOUNDED = {
    "app.listing": "one level for each initialised submodule in a submodule",
    "app.selection": "folders are asked about outermost first, so the one around is known",
    "core.fact_bytes": "descends into facts, which have three levels",
    "core.resolve.bindings": "counts the modules inside of files that pass names on to each other",
    "core.resolve.constness": "counts its steps",
    "core.resolve.overloads": "descends into the types of a parameter, which are at most twelve deep",
    "core.resolve.typing.bound_values": "counts the tests of types that stand in each other",
    "core.resolve.typing.calls": "what a module is at last is no module",
    "core.resolve.typing.declared_types": "counts the types that lead to each other",
    "core.resolve.typing.elements": "a loop asks for an element, which is none of a loop",
    "core.resolve.typing.expressions": "the parts of an alternative are none",
    "core.syntax": "code inside of a document is of a language that holds no other",
    "core.values.expressions": "an expression inside of more than six others is none that is followed",
    "core.values.types": "a type inside of more than twelve others is none that is followed",
    "core.wildmatch": "one level for each `**`, which are joined where they follow each other",
    "lsp.convert": "descends into answers of our own making",
    "lsp.protocol": "descends into a message that the JSON reader let through; what is too deep is answered",
}
"""Modules with functions that call themselves, and why their depth does not grow with the input."""


def test_trees_that_are_climbed_from_held_nodes_in_several_threads_do_not_crash() -> None:
    paths = [str(Path(ast.__file__).with_name(name)) for name in ("argparse.py", "typing.py", "inspect.py")]
    result = subprocess.run(
        [sys.executable, "-c", CLIMB, *paths], capture_output=True, text=True, timeout=120
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_nothing_calls_itself_where_the_depth_would_grow_with_the_input() -> None:
    root = Path(glossator.__file__).parent
    found = set()
    for path in root.rglob("*.py"):
        calls = dict(calls_by_function(ast.parse(path.read_text(encoding="utf-8"))))
        if any(calls_itself(name, calls) for name in calls):
            found.add(".".join(path.relative_to(root).with_suffix("").parts))
    assert found == set(BOUNDED)


def calls_by_function(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    """What each function calls of its own module or, as a method of `self`, of its own class."""
    for node in ast.walk(tree):
        methods = node.body if isinstance(node, ast.Module | ast.ClassDef) else []
        for function in methods:
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                own = "self" if isinstance(node, ast.ClassDef) else None
                yield function.name, set(called(function, own))


def called(function: ast.AST, own: str | None) -> Iterator[str]:
    for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
        target = call.func
        if own is None and isinstance(target, ast.Name):
            yield target.id
        if (
            own
            and isinstance(target, ast.Attribute)
            and isinstance(target.value, ast.Name)
            and target.value.id == own
        ):
            yield target.attr


def calls_itself(name: str, calls: dict[str, set[str]]) -> bool:
    seen: set[str] = set()
    waiting = list(calls[name])
    while waiting:
        other = waiting.pop()
        if other == name:
            return True
        if other in calls and other not in seen:
            seen.add(other)
            waiting += calls[other]
    return False
