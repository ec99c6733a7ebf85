"""A session of many edits and questions holds no more than one of a few."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from pathlib import Path

from tests.lsp.in_process import Session, opening
from tests.lsp.sample import GREETING, MAIN, write_workspace

ROUNDS = 25

SLACK = 12
"""So many more objects of one class may be there by chance, such as those of a round of indexing that goes on."""

HOLDERS = ("glossator", "asyncio", "_asyncio", "lsprotocol", "pygls", "concurrent")
"""Packages whose objects would pile up if something were kept for each question."""


def held() -> Counter[str]:
    """How many objects of each class are alive. The event loop keeps some timers that were cancelled, by design."""
    gc.collect()
    kinds = (type(each) for each in gc.get_objects() if not isinstance(each, asyncio.TimerHandle))
    return Counter(
        f"{kind.__module__}.{kind.__qualname__}"
        for kind in kinds
        if str(kind.__module__).split(".")[0] in HOLDERS
    )


async def ask_all(session: Session, uri: str, round_number: int) -> None:
    """What an editor asks after an edit, with a request that fails and one that is cancelled among it."""
    version = round_number + 2
    change = {"range": None, "text": MAIN + f"# {round_number}\n"}
    del change["range"]
    await session.notify(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]},
    )
    document = {"textDocument": {"uri": uri}}
    position = {"line": 4, "character": 9}
    range_ = {"start": position, "end": position}
    at = {**document, "position": position}
    first = 10 * version
    assert "result" in await session.ask("textDocument/documentSymbol", document, first)
    assert "result" in await session.ask(
        "textDocument/codeAction", {**document, "range": range_, "context": {"diagnostics": []}}, first + 1
    )
    assert "result" in await session.ask("glossator/callers", at, first + 2)
    asked = {**at, "partialResultToken": f"text {version}", "workDoneToken": f"work {version}"}
    assert "result" in await session.ask("glossator/explain", asked, first + 3)
    assert "result" in await session.ask("workspace/symbol", {"query": "greet"}, first + 4)
    assert "error" in await session.ask("glossator/search", {"query": "greet", "limit": 0}, first + 5)
    await session.receive({"jsonrpc": "2.0", "id": first + 6, "method": "glossator/callers", "params": at})
    await session.notify("$/cancelRequest", {"id": first + 6})
    await session.message(lambda each: each.get("id") == first + 6)
    del session.sent[:]


async def test_nothing_is_kept_for_questions_that_were_answered(fresh: Session, tmp_path: Path) -> None:
    root = write_workspace(tmp_path / "w")
    uri = (root / "main.py").as_uri()
    await fresh.initialize({}, rootUri=root.as_uri())
    await fresh.notify("initialized", {})
    await fresh.receive(opening(uri, MAIN))
    await fresh.ask("glossator/search", {"query": "greet", "waitForIndex": True})
    for number in range(ROUNDS):
        await ask_all(fresh, uri, number)
    before = held()
    for number in range(ROUNDS, 3 * ROUNDS):
        await ask_all(fresh, uri, number)
    after = held()
    grown = {name: count - before[name] for name, count in after.items() if count > before[name] + SLACK}
    assert grown == {}


async def test_nothing_is_kept_of_documents_that_were_closed(fresh: Session) -> None:
    await fresh.initialize()
    await fresh.notify("initialized", {})

    async def open_and_close(first: int, last: int) -> None:
        for number in range(first, last):
            uri = f"untitled:{number}"
            await fresh.receive(opening(uri, GREETING))
            assert "result" in await fresh.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
            await fresh.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        del fresh.sent[:]

    # The facts of the last texts are kept, however they are called.
    await open_and_close(0, 140)
    before = held()
    await open_and_close(140, 260)
    after = held()
    assert {name: count - before[name] for name, count in after.items() if count > before[name] + SLACK} == {}
