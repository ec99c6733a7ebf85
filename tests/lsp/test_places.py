"""Every place that is sent spells what it stands for, in any encoding of files and columns, or is not sent."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.core.reference_text import ENCODINGS, spelled
from tests.lsp.in_process import Session, opening

from glossator.app import workspace_index
from glossator.app.application import Application
from glossator.app.uris import path_from_uri
from glossator.core.text import PositionEncoding, Span
from glossator.lsp.places import PlaceReader, usage_places


@dataclass(frozen=True, slots=True)
class Source:
    """A file whose text is known to the test, in an encoding of its own."""

    text: str
    codec: str = "utf-8"


SOURCES = {
    "emoji.py": Source(
        "def tail(n): pass\ns = '🚀🚀' + tail(1)\n\tx = 'e\u0301' + tail(1)\ny = '👩\u200d👧'; tail(2)\n"
    ),
    "wide.ts": Source("const 名 = '✅'; function 次() { return 名 }\n次(); '🚀'; 次();\n"),
    "ends.py": Source("x = '🚀'\ry = 2\r\ndef z(): pass\n'é'; z()\r\n"),
    "breaks.py": Source(
        "'a\x0cb\x0b\x1c\x85\u2028\u2029🚀'; first = 1\n\x0c\ndef paged(): pass\n'\u2028'; paged()\n"
    ),
    "latin.py": Source("# café 5 £\n'é'; marker = 1\ndef prix(): pass\n'é'; prix()\n", "latin-1"),
    "declared.py": Source("# -*- coding: cp1251 -*-\ndef цена(): pass\n'ц'; цена()\n", "cp1251"),
    "second.py": Source(
        "#!/usr/bin/python\n# vim: set fileencoding=shift_jis :\ndef 値段(): pass\n'値'; 値段()\n",
        "shift_jis",
    ),
    "seven.py": Source(
        "# coding: iso-2022-jp\n'値'; kakaku = '段'\ndef seven(): pass\n'値'; seven()\n", "iso2022_jp"
    ),
    "little.py": Source("\ufeffdef klein(): pass\n'🚀'; klein()\n", "utf-16-le"),
    "big.py": Source("\ufeffdef gross(): pass\n'🚀'; gross()\n", "utf-16-be"),
    "four.py": Source("\ufeffdef vier(): pass\n'🚀'; vier()\n", "utf-32-le"),
    "marked.py": Source("\ufeffdef marked(): pass\n'é'; marked()\n", "utf-8"),
    "tabs.go": Source(
        'package p\n\nfunc größe() int { return 1 }\n\nfunc f() { s := "🚀"; _ = s;\tgröße() }\n'
    ),
}
BROKEN = "# größe naïve ☃\ndef maß(): pass\n'é\ufffd'; maß()\n"
NAMES = [
    "tail",
    "次",
    "z",
    "paged",
    "prix",
    "цена",
    "値段",
    "seven",
    "klein",
    "gross",
    "vier",
    "marked",
    "größe",
    "maß",
]


def write_sources(root: Path) -> dict[Path, str]:
    """Write the files; the result is what an editor shows of each."""
    root.mkdir()
    for name, source in SOURCES.items():
        (root / name).write_bytes(source.text.encode(source.codec))
    (root / "broken.py").write_bytes(BROKEN.encode().replace("\ufffd".encode(), b"\xf0\x9f"))
    (root / "dangling.py").symlink_to("nowhere.py")
    shown = {root / name: source.text.removeprefix("\ufeff") for name, source in SOURCES.items()}
    return shown | {root / "broken.py": BROKEN}


@pytest.fixture(params=ENCODINGS)
def encoding(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def open_folder(session: Session, root: Path, encoding: str = "utf-16") -> None:
    capabilities = {
        "general": {"positionEncodings": [encoding]},
        "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}},
    }
    await session.initialize(capabilities, rootUri=root.as_uri())
    await session.notify("initialized", {})
    await session.ask("glossator/search", {"query": "x", "waitForIndex": True})


def every_place(value: Any, uri: str = "") -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(name, uri, range) of every definition that is named in an answer."""
    if isinstance(value, list):
        for each in value:
            yield from every_place(each, uri)
    elif isinstance(value, dict):
        name = value.get("name", "").rpartition(".")[2]
        if value.get("kind") == "module":
            return
        if "namePlace" in value:
            yield name, value["namePlace"]["uri"], value["namePlace"]["range"]
        elif "location" in value:
            yield name, value["location"]["uri"], value["location"]["range"]
        elif "selectionRange" in value:
            yield name, uri, value["selectionRange"]
        for each in value.values():
            yield from every_place(each, uri)


