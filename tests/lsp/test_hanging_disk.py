"""A folder whose disk does not answer keeps nobody waiting but those who ask about what is in it."""

from __future__ import annotations

import os
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.lsp.in_process import Session, opening
from tests.lsp.processes import gone
from tests.lsp.raw_client import NO_MODELS, RawClient, raw_client
from tests.lsp.test_documents import requests_at

TEXT = "def greet(name):\n    return name\n\n\ndef main():\n    greet('a')\n"
QUESTIONS = 100
"""More than there are threads."""

HANGING_DISK = """
from pathlib import Path
exec((Path({others!r}) / "sitecustomize.py").read_text(encoding="utf-8"))
import builtins, io, os

open_gate, is_there = open, os.path.exists

def hanging(module, name):
    real = getattr(module, name)
    def call(path=".", *arguments, **options):
        far = isinstance(path, (str, bytes, os.PathLike)) and os.fsdecode(path).startswith({far!r})
        if far and is_there_now({switch!r}):
            open_gate({gate!r}).read()
        return real(path, *arguments, **options)
    setattr(module, name, call)
    return real

stat = os.stat

def is_there_now(path):
    try:
        stat(path)
    except OSError:
        return False
    return True

for name in ("stat", "lstat", "readlink", "open", "scandir", "listdir", "access", "mkdir"):
    hanging(os, name)
hanging(builtins, "open")
hanging(io, "open")
"""


class Disk:
    """Two folders, of which one does not answer any more once that is said."""

    def __init__(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.near, self.far = tmp_path / "near", tmp_path / "far"
        for folder in (self.near, self.far):
            folder.mkdir()
            (folder / "a.py").write_text(TEXT, encoding="utf-8")
        self._switch, gate, programs = tmp_path / "switch", tmp_path / "gate", tmp_path / "programs"
        os.mkfifo(gate)
        programs.mkdir()
        others = os.environ["PYTHONPATH"].split(os.pathsep)[0]
        text = HANGING_DISK.format(others=others, far=str(self.far), switch=str(self._switch), gate=str(gate))
        (programs / "sitecustomize.py").write_text(text, encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(programs), os.environ["PYTHONPATH"]]))
        monkeypatch.setenv("GLOSSATOR_HOME", str(tmp_path / "home"))

    def hang(self) -> None:
        """From now on questions about the far folder are not answered."""
        self._switch.touch()


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(tmp_path, monkeypatch)


@pytest.fixture
async def client(disk: Disk, mark: str) -> AsyncIterator[RawClient]:
    """A client that ends its session well, whatever the disk does."""
    async with raw_client() as started:
        yield started
        assert await started.leave() == 0
    await gone(mark)


def open_document(client: RawClient, path: Path) -> None:
    client.notify("textDocument/didOpen", opening(path.as_uri(), TEXT)["params"])


def questions(path: Path) -> list[tuple[str, Any]]:
    """What editors ask of themselves, all about one definition."""
    document, place = {"uri": path.as_uri()}, {"line": 0, "character": 5}
    range_ = {"start": place, "end": place}
    return [
        ("textDocument/documentSymbol", {"textDocument": document}),
        ("textDocument/hover", {"textDocument": document, "position": place}),
        (
            "textDocument/codeAction",
            {"textDocument": document, "range": range_, "context": {"diagnostics": []}},
        ),
    ]


async def is_answered(client: RawClient, path: Path, callers: str) -> None:
    """Each of these questions has its full answer."""
    outline, hover, actions = [await client.request(*each) for each in questions(path)]
    assert [each["name"] for each in outline["result"]] == ["greet", "main"]
    assert callers in str(hover["result"]["contents"])
    assert len(actions["result"]) == 1


async def indexed(client: RawClient) -> None:
    await client.request("glossator/search", {"query": "greet", "waitForIndex": True})


async def test_documents_on_a_disk_that_hangs_hold_up_no_others(disk: Disk, client: RawClient) -> None:
    disk.hang()
    await client.initialize(rootUri=disk.near.as_uri(), initializationOptions=NO_MODELS)
    open_document(client, disk.near / "a.py")
    open_document(client, disk.far / "a.py")
    await indexed(client)
    waiting = [client.begin(*each) for _ in range(QUESTIONS) for each in questions(disk.far / "a.py")]
    for _ in range(3):
        await is_answered(client, disk.near / "a.py", "Called by 1")
    found = await client.request("glossator/locate", {"target": "a.py:1"})
    assert [each["name"] for each in found["result"]["targets"]] == ["greet"]
    assert not {each.get("id") for each in client.received} & set(waiting)
    for request in waiting:
        client.notify("$/cancelRequest", {"id": request})
    assert {(await client.response(request))["error"]["code"] for request in waiting} == {-32800}
    await is_answered(client, disk.near / "a.py", "Called by 1")


