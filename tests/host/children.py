"""What tests of child processes have in common: how one is started, heard and looked for."""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from collections.abc import Callable, Sequence
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


def assert_gone_with_its_parent(command: Sequence[str]) -> None:
    """Run a program that starts a child and writes its id, kill the program, and see the child go."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment(), text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert is_running(pid)
        parent.kill()
    deadline = time.monotonic() + PATIENCE
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(pid)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A child whose parent was killed may wait as a zombie for whoever inherits it.
    return not Path("/proc/self").exists() or ") Z " not in Path(f"/proc/{pid}/stat").read_text()
