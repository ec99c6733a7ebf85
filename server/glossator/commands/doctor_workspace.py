"""What `glossator doctor` looks at beside the installation: the machine, the workspace's index, and the log."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from glossator.commands.documents import DoctorCheck
from glossator.core.settings import Settings
from glossator.host.folders import Folders

OK, WARNING, PROBLEM = "ok", "warning", "problem"

LEAST_FREE_BYTES = 1 << 30
"""With less room on the disk or in memory, indexes or models soon do not fit."""

RECENT = timedelta(days=1)
_READ_BYTES = 1 << 20


def machine(folders: Folders, settings: Settings, root: Path) -> Iterator[DoctorCheck]:
    """Memory, room on the disk, and what the indexer takes of the processor."""
    import psutil

    from glossator.app.parse_pool import worker_count
    from glossator.host.power import on_battery
    from glossator.host.priority import usable_cores

    memory = psutil.virtual_memory()
    detail = f"{_gib(memory.total)}, {_gib(memory.available)} of it free"
    scarce = memory.available < LEAST_FREE_BYTES
    advice = "Close other programs, or choose smaller models (models.language, models.embedding)."
    yield DoctorCheck("memory", WARNING if scarce else OK, detail, advice if scarce else "")
    yield from _room(folders)
    workers = worker_count(settings.index.workers)
    power = {True: "on battery", False: "on mains", None: "no battery is known"}[on_battery()]
    parsing = "1 process parses" if workers == 1 else f"{workers} processes parse"
    detail = f"{usable_cores()} cores, {parsing} while an index is made; {power}"
    yield DoctorCheck("processor", OK, detail, "")


def _room(folders: Folders) -> Iterator[DoctorCheck]:
    for name, folder in (("cache", folders.cache), ("models", folders.models)):
        there = next(each for each in (folder, *folder.parents) if each.exists())
        free = shutil.disk_usage(there).free
        scarce = free < LEAST_FREE_BYTES
        advice = f"Make room on the disk of {folder}, or set GLOSSATOR_HOME to a folder on another one."
        state = WARNING if scarce else OK
        yield DoctorCheck(f"room for {name}", state, f"{_gib(free)} free", advice if scarce else "")


def index(folders: Folders, settings: Settings, root: Path) -> Iterator[DoctorCheck]:
    """How far the index is, who keeps it up to date, and everything about it that asks for something to be done."""
    from glossator.app.folder_status import folder_status
    from glossator.commands.status import status_document
    from glossator.commands.status_text import phase_in_words, size_in_words, writer_in_words

    document = status_document([folder_status(root, settings, folders)])
    detail = f"{document.root}: {phase_in_words(document)}"
    if document.known_files:
        detail += (
            f"; {document.indexed_files:,} of {document.known_files:,} files, "
            f"{size_in_words(document.index_bytes)}; {writer_in_words(document.writer)}"
        )
    of_models = {model.detail for model in document.models}
    problems = [each for each in document.problems if each.what not in of_models]
    if document.phase != "failed":
        yield DoctorCheck("index", OK, detail, "")
    for each in problems:
        state = PROBLEM if each.what == document.last_error else WARNING
        yield DoctorCheck("index", state, each.what, each.advice or "See the log.")


def log(folders: Folders, settings: Settings, root: Path) -> Iterator[DoctorCheck]:
    """Errors that the server has logged within a day."""
    since = (datetime.now(UTC) - RECENT).strftime("%Y-%m-%dT%H:%M:%S")
    errors = [
        line for line in _last_lines(folders.log_file) if line > since and line.split(" ")[1:2] == ["ERROR"]
    ]
    if not errors:
        yield DoctorCheck("log", OK, f"{folders.log_file}, no errors within a day", "")
        return
    when, _, _, _, message = (errors[-1].split(" ", 4) + [""] * 5)[:5]
    times = "once" if len(errors) == 1 else f"{len(errors)} times"
    advice = f"Report it with the lines around it in {folders.log_file}; it holds no source text."
    yield DoctorCheck(
        "log", WARNING, f"an error of Glossator's own {times} within a day, last {when}: {message}", advice
    )


def _last_lines(file: Path) -> list[str]:
    try:
        with file.open("rb") as stream:
            stream.seek(max(0, file.stat().st_size - _READ_BYTES))
            return stream.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return []


def _gib(size: float) -> str:
    return f"{size / (1 << 30):.1f} GiB"