async def test_every_place_spells_its_name(fresh: Session, tmp_path: Path, encoding: str) -> None:
    shown = write_sources(tmp_path / "w")
    await open_folder(fresh, tmp_path / "w", encoding)
    seen: dict[str, int] = dict.fromkeys(NAMES, 0)

    def check(result: Any, uri: str = "") -> None:
        for name, where, range_ in every_place(result, uri):
            path = path_from_uri(where)
            assert path is not None
            assert spelled(shown[path], range_, encoding) == name
            seen[name] = seen.get(name, 0) + 1

    for target in NAMES:
        check((await fresh.ask("workspace/symbol", {"query": target}))["result"])
        check((await fresh.ask("glossator/search", {"query": target}))["result"]["hits"])
        located = (await fresh.ask("glossator/locate", {"target": target}))["result"]["targets"]
        check(located)
        (found,) = located
        position = found["namePlace"]["range"]["start"]
        here = {"textDocument": {"uri": found["namePlace"]["uri"]}, "position": position}
        answer = (await fresh.ask("glossator/callers", here))["result"]
        check(answer["target"])
        uses = [use for caller in answer["callers"] for use in caller["uses"]]
        assert uses
        for use in uses:
            assert spelled(shown[path_from_uri(use["uri"])], use["range"], encoding) == target
        hover = (await fresh.ask("textDocument/hover", here))["result"]
        assert spelled(shown[path_from_uri(found["namePlace"]["uri"])], hover["range"], encoding) == target
    for path in shown:
        document = {"textDocument": {"uri": path.as_uri()}}
        check((await fresh.ask("textDocument/documentSymbol", document))["result"], path.as_uri())
    assert min(seen[name] for name in NAMES) >= 4


async def test_a_line_is_counted_as_the_protocol_counts_lines(fresh: Session, tmp_path: Path) -> None:
    """A parser that knows line feeds alone would put `z` in line 1."""
    write_sources(tmp_path / "w")
    await open_folder(fresh, tmp_path / "w")
    (found,) = (await fresh.ask("workspace/symbol", {"query": "z"}))["result"]
    assert found["location"]["range"]["start"] == {"line": 2, "character": 4}


async def test_binary_files_are_left_out_with_that_reason_whatever_they_are_called(
    fresh: Session, tmp_path: Path
) -> None:
    root = tmp_path / "w"
    root.mkdir()
    (root / "ok.ts").write_text("function ok() {}\n")
    (root / "pic.py").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 4)
    (root / "data.ts").write_bytes(bytes((index * 97 + 13) % 255 + 1 for index in range(65536)))
    (root / "nul.py").write_bytes(b"def f(): pass\n\0\n")
    (root / "song.js").write_bytes(b"ID3\x03\0\0\0\0\x0f\x76" + bytes(3000))
    (root / "wide.py").write_bytes(b"\xff\xfe" + bytes((index * 151 + 7) % 256 for index in range(20000)))
    await open_folder(fresh, root)
    status = (await fresh.ask("glossator/status"))["result"]
    reasons = {each["path"]: (each["state"], each["reason"]) for each in status["leftOut"]}
    assert reasons == dict.fromkeys(
        ["pic.py", "data.ts", "nul.py", "song.js", "wide.py"], ("skipped", "binary")
    )
    uri = (root / "pic.py").as_uri()
    await fresh.receive(opening(uri, "\ufffdPNG\r\n\x1a\n\0\0def f(): pass"))
    assert "result" in await fresh.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    await fresh.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert (await fresh.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}}))["result"] is None


