"""The program is updated while a session of the version before runs."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from tests.app.index_contents import lines_of
from tests.app.sessions import PROJECT, session, write

import glossator

NEWER = "99.1.2"


def update(folder: Path) -> Path:
    """A newer version of the program, below a folder that comes before the installed one."""
    package = folder / "glossator"
    shutil.copytree(Path(glossator.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    text = (package / "__init__.py").read_text().replace(glossator.__version__, NEWER)
    (package / "__init__.py").write_text(text)
    return folder


async def test_a_process_of_another_version_is_not_spoken_to_and_both_versions_are_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "project"
    write(root, PROJECT)
    notices: list[str] = []
    async with session(root, tmp_path / "home") as app:
        app.on_notice(notices.append)
        index = app.workspaces[0]
        before = lines_of(index.index_path)
        newer = str(update(tmp_path / "newer"))
        with monkeypatch.context() as installed:
            installed.setenv("PYTHONPATH", os.pathsep.join([newer, os.environ.get("PYTHONPATH", "")]))
            assert index._child is not None
            index._child.kill()
            write(root, {"shop/late.py": "def late():\n    return 1\n"})
            for _ in range(2):
                # The first update meets the death of the old process, the next one the new version.
                app.files_changed([root])
                await app.wait_settled()
            status = await app.status()
        assert status.phase == "failed"
        assert f"from version {glossator.__version__} to {NEWER}" in status.last_error
        assert "restart" in status.last_error
        assert notices == [status.last_error]
        assert lines_of(index.index_path) == before
        app.files_changed([root])
        await app.wait_settled()
        assert (await app.status()).phase == "ready"
        assert set(before) < set(lines_of(index.index_path))
