"""What is not as it should be with an index or a model, and what the user can do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from glossator.core.explanation import ModelStatus
from glossator.core.status import FileGroup, IndexWriter, Problem

NOBODY_WORKS = ("not indexed", "incomplete")
"""Phases in which an index stays as it is until a command or an editor works on it."""

_UNTIL_THEN = "Run 'glossator index', or open the folder in an editor."


def problems(
    phase: str,
    *,
    paused: str = "",
    waiting: str = "",
    indexed_files: int = 0,
    writer: IndexWriter | None = None,
    last_error: str = "",
    reasons: Sequence[FileGroup] = (),
    models: Sequence[ModelStatus] = (),
) -> tuple[Problem, ...]:
    """Everything that is wrong, what matters most first."""
    return (
        *_of_index(phase, paused, indexed_files, last_error, writer),
        *((Problem(f"{waiting}{_process(writer)}."),) if waiting else ()),
        *_of_models(models),
        *_of_files(reasons),
    )


def _of_index(
    phase: str, paused: str, indexed_files: int, last_error: str, writer: IndexWriter | None
) -> Iterator[Problem]:
    if paused:
        yield Problem(paused)
    elif phase == "failed":
        yield Problem(
            last_error, "It is tried again when something changes; 'glossator doctor' looks for the cause."
        )
    elif phase == "not indexed" and writer is None:
        yield Problem("There is no index yet.", _UNTIL_THEN)
    elif phase == "incomplete" and writer is None:
        yield Problem("The index is not complete, and nothing works on it.", _UNTIL_THEN)
    elif phase == "cancelled":
        yield Problem("Indexing was cancelled.", "It goes on with the next change, or when it is resumed.")
    elif phase == "ready" and not indexed_files:
        yield Problem(
            "No file of this folder is indexed.",
            "Look at index.include and index.exclude; what git ignores is never indexed.",
        )
    if last_error and phase != "failed" and not paused:
        yield Problem(last_error)


def _process(writer: IndexWriter | None) -> str:
    return f" (process {writer.server_pid or writer.pid})" if writer is not None else ""


def _of_models(models: Iterable[ModelStatus]) -> Iterator[Problem]:
    told: set[str] = set()
    for model in models:
        if model.state in ("missing", "failed") and model.detail and model.detail not in told:
            told.add(model.detail)
            yield Problem(model.detail)


def _of_files(reasons: Iterable[FileGroup]) -> Iterator[Problem]:
    for group in reasons:
        if group.advice:
            files = "1 file is" if group.files == 1 else f"{group.files} files are"
            yield Problem(f"{files} left out ({group.reason}): {', '.join(group.examples)}.", group.advice)
