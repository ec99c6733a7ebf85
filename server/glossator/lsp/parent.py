"""Whether the process that started the server is still there.

The end of the stream says so in nearly all cases. It does not when another process has inherited the stream's
other end, and then only the process id that the client named is left to look at.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path

POLL_SECONDS = 0.5
"""How often it is looked where the system does not report the end of a process."""


async def watch(process_id: int, on_gone: Callable[[], None]) -> None:
    """Call `on_gone` when the process has ended. Returns at once if it cannot be seen from here.

    A process that cannot be seen may live in another container, so it does not count as gone.
    """
    if not is_alive(process_id):
        return
    try:
        await _reported_end(process_id)
    except (AttributeError, NotImplementedError, OSError):
        while is_alive(process_id):
            await asyncio.sleep(POLL_SECONDS)
    on_gone()


async def _reported_end(process_id: int) -> None:
    """Wait until the system reports the end. Raises one of several errors where it does not do so (Linux does)."""
    descriptor = os.pidfd_open(process_id)
    try:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(descriptor, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(descriptor)
    finally:
        os.close(descriptor)


def is_alive(process_id: int) -> bool:
    """Whether a process of this id runs; one that has ended but was not waited for does not."""
    if process_id <= 0:
        return False
    if sys.platform == "win32":
        return _is_alive_on_windows(process_id)
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(process_id)


def _is_zombie(process_id: int) -> bool:
    try:
        # The state follows the name, which stands in parentheses and may hold any byte.
        status = Path(f"/proc/{process_id}/stat").read_bytes()
        return status.rpartition(b")")[2].split()[0] in (b"Z", b"X")
    except (OSError, IndexError):
        return False


def _is_alive_on_windows(process_id: int) -> bool:
    import ctypes

    synchronize, wait_timeout = 0x00100000, 0x00000102
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined]
    handle = kernel.OpenProcess(synchronize, False, process_id)
    if not handle:
        return False
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == wait_timeout)
    finally:
        kernel.CloseHandle(handle)
