"""Index files that are damaged, foreign, locked, on a full disk or gone, before and while a session has them open."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from tests.app.index_contents import lines_of
from tests.app.sessions import PROJECT, callers_of, session, settings_without_models, write

from glossator.app.application import Application
from glossator.host.folders import Folders
from glossator.store.failures import IndexBusy, IndexDamaged
from glossator.store.schema import SCHEMA_VERSION

PAGE_BYTES = 4096
HANG_SECONDS = 60.0

HOLDER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
for statement in sys.argv[2:]:
    connection.execute(statement).fetchone()
print("locked", flush=True)
sys.stdin.read()
"""
WHOLE = ("PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE")
IN_A_SESSION = {
    "a change that is not finished": ("BEGIN IMMEDIATE", "UPDATE meta SET value = value"),
    "a read that is not finished": ("BEGIN", "SELECT COUNT(*) FROM files"),
}


@dataclass(frozen=True)
class Indexed:
    """A project and a home with its index, which tests copy."""

    root: Path
    home: Path
    content: list[str]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Indexed:
    folder = tmp_path_factory.mktemp("made")
    root, home = folder / "project", folder / "home"
    write(root, PROJECT)
    write(root, {f"many/m{n}.py": f"def f{n}():\n    return f{(n + 1) % 40}()\n" for n in range(40)})

    async def index() -> list[str]:
        async with session(root, home) as app:
            path = app.workspaces[0].index_path
        return lines_of(path)

    return Indexed(root, home, asyncio.run(index()))


@pytest.fixture
def indexed(made: Indexed, tmp_path: Path) -> Indexed:
    """The same project with an index of this test's own."""
    shutil.copytree(made.root, tmp_path / "project", copy_function=shutil.copy2)
    old, new = (Folders.below(made.home), Folders.below(tmp_path / "home"))
    shutil.copytree(old.index_folder(made.root), new.index_folder(tmp_path / "project"))
    return Indexed(tmp_path / "project", tmp_path / "home", made.content)


def path_of(indexed: Indexed) -> Path:
    return Folders.below(indexed.home).index_path(indexed.root)


@asynccontextmanager
async def opened(indexed: Indexed, notices: list[str]) -> AsyncIterator[Application]:
    """A session whose notices are kept from its beginning."""
    app = Application(settings_without_models(), Folders.below(indexed.home))
    app.on_notice(notices.append)
    try:
        await app.open_workspace([indexed.root])
        yield app
    finally:
        await app.close()


async def state_of(app: Application) -> tuple[str, str]:
    """Phase and last error."""
    status = await app.status()
    return status.phase, status.last_error


def fill(path: Path, page: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE_BYTES)
        file.write(data)


def overwrite_middle(path: Path) -> None:
    pages = path.stat().st_size // PAGE_BYTES
    for page in range(2, pages + 1):
        fill(path, page, bytes(PAGE_BYTES))


def make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "file").touch()


