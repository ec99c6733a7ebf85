"""Servers whose index lies where it cannot be written, cannot be locked, or where memory cannot be shared."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.app.index_contents import Content
from tests.app.served import Server, lay_out, without_models
from tests.constrained import LAUNCHER

from glossator.host.folders import Folders


@pytest.fixture
def root(tmp_path: Path) -> Path:
    lay_out(Path(json.__file__).parent, tmp_path / "project")
    return tmp_path / "project"


@pytest.fixture
def index_path(root: Path, tmp_path: Path) -> Iterator[Path]:
    """Where the index is; what a test makes unwritable is writable again afterwards."""
    path = Folders.below(tmp_path / "home").index_path(root)
    yield path
    path.parent.chmod(0o700)


@asynccontextmanager
async def server(root: Path, home: Path, *options: str) -> AsyncIterator[Server]:
    """A server that lacks what the options of `constrained` say, and has done what it could."""
    launcher = (sys.executable, LAUNCHER, *options) if options else ()
    running = await Server.start(root, home, without_models(), launcher)
    try:
        await running.finished()
        yield running
        assert await running.client.leave() == 0
    finally:
        await running.client.close()


async def names_found(running: Server, query: str) -> set[str]:
    found = await running.ask("workspace/symbol", {"query": query})
    return {each["name"] for each in found}


def shown(running: Server) -> list[str]:
    """What the server has shown the user on its own account."""
    return [
        each["params"]["message"]
        for each in running.client.received
        if each.get("method") == "window/showMessage"
    ]


@pytest.mark.parametrize(("folder_mode", "file_mode"), [(0o555, 0o444), (0o700, 0o444)])
async def test_an_index_that_cannot_be_written_is_read_and_stays_as_it_is(
    folder_mode: int, file_mode: int, root: Path, tmp_path: Path, index_path: Path
) -> None:
    async with server(root, tmp_path / "home"):
        pass
    before, content = index_path.read_bytes(), Content.of(index_path)
    for each in index_path.parent.iterdir():
        if each.name.startswith("index.sqlite") and each.suffix != ".lock":
            each.chmod(file_mode)
    index_path.parent.chmod(folder_mode)
    async with server(root, tmp_path / "home", "--no-override") as running:
        assert "JSONDecoder" in await names_found(running, "JSONDecoder")
        status = await running.status()
        assert running.rested == "failed"
        assert "cannot be" in status["lastError"]
        assert str(index_path.parent) in status["lastError"]
        assert shown(running) == [status["lastError"]]
        assert not status["completeness"]["structureReady"]
    assert index_path.read_bytes() == before
    index_path.parent.chmod(0o700)
    index_path.chmod(0o600)
    async with server(root, tmp_path / "home") as running:
        assert running.rested == "ready"
        assert shown(running) == []
    assert Content.of(index_path) == content


async def test_where_memory_cannot_be_shared_the_index_is_made_in_another_way_and_told_once(
    root: Path, tmp_path: Path, index_path: Path
) -> None:
    async with server(root, tmp_path / "home", "--no-shared-memory") as running:
        assert running.rested == "ready"
        assert "JSONDecoder" in await names_found(running, "JSONDecoder")
        assert [("shares no memory" in each) for each in shown(running)] == [True]
    content = Content.of(index_path)
    async with server(root, tmp_path / "home", "--no-shared-memory") as running:
        assert running.rested == "ready"
        assert shown(running) == []
    async with server(root, tmp_path / "other") as running:
        assert running.rested == "ready"
    assert content == Content.of(Folders.below(tmp_path / "other").index_path(root))


async def test_where_nothing_can_be_locked_no_index_is_written_and_the_reason_is_told(
    root: Path, tmp_path: Path, index_path: Path
) -> None:
    async with server(root, tmp_path / "home", "--no-locks") as running:
        status = await running.status()
        assert running.rested == "failed"
        assert "has no locks" in status["lastError"]
        assert "GLOSSATOR_HOME" in status["lastError"]
        assert shown(running) == [status["lastError"]]
        assert await names_found(running, "JSONDecoder") == set()
    assert not index_path.exists()
