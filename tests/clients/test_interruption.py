"""A user who interrupts, walks away or pipes into `head` sees no noise and leaves no process behind."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from tests.clients.conftest import Workspace

PATIENCE_SECONDS = 60.0
GONE_SECONDS = 10.0
MANY_FILES = 600


class Pseudoterminal:
    """A command that believes it runs at a terminal."""

    def __init__(self, workspace: Workspace, *arguments: str, **environment: str) -> None:
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "glossator", *arguments, "--root", str(workspace.root)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=workspace.root,
            env=terminal_environment(workspace, environment),
            start_new_session=True,
        )
        os.close(slave)
        self._master = master
        self.shown = b""

    def read_until(self, pattern: bytes) -> None:
        """Read what is shown until it matches; fails if the command ends first."""
        while not re.search(pattern, self.shown):
            assert self._read_more(), f"ended before it showed {pattern!r}: {self.shown!r}"

    def read_to_end(self) -> str:
        """Everything that is shown until the command has ended."""
        while self._read_more():
            pass
        return self.shown.decode()

    def close(self) -> int:
        """Wait for the command and return its exit code."""
        code = self.process.wait(PATIENCE_SECONDS)
        os.close(self._master)
        return code

    def _read_more(self) -> bool:
        try:
            data = os.read(self._master, 65536)
        except OSError:
            return False
        self.shown += data
        return bool(data)


def terminal_environment(workspace: Workspace, more: Mapping[str, str]) -> dict[str, str]:
    left_out = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return {**kept, **workspace.environment, "TERM": "xterm-256color", **more}


def processes_of(home: Path) -> list[int]:
    """Processes that were started with this home, the server and its children among them."""
    mark = f"GLOSSATOR_HOME={home}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


async def all_gone(home: Path) -> bool:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GONE_SECONDS):
            while processes_of(home):
                await asyncio.sleep(0.05)
    return not processes_of(home)


@pytest.fixture
def long_work(fresh_workspace: Workspace) -> Iterator[Workspace]:
    """A project whose first indexing takes a while."""
    folder = fresh_workspace.root / "many"
    folder.mkdir()
    body = "".join(f"def f{each}(x):\n    return f{each - 1}(x)\n\n\n" for each in range(1, 200))
    for number in range(MANY_FILES):
        (folder / f"m{number}.py").write_text(f"# {number}\n{body}")
    yield fresh_workspace
    for process_id in processes_of(fresh_workspace.home):
        os.kill(process_id, signal.SIGKILL)


@pytest.mark.parametrize("command", [["callers", "total"], ["index"]])
async def test_control_c_ends_quietly_and_takes_every_process_along(
    long_work: Workspace, command: list[str]
) -> None:
    screen = Pseudoterminal(long_work, *command)
    screen.read_until(rb"Indexing|Listing")
    screen.process.send_signal(signal.SIGINT)
    shown = screen.read_to_end()
    assert screen.close() == 130
    assert "Traceback" not in shown
    assert "glossator:" not in shown
    assert await all_gone(long_work.home)


async def test_a_killed_client_takes_its_server_along(long_work: Workspace) -> None:
    screen = Pseudoterminal(long_work, "callers", "total")
    screen.read_until(rb"Indexing|Listing")
    assert len(processes_of(long_work.home)) > 1
    screen.process.kill()
    screen.read_to_end()
    screen.close()
    assert await all_gone(long_work.home)


@pytest.mark.parametrize("command", [["graph"], ["callers", "total"]])
def test_a_reader_that_goes_away_is_no_error(workspace: Workspace, command: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        finished = subprocess.run(
            [sys.executable, "-P", "-m", "glossator", *command, "--quiet", "--root", str(workspace.root)],
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.PIPE,
            env={**os.environ, **workspace.environment},
            timeout=PATIENCE_SECONDS,
            check=False,
        )
    finally:
        os.close(writing)
    assert (finished.returncode, finished.stderr) == (130, b"")


def test_a_terminal_gets_colour_and_the_user_can_switch_it_off(workspace: Workspace) -> None:
    coloured = Pseudoterminal(workspace, "status")
    assert "\x1b[1m" in coloured.read_to_end()
    assert coloured.close() == 0
    plain = Pseudoterminal(workspace, "status", NO_COLOR="1")
    assert "\x1b" not in plain.read_to_end()
    assert plain.close() == 0


def test_progress_is_gone_when_the_answer_stands(fresh_workspace: Workspace) -> None:
    screen = Pseudoterminal(fresh_workspace, "callers", "total")
    shown = screen.read_to_end()
    assert screen.close() == 0
    answer = shown[shown.index("shop/prices.py:4") :]
    assert "\x1b[2K" not in answer
    assert "Indexing" not in answer
    assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h"), "the cursor is shown again"
