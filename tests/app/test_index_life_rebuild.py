"""`glossator index --rebuild`: the index is thrown away as a whole, by whichever process writes it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.app.index_contents import Content
from tests.app.served import Server, lay_out, without_models

from glossator.commands.index import OTHER_REBUILDS
from glossator.host.folders import Folders

HANG_SECONDS = 60.0


@pytest.fixture
def root(tmp_path: Path) -> Path:
    lay_out(Path(json.__file__).parent, tmp_path / "project")
    return tmp_path / "project"


async def index(root: Path, home: Path, *options: str) -> dict[str, Any]:
    """What `glossator index --json` answers."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "glossator", "index", "--json", "--quiet", "--structure-only"),
        *(str(root), *options),
        env={**os.environ, "GLOSSATOR_HOME": str(home)},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate()
    assert process.returncode == 0
    answer: dict[str, Any] = json.loads(out)
    return answer


async def test_a_rebuilt_index_is_another_file_with_the_same_content(root: Path, tmp_path: Path) -> None:
    path = Folders.below(tmp_path / "home").index_path(root)
    assert (await index(root, tmp_path / "home", "--rebuild"))["files"] == 5
    before, content = path.stat().st_ino, Content.of(path)
    assert (await index(root, tmp_path / "home"))["note"] == ""
    assert path.stat().st_ino == before
    assert (await index(root, tmp_path / "home", "--rebuild"))["note"] == ""
    assert path.stat().st_ino != before
    assert Content.of(path) == content


async def test_a_server_that_has_the_index_is_asked_to_build_it_anew(root: Path, tmp_path: Path) -> None:
    path = Folders.below(tmp_path / "home").index_path(root)
    server = await Server.start(root, tmp_path / "home", without_models())
    try:
        assert await server.finished() == "ready"
        before, content = path.stat().st_ino, Content.of(path)
        assert (await index(root, tmp_path / "home", "--rebuild"))["note"] == OTHER_REBUILDS
        async with asyncio.timeout(HANG_SECONDS):
            while path.stat().st_ino == before or (await server.status())["phase"] != "ready":
                await asyncio.sleep(0.05)
        assert Content.of(path) == content
        assert await server.client.leave() == 0
    finally:
        await server.client.close()
