"""What is going on, for people: what is indexed, what was left out and why, who works on it, and what to do."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from glossator import __version__
from glossator.app import advice
from glossator.app.session_record import SessionRecord, write_record
from glossator.core.errors import UserError
from glossator.core.explanation import Completeness, ModelStatus
from glossator.core.left_out import meaning_of
from glossator.core.status import FileGroup, FileState, IndexWriter, Problem, Status
from glossator.host.lock import holder_note
from glossator.host.owner import Owner, owner_by_note
from glossator.store import overview
from glossator.store.reader import IndexReader
from glossator.store.rows import IndexCounts

if TYPE_CHECKING:
    from glossator.app.application import Application
    from glossator.app.workspace_index import WorkspaceIndex

_MAX_LEFT_OUT = 200
RECORD_SECONDS = 1.0
"""Changes that come sooner after each other are recorded as one."""
RECOUNT_SHARE = 0.05
"""The share of time that counting may take while the index changes."""


class StatusReporter:
    """Tells the status of a session, and keeps its record beside the index. Belongs to the event loop."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._counts = RecentCounts()
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None
        self._closed = False

    async def status(self, *, recount: bool = True) -> Status:
        """The status of the first folder; without `recount` with numbers that may be some seconds old."""
        app = self._app
        models = app.models.status()
        if not app.workspaces:
            found = tuple(Problem(each) for each in (app.refusal,) if each)
            found += advice.problems("no workspace", models=models)
            return Status(
                version=__version__,
                root="",
                phase="no workspace",
                percent=0,
                completeness=Completeness(0, 0, False, note=app.refusal),
                models=models,
                log_path=str(app.folders.log_file),
                problems=found,
                advice=tuple(map(str, found)),
            )
        index = app.workspaces[0]
        record = self._record(index)
        try:
            return await asyncio.to_thread(self._read, index, record, recount)
        except UserError as error:
            # Who asks why nothing works must get an answer also when that is because the index cannot be read.
            return self._unreadable(index, replace(record, last_error=record.last_error or str(error)))

    def _unreadable(self, index: WorkspaceIndex, record: SessionRecord) -> Status:
        found = advice.problems(
            record.phase, paused=record.paused, last_error=record.last_error, models=record.models
        )
        return Status(
            version=__version__,
            root=str(index.root),
            phase=record.phase,
            percent=record.percent,
            completeness=Completeness(0, 0, False, note=record.last_error),
            paused=record.paused,
            index_path=str(index.index_path),
            models=record.models,
            last_error=record.last_error,
            log_path=str(self._app.folders.log_file),
            problems=found,
            advice=tuple(map(str, found)),
        )

    def _read(self, index: WorkspaceIndex, record: SessionRecord, recount: bool) -> Status:
        return index_status(
            index.reader,
            root=index.root,
            record=record,
            completeness=self._app.completeness(index),
            models=record.models,
            counts=self._counts.get(index.reader, recount=recount),
            waiting=index.state.waiting,
            log_path=self._app.folders.log_file,
        )

    def note(self) -> None:
        """Something has changed: it is recorded in a moment."""
        if self._timer is None and not self._closed:
            self._timer = asyncio.get_running_loop().call_later(RECORD_SECONDS, self._write)

    async def close(self) -> None:
        """Record how the session ended."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._writing is not None:
            await self._writing
        await asyncio.to_thread(_write_all, self._records(ended=True))

    def _write(self) -> None:
        self._timer = None
        self._writing = asyncio.create_task(asyncio.to_thread(_write_all, self._records(ended=False)))

    def _records(self, *, ended: bool) -> list[tuple[Path, SessionRecord]]:
        indexes = self._app.workspaces
        return [(index.index_path.parent, self._record(index, ended=ended)) for index in indexes]

    def _record(self, index: WorkspaceIndex, *, ended: bool = False) -> SessionRecord:
        state = index.state
        complete = index.paused and index.structure_ready.is_set()
        return SessionRecord(
            pid=os.getpid(),
            phase="paused" if index.paused else state.phase,
            percent=100 if complete else state.percent,
            files=state.total,
            paused=state.paused,
            last_error=state.last_error,
            earlier_error=state.earlier_error,
            earlier_error_at=state.earlier_error_at,
            models=self._app.models.status(),
            ended=ended,
        )


class RecentCounts:
    """The numbers of rows of an index; counting a large one takes a while. Thread-safe enough: at worst two count."""

    def __init__(self) -> None:
        self._known: tuple[IndexReader, object, IndexCounts] | None = None
        self._next = 0.0

    def get(self, reader: IndexReader, *, recount: bool = True) -> IndexCounts:
        """The numbers as they are now; without `recount` not always, so that counting takes little of the time."""
        version = reader.data_version()
        if self._known is not None and self._known[0] is reader:
            begun = time.monotonic()
            if self._known[1] == version or (not recount and begun < self._next):
                return self._known[2]
        begun = time.monotonic()
        counts = reader.counts()
        ended = time.monotonic()
        self._known, self._next = (reader, version, counts), ended + (ended - begun) / RECOUNT_SHARE
        return counts


def index_status(
    reader: IndexReader,
    *,
    root: Path,
    record: SessionRecord,
    completeness: Completeness,
    models: tuple[ModelStatus, ...],
    counts: IndexCounts,
    waiting: str = "",
    log_path: Path,
) -> Status:
    """The status of one index, with what its session says; reads the index. `waiting` says that the session waits
    for another one to write it."""
    files = overview.file_overview(reader)
    left_out, total = reader.left_out(_MAX_LEFT_OUT)
    reasons = tuple(map(_group, files.left_out))
    writer = _writer(owner_by_note(holder_note(reader.path)))
    found = advice.problems(
        record.phase,
        paused=record.paused,
        waiting=waiting,
        indexed_files=files.indexed,
        writer=writer,
        last_error=record.last_error,
        reasons=reasons,
        models=models,
    )
    return Status(
        version=__version__,
        root=str(root),
        phase=record.phase,
        percent=record.percent,
        completeness=completeness,
        paused=record.paused,
        symbols=counts.symbols,
        references=counts.references,
        edges=counts.edges,
        index_path=str(reader.path),
        index_bytes=folder_size(reader.path.parent),
        index_written_at=_written_at(reader.path),
        writer=writer,
        languages=dict(files.languages),
        left_out=tuple(FileState(row.path, row.state, row.reason) for row in left_out),
        left_out_total=total,
        reasons=reasons,
        partly_parsed=None if files.partly_parsed is None else _group(files.partly_parsed),
        models=models,
        last_error=record.last_error,
        earlier_error=record.earlier_error,
        earlier_error_at=record.earlier_error_at,
        log_path=str(log_path),
        problems=found,
        advice=tuple(map(str, found)),
    )


def _write_all(records: list[tuple[Path, SessionRecord]]) -> None:
    for folder, record in records:
        write_record(folder, record)


def _group(files: overview.FileGroup) -> FileGroup:
    meaning, advised = meaning_of(files.reason)
    return FileGroup(files.reason, files.files, files.examples, meaning, advised)


def _writer(owner: Owner | None) -> IndexWriter | None:
    if owner is None:
        return None
    return IndexWriter(owner.pid, owner.server_pid, owner.command, owner.started_by, owner.is_own)


def _written_at(index: Path) -> str:
    """When the index or its log changed last; "" if there is none."""
    times = []
    for path in (index, index.with_name(f"{index.name}-wal")):
        with suppress(OSError):
            times.append(path.stat().st_mtime)
    return datetime.fromtimestamp(max(times), UTC).isoformat(timespec="seconds") if times else ""


def folder_size(folder: Path) -> int:
    """Bytes of everything that is kept for one workspace."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except OSError:
            continue
    return total
