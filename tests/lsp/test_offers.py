"""Settings decide in which languages definitions, references and calls are offered, from one moment to the next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import converters, types
from tests.lsp.in_process import Session
from tests.lsp.navigation import Json, Navigator, write

FILES = {
    "a.py": "def one():\n    pass\n\n\none()\n",
    "a.sh": "one() {\n    :\n}\n\none\n",
    "package.json": '{"name": "a", "main": "a.js"}\n',
}
DYNAMIC: Json = {
    "textDocument": {
        name: {"dynamicRegistration": True} for name in ("definition", "references", "callHierarchy")
    }
}
METHODS = ("textDocument/definition", "textDocument/references", "textDocument/prepareCallHierarchy")
PROVIDERS = {"definitionProvider", "referencesProvider", "callHierarchyProvider"}


async def answered(session: Navigator, name: str, *more: str) -> set[str]:
    """The methods that find something at the call in the last line of a file."""
    last = session.text(name).count("\n") - 1
    params = {
        "textDocument": {"uri": session.uri(name)},
        "position": {"line": last, "character": 1},
        "context": {"includeDeclaration": True},
    }
    return {method for method in (*METHODS, *more) if await session.ask(method, params)}


def registrations(session: Session, start: int = 0) -> dict[str, list[Json]]:
    """What the client was asked to register, by method, with the filters of the documents; empty for what it was asked
    to take back."""
    told: dict[str, list[Json]] = {}
    for message in session.sent[start:]:
        if message.get("method") == "client/registerCapability":
            for each in message["params"]["registrations"]:
                told[each["method"]] = each.get("registerOptions", {}).get("documentSelector", [])
        if message.get("method") == "client/unregisterCapability":
            for each in message["params"]["unregisterations"]:
                told[each["method"]] = []
    return {method: told[method] for method in METHODS if method in told}


async def change(session: Session, navigation: dict[str, Any]) -> int:
    """Change the settings as a client does that is not asked for them; the result is the number of the next message."""
    start = len(session.sent)
    await session.notify(
        "workspace/didChangeConfiguration", {"settings": {"glossator": {"navigation": navigation}}}
    )
    return start


@pytest.mark.parametrize(
    ("navigation", "python", "bash"),
    [
        ({}, set(), set(METHODS)),
        ({"languages": "auto"}, set(), set(METHODS)),
        ({"languages": "always"}, set(METHODS), set(METHODS)),
        ({"languages": "never"}, set(), set()),
        ({"callHierarchy": "always"}, {METHODS[2]}, set(METHODS)),
        (
            {"languages": "always", "definition": "never", "references": "auto"},
            {METHODS[2]},
            set(METHODS[1:]),
        ),
    ],
)
async def test_each_value_of_the_settings_holds_at_once_for_a_client_that_cannot_be_told(
    fresh: Session, tmp_path: Path, navigation: dict[str, Any], python: set[str], bash: set[str]
) -> None:
    """It is offered everything from the beginning, and asked for nothing."""
    answer = await fresh.initialize({}, rootUri=write(tmp_path / "w", FILES).as_uri())
    assert answer["result"]["capabilities"].keys() >= PROVIDERS
    await fresh.notify("initialized", {})
    await fresh.ask("glossator/search", {"query": "x", "waitForIndex": True})
    session = Navigator(fresh, tmp_path / "w")
    await change(fresh, navigation)
    assert await answered(session, "a.py") == python
    assert await answered(session, "a.sh") == bash
    assert await answered(session, "package.json") == set()
    assert registrations(fresh) == {}


async def test_a_client_that_can_is_told_what_is_on_and_where(fresh: Session, tmp_path: Path) -> None:
    root = write(tmp_path / "w", FILES)
    answer = await fresh.initialize(DYNAMIC, rootUri=root.as_uri())
    assert not PROVIDERS & answer["result"]["capabilities"].keys()
    await fresh.notify("initialized", {})
    told = registrations(fresh)
    assert told.keys() == set(METHODS)
    for filters in told.values():
        assert {"language": "shellscript"} in filters
        assert any(each.get("pattern", "").startswith("**/*.{sh,bash") for each in filters)
        assert any(".bashrc" in each.get("pattern", "") for each in filters)
        assert not any(each.get("language") in ("python", "npm") for each in filters)
        converters.get_converter().structure(filters, list[types.DocumentFilter])
    # A change that changes nothing is not told.
    assert registrations(fresh, await change(fresh, {"languages": "auto"})) == {}
    told = registrations(fresh, await change(fresh, {"callHierarchy": "always", "references": "never"}))
    assert told.keys() == {METHODS[1], METHODS[2]}
    assert told[METHODS[1]] == []
    assert {"language": "python"} in told[METHODS[2]]
    session = Navigator(fresh, root)
    await fresh.ask("glossator/search", {"query": "x", "waitForIndex": True})
    assert await answered(session, "a.py") == {METHODS[2]}
    told = registrations(fresh, await change(fresh, {"languages": "never"}))
    assert told == {METHODS[0]: [], METHODS[2]: []}
    assert await answered(session, "a.sh") == set()
    told = registrations(fresh, await change(fresh, {}))
    assert all({"language": "shellscript"} in filters for filters in told.values())
    assert told.keys() == set(METHODS)


async def test_a_client_that_can_be_told_of_some_is_offered_the_others_from_the_beginning(
    fresh: Session,
) -> None:
    capabilities = {"textDocument": {"references": {"dynamicRegistration": True}, "callHierarchy": {}}}
    answer = await fresh.initialize(capabilities)
    assert PROVIDERS & answer["result"]["capabilities"].keys() == PROVIDERS - {"referencesProvider"}
    await fresh.notify("initialized", {})
    assert registrations(fresh).keys() == {"textDocument/references"}


async def test_settings_that_a_client_is_asked_for_count_before_it_is_told(fresh: Session) -> None:
    fresh.replies = {
        "workspace/configuration": {"result": [{"navigation": {"languages": "never"}}]},
        "client/registerCapability": {"error": {"code": -32601, "message": "no"}},
    }
    capabilities = {**DYNAMIC, "workspace": {"configuration": True}}
    await fresh.initialize(capabilities)
    await fresh.notify("initialized", {})
    await fresh.ask("glossator/search", {"query": "x", "waitForIndex": True})
    assert registrations(fresh) == {}


async def test_the_outline_can_be_switched_off(fresh: Session, tmp_path: Path) -> None:
    session = await Navigator.begin(fresh, write(tmp_path / "w", FILES), {})
    outline = "textDocument/documentSymbol"
    assert await answered(session, "a.py", outline) == {outline}
    await change(fresh, {"documentSymbol": "auto"})
    assert await answered(session, "a.py", outline) == set()
    assert await answered(session, "a.sh", outline) == {outline, *METHODS}
    await change(fresh, {"documentSymbol": "never"})
    assert outline not in await answered(session, "a.sh", outline)
