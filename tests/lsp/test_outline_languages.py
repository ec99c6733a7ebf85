"""The outline of every language is a tree whose ranges hold each other, and loses nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from glossator.core.languages import detect, languages
from glossator.core.syntax import extract
from glossator.core.text import LineIndex, PositionEncoding
from glossator.lsp import outline

CASES = Path(__file__).parent.parent / "cases"
_FILE = re.compile(r"^--- file(?: \(\w+\))?: (.+)$")
_SECTION = re.compile(r"^(?:--- |===)")
IDS = [language.id for language in languages().values() if not language.manifest]


def sources(language_id: str) -> list[tuple[str, str]]:
    """The files of the cases of a language, by path and text."""
    found: list[tuple[str, str]] = []
    path, lines = "", list[str]()
    for line in [*(CASES / f"{language_id}.txt").read_text(encoding="utf-8").split("\n"), "--- "]:
        if _SECTION.match(line):
            if path:
                found.append((path, "\n".join(lines)))
            match = _FILE.match(line)
            path, lines = (match[1] if match else ""), []
        else:
            lines.append(line)
    return found


@pytest.mark.parametrize("language_id", IDS)
def test_ranges_hold_each_other_and_every_name_is_there(language_id: str) -> None:
    kinds = frozenset(range(1, 27))
    looked_at = 0
    for path, text in sources(language_id):
        language = detect(path, text.encode())
        if language is None or language.manifest:
            continue
        lines = LineIndex(text.encode())
        symbols = extract(lines.data, language).symbols
        tree = outline.document_symbols(symbols, lines, PositionEncoding.UTF16, kinds)
        found = list(walk(tree))
        assert len(found) == sum(bool(symbol.name.strip()) for symbol in symbols), path
        for node, parent in found:
            assert inside(node["selectionRange"], node["range"]), (path, node["name"])
            if parent is not None:
                assert inside(node["range"], parent["range"]), (path, parent["name"], node["name"])
        looked_at += len(found)
    assert looked_at > 5


def walk(nodes: list[Any], parent: Any = None) -> Any:
    """Each node with its parent."""
    for node in nodes:
        yield node, parent
        yield from walk(node["children"], node)


def inside(inner: Any, outer: Any) -> bool:
    """Whether a range lies in another."""

    def key(position: Any) -> tuple[int, int]:
        return position["line"], position["character"]

    return key(outer["start"]) <= key(inner["start"]) and key(inner["end"]) <= key(outer["end"])
