"""Whatever happens to a workspace, with or without reports, its index becomes that of a fresh start, and nothing
that is known is worked out again."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.app.changes import BURSTS, Change, begin, make
from tests.app.counting_embedder import CountingEmbedder
from tests.app.sessions import callers_of, session, settings_without_models, write
from tests.app.trees import git

from glossator.app.application import Application
from glossator.store.dump import dump
from glossator.store.reader import open_reader

PATIENCE_SECONDS = 60.0
"""A hang guard: nothing that is waited for takes nearly as long."""

pytestmark = pytest.mark.usefixtures("home")


def contents(app: Application) -> list[str]:
    with open_reader(app.workspaces[0].index_path) as reader:
        return list(dump(reader))


async def becomes_fresh(app: Application, root: Path, home: Path) -> None:
    """Wait until the index is that of a fresh start. Nothing is reported meanwhile."""
    async with session(root, home, app.settings) as other:
        expected = contents(other)
    deadline = asyncio.get_running_loop().time() + PATIENCE_SECONDS
    while contents(app) != expected and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(0.05)
    assert contents(app) == expected


async def settled(app: Application) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        await app.wait_settled()


def report_rightly(root: Path, change: Change) -> list[Path]:
    return [root / path for path in named_paths(change)]


def report_folders(root: Path, change: Change) -> list[Path]:
    return [(root / path).parent for path in named_paths(change)]


def report_wrongly(root: Path, _change: Change) -> list[Path]:
    return [root / "none" / "of this.py", root.parent, Path("/elsewhere/x.py")]


def report_nothing(_root: Path, _change: Change) -> list[Path]:
    return []


def named_paths(change: Change) -> list[str]:
    names = (getattr(change, name, None) for name in ("path", "to", "other"))
    return [name for name in names if name is not None]


Report = Callable[[Path, Change], list[Path]]
REPORTS: st.SearchStrategy[Report] = st.sampled_from(
    [report_rightly, report_folders, report_wrongly, report_nothing, report_nothing]
)


@settings(
    max_examples=int(os.environ.get("GLOSSATOR_TEST_EXAMPLES", "4")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(bursts=BURSTS, report=REPORTS, seed=st.integers(0, 1000))
def test_after_bursts_of_changes_the_index_becomes_a_fresh_one(
    bursts: list[list[Change]], report: Report, seed: int
) -> None:
    async def run(root: Path, home: Path) -> None:
        async with session(root, home) as app:
            for changes in bursts:
                await asyncio.to_thread(make, root, changes)
                app.files_changed([path for change in changes for path in report(root, change)])
                # The next burst comes at any moment of the work on this one.
                await asyncio.sleep(random.Random(seed).choice([0.0, 0.1, 0.3]))
            await becomes_fresh(app, root, home / "other")

    with tempfile.TemporaryDirectory() as folder:
        begin(Path(folder) / "root")
        asyncio.run(run(Path(folder) / "root", Path(folder) / "home"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with two branches that differ in thirty files."""
    root = tmp_path / "root"
    git(tmp_path, "init", "--quiet", str(root))
    calls = {f"pkg/m{n}.py": f"from pkg.m{n + 1} import f{n + 1}\n\n\n{function(n)}" for n in range(30)}
    write(
        root, calls | {"pkg/m30.py": "def f30():\n    return 0\n", "same.py": "def same():\n    return 1\n"}
    )
    commit(root)
    git(root, "checkout", "--quiet", "-b", "other")
    write(root, {f"pkg/m{n}.py": f"def f{n}():\n    return {n}\n" for n in range(20)})
    write(root, {f"new/n{n}.py": f"def g{n}():\n    return {n}\n" for n in range(10)})
    for n in range(20, 30):
        (root / f"pkg/m{n}.py").unlink()
    commit(root)
    git(root, "checkout", "--quiet", "main")
    return root


def function(n: int) -> str:
    return f"def f{n}():\n    return f{n + 1}()\n"


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "-m", "state")


