"""`glossator status`: what the index of a workspace holds, read without starting a model or an indexer."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from glossator.commands.documents import LeftOutDocument, ModelStateDocument, StatusDocument
from glossator.commands.terminal import Terminal
from glossator.commands.workspace import user_settings
from glossator.core.explanation import Completeness
from glossator.core.settings import Settings
from glossator.host.folders import Folders

if TYPE_CHECKING:
    from glossator.core.explanation import Status
    from glossator.store.reader import IndexReader

SUMMARY = "Say what the index of a workspace holds, what was left out and why, and which models there are."

SHOWN_LEFT_OUT = 15


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.add_argument("root_argument", metavar="ROOT", nargs="?", help="the workspace's root, as --root")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Show the status and return the exit code."""
    folders = Folders.for_user()
    settings = user_settings(folders, terminal)
    document = status_document(asyncio.run(_status(arguments.root, settings, folders)))
    if terminal.as_json:
        terminal.json(document)
    else:
        write_status(document, terminal)
    return 0


async def _status(root: Path, settings: Settings, folders: Folders) -> Status:
    from glossator.app.model_service import ModelService
    from glossator.app.status import index_status
    from glossator.store.reader import open_reader

    models = ModelService(settings.models, folders)
    with open_reader(folders.index_path(root)) as reader:
        phase, note = _phase(reader)
        counts = reader.counts()
        return index_status(
            reader,
            root=root,
            phase=phase,
            percent=100 if phase == "ready" else 0,
            completeness=Completeness(
                indexed_files=counts.states.get("indexed", 0),
                known_files=counts.files,
                structure_ready=phase == "ready",
                embedded_chunks=min(counts.vectors, counts.chunks),
                known_chunks=counts.chunks,
                note=note,
            ),
            models=models.status(),
            log_path=folders.log_file,
        )


def _phase(reader: IndexReader) -> tuple[str, str]:
    """What the index says of itself, in a word and in a sentence that says what to do."""
    if not reader.available:
        return "not indexed", "There is no index yet; 'glossator index' or an editor makes it."
    if reader.meta("structure") != "complete":
        return "incomplete", "The index is not complete; 'glossator index' or an editor completes it."
    return "ready", ""


def status_document(status: Status) -> StatusDocument:
    """The numbers of `status` under the names of the command line."""
    completeness = status.completeness
    return StatusDocument(
        version=status.version,
        root=status.root,
        phase=status.phase,
        percent=status.percent,
        indexed_files=completeness.indexed_files,
        known_files=completeness.known_files,
        structure_ready=completeness.structure_ready,
        chunks=completeness.known_chunks,
        embedded_chunks=completeness.embedded_chunks,
        symbols=status.symbols,
        references=status.references,
        edges=status.edges,
        languages=dict(status.languages),
        left_out=tuple(LeftOutDocument(each.path, each.state, each.reason) for each in status.left_out),
        left_out_total=status.left_out_total,
        index_path=status.index_path,
        index_bytes=status.index_bytes,
        log_path=status.log_path,
        models=tuple(
            ModelStateDocument(each.purpose, each.name, each.state, each.device, each.detail)
            for each in status.models
        ),
        note=completeness.note,
        last_error=status.last_error,
        advice=status.advice,
    )


def write_status(document: StatusDocument, terminal: Terminal) -> None:
    """The status in plain words."""
    terminal.line((document.root, "bold"), f"  {document.phase}")
    terminal.line(
        f"  files: {document.indexed_files} of {document.known_files} indexed, "
        f"{document.left_out_total} left out"
    )
    terminal.line(
        f"  {document.symbols} symbols, {document.references} references, {document.edges} edges, "
        f"{document.embedded_chunks} of {document.chunks} chunks with vectors"
    )
    if document.languages:
        counts = sorted(document.languages.items(), key=lambda item: (-item[1], item[0]))
        terminal.line("  languages: " + ", ".join(f"{language} {files}" for language, files in counts))
    for model in document.models:
        about = ", ".join(word for word in (model.state, model.device, model.detail) if word)
        terminal.line(f"  {model.purpose} model: {model.name} ({about})")
    terminal.line((f"  index: {document.index_path} ({document.index_bytes // 1024} KiB)", "dim"))
    terminal.line((f"  log: {document.log_path}", "dim"))
    for each in document.left_out[:SHOWN_LEFT_OUT]:
        terminal.line(f"  {each.state}: {each.path} ({each.reason})")
    if document.left_out_total > SHOWN_LEFT_OUT:
        terminal.line(f"  and {document.left_out_total - SHOWN_LEFT_OUT} more")
    told = {model.detail for model in document.models}
    for remark in (document.note, document.last_error, *document.advice):
        if remark and remark not in told:
            terminal.line((f"  {remark}", "yellow"))