@pytest.fixture
def no_polling(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is compared with the index only when somebody asks for it."""

    async def never(*_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(workspace_index, "poll", never)


LIBRARY = "def shared(value):\n    return value\n"
USER = "from library import shared\n\n\ndef user():\n    return shared(1)\n"
MOVED = "# a\n" * 10 + USER


@pytest.mark.usefixtures("no_polling")
async def test_places_in_a_file_that_changed_unnoticed_are_found_again_and_the_file_is_indexed_again(
    fresh: Session, tmp_path: Path
) -> None:
    root = library(tmp_path)
    await open_folder(fresh, root)
    touches = await updates_asked_for(fresh)
    (root / "user.py").write_text(MOVED)
    await check_callers(fresh, root, {"user": MOVED})
    assert touches
    await settled(fresh)
    touches.clear()
    await check_callers(fresh, root, {"user": MOVED})
    assert not touches


FINDING = {
    "workspace/symbol": {"query": "user"},
    "glossator/search": {"query": "user"},
    "glossator/locate": {"target": "user"},
}


@pytest.mark.usefixtures("no_polling")
async def test_what_is_found_in_a_file_that_changed_unnoticed_is_left_out_until_it_is_indexed_again(
    fresh: Session, tmp_path: Path
) -> None:
    root = library(tmp_path)
    await open_folder(fresh, root)
    touches = await updates_asked_for(fresh)
    fresh.server.app.pause_indexing()
    (root / "user.py").write_text(MOVED)
    for method, params in FINDING.items():
        touches.clear()
        result = (await fresh.ask(method, params))["result"]
        assert "user" not in [name for name, _, _ in every_place(result)]
        assert touches
        if method == "glossator/search":
            assert result["completeness"]["staleFiles"] == ["user.py"]
            assert "left out" in result["completeness"]["note"]
    fresh.server.app.resume_indexing()
    await settled(fresh)
    touches.clear()
    for method, params in FINDING.items():
        result = (await fresh.ask(method, params))["result"]
        ranges = [range_ for name, _, range_ in every_place(result) if name == "user"]
        assert [spelled(MOVED, range_, "utf-16") for range_ in ranges] == ["user"]
    assert not touches


@pytest.mark.usefixtures("no_polling")
async def test_places_in_files_that_are_gone_are_left_out(fresh: Session, tmp_path: Path) -> None:
    root = library(tmp_path)
    gone = ["binary.py", "deleted.py", "empty.py", "folder.py"]
    for name in gone:
        (root / name).write_text(USER)
    await open_folder(fresh, root)
    touches = await updates_asked_for(fresh)
    for name in gone:
        (root / name).unlink()
    (root / "folder.py").mkdir()
    (root / "empty.py").touch()
    (root / "binary.py").write_bytes(b"\0" * 100)
    answer = await callers(fresh, root)
    assert [caller["place"]["path"] for caller in answer["callers"]] == ["user.py"]
    assert answer["completeness"]["staleFiles"] == gone
    assert touches


@pytest.mark.usefixtures("no_polling")
async def test_what_the_editor_has_not_saved_is_found_where_it_stands_there(
    fresh: Session, tmp_path: Path
) -> None:
    root = library(tmp_path)
    await open_folder(fresh, root)
    touches = await updates_asked_for(fresh)
    await fresh.receive(opening((root / "user.py").as_uri(), MOVED))
    for method, params in FINDING.items():
        result = (await fresh.ask(method, params))["result"]
        ranges = [range_ for name, _, range_ in every_place(result) if name == "user"]
        assert [spelled(MOVED, range_, "utf-16") for range_ in ranges] == ["user"]
    await check_callers(fresh, root, {"user": MOVED})
    assert not touches


@pytest.mark.usefixtures("no_polling")
async def test_a_file_that_is_saved_is_indexed_again(fresh: Session, tmp_path: Path) -> None:
    """The editor's text and the server's have drifted apart; the text that comes with the saving mends that."""
    root = library(tmp_path)
    await open_folder(fresh, root)
    uri = (root / "user.py").as_uri()
    await fresh.receive(opening(uri, "def drifted(): pass\n"))
    for saved in (MOVED, MOVED.replace("user", "USER"), None):
        touches = await updates_asked_for(fresh)
        if saved is not None:
            (root / "user.py").write_text(saved)
        params = {"textDocument": {"uri": uri}} | ({} if saved is None else {"text": saved})
        await fresh.notify("textDocument/didSave", params)
        assert touches
        await settled(fresh)
        touches.clear()
        shown = saved or (root / "user.py").read_text()
        found = (await fresh.ask("workspace/symbol", {"query": "user"}))["result"]
        assert [spelled(shown, each["location"]["range"], "utf-16").lower() for each in found] == ["user"]
        assert not touches


@pytest.mark.usefixtures("no_polling")
async def test_a_text_that_changes_between_answer_and_reply_shows_no_wrong_place(
    fresh: Session, tmp_path: Path
) -> None:
    root = library(tmp_path)
    await open_folder(fresh, root)
    touches = await updates_asked_for(fresh)
    app = fresh.server.app
    asked = app.documents.snapshot((root / "library.py").as_uri())
    target, usages, completeness = await app.callers(asked, Span(5, 5))
    (root / "user.py").write_text(USER.replace("user", "USER"))
    await fresh.receive(opening((root / "library.py").as_uri(), "# typed on\n" + LIBRARY))
    places = [target.place, target.name_place, *usage_places(usages)]
    reader = await PlaceReader.read(app, PositionEncoding.UTF16, places, asked)
    wire = reader.target(target)
    assert wire is not None
    assert (wire.name_place.range.start.line, wire.name_place.range.start.character) == (0, 4)
    assert reader.usages(usages) == []
    assert reader.completed(completeness).stale_files == ("user.py",)
    assert touches
    unasked = await PlaceReader.read(app, PositionEncoding.UTF16, places)
    assert unasked.target(target) is None


@pytest.mark.usefixtures("no_polling")
async def test_nobody_waits_for_the_index_while_it_is_paused(fresh: Session, tmp_path: Path) -> None:
    root = library(tmp_path)
    await open_folder(fresh, root)
    await settled(fresh)
    fresh.server.app.pause_indexing()
    (root / "user.py").write_text(MOVED)
    await fresh.notify("textDocument/didSave", {"textDocument": {"uri": (root / "user.py").as_uri()}})
    answer = await fresh.ask("glossator/search", {"query": "user", "waitForIndex": True})
    assert answer["result"]["completeness"]["staleFiles"] == ["user.py"]
    fresh.server.app.resume_indexing()
    answer = await fresh.ask("glossator/search", {"query": "user", "waitForIndex": True})
    assert answer["result"]["completeness"]["staleFiles"] == []


def library(folder: Path) -> Path:
    """A function and a file that uses it."""
    root = folder / "w"
    root.mkdir()
    (root / "library.py").write_text(LIBRARY)
    (root / "user.py").write_text(USER)
    return root


async def updates_asked_for(session: Session) -> list[bool]:
    """Wait until the index has nothing to do; the result grows with every update that is asked for later."""
    await settled(session)
    (index,) = session.server.app.workspaces
    asked: list[bool] = []
    ask = index.touch

    def touch(**options: Any) -> None:
        asked.append(True)
        ask(**options)

    index.touch = touch  # type: ignore[method-assign]
    return asked


async def settled(session: Session) -> None:
    """Wait until the index has nothing to do."""
    app: Application = session.server.app
    await app.wait_settled()


async def callers(session: Session, root: Path) -> Any:
    """Who uses the function of the library."""
    params = {
        "textDocument": {"uri": (root / "library.py").as_uri()},
        "position": {"line": 0, "character": 5},
    }
    return (await session.ask("glossator/callers", params))["result"]


async def check_callers(session: Session, root: Path, texts: dict[str, str]) -> None:
    """Every place in the answer spells the function or its user in the present text."""
    answer = await callers(session, root)
    assert {caller["name"] for caller in answer["callers"]} == set(texts)
    for caller in answer["callers"]:
        text = texts[caller["name"]]
        for use in caller["uses"]:
            assert spelled(text, use["range"], "utf-16") == "shared"
        assert spelled(text, caller["namePlace"]["range"], "utf-16") == caller["name"]
