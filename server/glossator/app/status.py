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
from weakref import WeakKeyDictionary

from glossator import __version__
from glossator.app import advice
from glossator.app.session_record import SessionRecord, write_record
from glossator.app.several_folders import NOT_INDEXED, combined
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
        self._counts: WeakKeyDictionary[IndexReader, RecentCounts] = WeakKeyDictionary()
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None
        self._closed = False

    async def status(self, *, recount: bool = True) -> Status:
        """The status of all folders; without `recount` with numbers that may be some seconds old."""
        models = await self._app.models.current_status()
        states = self._app.opened.states
        found = await asyncio.gather(
            *(self._of_folder(root, why, models, recount) for root, why in states.items())
        )
        if any(status.phase != NOT_INDEXED for status in found):
            return combined(found, _MAX_LEFT_OUT)
        nothing = self._unopened("", "no workspace", tuple(filter(None, states.values())), models)
        return replace(nothing, folders=combined(found, 0).folders if found else ())

    async def _of_folder(
        self, root: Path, why: str | None, models: tuple[ModelStatus, ...], recount: bool
    ) -> Status:
        """The status of one folder; `why` is as in `WorkspaceFolders.states`."""
        index = next((each for each in self._app.workspaces if each.root == root), None)
        if index is None:
            reasons = (why,) if why else ()
            return self._unopened(str(root), NOT_INDEXED if why else "starting", reasons, models)
        record = self._record(index, models)
        try:
            counts = self._counts.setdefault(index.reader, RecentCounts())
            return await asyncio.to_thread(self._read, index, record, counts, recount)
        except UserError as error:
            # Who asks why nothing works must get an answer also when that is because the index cannot be read.
            return self._unreadable(index, replace(record, last_error=record.last_error or str(error)))

    def _unopened(
        self, root: str, phase: str, reasons: tuple[str, ...], models: tuple[ModelStatus, ...]
    ) -> Status:
        """The status where there is no index to read, for reasons in whole sentences."""
        found = (*map(Problem, reasons), *advice.problems(phase="", models=models))
        return Status(
            version=__version__,
            root=root,
            phase=phase,
            percent=0,
            completeness=Completeness(0, 0, False, note=" ".join(reasons)),
            models=models,
            log_path=str(self._app.folders.log_file),
            problems=found,
            advice=tuple(map(str, found)),
        )

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

    def _read(
        self, index: WorkspaceIndex, record: SessionRecord, counts: RecentCounts, recount: bool
    ) -> Status:
        return index_status(
            index.reader,
            root=index.root,
            record=record,
            completeness=self._app.completeness(index),
            models=record.models,
            counts=counts.get(index.reader, recount=recount),
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
        await self._write_records(ended=True)

    def _write(self) -> None:
        self._timer = None
        if self._writing is not None and not self._writing.done():
            # A disk that hangs is asked by one thread alone.
            self.note()
        else:
            self._writing = asyncio.create_task(self._write_records(ended=False))

    async def _write_records(self, *, ended: bool) -> None:
        models = await self._app.models.current_status()
        records = [
            (index.index_path.parent, self._record(index, models, ended=ended))
            for index in self._app.workspaces
        ]
        await asyncio.to_thread(_write_all, records)

    def _record(
        self, index: WorkspaceIndex, models: tuple[ModelStatus, ...], *, ended: bool = False
    ) -> SessionRecord:
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
            models=models,
            ended=ended,
        )


class RecentCounts:
    """The numbers of rows of one index; counting a large one takes a while. Thread-safe enough: at worst two count."""

    def __init__(self) -> None:
        self._known: tuple[object, IndexCounts] | None = None
        self._next = 0.0

    def get(self, reader: IndexReader, *, recount: bool = True) -> IndexCounts:
        """The numbers as they are now; without `recount` not always, so that counting takes little of the time."""
        version = reader.data_version()
        begun = time.monotonic()
        if self._known is not None and (self._known[0] == version or (not recount and begun < self._next)):
            return self._known[1]
        counts = reader.counts()
        ended = time.monotonic()
        self._known, self._next = (version, counts), ended + (ended - begun) / RECOUNT_SHARE
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
