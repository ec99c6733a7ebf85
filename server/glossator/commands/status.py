"""`glossator status`: what is indexed, what runs and what is to be done; nothing is started for it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from glossator.commands.documents import (
    FileGroupDocument,
    LeftOutDocument,
    ModelStateDocument,
    ProblemDocument,
    StatusDocument,
    WriterDocument,
)
from glossator.commands.status_text import write_status
from glossator.commands.terminal import Terminal
from glossator.commands.workspace import user_settings
from glossator.host.folders import Folders

if TYPE_CHECKING:
    from glossator.core.status import FileGroup, Status

SUMMARY = "Say what is indexed, what is not and why, which models there are, what runs, and what to do."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.add_argument("root_argument", metavar="ROOT", nargs="?", help="the workspace's root, as --root")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Show the status and return the exit code."""
    from glossator.app.folder_status import folder_status

    folders = Folders.for_user()
    settings = user_settings(folders, terminal)
    status, session = folder_status(arguments.root, settings, folders)
    document = status_document(status, session)
    if terminal.as_json:
        terminal.json(document)
    else:
        write_status(document, terminal)
    return 0


def status_document(status: Status, session_pid: int) -> StatusDocument:
    """The numbers of `status` under the names of the command line."""
    completeness = status.completeness
    writer = status.writer
    return StatusDocument(
        version=status.version,
        root=status.root,
        phase=status.phase,
        percent=status.percent,
        paused=status.paused,
        session_pid=session_pid,
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
        reasons=tuple(map(_group, status.reasons)),
        partly_parsed=None if status.partly_parsed is None else _group(status.partly_parsed),
        index_path=status.index_path,
        index_bytes=status.index_bytes,
        index_written_at=status.index_written_at,
        writer=None
        if writer is None
        else WriterDocument(writer.pid, writer.server_pid, writer.command, writer.started_by),
        log_path=status.log_path,
        models=tuple(
            ModelStateDocument(each.purpose, each.name, each.state, each.device, each.detail)
            for each in status.models
        ),
        note=completeness.note,
        last_error=status.last_error,
        earlier_error=status.earlier_error,
        earlier_error_at=status.earlier_error_at,
        problems=tuple(ProblemDocument(each.what, each.advice) for each in status.problems),
        advice=status.advice,
    )


def _group(files: FileGroup) -> FileGroupDocument:
    return FileGroupDocument(files.reason, files.files, files.examples, files.meaning, files.advice)
