"""One file that cannot be parsed harms no other: it is named with its reason, and tried again when it changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.hostile import found_first, left_out, misbehave
from tests.app.sessions import session, write

from glossator.app.application import Application

GOOD = "def {name}():\n    return helper('{name}')\n"
NESTED_TEMPLATES = "val x = " + '"${\n' * 1200
"""The scanner of the Kotlin grammar aborts the process on it."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    write(folder, {f"good{number}.py": GOOD.format(name=f"good{number}") for number in range(6)})
    return folder


async def counted(app: Application) -> tuple[int, int]:
    status = await app.status()
    return status.completeness.indexed_files, status.completeness.known_files


async def updates(app: Application) -> list[dict[str, int]]:
    """What one more update does."""
    child = app.workspaces[0]._child
    assert child is not None
    results: list[dict[str, int]] = []
    async for _ in child.stream("update", {}, on_result=results.append):
        pass
    return results


async def test_files_that_raise_abort_or_never_end_are_named_and_not_tried_again(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    misbehave(monkeypatch)
    write(
        root,
        {
            "b_raises.py": "# RAISES\n",
            "d_nothing.py": "# RETURNS NOTHING\n",
            "f_hangs.cob": "x\n",
            "g_aborts.kt": NESTED_TEMPLATES,
            "z_memory.py": "# EATS MEMORY\n",
        },
    )
    reasons = {
        "b_raises.py": "failed: the parser failed",
        "d_nothing.py": "failed: the parser failed",
        "f_hangs.cob": "failed: parsing did not end",
        "g_aborts.kt": "failed: the parser crashed",
        "z_memory.py": "failed: the parser failed",
    }
    reported: list[int] = []
    async with session(root, tmp_path / "home", settled=False) as app:
        app.on_progress(lambda progress: reported.append(progress.percent or 0))
        await app.wait_settled()
        assert (await app.status()).phase == "ready"
        assert await left_out(app) == reasons
        assert await counted(app) == (6, 11)
        assert 100 in reported
        assert await found_first(app, "good3") == "good3.py"
        assert await updates(app) == [{"parsed": 0, "removed": 0, "chunked": 0}]
    async with session(root, tmp_path / "home") as app:
        assert await left_out(app) == reasons
        assert await updates(app) == [{"parsed": 0, "removed": 0, "chunked": 0}]
        (root / "b_raises.py").write_text(GOOD.format(name="mended"))
        app.files_changed([root / "b_raises.py"])
        await app.wait_settled()
        assert "b_raises.py" not in await left_out(app)
        assert await found_first(app, "mended") == "b_raises.py"


async def test_a_file_that_is_saved_while_its_old_text_ends_the_parser_is_parsed(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    misbehave(monkeypatch)
    path = root / "saved.py"
    path.write_text(f"# WRITES {path}\n")
    async with session(root, tmp_path / "home") as app:
        while await left_out(app):
            app.files_changed([path])
            await app.wait_settled()
        assert await found_first(app, "mended") == "saved.py"
