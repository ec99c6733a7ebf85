"""Open documents that are broken, hang or crash the parser: what stood in them still works, and nobody else waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.app.hostile import explained, misbehave, outline
from tests.app.sessions import PROJECT, callers_of, session, write

from glossator.app import text_parsers
from glossator.app.application import Application
from glossator.app.facts_service import FactsService
from glossator.app.uris import uri_from_path
from glossator.core.symbols import FileFacts, ParseState

HANGING = b"x\n"
"""The COBOL grammar never returns on it."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    write(folder, PROJECT)
    return folder


@pytest.fixture
async def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FactsService]:
    misbehave(monkeypatch)
    service = FactsService(tmp_path / "parser.log")
    yield service
    await service.close()


def names(facts: FileFacts) -> list[str]:
    return [symbol.qualified_name for symbol in facts.symbols]


class Editor:
    """Opens and changes documents of an application as an editor does."""

    def __init__(self, app: Application, path: Path) -> None:
        self.app = app
        self.path = path
        self.uri = uri_from_path(path)
        self.version = 0

    async def show(self, text: str) -> None:
        """Have this text in the document, and ask for its outline as editors do."""
        self.version += 1
        self.app.documents.open(self.uri, "python", self.version, text)
        self.app.document_changed(self.uri)
        await outline(self.app, self.path)


