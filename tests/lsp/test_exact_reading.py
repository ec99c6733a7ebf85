"""What is no text is never taken for the text of a document, wherever it stands in a notification."""

from __future__ import annotations

import asyncio
import copy
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.lsp.in_process import PATIENCE_SECONDS, Session, opening

from glossator.core.errors import ContentModified

HELD, NEW = "def held(): pass\n", "def new(): pass\n"
URI = "untitled:document"
ITEM = {"uri": URI, "languageId": "python", "version": 2, "text": NEW}
PLACE = {"line": 0, "character": 4}
EDIT = {"range": {"start": PLACE, "end": PLACE}, "text": "_"}
CHANGED = {"uri": URI, "version": 2}

OPENED, CHANGE, SAVED, CLOSED = (f"textDocument/did{name}" for name in ("Open", "Change", "Save", "Close"))
NOTIFICATIONS: list[tuple[str, dict[str, Any]]] = [
    (OPENED, {"textDocument": ITEM}),
    (CHANGE, {"textDocument": CHANGED, "contentChanges": [{"text": NEW}]}),
    (CHANGE, {"textDocument": CHANGED, "contentChanges": [EDIT, {"text": NEW}, EDIT]}),
    (SAVED, {"textDocument": {"uri": URI}, "text": NEW}),
    (CLOSED, {"textDocument": {"uri": URI}}),
]
WRONG: list[Any] = [None, True, False, 7, 2.5, "7", "", [], ["def f(): pass"], {}, {"text": "x"}, [None]]
"""Values of every type; a part of a message is replaced by those of other types than its own."""

MAY_BE_NULL = {(SAVED, "text"), (CHANGE, "range")}
"""Members for which null means that they are left out."""


def parts(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every part of a message with the way to it."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield (*way, key), part
        yield from parts(part, (*way, key))


def spoiled(method: str, params: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The parameters with one part replaced by something of another type; and what was done, in words."""
    for way, part in parts(params):
        for value in WRONG:
            if type(value) is type(part) or (value is None and (method, way[-1]) in MAY_BE_NULL):
                continue
            result = copy.deepcopy(params)
            holder: Any = result
            for key in way[:-1]:
                holder = holder[key]
            holder[way[-1]] = value
            yield f"{method}: {'.'.join(map(str, way))} is {json.dumps(value)}", result


def text_of(session: Session) -> str:
    """The text that the server holds of the document."""
    try:
        return session.server.app.documents.snapshot(URI).data.decode()
    except ContentModified:
        return "out of step"


def tells_document(params: dict[str, Any]) -> bool:
    """Whether the document can be told of which a message speaks."""
    document = params["textDocument"]
    return isinstance(document, dict) and document.get("uri") == URI


@pytest.mark.parametrize(("method", "params"), NOTIFICATIONS)
async def test_a_part_of_another_type_is_never_taken_for_text(
    session: Session, caplog: pytest.LogCaptureFixture, method: str, params: dict[str, Any]
) -> None:
    for what, wrong in spoiled(method, params):
        await session.receive(opening(URI, HELD))
        caplog.clear()
        with caplog.at_level(logging.WARNING, "glossator"):
            await session.notify(method, wrong)
            await session.notify(method, wrong)
        lost = method in (OPENED, CHANGE) and tells_document(wrong)
        assert text_of(session) == ("out of step" if lost else HELD), what
        told = [each for each in caplog.messages if "out of step" in each]
        # An opening is another document each time.
        assert len(told) == (0 if not lost else 2 if method == OPENED else 1), what
        whole = {"textDocument": {"uri": URI, "version": 9}, "contentChanges": [{"text": NEW}]}
        await session.notify(CHANGE, whole)
        assert text_of(session) == NEW, what


async def test_whole_numbers_may_be_written_with_a_point(session: Session) -> None:
    await session.receive(opening(URI, HELD))
    place = {"line": 0.0, "character": 4.0}
    change = {"range": {"start": place, "end": place, "rangeLength": 0.0}, "text": "_"}
    await session.notify(CHANGE, {"textDocument": {"uri": URI, "version": 2.0}, "contentChanges": [change]})
    assert text_of(session) == "def _held(): pass\n"


async def test_a_save_whose_text_is_none_is_still_a_save(session: Session, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(NEW)
    uri = (tmp_path / "a.py").as_uri()
    await session.receive(opening(uri, HELD))
    wrong = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": None}]}
    await session.notify(CHANGE, wrong)
    await session.notify(SAVED, {"textDocument": {"uri": uri}, "text": ["def f(): pass"]})
    async with asyncio.timeout(PATIENCE_SECONDS):
        while "error" in await session.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}}):
            pass
    assert session.server.app.documents.snapshot(uri).data.decode() == NEW
