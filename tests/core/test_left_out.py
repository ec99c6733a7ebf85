"""Every reason for which a file is left out is explained."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from glossator.app import files, listing, parse_pool, reading
from glossator.core.left_out import meaning_of

GIVING = {"Skipped", "NotRegular", "ParseFailed"}
"""Classes whose first argument is a reason."""


def reasons_in(path: Path) -> set[str]:
    """The literal reasons that a module gives, the changing part of one left out."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[argument, *_]) if name in GIVING:
                found.add(literal(argument))
            case ast.keyword(arg="obstacle", value=argument):
                found.add(literal(argument))
            case ast.FunctionDef(name="_reason_to_skip"):
                found |= {
                    literal(each.value)
                    for each in ast.walk(node)
                    if isinstance(each, ast.Return) and each.value
                }
    return found - {""}


def literal(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            return text
    return ""


@pytest.mark.parametrize("module", [files, listing, parse_pool, reading], ids=lambda module: module.__name__)
def test_each_reason_that_a_module_gives_has_a_meaning(module: object) -> None:
    reasons = reasons_in(Path(str(module.__file__)))  # type: ignore[attr-defined]
    assert reasons
    assert {reason for reason in reasons if not meaning_of(reason).meaning} == set()


def test_a_changing_reason_is_known_by_its_beginning() -> None:
    assert meaning_of("larger than 512 KiB").advice == meaning_of("larger than 1 KiB").advice != ""
    assert "index.maxFiles" in meaning_of("more than 3 files").advice
    assert meaning_of("unreadable: permission denied").advice


def test_an_unknown_reason_means_itself() -> None:
    assert meaning_of("struck by lightning") == ("", "")
