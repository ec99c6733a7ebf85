"""Nobody who asks waits for background work: indexing and embedding step back, and give way at once."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest
from tests.app.sessions import PROJECT, session, settings_without_models, write

from glossator.app.application import Application
from glossator.app.explaining import ExplainRequest
from glossator.app.uris import uri_from_path
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.cancel import NEVER, CancelToken
from glossator.core.settings import Settings
from glossator.core.text import Span
from glossator.host.folders import Folders
from glossator.host.priority import NICENESS
from glossator.models import acquire, catalog
from glossator.models.ports import Embedder, Priority

PATIENCE_SECONDS = 120.0
MANY = {
    f"many/m{n}.py": "".join(f"def f{n}_{m}(a, b):\n    return f{n}_{m}(a + {m}, b)\n\n\n" for m in range(20))
    for n in range(40)
}
FEW = dict(list(MANY.items())[:1])


@pytest.fixture(scope="session")
def models() -> Path:
    """The models folder with the default models in it. Fetching is the one thing here that uses the network."""
    folder = Folders.for_user().models
    guard = os.environ.get("GLOSSATOR_TEST_SOCKETS", "none")
    os.environ["GLOSSATOR_TEST_SOCKETS"] = "all"
    try:
        for entry in catalog.defaults():
            acquire.fetch(entry, folder)
    finally:
        os.environ["GLOSSATOR_TEST_SOCKETS"] = guard
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    write(folder, PROJECT | MANY)
    return folder


class Watched:
    """An embedding model that tells by their tokens which calls it works on."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.in_flight: list[CancelToken] = []
        self.begun = asyncio.Event()
        self.done = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self._embedder, name)

    async def embed(
        self,
        texts: list[str],
        *,
        query: bool = False,
        priority: Priority = Priority.BACKGROUND,
        token: CancelToken = NEVER,
    ) -> object:
        self.in_flight.append(token)
        self.begun.set()
        try:
            found = await self._embedder.embed(texts, query=query, priority=priority, token=token)
        finally:
            self.in_flight.remove(token)
        self.done += 1
        return found


