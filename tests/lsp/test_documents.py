"""Documents over the protocol, in its three encodings: the server's text is the editor's, and any position is
answered."""

from __future__ import annotations

import asyncio
import json
import logging
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.core.reference_text import ENCODINGS, NUMBERS, TEXTS, ReferenceText
from tests.lsp.in_process import PATIENCE_SECONDS, Session, opening
from tests.lsp.raw_client import raw_client

CONTENT_MODIFIED, REQUEST_FAILED = -32801, -32803
URI = "untitled:Untitled-1"
ODD = 'def rocket(a):\r\n    s = "🚀e\u0301👩\u200d👧"; return s\x0c\u2028 + a\rdef last(): pass'
OUTSIDE = [(0, 999), (1, 0), (2, 5), (4294967295, 0), (0, 4294967295), (10**20, 10**20), (7, 7)]
_numbers = count(1)


@pytest.fixture(params=ENCODINGS)
def encoding(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def editor(fresh: Session, encoding: str) -> Session:
    """A session in which columns count in units of `encoding`."""
    answer = await fresh.initialize({"general": {"positionEncodings": [encoding]}})
    assert answer["result"]["capabilities"]["positionEncoding"] == encoding
    await fresh.notify("initialized", {})
    return fresh


def place(line: int, character: int) -> dict[str, int]:
    return {"line": line, "character": character}


def requests_at(uri: str, start: tuple[int, int], end: tuple[int, int]) -> list[tuple[str, dict[str, Any]]]:
    """Every request that speaks of a document, at a range or its beginning."""
    document = {"uri": uri}
    range_ = {"start": place(*start), "end": place(*end)}
    here = {"textDocument": document, "position": place(*start)}
    command = {"command": "glossator.server.explain"}
    return [
        ("textDocument/documentSymbol", {"textDocument": document}),
        ("textDocument/hover", here),
        (
            "textDocument/codeAction",
            {"textDocument": document, "range": range_, "context": {"diagnostics": []}},
        ),
        ("glossator/callers", here),
        ("glossator/usages", here),
        ("glossator/related", here),
        ("glossator/explain", here),
        ("glossator/explain", {"textDocument": document, "range": range_}),
        ("workspace/executeCommand", command | {"arguments": [{"uri": uri, "range": range_}]}),
    ]


async def change(session: Session, uri: str, version: Any, *changes: Any) -> None:
    """Tell of edits: (start, end, text) or a whole text."""
    events = [
        {"text": each}
        if isinstance(each, str)
        else {"range": {"start": place(*each[0]), "end": place(*each[1])}, "text": each[2]}
        for each in changes
    ]
    params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": events}
    await session.notify("textDocument/didChange", params)


async def names_in(session: Session, uri: str) -> list[str]:
    """The names that the outline of a document shows, or the code of the error."""
    answer = await session.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    return (
        [each["name"] for each in answer["result"]] if "result" in answer else [str(answer["error"]["code"])]
    )


def text_of(session: Session, uri: str = URI) -> str:
    """The server's text of an open document."""
    return session.server.app.documents.snapshot(uri).data.decode("utf-8", "surrogatepass")


async def test_every_request_is_answered_at_any_position(editor: Session, encoding: str) -> None:
    await editor.receive(opening(URI, ODD))
    inside = [(line, column) for line in range(4) for column in range(0, 40, 3)]
    before = ODD[: ODD.index("🚀")]
    line, column = ReferenceText.of(before).position(len(before), encoding)
    inside += [(line, column + unit) for unit in range(5)]
    for start in [*OUTSIDE, *inside]:
        for end in (start, (0, 0), (9, 9)):
            for method, params in requests_at(URI, start, end):
                answer = await editor.ask(method, params)
                assert "result" in answer or answer["error"]["code"] == REQUEST_FAILED
    assert (await editor.ask("workspace/symbol", {"query": "rocket"}))["result"] == []


async def test_a_position_inside_a_character_means_the_character(editor: Session, encoding: str) -> None:
    text = "🚀🚀def f(): pass\n"
    await editor.receive(opening(URI, text))
    width = {"utf-8": 4, "utf-16": 2, "utf-32": 1}[encoding]
    inside, end = (0, 2 * width - 1), (0, 2 * width)
    await change(editor, URI, 2, (inside, end, "X"))
    assert text_of(editor) == "🚀Xdef f(): pass\n"


PLACES = st.tuples(NUMBERS, NUMBERS)
CHANGES = st.one_of(
    st.builds(lambda ends, text: (min(ends), max(ends), text), st.tuples(PLACES, PLACES), TEXTS), TEXTS
)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=TEXTS, notifications=st.lists(st.lists(CHANGES, max_size=3), max_size=4))
async def test_after_any_edits_the_servers_text_is_the_editors(
    editor: Session, encoding: str, text: str, notifications: list[list[Any]]
) -> None:
    uri = f"untitled:{next(_numbers)}"
    await editor.receive(opening(uri, text))
    model = ReferenceText.of(text)
    for number, changes in enumerate(notifications):
        await change(editor, uri, 2 + number, *changes)
        for each in changes:
            model = ReferenceText.of(each) if isinstance(each, str) else model.edited(*each, encoding)
        assert text_of(editor, uri).encode("utf-8", "surrogatepass") == model.utf8()


