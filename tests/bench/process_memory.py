"""The resident memory of processes, looked at from outside."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import psutil

MIB = 1 << 20
SAMPLE_SECONDS = 0.2

ROLES = {"indexer_process": "indexer", "parse_worker": "parser", "models.child": "model"}
"""What a command line holds, and what such a process is."""


class MemoryWatch:
    """Looks at the processes below this one as long as its block lasts; pages that several share count for each."""

    def __init__(self) -> None:
        self.peak_mib = 0.0
        self.peak_by_role: dict[str, float] = {}
        """The most that one process of a kind held."""
        self.cpu = 0.0
        """CPU seconds that looking took in this process."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, name="memory watch", daemon=True)

    def __enter__(self) -> MemoryWatch:
        self._thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        this = psutil.Process()
        while not self._ended.wait(SAMPLE_SECONDS):
            held = []
            for process in this.children(recursive=True):
                with suppress(psutil.Error):
                    held.append((role(process), resident_mib(process)))
            self.peak_mib = max(self.peak_mib, sum(mib for _, mib in held))
            for name, mib in held:
                self.peak_by_role[name] = max(mib, self.peak_by_role.get(name, 0.0))
        self.cpu = time.thread_time()


def resident_mib(process: psutil.Process) -> float:
    """Resident memory in MiB. Raises `psutil.Error` if the process is gone."""
    return float(process.memory_info().rss) / MIB


def peak_mib(process: psutil.Process) -> float:
    """The most resident memory in MiB that a process ever held, as the kernel kept it."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


def role(process: psutil.Process) -> str:
    """What a process of Glossator is. Raises `psutil.Error` if it is gone."""
    line = " ".join(process.cmdline())
    return next(
        (name for mark, name in ROLES.items() if mark in line), "server" if "serve" in line else "other"
    )