@pytest.fixture
def small_root(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    write(folder, PROJECT | FEW)
    return folder


@asynccontextmanager
async def embedding(root: Path, home: Path) -> AsyncIterator[tuple[Application, WorkspaceIndex, Watched]]:
    """A session that is making vectors."""
    async with session(root, home, Settings(), settled=False) as app, asyncio.timeout(PATIENCE_SECONDS):
        real = app.models.embedder()
        assert real is not None
        watched = Watched(real)
        app.models._embedder = watched  # type: ignore[assignment]
        await app.wait_searchable()
        await watched.begun.wait()
        yield app, app.workspaces[0], watched


async def test_no_vector_is_made_while_an_answer_is_read_or_written(
    root: Path, tmp_path: Path, models: Path
) -> None:
    async with embedding(root, tmp_path / "home") as (app, _, embedder):
        with app.answering.one():
            while embedder.in_flight:
                await asyncio.sleep(0)
            done = embedder.done
            query = await embedder._embedder.embed(["who adds"], query=True, priority=Priority.INTERACTIVE)
            assert (len(query), embedder.done, embedder.in_flight) == (1, done, [])
        embedder.begun.clear()
        await embedder.begun.wait()


async def test_an_explanation_holds_vectors_back_from_its_first_look_on(
    root: Path, tmp_path: Path, models: Path
) -> None:
    async with embedding(root, tmp_path / "home") as (app, _, embedder):
        snapshot = app.documents.snapshot(uri_from_path(root / "shop/prices.py"))
        place = snapshot.data.index(b"total")
        busy: list[bool] = []

        def heard(_text: str) -> None:
            busy.append(bool(embedder.in_flight))

        answer = await app.explain(ExplainRequest(snapshot, Span(place, place), max_tokens=8), heard)
        assert answer.prose
        assert not any(busy)


async def test_a_saved_file_does_not_wait_for_the_end_of_an_answer(
    root: Path, tmp_path: Path, models: Path
) -> None:
    async with embedding(root, tmp_path / "home") as (app, index, _):
        with app.answering.one():
            (root / "shop/late.py").write_text("def late():\n    pass\n")
            app.files_changed([root / "shop/late.py"])
            await index.up_to_date.wait()
            assert [target.name for target in await app.locate("late")] == ["late"]


async def test_a_saved_file_breaks_off_the_text_that_is_embedded(
    small_root: Path, tmp_path: Path, models: Path
) -> None:
    async with embedding(small_root, tmp_path / "home") as (app, index, embedder):
        while not embedder.in_flight:
            await asyncio.sleep(0)
        (begun,) = embedder.in_flight
        app.files_changed([small_root / "shop/prices.py"])
        await index.up_to_date.wait()
        assert begun.cancelled
        await app.wait_settled()
        assert index.state.embedded == index.state.to_embed > 0


async def test_pausing_breaks_embedding_off_and_resuming_completes_it(
    small_root: Path, tmp_path: Path, models: Path
) -> None:
    async with embedding(small_root, tmp_path / "home") as (app, index, embedder):
        app.pause_indexing()
        await app.wait_settled()
        while embedder.in_flight:
            await asyncio.sleep(0)
        done = embedder.done
        assert (await app.status()).phase == "paused"
        await app.search("total", 5)
        assert embedder.done == done
        app.resume_indexing()
        await app.wait_settled()
        assert index.state.embedded == index.state.to_embed > 0


async def test_two_folders_give_way_to_one_answer(root: Path, tmp_path: Path, models: Path) -> None:
    other = tmp_path / "other"
    write(other, {f"more/{name}": text.replace("return", "yield") for name, text in MANY.items()})
    async with embedding(root, tmp_path / "home") as (app, _, embedder):
        await app.change_folders([other], [])
        await app.wait_searchable()
        while len(embedder.in_flight) < 2:
            await asyncio.sleep(0)
        begun = list(embedder.in_flight)
        with app.answering.one():
            assert [token.cancelled for token in begun] == [True, True]
            done = embedder.done
            while embedder.in_flight:
                await asyncio.sleep(0)
            # A vector that was on its way already may still arrive; none is begun.
            assert embedder.done <= done + 2


async def test_background_processes_step_back_and_those_that_answer_do_not(
    root: Path, tmp_path: Path
) -> None:
    async with session(root, tmp_path / "home", settings_without_models(workers=2), settled=False) as app:
        snapshot = app.documents.snapshot(uri_from_path(root / "shop/prices.py"))
        await app.facts(snapshot)
        begun = asyncio.Event()
        app.on_progress(lambda progress: begun.set() if progress.percent else None)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await begun.wait()
        indexer = app.workspaces[0]._child
        assert indexer is not None
        children = psutil.Process(indexer.pid).children()
        assert 1 <= len(children) <= 2
        for process in (psutil.Process(indexer.pid), *children):
            assert process.nice() == NICENESS
            assert process.ionice().ioclass == psutil.IOPRIO_CLASS_IDLE
        background = {indexer.pid, *(child.pid for child in children)}
        others = [child for child in psutil.Process().children() if child.pid not in background]
        parsers = [child for child in others if "glossator.app.parse_worker:main" in child.cmdline()]
        assert parsers
        assert {child.nice() for child in parsers} == {psutil.Process().nice()}


async def test_answers_come_while_the_indexer_stands_still(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home", settled=False) as app, asyncio.timeout(PATIENCE_SECONDS):
        begun = asyncio.Event()
        app.on_progress(lambda progress: begun.set())
        await begun.wait()
        indexer = app.workspaces[0]._child
        assert indexer is not None
        os.kill(indexer.pid, signal.SIGSTOP)
        try:
            uri = uri_from_path(root / "shop/prices.py")
            app.documents.open(uri, "python", 1, PROJECT["shop/prices.py"])
            snapshot = app.documents.snapshot(uri)
            place = snapshot.data.index(b"total")
            answer = await app.hover(snapshot, place)
            assert answer is not None
            assert "may be missing" in answer.callers
            assert await app.has_target(snapshot, Span(place, place))
            assert (await app.facts(snapshot)).symbols
            assert not (await app.search("total", 5)).completeness.structure_ready
            assert (await app.status()).root == str(root)
        finally:
            os.kill(indexer.pid, signal.SIGCONT)