async def test_lone_surrogates_in_a_text_reach_no_answer(editor: Session) -> None:
    await editor.receive(opening(URI, 'def b\ud83dad(): return "\ude80"\ndef good(): pass\n'))
    for method, params in requests_at(URI, (0, 5), (1, 3)):
        await editor.ask(method, params)
    json.dumps(editor.sent, ensure_ascii=False).encode()
    assert "good" in await names_in(editor, URI)


async def test_typing_behind_an_emoji_and_saving_leaves_both_sides_the_same(
    session: Session, caplog: pytest.LogCaptureFixture
) -> None:
    await session.receive(opening(URI, 'msg = "🚀"\n'))
    await change(session, URI, 2, ((0, 9), (0, 9), "!"))
    assert text_of(session) == 'msg = "🚀!"\n'
    with caplog.at_level(logging.WARNING, "glossator"):
        saved = {"textDocument": {"uri": URI}, "text": 'msg = "🚀!"\n'}
        await session.notify("textDocument/didSave", saved)
        assert caplog.records == []
        for text in ("def other(): pass\n", "def another(): pass\n"):
            await session.notify("textDocument/didSave", saved | {"text": text})
            assert text_of(session) == text
    assert len(caplog.records) == 1
    assert await names_in(session, URI) == ["another"]


async def test_edits_past_the_end_land_at_the_end_and_the_session_goes_on(session: Session) -> None:
    await session.receive(opening(URI, "ab\n"))
    await change(session, URI, 2, ((7, 0), (7, 0), "Z"))
    assert text_of(session) == "ab\nZ"
    await change(session, URI, 3, ((1, 99), (4294967295, 4294967295), "\ndef f(): pass"))
    await change(session, URI, 4, ((2147483647, 1), (4294967295, 0), "\n"))
    assert text_of(session) == "ab\nZ\ndef f(): pass\n"
    assert (await session.ask("workspace/symbol", {"query": ""}))["result"] == []


