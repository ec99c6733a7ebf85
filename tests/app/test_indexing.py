"""The index follows the disk, survives kills, and is the same whatever way it was made."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from pathlib import Path

import pytest
from tests.app.sessions import PROJECT, callers_of, session, settings_without_models, write

from glossator.app.application import Application
from glossator.app.parse_pool import ParseFailed, ParsePool
from glossator.app.uris import uri_from_path
from glossator.core.text import Span
from glossator.store.dump import dump
from glossator.store.reader import open_reader


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    write(folder, PROJECT)
    return folder


def contents(app: Application) -> list[str]:
    with open_reader(app.workspaces[0].index_path) as reader:
        return list(dump(reader))


async def settle(app: Application, root: Path) -> None:
    app.files_changed([root])
    await app.wait_settled()


async def fresh_contents(root: Path, home: Path, **settings: object) -> list[str]:
    async with session(root, home, settings_without_models(**settings)) as app:
        return contents(app)


async def test_after_any_change_the_index_equals_a_fresh_one(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        (root / "shop/prices.py").write_text(
            "def total():\n    return 1\n\n\ndef more():\n    return total()\n"
        )
        (root / "shop/orders.py").rename(root / "shop/moved.py")
        (root / "tests/test_prices.py").unlink()
        (root / "shop/new.py").write_text("from shop.prices import more\nmore()\n")
        await settle(app, root)
        assert contents(app) == await fresh_contents(root, tmp_path / "other")


async def test_a_definition_that_moves_to_another_file_takes_its_callers_along(
    root: Path, tmp_path: Path
) -> None:
    async with session(root, tmp_path / "home") as app:
        text = (root / "shop/prices.py").read_text()
        (root / "shop/prices.py").write_text("from shop.sums import total\n")
        (root / "shop/sums.py").write_text(text)
        await settle(app, root)
        found = await callers_of(app, root, "shop/sums.py", "total")
        assert ("shop/orders.py", "Order.price", "sure", [9]) in found


async def test_the_number_of_workers_does_not_show_in_the_index(root: Path, tmp_path: Path) -> None:
    write(root, {f"many/m{n}.py": f"def f{n}():\n    return f{n}()\n" for n in range(40)})
    one = await fresh_contents(root, tmp_path / "one", workers=1)
    assert one == await fresh_contents(root, tmp_path / "three", workers=3)


async def test_an_unchanged_project_is_not_parsed_again(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        before = contents(app)
    async with session(root, tmp_path / "home") as app:
        assert contents(app) == before
        child = app.workspaces[0]._child
        assert child is not None
        result: list[dict[str, int]] = []
        async for _ in child.stream("update", {}, on_result=result.append):
            pass
        assert result == [{"parsed": 0, "removed": 0, "chunked": 0}]


async def test_an_indexer_that_is_killed_is_started_again_and_ends_right(root: Path, tmp_path: Path) -> None:
    write(root, {f"many/m{n}.py": f"def f{n}():\n    return f{n}()\n" for n in range(200)})
    async with session(root, tmp_path / "home", settled=False) as app:
        begun = asyncio.Event()
        app.on_progress(lambda progress: begun.set() if progress.percent else None)
        await begun.wait()
        child = app.workspaces[0]._child
        assert child is not None
        os.kill(child.pid, signal.SIGKILL)
        await app.wait_settled()
        assert (await app.status()).phase == "ready"
        assert contents(app) == await fresh_contents(root, tmp_path / "other")


async def test_a_second_server_reads_and_takes_over(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as first, session(root, tmp_path / "home") as second:
        assert not second.workspaces[0].state.writer
        assert await callers_of(second, root, "shop/prices.py", "total")
        await first.close()
        (root / "shop/late.py").write_text("from shop.prices import total\ntotal([])\n")
        while not second.workspaces[0].state.writer:
            await asyncio.sleep(0.1)
        await second.wait_settled()
        while ("shop/late.py", "<module>", "sure", [2]) not in await callers_of(
            second, root, "shop/prices.py", "total"
        ):
            await asyncio.sleep(0.1)


async def test_the_root_may_vanish(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        shutil.rmtree(root)
        await settle(app, root)
        assert (await app.status()).phase == "failed"
        assert "cannot be listed" in (await app.status()).last_error


async def test_a_parser_that_crashes_or_hangs_harms_only_its_file(tmp_path: Path) -> None:
    async with ParsePool(1, tmp_path / "parser.log", low_priority=False) as pool:
        payload = {"path": "a.py", "data": b"def f(): pass\n"}
        good = await pool.call("facts", payload)
        running = asyncio.create_task(pool.call("facts", {"path": "a.cob", "data": b"x" * 1000}))
        await running
        (child,) = pool._children
        call = asyncio.create_task(pool.call("facts", {"path": "b.py", "data": b"x = [" * 3_000_000}))
        while not child.unanswered:
            await asyncio.sleep(0)
        child.kill()
        with pytest.raises(ParseFailed, match="crashed"):
            await call
        assert await pool.call("facts", payload) == good


async def test_a_parse_that_does_not_end_is_ended(tmp_path: Path) -> None:
    async with ParsePool(1, tmp_path / "parser.log", low_priority=False) as pool:
        payload = {"path": "a.py", "data": b"def f(): pass\n"}
        await pool.call("facts", payload)
        with pytest.raises(ParseFailed, match="did not end"):
            await pool.call("facts", {"path": "b.py", "data": b"x = [" * 800_000}, seconds=0.01)
        assert await pool.call("facts", payload)


async def test_closing_leaves_no_process_and_a_sound_index(root: Path, tmp_path: Path) -> None:
    write(root, {f"many/m{n}.py": f"def f{n}():\n    return f{n}()\n" for n in range(300)})
    async with session(root, tmp_path / "home", settled=False) as app:
        begun = asyncio.Event()
        app.on_progress(lambda progress: begun.set())
        await begun.wait()
        path = app.workspaces[0].index_path
        child = app.workspaces[0]._child
    assert child is None or not child.alive
    with open_reader(path) as reader:
        assert reader.counts().files <= 303


async def test_names_that_are_no_unicode_are_indexed_like_others(root: Path, tmp_path: Path) -> None:
    odd = os.fsdecode(b"shop/odd \xff # %41\n.py")
    (root / odd).write_text("from shop.prices import total\n\n\ndef odd():\n    return total([])\n")
    async with session(root, tmp_path / "home") as app:
        assert (await app.status()).phase == "ready"
        assert (odd, "odd", "sure", [5]) in await callers_of(app, root, "shop/prices.py", "total")
        assert await callers_of(app, root, odd, "odd():") == []


async def test_no_line_of_the_source_is_in_any_file_that_is_kept(root: Path, tmp_path: Path) -> None:
    planted = [
        "zebra crossing at dawn",
        "quartz vow 81723",
        "def gather_moss(stone, river):",
        "return stone % 81723",
    ]
    (root / "shop/planted.py").write_text(
        f'"""{planted[0]}"""\n\n\n{planted[2]}\n    # {planted[1]}\n    {planted[3]}\n'
    )
    (root / "broken.py").write_text(f"def broken(:\n    '{planted[1]}\n")
    home = tmp_path / "home"
    async with session(root, home) as app:
        assert [target.name for target in await app.locate("gather_moss")] == ["gather_moss"]
        assert await callers_of(app, root, "shop/planted.py", "gather_moss") == []
        kept = [path for path in home.rglob("*") if path.is_file()]
        assert kept
        for path in kept:
            data = path.read_bytes()
            for text in planted:
                assert text.encode() not in data, path.name


async def test_an_answer_while_indexing_runs_says_that_callers_may_be_missing(
    root: Path, tmp_path: Path
) -> None:
    write(root, {f"many/m{n}.py": f"def f{n}():\n    return f{n}()\n" for n in range(300)})
    async with session(root, tmp_path / "home", settled=False) as app:
        snapshot = app.documents.snapshot(uri_from_path(root / "shop/prices.py"))
        place = snapshot.data.index(b"def unused")
        _, usages, completeness = await app.callers(snapshot, Span(place, place))
        assert not completeness.structure_ready
        assert "callers may be missing" in completeness.note
        await app.wait_indexed()
        _, usages, completeness = await app.callers(snapshot, Span(place, place))
        assert completeness.structure_ready
        assert completeness.note == ""
        assert usages == ()
