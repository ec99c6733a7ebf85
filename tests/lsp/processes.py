"""The processes of one test, told by a variable in their environment, and what the system knows of them."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from tests.lsp.raw_client import PATIENCE_SECONDS

MARK = "GLOSSATOR_TEST_MARK"
POLL_SECONDS = 0.005
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def marked_processes(mark: str) -> dict[int, str]:
    """Ids and command lines of the processes that have the variable with this value; none that has ended."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            # A process that has ended and was not waited for has no environment.
            if f"{MARK}={mark}".encode() in (process / "environ").read_bytes().split(b"\0"):
                found[int(process.name)] = (process / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
    return found


async def gone(mark: str) -> None:
    """Wait until none of the test's processes is left, this one aside."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while marked_processes(mark):
            await asyncio.sleep(POLL_SECONDS)


def ticks_of(mark: str) -> dict[int, int]:
    """Ticks of processor time that each marked process has taken so far."""
    ticks = {}
    for process_id in marked_processes(mark):
        try:
            status = Path(f"/proc/{process_id}/stat").read_bytes()
        except OSError:
            continue
        # The fields after the name, which stands in parentheses and may hold any byte.
        fields = status.rpartition(b")")[2].split()
        ticks[process_id] = int(fields[11]) + int(fields[12])
    return ticks


async def ticks_during(mark: str, seconds: float) -> int:
    """Ticks that the marked processes take within a time; what a process that ended meanwhile took is not known."""
    before = ticks_of(mark)
    await asyncio.sleep(seconds)
    return sum(ticks - before.get(process_id, 0) for process_id, ticks in ticks_of(mark).items())


async def calm(mark: str, seconds: float = 0.5, most_ticks: int = 4) -> None:
    """Wait until the marked processes take next to no processor time."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await ticks_during(mark, seconds) > most_ticks:
            pass


def descriptors(process_id: int) -> dict[int, str]:
    """What each descriptor of a process leads to; nothing for a process that has ended."""
    found = {}
    for entry in Path(f"/proc/{process_id}/fd").glob("*"):
        try:
            found[int(entry.name)] = str(entry.readlink())
        except OSError:
            continue
    return found