def indexed(app: Application) -> list[str]:
    with open_reader(app.workspaces[0].index_path) as reader:
        return sorted(reader.paths())


@pytest.mark.parametrize("reported", [True, False], ids=["with reports", "without reports"])
async def test_branches_switched_back_and_forth_while_indexing_leave_the_one_that_is_checked_out(
    root: Path, tmp_path: Path, reported: bool
) -> None:
    async with session(root, tmp_path / "home", settled=False) as app:
        for branch in ("other", "main") * 10:
            await asyncio.to_thread(git, root, "checkout", "--quiet", branch)
            if reported:
                app.files_changed([root / "pkg", root / "new"])
        await becomes_fresh(app, root, tmp_path / "fresh")
        assert indexed(app) == sorted(git(root, "ls-files").decode().split())
        assert ("pkg/m0.py", "f0", "sure", [5]) in await callers_of(app, root, "pkg/m1.py", "f1():")


async def test_a_folder_that_was_renamed_is_known_once_even_if_only_the_folder_is_reported(
    root: Path, tmp_path: Path
) -> None:
    async with session(root, tmp_path / "home") as app:
        (root / "pkg").rename(root / "lib")
        app.files_changed([root / "pkg", root / "lib"])
        await becomes_fresh(app, root, tmp_path / "fresh")
        assert {path.partition("/")[0] for path in indexed(app)} == {"lib", "same.py"}
        found = await app.find_symbols("f7", 100)
        assert [hit.place.path for hit in found.hits if hit.name == "f7"] == ["lib/m7.py"]


async def test_an_indexer_that_dies_at_rest_is_started_again_and_misses_nothing(
    root: Path, tmp_path: Path
) -> None:
    async with session(root, tmp_path / "home") as app:
        child = app.workspaces[0]._child
        assert child is not None
        child.kill()
        await child.wait()
        write(root, {"late.py": "from same import same\nsame()\n"})
        await becomes_fresh(app, root, tmp_path / "fresh")
        assert ("late.py", "<module>", "sure", [2]) in await callers_of(app, root, "same.py", "same():")


class Embedding:
    """A session with a counting embedder."""

    def __init__(self, app: Application, embedder: CountingEmbedder) -> None:
        self.app = app
        self.embedder = embedder

    async def embedded(self, root: Path) -> int:
        """How many texts are embedded until nothing is left to do."""
        before = len(self.embedder.texts)
        self.app.files_changed([root])
        await settled(self.app)
        return len(self.embedder.texts) - before


@pytest.fixture
async def embedding(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Embedding]:
    embedder = CountingEmbedder()
    monkeypatch.setattr("glossator.app.model_service.ModelService.embedder", lambda _: embedder)
    settings = settings_without_models(embed=True)
    async with session(root, tmp_path / "home", settings, settled=False) as app:
        await settled(app)
        yield Embedding(app, embedder)


async def test_contents_that_are_known_are_not_embedded_again(root: Path, embedding: Embedding) -> None:
    assert embedding.embedder.texts
    git(root, "checkout", "--quiet", "other")
    assert await embedding.embedded(root) > 0
    for branch in ("main", "other", "main"):
        git(root, "checkout", "--quiet", branch)
        assert await embedding.embedded(root) == 0
    # The path is in the text, so that what is moved has other vectors, and has the old ones again when it comes back.
    (root / "pkg").rename(root / "away")
    assert await embedding.embedded(root) > 0
    (root / "away").rename(root / "pkg")
    assert await embedding.embedded(root) == 0
    (root / "pkg" / "m3.py").rename(root / "moved.py")
    assert await embedding.embedded(root) > 0
    git(root, "clean", "--quiet", "--force", "-d")
    git(root, "checkout", "--quiet", "--force", "main")
    assert await embedding.embedded(root) == 0
    for path in (root / "pkg").iterdir():
        path.touch()
    assert await embedding.embedded(root) == 0
    shutil.rmtree(root / "pkg")
    assert await embedding.embedded(root) == 0
    git(root, "checkout", "--quiet", "--force", "main")
    assert await embedding.embedded(root) == 0
