"""What tests of child processes have in common: how one is started, heard and looked for."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PATIENCE = 30.0
"""A hang guard in seconds."""

Start = Callable[..., Any]
"""Starts a child that is closed after the test."""


def environment() -> dict[str, str]:
    """An environment in which the entry functions of the tests are found."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])}


class Notes:
    """Collects notifications and lets a test wait for one."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Any]] = []
        self._changed = asyncio.Event()

    def __call__(self, name: str, value: Any) -> None:
        self.heard.append((name, value))
        self._changed.set()

    async def wait_for(self, name: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while name not in [heard for heard, _ in self.heard]:
                self._changed.clear()
                await self._changed.wait()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A child whose parent was killed may wait as a zombie for whoever inherits it.
    return not Path("/proc/self").exists() or ") Z " not in Path(f"/proc/{pid}/stat").read_text()
