"""Background work rests when the user wishes, and on battery; nobody is kept waiting for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.app.sessions import PROJECT, callers_of, session, settings_without_models, write
from tests.host.supplies import Supplies

from glossator.app import resting
from glossator.app.application import Application
from glossator.core.settings import Settings
from glossator.host.power import SUPPLIES_VARIABLE

PATIENCE_SECONDS = 60.0


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    write(folder, PROJECT)
    return folder


@pytest.fixture
def supplies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Supplies:
    """A laptop on battery, looked at often."""
    monkeypatch.setattr(resting, "LOOK_SECONDS", 0.02)
    monkeypatch.setenv(SUPPLIES_VARIABLE, str(tmp_path / "supplies"))
    return Supplies(tmp_path / "supplies")


@asynccontextmanager
async def opened(root: Path, tmp_path: Path, settings: Settings | None = None) -> AsyncIterator[Application]:
    async with session(root, tmp_path / "home", settings, settled=False) as app:
        yield app


async def phase(app: Application, wanted: str) -> None:
    """Wait until the status is in a phase."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while (await app.status()).phase != wanted:
            await asyncio.sleep(0.02)


async def power_seen(app: Application, *, on_battery: bool) -> None:
    """Wait until it was noticed where the power comes from."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while app._resting._on_battery is not on_battery:
            await asyncio.sleep(0.02)


async def test_on_battery_nothing_is_indexed_until_there_is_mains(
    root: Path, tmp_path: Path, supplies: Supplies
) -> None:
    async with opened(root, tmp_path) as app, asyncio.timeout(PATIENCE_SECONDS):
        await app.wait_indexed()
        status = await app.status()
        assert (status.phase, status.completeness.indexed_files) == ("paused", 0)
        assert "on battery" in status.paused
        assert status.advice == (status.paused,)
        assert "paused at 0 %" in status.completeness.note
        supplies.plug(True)
        await phase(app, "ready")
        assert await callers_of(app, root, "shop/prices.py", "total")
        assert (await app.status()).problems == ()


async def test_a_saved_file_waits_on_battery_and_is_indexed_with_mains(
    root: Path, tmp_path: Path, supplies: Supplies
) -> None:
    supplies.plug(True)
    async with opened(root, tmp_path) as app:
        await app.wait_settled()
        supplies.plug(False)
        await phase(app, "paused")
        (root / "shop/late.py").write_text("def late():\n    pass\n")
        app.files_changed([root / "shop/late.py"])
        async with asyncio.timeout(PATIENCE_SECONDS):
            await app.wait_settled()
        assert await app.locate("late") == []
        supplies.plug(True)
        await phase(app, "ready")
        assert [target.name for target in await app.locate("late")] == ["late"]


async def test_work_that_is_resumed_on_battery_goes_on_until_the_next_time(
    root: Path, tmp_path: Path, supplies: Supplies
) -> None:
    async with opened(root, tmp_path) as app:
        await phase(app, "paused")
        app.resume_indexing()
        await phase(app, "ready")
        supplies.plug(True)
        await power_seen(app, on_battery=False)
        supplies.plug(False)
        await phase(app, "paused")


async def test_a_wish_of_the_user_outlasts_the_battery(
    root: Path, tmp_path: Path, supplies: Supplies
) -> None:
    async with opened(root, tmp_path) as app:
        app.pause_indexing()
        await phase(app, "paused")
        supplies.plug(True)
        await power_seen(app, on_battery=False)
        assert (await app.status()).paused == resting.BY_USER
        app.resume_indexing()
        await phase(app, "ready")


@pytest.mark.parametrize("choice", ["run", "structure"])
async def test_the_settings_decide_what_is_done_on_battery(
    root: Path, tmp_path: Path, supplies: Supplies, choice: str
) -> None:
    async with opened(root, tmp_path, settings_without_models(on_battery=choice)) as app:
        await phase(app, "ready")
        assert app.workspaces[0]._makes_vectors is (choice == "run")


async def test_a_changed_setting_holds_at_once(root: Path, tmp_path: Path, supplies: Supplies) -> None:
    async with opened(root, tmp_path) as app:
        await phase(app, "paused")
        app.update_settings(replace(app.settings, index=replace(app.settings.index, on_battery="run")))
        await phase(app, "ready")
        app.update_settings(replace(app.settings, index=replace(app.settings.index, on_battery="pause")))
        await phase(app, "paused")


async def test_pausing_in_the_middle_keeps_what_is_done_and_resuming_completes_it(
    root: Path, tmp_path: Path
) -> None:
    write(root, {f"many/m{n}.py": f"def f{n}():\n    return f{n}()\n" for n in range(300)})
    async with opened(root, tmp_path) as app, asyncio.timeout(PATIENCE_SECONDS):
        begun = asyncio.Event()
        app.on_progress(lambda progress: begun.set() if progress.percent else None)
        await begun.wait()
        app.pause_indexing()
        await app.wait_settled()
        status = await app.status()
        assert (status.phase, status.paused) == ("paused", resting.BY_USER)
        assert not status.completeness.structure_ready
        app.resume_indexing()
        await app.wait_settled()
        status = await app.status()
        assert (status.phase, status.percent, status.paused) == ("ready", 100, "")
        assert status.completeness.indexed_files == 303


async def test_a_folder_that_is_opened_while_work_rests_rests_too(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    write(other, PROJECT)
    async with opened(root, tmp_path) as app, asyncio.timeout(PATIENCE_SECONDS):
        app.pause_indexing()
        await app.change_folders([other], [])
        await app.wait_settled()
        assert [index.paused for index in app.workspaces] == [True, True]
        app.resume_indexing()
        await app.wait_settled()
        assert (await app.search("total", 5)).completeness.indexed_files == 6
