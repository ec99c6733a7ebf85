"""The processes of one test, told by a variable in their environment."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.lsp.raw_client import PATIENCE_SECONDS


def processes_marked(mark: str) -> list[str]:
    """Command lines of the processes that have a variable with this value."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"GLOSSATOR_TEST_MARK={mark}".encode() in (process / "environ").read_bytes().split(b"\0"):
                found.append((process / "cmdline").read_bytes().decode(errors="replace"))
        except OSError:
            continue
    return found


async def gone(mark: str) -> None:
    """Wait until none of the test's processes is left, this one aside."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while [each for each in processes_marked(mark) if "glossator" in each]:
            await asyncio.sleep(0.02)
