"""A process is given up for the work it does, not for the time that passes."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from glossator.host.work_limit import processor_seconds

BUSY = "print(flush=True)\nwhile True: pass"
ASLEEP = "import time; print(flush=True); time.sleep(600)"
BUSY_THEN_ASLEEP = """
import time
while time.process_time() < 0.5:
    pass
print(flush=True)
time.sleep(0.5)
print(flush=True)
"""
STARVED = """
import time
print(flush=True)
end = time.monotonic() + 1.5
while time.monotonic() < end:
    begun = time.process_time()
    while time.process_time() < begun + 0.02:
        pass
    time.sleep(0.13)
print(flush=True)
"""
"""Works as a process does beside many others: 0.2 seconds in one and a half."""


@asynccontextmanager
async def running(script: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that runs the script and has written its first line, or has ended."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-S", "-c", script, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        await process.stdout.readline()
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def assert_given_up(process: asyncio.subprocess.Process, seconds: float) -> None:
    async with asyncio.timeout(60) as hang_guard:
        with pytest.raises(TimeoutError):
            async with processor_seconds(process.pid, seconds):
                await process.wait()
    assert process.returncode is None
    assert not hang_guard.expired()


async def assert_gets_on(process: asyncio.subprocess.Process, seconds: float) -> None:
    assert process.stdout is not None
    async with processor_seconds(process.pid, seconds):
        assert await process.stdout.readline()


async def test_one_that_works_on_and_on_is_given_up() -> None:
    async with running(BUSY) as process:
        await assert_given_up(process, 0.3)


async def test_one_that_waits_for_ever_is_given_up() -> None:
    async with running(ASLEEP) as process:
        await assert_given_up(process, 0.1)


async def test_one_that_gets_little_of_a_busy_machine_may_end() -> None:
    async with running(STARVED) as process:
        await assert_gets_on(process, 0.6)


async def test_what_was_used_before_does_not_count() -> None:
    async with running(BUSY_THEN_ASLEEP) as process:
        await assert_gets_on(process, 0.3)


async def test_one_that_is_gone_is_left_to_others() -> None:
    async with running("pass") as process:
        await process.wait()
        async with processor_seconds(process.pid, 60.0):
            pass