@pytest.mark.parametrize("separator", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\0"], ids=ascii)
async def test_what_python_takes_for_a_line_end_is_an_ordinary_character(
    session: Session, separator: str
) -> None:
    await session.receive(opening(URI, f"alpha{separator}beta\ngamma\n"))
    await change(session, URI, 2, ((1, 0), (1, 5), "DELTA"))
    assert text_of(session) == f"alpha{separator}beta\nDELTA\n"


async def test_changes_apply_in_their_order_and_stale_versions_are_passed_over(session: Session) -> None:
    await session.receive(opening(URI, "a\n"))
    first = ((0, 0), (0, 1), "def one(): pass\ndef two(): pass\n")
    await change(session, URI, 5, first, ((1, 4), (1, 7), "TWO"), ((0, 4), (0, 7), "ONE"))
    assert await names_in(session, URI) == ["ONE", "TWO"]
    await change(session, URI, 4, "def stale(): pass\n")
    assert await names_in(session, URI) == ["ONE", "TWO"]
    await change(session, URI, 6, ((0, 4), (0, 7), "last"))
    assert await names_in(session, URI) == ["last", "TWO"]


BROKEN: list[dict[str, Any]] = [
    {"contentChanges": [{"range": {"start": place(0, 2), "end": place(0, 1)}, "text": "x"}]},
    {"contentChanges": [{"range": {"start": place(1, 0), "end": place(0, 9)}, "text": "x"}]},
    {"contentChanges": [{"range": {"start": place(0, -1), "end": place(0, 1)}, "text": "x"}]},
    {"contentChanges": [{"range": {"start": place(0, 0)}, "text": "x"}]},
    {"contentChanges": [{"range": {"start": place(0, 0), "end": place(0, 0)}}]},
    {"contentChanges": None},
    {},
]


@pytest.mark.parametrize("broken", BROKEN)
async def test_a_change_that_cannot_be_followed_is_answered_as_modified_until_the_whole_text_comes(
    session: Session, broken: dict[str, Any]
) -> None:
    await session.receive(opening(URI, "def before(): pass\n"))
    document = {"uri": URI, "version": 2}
    await session.notify("textDocument/didChange", {"textDocument": document} | broken)
    for method, params in requests_at(URI, (0, 5), (0, 5)):
        answer = await session.ask(method, params)
        assert answer.get("error", {}).get("code") == CONTENT_MODIFIED
    assert (await session.ask("workspace/symbol", {"query": "before"}))["result"] == []
    await change(session, URI, 3, ((0, 4), (0, 10), "typed"))
    assert await names_in(session, URI) == [str(CONTENT_MODIFIED)]
    await change(session, URI, 4, "def after(): pass\n")
    assert await names_in(session, URI) == ["after"]


@pytest.mark.parametrize("item", [{"version": None}, {"text": None, "version": "x"}, {}])
async def test_an_opening_that_cannot_be_read_does_not_fall_back_to_the_disk(
    session: Session, tmp_path: Path, item: dict[str, Any]
) -> None:
    (tmp_path / "a.py").write_text("def on_disk(): pass\n")
    uri = (tmp_path / "a.py").as_uri()
    await session.notify("textDocument/didOpen", {"textDocument": {"uri": uri} | item})
    assert await names_in(session, uri) == [str(CONTENT_MODIFIED)]
    await session.receive(opening(uri, "def in_editor(): pass\n"))
    assert await names_in(session, uri) == ["in_editor"]
    await session.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert await names_in(session, uri) == ["on_disk"]


async def test_a_range_of_null_means_the_whole_text(session: Session) -> None:
    await session.receive(opening(URI, "def before(): pass\n"))
    event = {"range": None, "rangeLength": None, "text": "def whole(): pass\n"}
    params = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [event]}
    await session.notify("textDocument/didChange", params)
    assert await names_in(session, URI) == ["whole"]


