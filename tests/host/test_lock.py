from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, UserError
from glossator.host.lock import IndexLock

HOLDER = """
import sys
from pathlib import Path
from glossator.host.lock import IndexLock
lock = IndexLock(Path(sys.argv[1]))
print(lock.try_acquire(), flush=True)
sys.stdin.read()
"""


def _hold(index: Path) -> subprocess.Popen[str]:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(index)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "True\n"
    return holder


def test_one_lock_excludes_the_other(tmp_path: Path) -> None:
    one, other = IndexLock(tmp_path / "index.sqlite"), IndexLock(tmp_path / "index.sqlite")
    assert one.try_acquire() and one.try_acquire()
    assert not other.try_acquire()
    assert other.holder() == os.getpid()
    one.release()
    one.release()
    assert other.try_acquire()
    assert not one.held
    other.release()


def test_the_folder_is_made_and_the_index_is_not(tmp_path: Path) -> None:
    lock = IndexLock(tmp_path / "new" / "index.sqlite")
    with lock:
        assert lock.held
    assert not lock.held
    assert not (tmp_path / "new" / "index.sqlite").exists()


def test_a_lock_held_elsewhere_is_a_clear_error(tmp_path: Path) -> None:
    with IndexLock(tmp_path / "index.sqlite"), pytest.raises(UserError, match="Another Glossator process"):
        IndexLock(tmp_path / "index.sqlite").__enter__()


def test_a_killed_holder_loses_the_lock_to_who_asks_next(tmp_path: Path) -> None:
    lock = IndexLock(tmp_path / "index.sqlite")
    with _hold(tmp_path / "index.sqlite") as holder:
        assert not lock.try_acquire()
        assert lock.holder() == holder.pid
        holder.kill()
        holder.wait()
        assert lock.try_acquire()
    assert lock.holder() == os.getpid()
    lock.release()


async def test_who_waits_takes_over(tmp_path: Path) -> None:
    lock = IndexLock(tmp_path / "index.sqlite")
    with _hold(tmp_path / "index.sqlite") as holder:
        waiting = asyncio.create_task(lock.acquire())
        await asyncio.sleep(0)
        assert not waiting.done()
        holder.kill()
        async with asyncio.timeout(30):
            await waiting
    assert lock.held
    lock.release()


async def test_waiting_can_be_cancelled(tmp_path: Path) -> None:
    token = CancelToken()
    token.cancel()
    with IndexLock(tmp_path / "index.sqlite"), pytest.raises(Cancelled):
        await IndexLock(tmp_path / "index.sqlite").acquire(token)


def test_a_place_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "index.sqlite.lock").mkdir()
    with pytest.raises(UserError, match="cannot be locked"):
        IndexLock(tmp_path / "index.sqlite").try_acquire()