async def test_everything_works_while_a_head_is_being_typed(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        path = root / "shop/prices.py"
        editor = Editor(app, path)
        await editor.show(path.read_text())
        broken = path.read_text().replace("def total", "def half_written(:\n\n\ndef total")
        await editor.show(broken)
        assert (await app.facts(app.documents.snapshot(editor.uri))).state is ParseState.PARTLY_PARSED
        assert await outline(app, path) == ["half_written", "total", "unused"]
        assert await explained(app, path, "return sum") == "total"
        found = await callers_of(app, root, "shop/prices.py", "total(amounts")
        assert [(path, name, lines) for path, name, _, lines in found] == [
            ("shop/orders.py", "Order.price", [9]),
            ("shop/orders.py", "<module>", [12]),
            ("tests/test_prices.py", "test_total", [5]),
        ]
        hovered = await app.hover(app.documents.snapshot(editor.uri), broken.index("total(amounts"))
        assert hovered is not None
        assert "Called by" in hovered.callers


async def test_a_caller_is_found_at_its_place_in_a_text_that_is_broken(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        path = root / "shop/orders.py"
        editor = Editor(app, path)
        await editor.show(path.read_text())
        await editor.show(path.read_text().replace("class Order", "x = [(\n\n\nclass Order"))
        found = await callers_of(app, root, "shop/prices.py", "total(amounts")
        assert ("shop/orders.py", "Order.price", "sure", [12]) in found
        assert ("shop/orders.py", "<module>", "sure", [15]) in found


async def test_what_is_deleted_from_a_broken_text_is_gone(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        path = root / "shop/orders.py"
        editor = Editor(app, path)
        await editor.show(path.read_text())
        text = path.read_text().replace("class Order", "x = [(\n\n\nclass Order")
        await editor.show(text.replace("    def price(self):\n        return total(self.amounts)\n", ""))
        assert await outline(app, path) == ["Order", "Order.__init__"]
        found = await callers_of(app, root, "shop/prices.py", "total(amounts")
        assert "Order.price" not in [name for _, name, _, _ in found]


async def test_a_text_that_is_broken_when_it_is_opened_is_known_from_the_file(
    root: Path, tmp_path: Path
) -> None:
    async with session(root, tmp_path / "home") as app:
        path = root / "shop/orders.py"
        await Editor(app, path).show(path.read_text().replace("class Order", "def x(:\n\n\nclass Order"))
        assert "Order.price" in await outline(app, path)


async def test_a_text_that_becomes_whole_is_believed_again(service: FactsService) -> None:
    good, broken = b"def a():\n    pass\n", b"def b(:\n\ndef a():\n    pass\n"
    assert names(await service.facts("/a.py", broken)) != []
    assert names(await service.facts("/a.py", good)) == ["a"]
    assert names(await service.facts("/a.py", broken)) == ["b", "a"]
    assert names(await service.facts("/a.py", b"def c(): pass\n")) == ["c"]


async def test_a_closed_document_is_forgotten(service: FactsService) -> None:
    broken = b"x = {\n\ndef a():\n    pass\n"
    await service.facts("/a.py", b"def a():\n    pass\n")
    assert names(await service.facts("/a.py", broken)) == ["a"]
    service.forget("/a.py")
    assert await service.facts("/a.py", broken) == await service.facts("/b.py", broken)


@pytest.mark.parametrize("word", [b"ABORTS", b"RAISES", b"RETURNS NOTHING", b"EATS MEMORY"])
async def test_a_text_that_ends_the_parser_keeps_what_stands(service: FactsService, word: bytes) -> None:
    good = b"def a():\n    pass\n"
    await service.facts("/a.py", good)
    assert names(await service.facts("/a.py", good + b"# " + word + b"\n")) == ["a"]
    assert names(await service.facts("/b.py", b"def b(): pass\n")) == ["b"]


async def test_a_text_that_hangs_is_given_up_and_its_document_recovers(
    service: FactsService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_parsers, "TEXT_SECONDS", 0.5)
    assert await service.facts("/a.cob", HANGING) == FileFacts("text", ParseState.TEXT)
    assert (await service.facts("/a.cob", b"")).language == "cobol"


async def test_a_text_that_hangs_delays_no_other_document(
    service: FactsService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_parsers, "TEXT_SECONDS", 600.0)
    await service.facts("/b.py", b"def b(): pass\n")
    hanging = asyncio.create_task(service.facts("/a.cob", HANGING))
    await asyncio.sleep(0)
    assert names(await service.facts("/b.py", b"def b2(): pass\n")) == ["b2"]
    assert names(await service.facts("/c.py", b"def c(): pass\n")) == ["c"]
    assert not hanging.done()
    hanging.cancel()


async def test_of_a_document_that_hung_the_newest_text_alone_is_parsed(
    service: FactsService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_parsers, "TEXT_SECONDS", 0.2)
    await service.facts("/a.cob", HANGING)
    parsed: list[bytes] = []
    parse_with = text_parsers.TextParsers._parse_with

    async def noted(pool: object, payload: dict[str, bytes], seconds: float) -> bytes:
        parsed.append(payload["data"])
        assert seconds == text_parsers.SUSPECT_SECONDS
        return await parse_with(pool, payload, seconds)  # type: ignore[arg-type]

    monkeypatch.setattr(text_parsers.TextParsers, "_parse_with", staticmethod(noted))
    texts = [b" " * number for number in range(1, 8)]
    await asyncio.gather(*(service.facts("/a.cob", text) for text in texts))
    assert parsed == [texts[0], texts[-1]]


async def test_closing_does_not_wait_for_a_text_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    misbehave(monkeypatch)
    monkeypatch.setattr(text_parsers, "TEXT_SECONDS", 600.0)
    service = FactsService(tmp_path / "parser.log")
    await service.facts("/b.py", b"def b(): pass\n")
    hanging = asyncio.create_task(service.facts("/a.cob", HANGING))
    while not (children := service._parsers._first._children) or not next(iter(children)).unanswered:
        await asyncio.sleep(0)
    async with asyncio.timeout(60):
        await service.close()
    hanging.cancel()


async def test_callers_in_other_files_are_still_found_when_the_broken_text_was_saved(
    root: Path, tmp_path: Path
) -> None:
    async with session(root, tmp_path / "home") as app:
        path = root / "shop/prices.py"
        editor = Editor(app, path)
        await editor.show(path.read_text())
        broken = path.read_text().replace("def total", "x = [(\n\n\ndef total")
        await editor.show(broken)
        path.write_text(broken)
        app.files_changed([path])
        await app.wait_settled()
        assert await outline(app, path) == ["total", "unused"]
        found = await callers_of(app, root, "shop/prices.py", "total(amounts")
        assert [(path, name, certainty) for path, name, certainty, _ in found] == [
            ("shop/orders.py", "Order.price", "possible"),
            ("shop/orders.py", "<module>", "possible"),
            ("tests/test_prices.py", "test_total", "possible"),
        ]
