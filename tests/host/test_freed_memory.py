"""Memory that large answers needed for a moment does not stay with the process."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import pytest

from glossator.host import freed_memory

SCRIPT = """
from pathlib import Path
from glossator.host.freed_memory import give_back

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1])

pieces = [bytes(4000) for _ in range(30_000)]
del pieces[:-1]
before = resident()
give_back()
print((before - resident()) * 4096)
"""


def test_what_was_freed_goes_back_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 50_000_000


async def test_it_is_given_back_once_for_many_answers_and_again_after_later_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given_back: list[str] = []
    loop, arrived = asyncio.get_running_loop(), asyncio.Event()

    def give_back() -> None:
        given_back.append(threading.current_thread().name)
        loop.call_soon_threadsafe(arrived.set)

    monkeypatch.setattr(freed_memory, "QUIET_SECONDS", 0.0)
    monkeypatch.setattr(freed_memory, "give_back", give_back)
    memory = freed_memory.FreedMemory()
    for answers in (5, 1):
        for _ in range(answers):
            memory.give_back_later()
        async with asyncio.timeout(30):
            await arrived.wait()
        arrived.clear()
    assert len(given_back) == 2
    assert threading.main_thread().name not in given_back
