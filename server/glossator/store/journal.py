"""How an index is protected while it is written: by a write-ahead log, or by a rollback journal where that fails.

With the log, readers and the writer never wait for each other. It needs memory that processes share through a file,
which network folders do not have: some refuse it, others pretend to have it and mix up what machines write. There
the index has a rollback journal, with which a reader waits while a change is written, and the writer for readers.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from glossator.store.certificate import withdraw

_NETWORK_TYPES = ("afs", "beegfs", "ceph", "cifs", "gpfs", "lustre", "ncpfs", "nfs", "smb", "webdav")
_NETWORK_DRIVERS = ("curlftpfs", "davfs", "gcsfuse", "gvfs", "rclone", "s3fs", "sshfs")

_NO_SHARED_MEMORY = frozenset(
    {sqlite3.SQLITE_IOERR_SHMMAP, sqlite3.SQLITE_IOERR_SHMLOCK, sqlite3.SQLITE_IOERR_SHMOPEN}
)


class Mount(NamedTuple):
    """A file system: where it is mounted, and its type as the operating system calls it."""

    folder: str
    kind: str


def lacks_shared_memory(error: sqlite3.Error) -> bool:
    """Whether a write-ahead log failed for want of memory that processes can share."""
    return getattr(error, "sqlite_errorcode", 0) in _NO_SHARED_MEMORY


def use_log(connection: sqlite3.Connection) -> None:
    """Protect the index by a write-ahead log from now on. Where that cannot be, this or the next statement fails with
    an error that `lacks_shared_memory`."""
    connection.execute("PRAGMA journal_mode = WAL")


def use_journal(path: Path, busy_seconds: float) -> None:
    """Protect the index at `path` by a rollback journal from now on; changes that lie in a log are kept."""
    withdraw(path)
    with closing(sqlite3.connect(path, timeout=busy_seconds, isolation_level=None)) as connection:
        # A connection that has the file for itself reads a log without shared memory.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = DELETE")


def has_log_mode(connection: sqlite3.Connection) -> bool:
    """Whether the index is protected by a write-ahead log."""
    (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    return bool(mode == "wal")


def is_on_network(folder: Path, mounts: Iterable[Mount] | None = None) -> bool:
    """Whether `folder` lies on another machine, as far as the operating system tells; `mounts` are its file systems
    unless they are given."""
    resolved = os.path.realpath(folder)
    if resolved.startswith("\\\\"):
        return True
    inside = [
        mount for mount in (_mounts() if mounts is None else mounts) if _is_below(resolved, mount.folder)
    ]
    if not inside:
        return False
    kind = max(inside, key=lambda mount: len(mount.folder)).kind.lower()
    return kind.startswith(_NETWORK_TYPES) or any(driver in kind for driver in _NETWORK_DRIVERS)


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _mounts() -> list[Mount]:
    import psutil

    try:
        return [Mount(each.mountpoint, each.fstype) for each in psutil.disk_partitions(all=True)]
    except (OSError, RuntimeError):
        return []
