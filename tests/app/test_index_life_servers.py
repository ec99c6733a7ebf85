"""Several servers on one folder at the same time, as real processes: one writes, the others read and take over."""

from __future__ import annotations

import asyncio
import email
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.app.index_contents import Content
from tests.app.served import Server, lay_out, without_models

from glossator.app.index_state import WAITING
from glossator.host.folders import Folders

BETWEEN_SECONDS = 0.05
HANG_SECONDS = 120.0


def project(folder: Path) -> Path:
    """Some files, which one server does not index before another one is up."""
    for package in (asyncio, email):
        lay_out(Path(package.__file__).parent, folder / package.__name__)
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return project(tmp_path / "project")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Content:
    """What comes out when a single server is left in peace."""
    folder = tmp_path_factory.mktemp("undisturbed")
    root = project(folder / "project")

    async def index() -> None:
        async with servers(root, folder / "home", 1) as (server,):
            assert await server.finished() == "ready"
            await server.client.leave()

    asyncio.run(index())
    return Content.of(Folders.below(folder / "home").index_path(root))


@asynccontextmanager
async def servers(root: Path, home: Path, number: int) -> AsyncIterator[list[Server]]:
    """So many servers that are started at the same time."""
    async with AsyncExitStack() as stack:
        started = await asyncio.gather(*(Server.start(root, home, without_models()) for _ in range(number)))
        for server in started:
            stack.push_async_callback(server.client.close)
        yield list(started)


async def is_waiting(server: Server) -> bool:
    """Whether a server says that it waits for another one."""
    return says_that_it_waits(await server.status())


def says_that_it_waits(status: dict[str, Any]) -> bool:
    return any(sentence.startswith(WAITING) for sentence in status["advice"])


async def question(server: Server, number: int) -> None:
    """Ask what an editor asks; an error fails the test."""
    await server.ask("workspace/symbol", {"query": ("run", "message", "case", "")[number % 4]})
    await server.ask("glossator/status", {})


async def asked_until(condition: Callable[[], Awaitable[bool]], asked: list[Server]) -> None:
    """Ask the servers again and again until a condition holds."""
    async with asyncio.timeout(HANG_SECONDS):
        for number in itertools.count():
            if await condition():
                return
            for server in asked:
                await question(server, number)
            await asyncio.sleep(BETWEEN_SECONDS)


async def test_of_three_servers_one_writes_and_the_others_answer_from_its_index(
    root: Path, tmp_path: Path, undisturbed: Content
) -> None:
    async with servers(root, tmp_path / "home", 3) as running:

        async def all_ready() -> bool:
            return {(await server.status())["phase"] for server in running} == {"ready"}

        await asked_until(all_ready, running)
        assert sorted([await is_waiting(server) for server in running]) == [False, True, True]
        answers = [await server.ask("workspace/symbol", {"query": "Message"}) for server in running]
        assert answers[0] and answers[0] == answers[1] == answers[2]
        (writer,) = [server for server in running if not await is_waiting(server)]
        indexer = writer.indexer()
        assert indexer is not None
        indexer.kill()

        async def one_writes_again() -> bool:
            writing = [server for server in running if not await is_waiting(server)]
            found = writing[0].indexer() if len(writing) == 1 else None
            return found is not None and found.pid != indexer.pid and await all_ready()

        await asked_until(one_writes_again, running)
        assert [await server.client.leave() for server in running] == [0, 0, 0]
    assert Content.of(Folders.below(tmp_path / "home").index_path(root)) == undisturbed


async def test_when_the_writer_is_killed_in_the_middle_one_of_the_others_finishes(
    root: Path, tmp_path: Path, undisturbed: Content
) -> None:
    home = tmp_path / "home"
    async with AsyncExitStack() as stack:
        (writer,) = await stack.enter_async_context(servers(root, home, 1))
        await writer.parsing()
        writer.halt()
        others = await stack.enter_async_context(servers(root, home, 2))

        async def all_wait() -> bool:
            return all([await is_waiting(server) for server in others])

        await asked_until(all_wait, others)
        for server in others:
            assert not (await server.status())["completeness"]["structureReady"]
        await writer.kill()

        async def taken_over() -> bool:
            states = [await server.status() for server in others]
            waiting = [says_that_it_waits(state) for state in states]
            return {state["phase"] for state in states} == {"ready"} and waiting.count(True) == 1

        await asked_until(taken_over, others)
        assert [await server.client.leave() for server in others] == [0, 0]
    assert Content.of(Folders.below(home).index_path(root)) == undisturbed
