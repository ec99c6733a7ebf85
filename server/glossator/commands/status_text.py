"""The status of a workspace in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from glossator.commands.documents import FileGroupDocument, ModelStateDocument, StatusDocument, WriterDocument
from glossator.commands.terminal import Terminal

_LABEL_COLUMNS = 17
_SHOWN_LANGUAGES = 12

_PHASES = {
    "ready": "indexed",
    "embedding": "indexed, vectors are being made",
    "incomplete": "partly indexed, and nothing works on it",
    "not indexed": "not indexed",
    "failed": "indexing fails",
    "cancelled": "indexing was cancelled",
}

_MODEL_STATES = {
    "ready": "running",
    "loading": "being loaded",
    "idle": "starts when it is needed",
    "missing": "not on this machine",
    "failed": "failed",
}


def write_status(document: StatusDocument, terminal: Terminal) -> None:
    """Write what is indexed, what is not, the models, the index, and what is to be done."""
    style = "green" if document.phase in ("ready", "embedding") else "yellow"
    terminal.line((document.root, "bold"), ": ", (phase_in_words(document), style))
    rows = (
        *_indexed(document),
        *_not_indexed(document),
        *(_model(model) for model in document.models),
        *_index(document),
        ("last error", _error(document)),
        ("log", document.log_path),
    )
    for label, text in rows:
        terminal.line((f"  {label:{_LABEL_COLUMNS}}", "dim"), text)
    if document.problems:
        terminal.line(("  to do", "yellow"))
        for problem in document.problems:
            terminal.line(("    * ", "yellow"), f"{problem.what} {problem.advice}".strip())


def phase_in_words(document: StatusDocument) -> str:
    """What is going on with the index."""
    if document.phase == "ready" and document.index_written_at:
        return f"indexed, last changed {_ago(document.index_written_at)}"
    if document.phase in _PHASES:
        return _PHASES[document.phase]
    return f"{document.phase}, {document.percent} %"


def writer_in_words(writer: WriterDocument | None) -> str:
    """Who keeps the index up to date."""
    if writer is None:
        return "nobody keeps it up to date now"
    command = f"'{writer.command}'" if writer.command else "another Glossator"
    started = f", started by {writer.started_by}" if writer.started_by else ""
    return f"kept up to date by {command} (process {writer.server_pid or writer.pid}{started})"


def size_in_words(size: int) -> str:
    """A number of bytes."""
    for unit, factor in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size} bytes"


def _indexed(document: StatusDocument) -> Iterator[tuple[str, str]]:
    if not document.known_files:
        return
    languages = sorted(document.languages.items(), key=lambda item: (-item[1], item[0]))
    shown = ", ".join(f"{language} {files:,}" for language, files in languages[:_SHOWN_LANGUAGES])
    more = len(languages) - _SHOWN_LANGUAGES
    listed = f": {shown}{f' and {more} more languages' if more > 0 else ''}" if shown else ""
    yield "indexed", f"{document.indexed_files:,} of {document.known_files:,} files{listed}"
    yield (
        "",
        f"{document.symbols:,} definitions; {document.references:,} uses of names, "
        f"{document.edges:,} of them tied to a definition",
    )
    if document.chunks:
        yield "", f"{document.embedded_chunks:,} of {document.chunks:,} parts have a vector"
    if document.partly_parsed is not None:
        files = document.partly_parsed
        verb = "holds" if files.files == 1 else "hold"
        yield "", f"{files.files:,} {verb} what the parser did not understand{_examples(files)}"


def _not_indexed(document: StatusDocument) -> Iterator[tuple[str, str]]:
    if not document.known_files:
        return
    files = "1 file" if document.left_out_total == 1 else f"{document.left_out_total:,} files"
    yield "not indexed", f"{files if document.left_out_total else 'nothing'} besides what git ignores"
    for group in document.reasons:
        words = f" ({group.meaning})" if group.meaning else ""
        yield "", f"{group.files:,} {group.reason}{words}{_examples(group)}"


def _examples(group: FileGroupDocument) -> str:
    more = group.files - len(group.examples)
    return f": {', '.join(group.examples)}{f' and {more:,} more' if more > 0 else ''}"


def _model(model: ModelStateDocument) -> tuple[str, str]:
    label = f"{model.purpose} model"
    if model.state == "off":
        return label, "switched off by the settings"
    state = _MODEL_STATES.get(model.state, model.state)
    where = f", {'on' if model.state == 'ready' else 'last on'} {model.device}" if model.device else ""
    # What is missing or has failed is told with what to do about it.
    remark = f". {model.detail}" if model.detail and model.state in ("ready", "idle", "loading") else ""
    return label, f"{model.name}: {state}{where}{remark}"


def _index(document: StatusDocument) -> Iterator[tuple[str, str]]:
    yield "index", f"{size_in_words(document.index_bytes)} in {Path(document.index_path).parent}"
    if document.known_files or document.writer is not None:
        yield "", writer_in_words(document.writer)


def _error(document: StatusDocument) -> str:
    if document.last_error:
        return document.last_error
    if document.earlier_error:
        return f"{document.earlier_error} ({_ago(document.earlier_error_at)}; it is over)"
    return "none"


def _ago(when: str) -> str:
    """How long ago a UTC time in ISO 8601 was."""
    seconds = (datetime.now(UTC) - datetime.fromisoformat(when)).total_seconds()
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= length:
            number = int(seconds // length)
            return f"{number} {unit}{'s' if number > 1 else ''} ago"
    return "just now"
