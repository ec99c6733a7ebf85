"""`glossator status`: what is indexed, what runs and what is to be done; nothing is started for it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from glossator.commands.documents import (
    FileGroupDocument,
    FolderStatusDocument,
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
    from glossator.core.status import FileGroup, FolderStatus, IndexWriter, Problem, Status

MOST_LEFT_OUT = 200
"""So many files of all folders that are not indexed are named."""

SUMMARY = "Say what is indexed, what is not and why, which models there are, what runs, and what to do."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.add_argument(
        "roots", metavar="ROOT", nargs="*", help="a root, as --root; several for those of a workspace"
    )


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Show the status and return the exit code."""
    from glossator.app.folder_status import folder_status

    folders = Folders.for_user()
    settings = user_settings(folders, terminal)
    found = [folder_status(root, settings, folders) for root in dict.fromkeys(arguments.roots)]
    if terminal.as_json:
        terminal.json(status_document(found))
    else:
        for each in found:
            write_status(status_document([each]), terminal)
    return 0


def status_document(found: Sequence[tuple[Status, int]]) -> StatusDocument:
    """The numbers of folders under the names of the command line; each comes with the process id of its session."""
    from glossator.app.several_folders import combined

    status = combined([each for each, _ in found], MOST_LEFT_OUT)
    session_pids = [pid for _, pid in found]
    completeness = status.completeness
    return StatusDocument(
        version=status.version,
        root=status.root,
        phase=status.phase,
        percent=status.percent,
        paused=status.paused,
        session_pid=session_pids[0],
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
        writer=_writer(status.writer),
        log_path=status.log_path,
        models=tuple(
            ModelStateDocument(each.purpose, each.name, each.state, each.device, each.detail)
            for each in status.models
        ),
        note=completeness.note,
        last_error=status.last_error,
        earlier_error=status.earlier_error,
        earlier_error_at=status.earlier_error_at,
        problems=_problems(status.problems),
        advice=status.advice,
        folders=tuple(map(_folder, status.folders, session_pids)),
    )


def _folder(status: FolderStatus, session_pid: int) -> FolderStatusDocument:
    completeness = status.completeness
    return FolderStatusDocument(
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
        left_out_total=status.left_out_total,
        index_path=status.index_path,
        index_bytes=status.index_bytes,
        writer=_writer(status.writer),
        note=completeness.note,
        last_error=status.last_error,
        problems=_problems(status.problems),
    )


def _writer(writer: IndexWriter | None) -> WriterDocument | None:
    if writer is None:
        return None
    return WriterDocument(writer.pid, writer.server_pid, writer.command, writer.started_by)


def _problems(problems: Sequence[Problem]) -> tuple[ProblemDocument, ...]:
    return tuple(ProblemDocument(each.what, each.advice) for each in problems)


def _group(files: FileGroup) -> FileGroupDocument:
    return FileGroupDocument(files.reason, files.files, files.examples, files.meaning, files.advice)
