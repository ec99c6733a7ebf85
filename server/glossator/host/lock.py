"""The lock that makes one process the writer of an index.

The operating system holds it and drops it when its owner ends, however that happens, so whoever asks next
takes over.
"""

from __future__ import annotations

import asyncio
import errno
import os
from contextlib import suppress
from pathlib import Path

import filelock

from glossator.core.cancel import NEVER, CancelToken
from glossator.core.errors import UserError
from glossator.host.folders import create_private

_NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})

TAKE_OVER_SECONDS = 1.0
"""How often a process that waits for the lock asks again."""


def holder_note(path: Path) -> Path:
    """The file in which the writer of the index at `path` leaves its process id."""
    return path.with_name(path.name + ".holder")


def _refusal(folder: Path, error: OSError) -> str:
    """Why an index in `folder` cannot be locked, and what to do."""
    if error.errno in _NO_LOCKS:
        return (
            f"The folder {folder} has no locks, as some network folders, and without them two processes could "
            "write one index; set GLOSSATOR_HOME to a folder on a local disk."
        )
    return (
        f"The index in {folder} cannot be locked ({error.strerror}); "
        "set GLOSSATOR_HOME to a folder that you may write to."
    )


class IndexLock:
    """The writer's lock of the index file at `path`, kept in a file beside it. Not shared with forked
    children.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + ".lock")
        self._holder_path = holder_note(path)
        self._lock = filelock.FileLock(self._path, timeout=0, thread_local=False, mode=0o600)

    @property
    def held(self) -> bool:
        return self._lock.is_locked

    def try_acquire(self) -> bool:
        """Take the lock if nobody has it. Raises `UserError` if the folder of the index cannot be written."""
        if self.held:
            return True
        create_private(self._path.parent)
        try:
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            return False
        except OSError as error:
            raise UserError(_refusal(self._path.parent, error)) from error
        with suppress(OSError):
            self._note_holder()
        return True

    def _note_holder(self) -> None:
        note = os.open(self._holder_path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        with os.fdopen(note, "w") as file:
            file.write(str(os.getpid()))

    async def acquire(self, token: CancelToken = NEVER) -> None:
        """Wait until the lock is ours. Raises `Cancelled` when `token` is cancelled meanwhile."""
        while not self.try_acquire():
            await asyncio.sleep(TAKE_OVER_SECONDS)
            token.check()

    def release(self) -> None:
        """Let the next one have it. Does nothing when it is not held."""
        if not self.held:
            return
        with suppress(OSError):
            self._holder_path.unlink()
        self._lock.release()

    def holder(self) -> int | None:
        """The process id of the writer, for messages; None if unknown. It may have ended since."""
        try:
            return int(self._holder_path.read_text())
        except (OSError, ValueError):
            return None

    def __enter__(self) -> IndexLock:
        if not self.try_acquire():
            raise UserError("Another Glossator process is writing this index.")
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
