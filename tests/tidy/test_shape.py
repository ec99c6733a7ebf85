"""The shape of the source: short files, documented modules, nothing printed where it does not belong."""

from __future__ import annotations

import ast

import pytest
from tests.tidy.sources import CLIENTS, SERVER, Source, sources

LONGEST_FILE = 330
PRODUCT = (*sources(SERVER), *sources(CLIENTS))
PRINTERS = ("glossator.cli", "glossator.commands", "glossator_client.terminal")
VAGUE = {"utils", "util", "helpers", "helper", "manager", "base", "misc", "common"}


def _places(wrong: list[Source]) -> list[str]:
    return [f"{source.place} ({source.lines} lines)" for source in wrong]


def test_no_file_is_too_long() -> None:
    assert _places([source for source in PRODUCT if source.lines > LONGEST_FILE]) == []


def test_every_module_says_what_it_is() -> None:
    undocumented = [source for source in PRODUCT if source.lines and not ast.get_docstring(source.tree)]
    assert _places(undocumented) == []


def test_modules_are_named_after_what_they_are_about() -> None:
    assert _places([source for source in PRODUCT if source.path.stem in VAGUE]) == []


def test_only_the_command_line_prints() -> None:
    assert [
        f"{source.place}:{line}"
        for source in PRODUCT
        if not source.name.startswith(PRINTERS)
        for name, line in source.calls()
        if name == "print"
    ] == []


@pytest.mark.parametrize("mark", ["skip", "skipif", "xfail"])
def test_no_test_is_skipped(mark: str) -> None:
    folder = SERVER.parent / "tests"
    wrong = [
        f"{path.relative_to(folder)}:{node.lineno}"
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr == mark
        and ast.unparse(node) in {f"pytest.mark.{mark}", f"pytest.{mark}"}
    ]
    assert wrong == []
