"""What a session says of one workspace, kept in a small file, so that `glossator status` can tell it elsewhere.

The file lies beside the index, one for each process, and holds no path and no text of the workspace. It stays when
the process has ended, so that the last error and the device of a model can still be told.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from glossator.core.errors import UserError
from glossator.core.explanation import ModelStatus
from glossator.host.folders import create_private
from glossator.host.owner import ran_at

_FOLDER = "sessions"
_KEPT = 4
"""Records of sessions that have ended, beyond which the oldest are removed."""


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """One session: its process, what it was doing at the time `written` (seconds since 1970), with how many files,
    and its models."""

    pid: int
    phase: str
    percent: int
    files: int = 0
    paused: str = ""
    last_error: str = ""
    earlier_error: str = ""
    earlier_error_at: str = ""
    models: tuple[ModelStatus, ...] = ()
    written: float = 0.0
    ended: bool = False


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(SessionRecord).decode


def write_record(index_folder: Path, record: SessionRecord) -> None:
    """Replace the record of a process. A folder that cannot be written costs the record, nothing else."""
    with suppress(OSError, UserError):
        folder = create_private(index_folder / _FOLDER)
        file = folder / f"{record.pid}.json"
        is_new = not file.exists()
        part = file.with_suffix(".part")
        part.write_bytes(_encode(replace(record, written=time.time())))
        part.chmod(0o600)
        part.replace(file)
        if is_new:
            _remove_oldest(folder)


def read_records(index_folder: Path) -> tuple[SessionRecord, ...]:
    """The records of an index, those of running processes first and then the newest."""
    records = [record for _, record in _records(index_folder / _FOLDER)]
    return tuple(sorted(records, key=lambda record: (record.ended, -record.written)))


def _records(folder: Path) -> Iterable[tuple[Path, SessionRecord]]:
    try:
        files = sorted(folder.glob("*.json"))
    except OSError:
        return
    for file in files:
        try:
            record = _decode(file.read_bytes())
        except (OSError, ValueError):
            continue
        ended = record.ended or (record.pid != os.getpid() and not ran_at(record.pid, record.written))
        yield file, replace(record, ended=ended)


def _remove_oldest(folder: Path) -> None:
    ended = sorted((record.written, file) for file, record in _records(folder) if record.ended)
    for _, file in ended[:-_KEPT]:
        file.unlink(missing_ok=True)
