"""A hover over the name of a definition tells its signature and its callers, at once and harmlessly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.lsp.in_process import Session, opening
from tests.lsp.sample import write_workspace

MARKDOWN = {"textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]}}}
PLAIN = {"textDocument": {"hover": {"contentFormat": ["plaintext", "markdown"]}}}


async def hover(session: Session, uri: str, line: int, character: int) -> dict[str, Any] | None:
    params = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
    answer = await session.ask("textDocument/hover", params)
    assert "error" not in answer
    return answer["result"]  # type: ignore[no-any-return]


async def open_workspace(session: Session, root: Path, capabilities: dict[str, Any]) -> None:
    await session.initialize(capabilities, rootUri=root.as_uri())
    await session.notify("initialized", {})
    await session.ask("glossator/search", {"query": "greet", "waitForIndex": True})


@pytest.mark.parametrize("capabilities", [MARKDOWN, PLAIN, {}], ids=["markdown", "plain", "not told"])
async def test_a_name_shows_its_signature_and_its_callers(
    fresh: Session, tmp_path: Path, capabilities: dict[str, Any]
) -> None:
    root = write_workspace(tmp_path / "w")
    await open_workspace(fresh, root, capabilities)
    found = await hover(fresh, (root / "greeting.py").as_uri(), 3, 6)
    assert found is not None
    contents = found["contents"]
    assert contents["kind"] == ("markdown" if capabilities is MARKDOWN else "plaintext")
    assert "def greet(name: str) -> str" in contents["value"]
    assert "Called by 2." in contents["value"]
    assert ("```python" in contents["value"]) is (capabilities is MARKDOWN)
    start, end = found["range"]["start"], found["range"]["end"]
    assert (start["line"], start["character"], end["character"]) == (3, 4, 9)


@pytest.mark.parametrize(("line", "character"), [(4, 10), (0, 0), (5, 4), (99, 99)])
async def test_elsewhere_there_is_nothing_to_show(
    fresh: Session, tmp_path: Path, line: int, character: int
) -> None:
    root = write_workspace(tmp_path / "w")
    await open_workspace(fresh, root, MARKDOWN)
    assert await hover(fresh, (root / "greeting.py").as_uri(), line, character) is None


async def test_a_document_that_nobody_indexed_has_a_signature_all_the_same(session: Session) -> None:
    await session.receive(opening("untitled:a", "def one(x): ...\n"))
    found = await hover(session, "untitled:a", 0, 4)
    assert found is not None
    assert "def one(x)" in found["contents"]["value"]
    assert "no open folder" in found["contents"]["value"]


async def test_what_cannot_be_read_is_answered_with_nothing(session: Session, tmp_path: Path) -> None:
    (tmp_path / "image.png").write_bytes(b"\x89PNG\0")
    assert await hover(session, (tmp_path / "image.png").as_uri(), 0, 0) is None
    assert await hover(session, (tmp_path / "none.py").as_uri(), 0, 0) is None


async def test_a_constructor_is_called_through_its_class(fresh: Session, tmp_path: Path) -> None:
    root = write_workspace(tmp_path / "w")
    (root / "shop.py").write_text(
        "class Order:\n    def __init__(self, items):\n        self.items = items\n\n\nOrder([])\n"
    )
    await open_workspace(fresh, root, PLAIN)
    found = await hover(fresh, (root / "shop.py").as_uri(), 1, 10)
    assert found is not None
    assert "Called by 1." in found["contents"]["value"]


async def test_a_method_without_callers_is_not_said_to_have_none(fresh: Session, tmp_path: Path) -> None:
    root = write_workspace(tmp_path / "w")
    (root / "shop.py").write_text(
        "class Order:\n    def price(self):\n        return 1\n\n\ndef lone():\n    pass\n"
    )
    await open_workspace(fresh, root, PLAIN)
    uri = (root / "shop.py").as_uri()
    method, function = await hover(fresh, uri, 1, 10), await hover(fresh, uri, 5, 5)
    assert method is not None and function is not None
    assert "unknown type are not counted" in method["contents"]["value"]
    assert function["contents"]["value"].endswith("Calls: none found.")


async def test_hostile_signatures_stay_inside_their_fence(fresh: Session) -> None:
    await fresh.initialize(MARKDOWN)
    await fresh.notify("initialized", {})
    text = "def a(x='``` ![](http://evil/x.png) [run](command:evil)'): ...\n"
    await fresh.receive(opening("untitled:a", text))
    found = await hover(fresh, "untitled:a", 0, 4)
    assert found is not None
    value = found["contents"]["value"]
    fence = value.split("\n")[0].removesuffix("python")
    inside, outside = value.split(f"\n{fence}\n")
    assert "command:evil" in inside
    assert "evil" not in outside
