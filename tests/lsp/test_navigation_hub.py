"""A name that everybody uses: answers are bounded, the best of them come first, and whoever asked may stop waiting."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.lsp.in_process import Session
from tests.lsp.navigation import Navigator, write

from glossator.app import call_hierarchy
from glossator.app.call_hierarchy import ItemIdentity
from glossator.app.references import references
from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled

FILES, CALLERS_EACH = 100, 30


@pytest.fixture
async def hub(fresh: Session, tmp_path: Path) -> Navigator:
    """`log` is called by 3,000 functions, surely by all but those of a hundred files that know no type."""
    files = {"hub.py": "def log(text):\n    pass\n\n\nclass Log:\n    def entry(self):\n        pass\n"}
    for number in range(FILES):
        calls = "".join(
            f"def caller_{each}(x):\n    log('a')\n    x.entry()\n\n\n" for each in range(CALLERS_EACH)
        )
        name = f"tests/test_{number:03}.py" if number % 2 else f"source/file_{number:03}.py"
        files[name] = f"from hub import log\n\n\n{calls}"
    return await Navigator.begin(fresh, write(tmp_path / "hub", files))


async def test_all_references_come_and_of_the_callers_the_best(hub: Navigator) -> None:
    found = await hub.references("hub.py", "def log", "log")
    assert len(set(found)) == len(found) == FILES * CALLERS_EACH + FILES
    (item,) = await hub.prepare("hub.py", "def log", "log")
    params = {"item": item, "workDoneToken": "bar"}
    calls = await hub.ask("callHierarchy/incomingCalls", params)
    assert len(calls) == call_hierarchy.MOST_CALLERS
    assert not any("/tests/" in call["from"]["uri"] for call in calls)
    assert all(call["from"]["detail"].startswith("sure: ") for call in calls)
    # What is left out is said where the protocol has a place for it.
    (end,) = [
        message["params"]["value"]
        for message in hub.session.sent
        if message.get("method") == "$/progress" and message["params"]["value"]["kind"] == "end"
    ]
    assert "of 3,000 calls were looked at" in end["message"]
    logged = [
        message["params"]["message"]
        for message in hub.session.sent
        if message.get("method") == "window/logMessage"
    ]
    assert f"Call hierarchy: {end['message']}" in logged
    # Calls through objects of unknown type are possible.
    (entry,) = await hub.prepare("hub.py", "def entry", "entry")
    assert {call["from"]["detail"].partition(":")[0] for call in await hub.incoming(entry)} == {"possible"}


async def test_a_cancelled_question_is_answered_once_and_its_work_ends(hub: Navigator) -> None:
    (item,) = await hub.prepare("hub.py", "def log", "log")
    asked: list[tuple[str, dict[str, Any]]] = [
        ("callHierarchy/incomingCalls", {"item": item}),
        (
            "textDocument/references",
            hub.at("hub.py", "def log", "log", context={"includeDeclaration": True}),
        ),
    ]
    for number, (method, params) in enumerate(asked, 70):
        await hub.session.receive({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        await hub.session.notify("$/cancelRequest", {"id": number})
        answer = await hub.session.message(lambda each, number=number: each.get("id") == number)  # type: ignore[misc]
        assert answer["error"]["code"] == -32800
    # Whatever was asked last is answered as though nothing had been.
    assert len(await hub.references("hub.py", "def log", "log")) == FILES * CALLERS_EACH + FILES
    answers = [each for each in hub.session.sent if each.get("id") in (70, 71)]
    assert len(answers) == 2


async def test_when_the_time_is_over_what_was_found_is_told(hub: Navigator) -> None:
    app = hub.session.server.app
    snapshot = await app.documents.current(hub.uri("hub.py"))
    found = await references(app, snapshot, 4, CancelToken(), seconds=0.0)
    assert found is not None
    uses = [use async for piece in found.pieces() for use in piece]
    assert 0 < len(uses) < FILES * CALLERS_EACH
    assert "of 3,000 uses were looked at in the time that an answer may take" in await found.note()
    calls = await call_hierarchy.incoming(app, snapshot, ItemIdentity("log"), CancelToken(), seconds=0.0)
    assert 0 < len(calls.items) < FILES * CALLERS_EACH
    assert "of 3,000 calls" in calls.note
    token = CancelToken()
    pieces = found.pieces()
    await anext(pieces)
    found.uses.token.cancel()
    with pytest.raises(Cancelled):
        while True:
            await anext(pieces)
    token.cancel()
    with pytest.raises(Cancelled):
        await call_hierarchy.incoming(app, snapshot, ItemIdentity("log"), token)
