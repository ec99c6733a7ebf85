"""With several folders the status accounts for each of them, and what it says of all is true of all."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.app.sessions import PROJECT, session, settings_without_models, write

from glossator.app.application import Application
from glossator.core.status import FolderStatus, Status
from glossator.host.folders import Folders

PATIENCE_SECONDS = 60.0

FILES = {
    "shop": PROJECT,
    "tools": {
        "run.py": "def run():\n    return 1\n",
        "logo.png": "\0\0",
        ".env": "PASSWORD=1\n",
        "note.txt": "x\n",
    },
    "web/shop": {"a.js": "function a() { return a(); }\n", "x.bin": "\0\0", "y.bin": "\0\0"},
}


@pytest.fixture
def roots(tmp_path: Path) -> list[Path]:
    """Three folders, two of which have the same name."""
    folders = [tmp_path / "work" / name for name in FILES]
    for folder, files in zip(folders, FILES.values(), strict=True):
        write(folder, files)
    return folders


def of(status: Status) -> dict[str, FolderStatus]:
    """What is said of each folder, by its root."""
    return {folder.root: folder for folder in status.folders}


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Application]:
    """A session without a folder."""
    application = Application(settings_without_models(), Folders.below(tmp_path / "home"))
    yield application
    await application.close()


async def test_every_folder_is_accounted_for_and_numbers_are_those_of_all(
    roots: list[Path], tmp_path: Path
) -> None:
    home = tmp_path / "home"
    singles = []
    for root in roots:
        async with session(root, home) as app:
            singles.append(await app.status())
            assert list(of(singles[-1])) == [str(root)]
    async with session(roots[0], home) as app:
        await app.change_folders(roots[1:], [])
        await app.wait_settled()
        status = await app.status()
        assert (await app.recent_status()).folders == status.folders
    assert list(of(status)) == [str(root) for root in roots]
    for single, folder in zip(singles, status.folders, strict=True):
        for name in ("phase", "percent", "completeness", "index_path", "left_out_total", "last_error"):
            assert getattr(folder, name) == getattr(single, name), name
    for name in ("symbols", "references", "edges", "left_out_total"):
        assert getattr(status, name) == sum(getattr(single, name) for single in singles), name
    assert status.completeness.indexed_files == sum(each.completeness.indexed_files for each in singles)
    assert status.languages == {"python": 4, "javascript": 1, "text": 1}
    assert (status.phase, status.percent, status.root) == ("ready", 100, str(roots[0]))
    left_out = {file.path for file in status.left_out}
    same_name = str(roots[2])
    assert left_out == {"tools/logo.png", "tools/.env", f"{same_name}/x.bin", f"{same_name}/y.bin"}
    binary = next(group for group in status.reasons if group.reason == "binary")
    assert (binary.files, set(binary.examples)) == (3, left_out - {"tools/.env"})
    assert status.problems == ()


async def test_what_is_wrong_with_one_folder_is_told_with_its_name_and_all_are_as_far_as_the_least(
    roots: list[Path], tmp_path: Path
) -> None:
    empty = tmp_path / "work" / "empty"
    empty.mkdir()
    async with session(roots[0], tmp_path / "home") as app:
        await app.change_folders([empty, tmp_path / "gone"], [])
        await app.wait_settled()
        status = await app.status()
        assert (status.phase, status.percent, status.completeness.structure_ready) == ("ready", 100, True)
        told = [problem.what for problem in status.problems]
        assert told[0] == "empty: No file of this folder is indexed."
        assert str(tmp_path / "gone") in told[1]
        folders = of(status)
        assert [folder.phase for folder in status.folders] == ["ready", "ready", "not indexed"]
        assert [len(folder.problems) for folder in folders.values()] == [0, 1, 1]

        os.truncate(app.workspaces[1].index_path, 0)
        app.workspaces[1].state.phase = "failed"
        app.workspaces[1].state.last_error = "It cannot be read."
        status = await app.status()
        assert (status.phase, status.last_error) == ("failed", "It cannot be read.")
        assert [folder.last_error for folder in status.folders] == ["", "It cannot be read.", ""]

        app.pause_indexing()
        await app.change_folders([roots[1]], [empty])
        status = await app.status()
        assert [folder.phase for folder in status.folders] == ["paused", "not indexed", "paused"]
        assert status.phase == "paused"
        assert [problem.what for problem in status.problems].count(status.paused) == 1


async def test_a_folder_that_is_not_indexed_is_named_where_no_other_is(
    app: Application, tmp_path: Path
) -> None:
    assert (await app.status()).folders == ()
    await app.change_folders([tmp_path / "gone", tmp_path / "lost"], [])
    status = await app.status()
    assert (status.phase, status.root) == ("no workspace", "")
    assert [(folder.root, folder.phase) for folder in status.folders] == [
        (str(tmp_path / "gone"), "not indexed"),
        (str(tmp_path / "lost"), "not indexed"),
    ]
    assert len(status.problems) == 2
    await app.change_folders([], [tmp_path / "gone"])
    assert [folder.root for folder in (await app.status()).folders] == [str(tmp_path / "lost")]


async def test_folders_keep_their_order_and_one_that_is_removed_while_it_is_opened_stays_away(
    app: Application, roots: list[Path]
) -> None:
    opening = asyncio.create_task(app.change_folders([*roots, roots[0]], []))
    await asyncio.sleep(0)
    await app.change_folders([roots[0]], [roots[1]])
    await opening
    assert [index.root for index in app.workspaces] == [roots[0], roots[2]]
    assert list(of(await app.status())) == [str(roots[0]), str(roots[2])]
    await app.close()
    assert app.workspaces == []
