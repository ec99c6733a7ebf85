"""What fails again and again, at whatever step, is given up with one sentence, keeps nobody waiting, may recover."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.app.counting_endpoint import counting_endpoint
from tests.app.sessions import PROJECT, settings_without_models, write
from tests.app.test_index_life_models import MODELS, settings_for

from glossator.app import polling, setbacks, workspace_index
from glossator.app.application import Application
from glossator.app.setbacks import BUG
from glossator.app.vector_maker import VectorMaker
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.settings import Settings
from glossator.host.folders import Folders
from glossator.host.process import Child

pytestmark = pytest.mark.loopback

TRIALS = 12
"""More than are made in a row of anything."""

Step = Callable[..., object]


def raise_bug(_: Child) -> None:
    raise KeyError("a bug")


def kill(child: Child) -> None:
    os.kill(child.pid, signal.SIGKILL)


@asynccontextmanager
async def opened(
    tmp_path: Path, settings: Settings, notices: list[str]
) -> AsyncIterator[tuple[Application, WorkspaceIndex]]:
    root = tmp_path / "project"
    write(root, PROJECT)
    app = Application(settings, Folders.below(tmp_path / "home"))
    app.on_notice(notices.append)
    try:
        await app.open_workspace([root])
        yield app, app.workspaces[0]
    finally:
        await app.close()


async def failed(index: WorkspaceIndex) -> None:
    async with asyncio.timeout(60):
        while index.state.phase != "failed":
            await asyncio.sleep(0.005)


@pytest.fixture(params=["update", "vectors"])
def broken_step(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Step], list[int]]:
    """Has a step of each round fail in some way; the list grows with each time that it is taken."""

    def break_step(deed: Step) -> list[int]:
        taken: list[int] = []
        owner: type = WorkspaceIndex if request.param == "update" else VectorMaker
        name = "_update" if request.param == "update" else "make"
        whole = getattr(owner, name)

        async def step(self: object, child: Child, *rest: object) -> object:
            taken.append(child.pid)
            deed(child)
            return await whole(self, child, *rest)

        monkeypatch.setattr(owner, name, step)
        return taken

    return break_step


@pytest.mark.parametrize(
    ("deed", "sentence"), [(raise_bug, BUG), (kill, "The indexer process was ended by signal")]
)
async def test_a_step_that_always_fails_is_given_up_and_nobody_waits_for_it(
    deed: Step,
    sentence: str,
    broken_step: Callable[[Step], list[int]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(setbacks, "RESTART_SECONDS", (0.0, 0.0, 0.0))
    taken, notices = broken_step(deed), list[str]()
    with counting_endpoint() as endpoint:
        async with opened(tmp_path, settings_for(endpoint, MODELS[0]), notices) as (app, index):
            async with asyncio.timeout(60):
                await app.wait_settled()
            await failed(index)
            assert len(taken) < TRIALS
            assert index.state.last_error.startswith(sentence)
            assert len(notices) == 1
            assert notices[0].startswith(sentence)


async def test_looks_at_the_disk_between_the_trials_do_not_keep_them_going(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setbacks, "RESTART_SECONDS", (0.0, 0.0, 0.0))
    monkeypatch.setattr(polling, "POLL_SECONDS", 0.01)
    trials = 0

    async def update(_: WorkspaceIndex, child: Child) -> None:
        nonlocal trials
        trials += 1
        # An indexer that has just started knows nothing of the disk, and a look at it says that all may have changed.
        assert await child.call("changed", {"seconds": 1.0})
        await asyncio.sleep(0.1)
        kill(child)
        await child.call("prepare")

    monkeypatch.setattr(WorkspaceIndex, "_update", update)
    async with opened(tmp_path, settings_without_models(), []) as (_, index):
        await failed(index)
        assert trials < TRIALS


async def test_trying_again_tells_nothing_twice_and_what_was_given_up_recovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setbacks, "RETRY_SECONDS", 0.01)
    notices: list[str] = []
    trials = 0
    mended, whole = asyncio.Event(), WorkspaceIndex._update

    async def update(self: WorkspaceIndex, child: Child) -> None:
        nonlocal trials
        trials += 1
        if not mended.is_set():
            raise KeyError("a bug")
        await whole(self, child)

    monkeypatch.setattr(workspace_index.WorkspaceIndex, "_update", update)
    async with opened(tmp_path, settings_without_models(), notices) as (_, index):
        async with asyncio.timeout(60):
            while trials < TRIALS:
                await asyncio.sleep(0.005)
            assert notices == [BUG]
            mended.set()
            while index.state.phase != "ready":
                await asyncio.sleep(0.005)
        assert index.state.last_error == ""
