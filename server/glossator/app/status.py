"""What is going on, for people: indexing, models, what was left out and why, and what to do about it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from glossator import __version__
from glossator.core.explanation import Completeness, FileState, ModelStatus, Status
from glossator.store.reader import IndexReader

if TYPE_CHECKING:
    from glossator.app.application import Application

_MAX_LEFT_OUT = 200


def application_status(app: Application) -> Status:
    """The status of a running session, of its first folder if it has several."""
    models = app.models.status()
    if not app.workspaces:
        advice = (app.refusal,) if app.refusal else ()
        return Status(
            version=__version__,
            root="",
            phase="no workspace",
            percent=0,
            completeness=Completeness(0, 0, False, note=app.refusal),
            models=models,
            log_path=str(app.folders.log_file),
            advice=advice + _advice(models),
        )
    index = app.workspaces[0]
    phase = "paused" if index.paused else index.state.phase
    return index_status(
        index.reader,
        root=index.root,
        phase=phase,
        percent=index.state.percent,
        completeness=app.completeness(index),
        models=models,
        last_error=index.state.last_error,
        log_path=app.folders.log_file,
    )


def index_status(
    reader: IndexReader,
    *,
    root: Path,
    phase: str,
    percent: int,
    completeness: Completeness,
    models: tuple[ModelStatus, ...],
    last_error: str = "",
    log_path: Path,
) -> Status:
    """The status of one index."""
    counts = reader.counts()
    left_out, total = reader.left_out(_MAX_LEFT_OUT)
    size = sum(_size(reader.path.with_name(reader.path.name + suffix)) for suffix in ("", "-wal"))
    return Status(
        version=__version__,
        root=str(root),
        phase=phase,
        percent=percent,
        completeness=completeness,
        symbols=counts.symbols,
        references=counts.references,
        edges=counts.edges,
        index_path=str(reader.path),
        index_bytes=size,
        languages=counts.languages,
        left_out=tuple(FileState(row.path, row.state, row.reason) for row in left_out),
        left_out_total=total,
        models=models,
        last_error=last_error,
        log_path=str(log_path),
        advice=_advice(models),
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _advice(models: tuple[ModelStatus, ...]) -> tuple[str, ...]:
    return tuple(model.detail for model in models if model.state in ("missing", "failed") and model.detail)
