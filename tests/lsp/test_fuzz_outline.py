"""The outline of half-written code: what is whole is in it, and nothing for which VS Code rejects all of it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.core.sources import LANGUAGES, sources
from tests.fuzzing import FACTOR
from tests.lsp.in_process import Session

from glossator.core.languages import languages

GOOD = "\n\ndef good():\n    pass\n"
HALF_WRITTEN = [
    "def (): pass",
    "class : pass",
    "x = = None",
    "lambda",
    "def f(",
    "class A(B",
    "@",
    "f'{",
    "import",
    "(",
]
URI = "untitled:half"


async def outline(session: Session, text: str, language: str = "python") -> list[dict[str, Any]]:
    """The outline of a document that has become this text."""
    item = {"uri": URI, "languageId": language, "version": 1, "text": text}
    await session.notify("textDocument/didOpen", {"textDocument": item})
    answer = await session.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    found: list[dict[str, Any]] = answer["result"]
    check(found, text)
    return found


def check(symbols: list[dict[str, Any]], text: str) -> None:
    """What the protocol demands of an outline, and what clients throw the whole of it away for."""
    last_line = text.count("\n") + text.count("\r")
    waiting = list(symbols)
    while waiting:
        symbol = waiting.pop()
        assert symbol["name"].strip()
        assert isinstance(symbol["kind"], int)
        whole, selection = places(symbol["range"]), places(symbol["selectionRange"])
        assert whole[0] <= selection[0] <= selection[1] <= whole[1]
        assert whole[1][0] <= last_line
        waiting += symbol.get("children", [])


def places(range_: dict[str, dict[str, int]]) -> tuple[tuple[int, int], tuple[int, int]]:
    start, end = range_["start"], range_["end"]
    return (start["line"], start["character"]), (end["line"], end["character"])


@pytest.fixture
async def editor(fresh: Session) -> Session:
    await fresh.initialize({"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}})
    await fresh.notify("initialized", {})
    return fresh


@pytest.mark.parametrize("half", HALF_WRITTEN)
async def test_half_a_line_hides_nothing_behind_it(editor: Session, half: str) -> None:
    await outline(editor, GOOD)
    assert "good" in [symbol["name"] for symbol in await outline(editor, half + GOOD)]


@pytest.mark.parametrize("half", ["def (): pass", "class : pass", "x = = None", "lambda"])
async def test_a_document_that_begins_broken_shows_what_is_whole(editor: Session, half: str) -> None:
    assert "good" in [symbol["name"] for symbol in await outline(editor, half + GOOD)]


@pytest.mark.parametrize("name", [name for name in LANGUAGES if not languages()[name].manifest])
async def test_every_beginning_of_a_file_has_an_outline_that_clients_take(editor: Session, name: str) -> None:
    source = sources(name)[0]
    text = source.data.decode()
    for length in range(0, len(text), max(1, 101 // FACTOR)):
        await outline(editor, text[:length], source.language.id)


@pytest.mark.parametrize(
    ("language", "opened", "closed"),
    [("javascript", "function a(){", "}"), ("java", "class A{", "}"), ("ruby", "class A\n", "end\n")],
)
async def test_definitions_in_thousands_of_others_have_an_outline(
    editor: Session, language: str, opened: str, closed: str
) -> None:
    levels = 3000
    text = f"{opened * levels}{closed * levels}\n"
    item = {"uri": URI, "languageId": language, "version": 1, "text": text}
    await editor.notify("textDocument/didOpen", {"textDocument": item})
    answer = await editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    assert len(answer["result"]) == 1
    check(answer["result"], text)
