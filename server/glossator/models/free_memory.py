"""How much memory a model may take without driving the machine into swapping."""

from __future__ import annotations

import sys
from pathlib import Path


def free_memory() -> int | None:
    """Bytes of memory that can be had without swapping, within the limit of the container; None if unknown."""
    if sys.platform == "win32":
        return _free_memory_windows()
    if sys.platform == "linux":
        return _free_memory_linux()
    return None


def _free_memory_linux() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        free = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return None
    try:
        limit = int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii"))
        used = int(Path("/sys/fs/cgroup/memory.current").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return free
    return min(free, max(0, limit - used))


def _free_memory_windows() -> int | None:
    import ctypes

    class MemoryStatus(ctypes.Structure):
        _fields_ = (
            ("length", ctypes.c_uint32),
            ("load", ctypes.c_uint32),
            *((name, ctypes.c_uint64) for name in ("total", "free", "b", "c", "d", "e", "f")),
        )

    status = MemoryStatus(length=ctypes.sizeof(MemoryStatus))
    windll = getattr(ctypes, "windll", None)
    if windll is None or not windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        return None
    return int(status.free)
