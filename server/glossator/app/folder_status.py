"""The status of a folder, told from outside of any session: from its index, and from what sessions have noted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from glossator import __version__
from glossator.app import advice
from glossator.app.model_service import ModelService
from glossator.app.session_record import SessionRecord, read_records
from glossator.app.status import folder_size, index_status
from glossator.core.errors import UserError
from glossator.core.explanation import Completeness, ModelStatus
from glossator.core.settings import Settings
from glossator.core.status import Problem, Status
from glossator.host.folders import Folders
from glossator.store.reader import IndexReader, open_reader
from glossator.store.rows import IndexCounts


def folder_status(root: Path, settings: Settings, folders: Folders) -> tuple[Status, int]:
    """The status of the folder at `root`, and the process id of the session that it comes from, 0 if none runs.

    Nothing is started and nothing is written. An index that cannot be read is the status, not an error.
    """
    records = read_records(folders.index_folder(root))
    running = next((record for record in records if not record.ended), None)
    models = running.models if running else _models(settings, folders, records)
    with open_reader(folders.index_path(root)) as reader:
        try:
            counts = reader.counts()
            phase, note = _phase(reader)
        except UserError as error:
            return _unreadable(reader, root, models, folders, str(error)), running.pid if running else 0
        record = running or _without_session(phase, records)
        status = index_status(
            reader,
            root=root,
            record=record,
            completeness=_completeness(counts, phase, note, record.files),
            models=models,
            counts=counts,
            log_path=folders.log_file,
        )
    return status, running.pid if running else 0


def _unreadable(
    reader: IndexReader, root: Path, models: tuple[ModelStatus, ...], folders: Folders, error: str
) -> Status:
    """What can be said beside an index that cannot be read."""
    found = (
        Problem(error, "Build it anew with 'glossator index --rebuild'."),
        *advice.problems("", models=models),
    )
    return Status(
        version=__version__,
        root=str(root),
        phase="failed",
        percent=0,
        completeness=Completeness(0, 0, False, note=error),
        index_path=str(reader.path),
        index_bytes=folder_size(reader.path.parent),
        models=models,
        last_error=error,
        log_path=str(folders.log_file),
        problems=found,
        advice=tuple(map(str, found)),
    )


def _phase(reader: IndexReader) -> tuple[str, str]:
    """What the index says of itself, in a word and in a sentence."""
    if not reader.available:
        return "not indexed", "There is no index yet."
    if reader.meta("structure") != "complete":
        return "incomplete", "The index is not complete: callers may be missing."
    return "ready", ""


def _without_session(phase: str, records: tuple[SessionRecord, ...]) -> SessionRecord:
    """What is to be said when no session runs: the last error of the newest one that has ended."""
    percent = 100 if phase == "ready" else 0
    last = next((record for record in records if record.earlier_error), None)
    if last is None:
        return SessionRecord(0, phase, percent)
    error, at = last.earlier_error, last.earlier_error_at
    return SessionRecord(0, phase, percent, earlier_error=error, earlier_error_at=at)


def _models(
    settings: Settings, folders: Folders, records: tuple[SessionRecord, ...]
) -> tuple[ModelStatus, ...]:
    """The models of the user's settings, with the device on which each was last."""
    devices = {
        model.name: model.device for record in reversed(records) for model in record.models if model.device
    }
    found = ModelService(settings.models, folders).status()
    return tuple(replace(each, device=each.device or devices.get(each.name, "")) for each in found)


def _completeness(counts: IndexCounts, phase: str, note: str, found_files: int) -> Completeness:
    return Completeness(
        indexed_files=counts.states.get("indexed", 0),
        known_files=max(counts.files, found_files),
        structure_ready=phase == "ready",
        embedded_chunks=min(counts.vectors, counts.chunks),
        known_chunks=counts.chunks,
        note=note,
    )