def set_version(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = 'schema_version'", [version])


BEFORE: dict[str, tuple[Callable[[Path], object], int]] = {
    "random bytes": (lambda path: path.write_bytes(random.Random(1).randbytes(50_000)), 1),
    "one page of zeros in the middle": (lambda path: fill(path, 5, bytes(PAGE_BYTES)), 1),
    "a bad first page": (lambda path: fill(path, 1, b"SQLite format 3\0" + b"\xff" * 4000), 1),
    "one wrong bit in the middle": (lambda path: fill(path, 9, b"\x01"), 1),
    "half of it": (lambda path: os.truncate(path, path.stat().st_size // 2), 1),
    "nothing in it": (lambda path: os.truncate(path, 0), 0),
    "no file": (lambda path: path.unlink(), 0),
    "a folder": (make_folder, 1),
    "another program's tables": (lambda path: sqlite3.connect(path).executescript("DROP TABLE meta"), 1),
    "a newer version": (lambda path: set_version(path, SCHEMA_VERSION + 1), 1),
}


@pytest.mark.parametrize(("damage", "sentences"), BEFORE.values(), ids=BEFORE)
async def test_a_session_that_finds_such_an_index_builds_it_anew_and_tells_so_once(
    damage: Callable[[Path], object], sentences: int, indexed: Indexed
) -> None:
    damage(path_of(indexed))
    notices: list[str] = []
    async with opened(indexed, notices) as app:
        await app.wait_settled()
        assert (await app.status()).phase == "ready"
        assert len(notices) == sentences
        assert all(str(path_of(indexed)) in notice for notice in notices)
        assert lines_of(path_of(indexed)) == indexed.content
        assert await callers_of(app, indexed.root, "shop/prices.py", "total")


LIVE: dict[str, tuple[Callable[[Path], object], int]] = {
    "zeros on all pages but the first": (overwrite_middle, 1),
    "random bytes": (lambda path: fill(path, 1, random.Random(2).randbytes(path.stat().st_size)), 1),
    "nothing in it": (lambda path: os.truncate(path, 0), 0),
    "no file": (lambda path: path.unlink(), 0),
    "no folder": (lambda path: shutil.rmtree(path.parent), 0),
}


@pytest.mark.parametrize(("damage", "sentences"), LIVE.values(), ids=LIVE)
async def test_damage_that_an_update_meets_is_mended_without_a_restart(
    damage: Callable[[Path], object], sentences: int, indexed: Indexed
) -> None:
    notices: list[str] = []
    path = path_of(indexed)
    async with opened(indexed, notices) as app:
        await app.wait_settled()
        fold_log(path)
        damage(path)
        write(indexed.root, {"new.py": "def new():\n    return 1\n"})
        app.files_changed([indexed.root])
        await app.wait_settled()
        assert await state_of(app) == ("ready", "")
        content = lines_of(path)
        assert len(content) > len(indexed.content)
        assert set(indexed.content) <= set(content)
        assert len(notices) == sentences
        assert await callers_of(app, indexed.root, "shop/prices.py", "total")


async def test_damage_that_only_a_question_meets_is_told_in_one_sentence_and_mended(
    indexed: Indexed,
) -> None:
    notices: list[str] = []
    path = path_of(indexed)
    async with opened(indexed, notices) as app:
        await app.wait_settled()
        fold_log(path)
        app.workspaces[0].reader.close()
        overwrite_middle(path)
        with pytest.raises(IndexDamaged, match="is damaged; it is built again"):
            await asyncio.to_thread(app.workspaces[0].reader.paths)
        await asyncio.sleep(0)
        answer = await app.search("total", 5)
        assert not answer.completeness.structure_ready or len(notices) == 1
        await app.wait_settled()
        assert lines_of(path) == indexed.content
        assert (await app.search("total", 5)).hits
        assert len(notices) == 1


def fold_log(path: Path) -> None:
    """Have all that was written lie in the file itself."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def locked(path: Path, statements: Sequence[str] = WHOLE) -> Iterator[subprocess.Popen[str]]:
    """Another program has the file for itself, or does what the statements say, until its input is closed."""
    command = [sys.executable, "-c", HOLDER, str(path), *statements]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "locked\n"
        yield holder


async def test_an_index_that_another_program_locks_is_waited_for_and_never_judged(indexed: Indexed) -> None:
    notices: list[str] = []
    path = path_of(indexed)
    before = path.stat().st_ino
    with locked(path) as holder:
        async with opened(indexed, notices) as app:
            with pytest.raises(IndexBusy, match="locked by another program"):
                await asyncio.to_thread(app.workspaces[0].reader.paths)
            assert "locked by another program" in (await app.status()).last_error
            assert path.stat().st_ino == before
            holder.communicate()
            await app.wait_settled()
            assert (await app.status()).phase == "ready"
            assert (notices, path.stat().st_ino) == ([], before)
            assert lines_of(path) == indexed.content


@pytest.mark.parametrize("statements", IN_A_SESSION.values(), ids=IN_A_SESSION)
async def test_another_program_at_work_on_the_index_of_a_session_delays_changes_and_no_answers(
    statements: Sequence[str], indexed: Indexed
) -> None:
    notices: list[str] = []
    path = path_of(indexed)
    before = path.stat().st_ino
    async with opened(indexed, notices) as app:
        await app.wait_settled()
        with locked(path, statements) as holder:
            write(
                indexed.root,
                {"new.py": "from shop.prices import total\n\n\ndef new():\n    return total([])\n"},
            )
            app.files_changed([indexed.root])
            assert (await app.search("total", 5)).hits
            assert await callers_of(app, indexed.root, "shop/prices.py", "total")
            holder.communicate()
            await app.wait_settled()
        assert await state_of(app) == ("ready", "")
        callers = await callers_of(app, indexed.root, "shop/prices.py", "total")
        assert ("new.py", "new", "sure", [5]) in callers
    assert (notices, path.stat().st_ino) == ([], before)


async def test_a_disk_that_is_full_is_told_loses_nothing_and_is_used_again_when_there_is_space(
    indexed: Indexed,
) -> None:
    notices: list[str] = []
    path = path_of(indexed)
    async with opened(indexed, notices) as app:
        await app.wait_settled()
        fold_log(path)
        child = app.workspaces[0]._child
        assert child is not None
        process = psutil.Process(child.pid)
        _, hard = process.rlimit(psutil.RLIMIT_FSIZE)
        process.rlimit(psutil.RLIMIT_FSIZE, (PAGE_BYTES, hard))
        write(indexed.root, {f"new/n{n}.py": f"def new{n}():\n    return f{n}()\n" for n in range(30)})
        app.files_changed([indexed.root])
        await app.wait_settled()
        status = await app.status()
        assert status.phase == "failed"
        assert "may be full" in status.last_error or "no space" in status.last_error
        assert lines_of(path) == indexed.content
        assert await callers_of(app, indexed.root, "shop/prices.py", "total")
        app.files_changed([indexed.root])
        await app.wait_settled()
        process.rlimit(psutil.RLIMIT_FSIZE, (hard, hard))
        app.files_changed([indexed.root])
        await app.wait_settled()
        assert await state_of(app) == ("ready", "")
        assert set(indexed.content) < set(lines_of(path))
        assert notices == [status.last_error]


async def test_an_index_is_thrown_away_as_a_whole_on_request(indexed: Indexed) -> None:
    notices: list[str] = []
    path = path_of(indexed)
    async with opened(indexed, notices) as app:
        await app.wait_settled()
        before = path.stat().st_ino
        app.rebuild_index()
        assert not app.completeness(app.workspaces[0]).structure_ready
        await app.wait_settled()
        assert path.stat().st_ino != before
        assert lines_of(path) == indexed.content
        assert app.completeness(app.workspaces[0]).structure_ready
    assert notices == []