async def test_a_file_that_is_saved_without_its_text_is_mended_from_the_disk(
    session: Session, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text("def saved(): pass\n")
    uri = (tmp_path / "a.py").as_uri()
    await session.receive(opening(uri, "def before(): pass\n"))
    await session.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert await names_in(session, uri) == ["before"]
    await change(session, uri, 2, ((0, 2), (0, 1), "x"))
    assert await names_in(session, uri) == [str(CONTENT_MODIFIED)]
    await session.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    async with asyncio.timeout(PATIENCE_SECONDS):
        while (names := await names_in(session, uri)) == [str(CONTENT_MODIFIED)]:
            pass
    assert names == ["saved"]


async def test_virtual_documents_are_answered_from_the_editor_and_touch_neither_disk_nor_index(
    fresh: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "w"
    root.mkdir()
    for name in ("Untitled-1", "a.py", "x"):
        (root / name).write_text("def on_disk(): pass\n")
    monkeypatch.chdir(root)
    await fresh.initialize(rootUri=root.as_uri())
    await fresh.notify("initialized", {})
    for uri in (URI, f"untitled:{root}/a.py", f"vscode-notebook-cell:{root}/a.py#X1"):
        await fresh.receive(opening(uri, "def t(): pass\n"))
        await fresh.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        answers = [await fresh.ask(*each) for each in requests_at(uri, (0, 4), (0, 4))]
        assert all("result" in each for each in answers)
        assert "on_disk" not in json.dumps(answers)
        assert await names_in(fresh, uri) == ["t"]
    found = await fresh.ask("glossator/search", {"query": "t", "waitForIndex": True})
    assert {hit["name"] for hit in found["result"]["hits"]} <= {"on_disk"}
    for uri in (
        "vscode-chat-code-block:/x?1",
        f"git:{root}/a.py?HEAD",
        f"untitled:{root}/x",
        f"vscode-vfs://github{root}/a.py",
        f"file://other-machine{root}/a.py",
        "",
    ):
        answers = [await fresh.ask(*each) for each in requests_at(uri, (0, 4), (0, 4))]
        assert [each.get("result", "refused") for each in answers[:3]] == [None, None, []]
        assert {each["error"]["code"] for each in answers[3:]} == {REQUEST_FAILED}
        assert "on_disk" not in json.dumps(answers)


SPELLINGS = [
    ("a b.py", "a%20b.py"),
    ("50%.py", "50%25.py"),
    ("a%20b.py", "a%2520b.py"),
    ("#x.py", "%23x.py"),
    ("ü.py", "%C3%BC.py"),
    ("u\u0308.py", "u%CC%88.py"),
    ("日本.py", "%e6%97%a5%e6%9c%ac.py"),
    ("[1].py", "%5B1%5D.py"),
    ("^;~.py", "%5E%3B%7E.py"),
]


@pytest.mark.parametrize(("name", "encoded"), SPELLINGS)
async def test_a_document_is_the_same_however_its_uri_is_spelled(
    session: Session, tmp_path: Path, name: str, encoded: str
) -> None:
    (tmp_path / name).write_text("def on_disk(): pass\n")
    plain = f"file://{tmp_path}/{name.replace('%', '%25')}"
    other = f"file://{tmp_path}/{encoded}"
    assert await names_in(session, other) == ["on_disk"]
    await session.receive(opening(plain, "def opened(): pass\n"))
    assert await names_in(session, other) == ["opened"]
    await change(session, other, 2, ((0, 4), (0, 10), "edited"))
    assert await names_in(session, plain) == await names_in(session, other) == ["edited"]
    await session.notify("textDocument/didClose", {"textDocument": {"uri": other}})
    assert await names_in(session, plain) == ["on_disk"]


@pytest.mark.parametrize(
    "options", [{"documents": {"fullSync": True}}, {"glossator": {"documents": {"fullSync": True}}}]
)
async def test_whole_texts_are_asked_for_where_the_settings_say_so(
    fresh: Session, options: dict[str, Any]
) -> None:
    answer = await fresh.initialize(initializationOptions=options)
    assert answer["result"]["capabilities"]["textDocumentSync"]["change"] == 1
    await fresh.notify("initialized", {})
    assert [each for each in fresh.sent if each.get("method") == "window/showMessage"] == []
    await fresh.receive(opening(URI, "def before(): pass\n"))
    await change(fresh, URI, 2, "def whole(): pass\n")
    assert await names_in(fresh, URI) == ["whole"]


@pytest.mark.parametrize(("overridden", "kind"), [(None, 1), (False, 2)])
async def test_the_users_file_may_ask_for_whole_texts_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, overridden: bool | None, kind: int
) -> None:
    monkeypatch.setenv("GLOSSATOR_HOME", str(tmp_path))
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.toml").write_text("[documents]\nfullSync = true\n")
    options = {} if overridden is None else {"documents": {"fullSync": overridden}}
    async with raw_client() as client:
        result = await client.initialize(initializationOptions=options)
        assert result["capabilities"]["textDocumentSync"]["change"] == kind
        await client.leave()
