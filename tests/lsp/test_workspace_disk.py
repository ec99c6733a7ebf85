"""The server answers before it has seen anything of the disk, however slow that is, and looks only where it may."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.lsp.in_process import Session, opening
from tests.lsp.processes import gone
from tests.lsp.raw_client import NO_MODELS, RawClient, raw_client

TEXT = "def greet(name):\n    return name\n\n\ndef main():\n    greet('a')\n"

HANGING_DISK = """
from pathlib import Path
exec((Path({others!r}) / "sitecustomize.py").read_text(encoding="utf-8"))
import os

def hanging(name):
    real = getattr(os, name)
    def call(path=".", *arguments, **options):
        if not isinstance(path, int) and os.fsdecode(path).startswith({root!r}):
            Path({reached!r}).touch()
            open({gate!r}).read()
        return real(path, *arguments, **options)
    setattr(os, name, call)

for name in ("scandir", "listdir"):
    hanging(name)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    for number in range(20):
        (root / f"folder{number}").mkdir(parents=True)
        (root / f"folder{number}" / "a.py").write_text(TEXT, encoding="utf-8")
    return root


@pytest.fixture(params=["of the system", "of git"])
def hanging_listing(
    request: pytest.FixtureRequest, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Whatever lists the workspace never ends; a file appears once it has begun."""
    gate, reached, programs = tmp_path / "gate", tmp_path / "reached", tmp_path / "programs"
    os.mkfifo(gate)
    programs.mkdir()
    monkeypatch.setenv("GLOSSATOR_HOME", str(tmp_path / "home"))
    if request.param == "of git":
        for folder in ("objects", "refs"):
            (root / ".git" / folder).mkdir(parents=True)
        (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="ascii")
        script = f'#!/bin/sh\n{shutil.which("touch")} "{reached}"\nexec {shutil.which("cat")} "{gate}"\n'
        (programs / "git").write_text(script, encoding="utf-8")
        (programs / "git").chmod(0o755)
        monkeypatch.setenv("PATH", str(programs))
    else:
        others = os.environ["PYTHONPATH"].split(os.pathsep)[0]
        text = HANGING_DISK.format(others=others, root=str(root), reached=str(reached), gate=str(gate))
        (programs / "sitecustomize.py").write_text(text, encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(programs), os.environ["PYTHONPATH"]]))
    return reached


async def symbols(client: RawClient, path: Path) -> list[str]:
    answer = await client.request("textDocument/documentSymbol", {"textDocument": {"uri": path.as_uri()}})
    return [each["name"] for each in answer["result"]]


async def test_a_disk_that_hangs_keeps_nobody_waiting_who_does_not_need_it(
    root: Path, hanging_listing: Path, mark: str
) -> None:
    async with raw_client() as client:
        await client.initialize(rootUri=root.as_uri(), initializationOptions=NO_MODELS)
        path = root / "folder1" / "a.py"
        client.send(**{key: value for key, value in opening(path.as_uri(), TEXT).items() if key != "jsonrpc"})
        assert await symbols(client, path) == ["greet", "main"]
        while not hanging_listing.exists():
            # Each answer gives the indexer time to get there.
            assert await symbols(client, path) == ["greet", "main"]
        assert await symbols(client, path) == ["greet", "main"]
        status = await client.request("glossator/status", {})
        assert "error" not in status, status
        assert status["result"]["completeness"]["structureReady"] is False
        assert await client.leave() == 0
    await gone(mark)


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folders that this process lists from now on."""
    found: list[str] = []

    def noting(real: Any) -> Any:
        def call(path: Any = ".", *arguments: Any, **options: Any) -> Any:
            found.append(str(path) if isinstance(path, int) else os.fsdecode(path))
            return real(path, *arguments, **options)

        return call

    for name in ("scandir", "listdir"):
        monkeypatch.setattr(os, name, noting(getattr(os, name)))
    return found


@pytest.mark.parametrize("folder", ["none", "home", "above all", "parent of homes"])
async def test_a_lone_file_is_answered_and_nothing_around_it_is_looked_at(
    fresh: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listed: list[str], folder: str
) -> None:
    home = tmp_path / "me"
    (home / "work").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir("/")
    uri = {"none": None, "home": home.as_uri(), "above all": "file:///", "parent of homes": "file:///home"}[
        folder
    ]
    if folder == "parent of homes" and not Path("/home").is_dir():
        uri = "file:///"
    await fresh.initialize(rootUri=uri, workspaceFolders=None)
    await fresh.notify("initialized", {})
    document = (home / "x.py").as_uri()
    await fresh.receive(opening(document, TEXT))
    answer = await fresh.ask("textDocument/documentSymbol", {"textDocument": {"uri": document}})
    assert [each["name"] for each in answer["result"]] == ["greet", "main"]
    status = (await fresh.ask("glossator/status", {}))["result"]
    assert status["phase"] == "no workspace"
    shown = [each["params"]["message"] for each in fresh.sent if each.get("method") == "window/showMessage"]
    assert len(shown) == (folder != "none")
    assert all("index.allowHome" in message for message in shown)
    assert [path for path in listed if path == "/" or path.startswith((str(home), "/home"))] == []