@pytest.mark.parametrize("when", ["from the first", "later"])
async def test_a_folder_on_a_disk_that_hangs_holds_up_no_others(
    disk: Disk, client: RawClient, when: str
) -> None:
    disk.hang()
    near, far = ({"uri": each.as_uri(), "name": each.name} for each in (disk.near, disk.far))
    folders = [near] if when == "later" else [near, far]
    await client.initialize(workspaceFolders=folders, initializationOptions=NO_MODELS)
    if when == "later":
        event = {"added": [far], "removed": []}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    open_document(client, disk.near / "a.py")
    # Each answer gives the indexer time.
    while (status := (await client.request("glossator/status", {}))["result"])["folders"][0][
        "phase"
    ] != "ready":
        pass
    await is_answered(client, disk.near / "a.py", "Called by 1")
    assert [(Path(each["root"]).name, each["phase"]) for each in status["folders"]] == [
        ("near", "ready"),
        ("far", "starting"),
    ]
    assert (status["phase"], status["completeness"]["structureReady"]) == ("starting", False)


async def test_what_is_open_is_answered_when_its_disk_begins_to_hang(disk: Disk, client: RawClient) -> None:
    folders = [{"uri": each.as_uri(), "name": each.name} for each in (disk.far, disk.near)]
    await client.initialize(workspaceFolders=folders, initializationOptions=NO_MODELS)
    for folder in (disk.near, disk.far):
        open_document(client, folder / "a.py")
    await indexed(client)
    await is_answered(client, disk.far / "a.py", "Called by 1")
    disk.hang()
    for _ in range(QUESTIONS):
        client.begin("glossator/callers", questions(disk.far / "a.py")[1][1])
    for folder in (disk.near, disk.far):
        await is_answered(client, folder / "a.py", "Called by 1")


ASKING = ("stat", "lstat", "readlink", "open", "scandir", "listdir", "access", "mkdir")


@pytest.fixture
def asked_on_the_loop(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths about which the thread of this test asks the disk from now on."""
    found: list[str] = []
    here = threading.current_thread()

    def noting(real: Any) -> Any:
        def call(path: Any = ".", *arguments: Any, **options: Any) -> Any:
            if threading.current_thread() is here and not isinstance(path, int):
                found.append(os.fsdecode(path))
            return real(path, *arguments, **options)

        return call

    for name in ASKING:
        monkeypatch.setattr(os, name, noting(getattr(os, name)))
    return found


async def test_the_event_loop_asks_nothing_about_the_files_of_the_user(
    fresh: Session, tmp_path: Path, asked_on_the_loop: list[str]
) -> None:
    """Of documents that are open or closed, linked or of no folder, whatever is asked of them."""
    root, lone = tmp_path / "root", tmp_path / "lone"
    for folder in (root, lone):
        folder.mkdir()
        (folder / "a.py").write_text(TEXT, encoding="utf-8")
    (root / "link.py").symlink_to("a.py")
    (root / "broken.py").write_text("def f(:\n", encoding="utf-8")
    await fresh.initialize(rootUri=root.as_uri())
    await fresh.notify("initialized", {})
    await fresh.ask("glossator/search", {"query": "greet", "waitForIndex": True})
    asked_on_the_loop.clear()
    paths = [root / "a.py", root / "link.py", root / "broken.py", root / "gone.py", lone / "a.py"]
    for opened in (False, True):
        for path in paths:
            if opened:
                await fresh.receive(
                    opening(path.as_uri(), TEXT + ("def f(:\n" if "broken" in path.name else ""))
                )
            for method, params in requests_at(path.as_uri(), (0, 5), (0, 5)):
                await fresh.ask(method, params)
            saved = {"textDocument": {"uri": path.as_uri()}}
            await fresh.notify("textDocument/didSave", saved)
            changed = {"changes": [{"uri": path.as_uri(), "type": 2}]}
            await fresh.notify("workspace/didChangeWatchedFiles", changed)
    for target in ("a.py:1", str(root / "a.py:1"), "a.py::greet", "greet"):
        await fresh.ask("glossator/locate", {"target": target})
    for method in ("glossator/search", "workspace/symbol"):
        await fresh.ask(method, {"query": "greet"})
    await fresh.ask("glossator/status", {})
    for path in paths:
        await fresh.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
    assert [path for path in asked_on_the_loop if path.startswith((str(root), str(lone)))] == []
