"""`glossator index`: bring the index of a workspace up to date and say what is in it."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from glossator.commands.documents import IndexDocument, ReasonCount
from glossator.commands.terminal import Terminal

if TYPE_CHECKING:
    from glossator.core.status import Status

SUMMARY = "Index a workspace: its definitions, who uses them, and vectors of their meaning."

SHOWN_REASONS = 8

OTHER_REBUILDS = "Another Glossator keeps this index; it has been asked to build it anew, and does so now."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.add_argument("root_argument", metavar="ROOT", nargs="?", help="the workspace's root, as --root")
    parser.add_argument("--structure-only", action="store_true", help="make no vectors")
    parser.add_argument("--rebuild", action="store_true", help="throw the index away and build a new one")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Index the root and return the exit code."""
    document = asyncio.run(_index(arguments, terminal))
    if terminal.as_json:
        terminal.json(document)
    else:
        _write_summary(document, terminal)
    return 0


async def _index(arguments: argparse.Namespace, terminal: Terminal) -> IndexDocument:
    from glossator.commands.workspace import (
        bring_up_to_date,
        open_application,
        to_be_indexed_now,
        user_settings,
        without_models,
    )
    from glossator.host.folders import Folders
    from glossator.store.requests import ask_for_rebuild

    folders = Folders.for_user()
    settings = to_be_indexed_now(user_settings(folders, terminal))
    if arguments.structure_only:
        settings = without_models(settings)
    begun = time.monotonic()
    with terminal.progress() as progress:
        progress.show("Indexing")
        async with open_application(settings, folders) as application:
            if arguments.rebuild:
                # Before anything reads the old one. Another Glossator that writes it finds the request as well.
                ask_for_rebuild(folders.index_path(arguments.root))
            status, told = await bring_up_to_date(application, arguments.root, progress)
            is_writer = all(index.state.writer for index in application.workspaces)
    for sentence in told:
        terminal.note(sentence)
    reasons = _left_out_by_reason(folders.index_path(arguments.root))
    summary = _summary(status, reasons, time.monotonic() - begun)
    return summary if is_writer or not arguments.rebuild else replace(summary, note=OTHER_REBUILDS)


def _left_out_by_reason(index_path: Path) -> tuple[ReasonCount, ...]:
    from glossator.store.reader import open_reader

    with open_reader(index_path) as reader:
        files, _ = reader.left_out(limit=-1)
    counts = Counter(file.reason for file in files)
    return tuple(ReasonCount(reason, files) for reason, files in counts.most_common())


def _summary(status: Status, left_out: tuple[ReasonCount, ...], seconds: float) -> IndexDocument:
    return IndexDocument(
        root=status.root,
        index_path=status.index_path,
        files=status.completeness.indexed_files,
        symbols=status.symbols,
        references=status.references,
        edges=status.edges,
        chunks=status.completeness.known_chunks,
        embedded_chunks=status.completeness.embedded_chunks,
        seconds=round(seconds, 2),
        left_out=left_out,
        note=status.last_error or status.completeness.note,
    )


def _write_summary(document: IndexDocument, terminal: Terminal) -> None:
    terminal.line(
        (f"{document.root}", "bold"),
        f": {document.files} files, {document.symbols} symbols, {document.references} references, "
        f"{document.edges} edges in {document.seconds:.1f} s",
    )
    if document.embedded_chunks:
        terminal.line(f"vectors: {document.embedded_chunks} of {document.chunks} chunks")
    if document.left_out:
        shown = document.left_out[:SHOWN_REASONS]
        terminal.line("left out: " + ", ".join(f"{each.files} {each.reason}" for each in shown))
    if document.note:
        terminal.line((document.note, "yellow"))
