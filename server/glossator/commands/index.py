"""`glossator index`: bring the index of a workspace up to date and say what is in it."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from glossator.commands.documents import IndexDocument, ReasonCount
from glossator.commands.progress import Progress
from glossator.commands.terminal import Terminal

if TYPE_CHECKING:
    from glossator.app.application import Application
    from glossator.app.progress import Progress as News
    from glossator.core.explanation import Status

SUMMARY = "Index a workspace: its definitions, who uses them, and vectors of their meaning."

SHOWN_REASONS = 8


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.add_argument("root_argument", metavar="ROOT", nargs="?", help="the workspace's root, as --root")
    parser.add_argument("--structure-only", action="store_true", help="make no vectors")
    parser.add_argument("--rebuild", action="store_true", help="throw the index away first")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Index the root and return the exit code."""
    document = asyncio.run(_index(arguments, terminal))
    if terminal.as_json:
        terminal.json(document)
    else:
        _write_summary(document, terminal)
    return 0


async def _index(arguments: argparse.Namespace, terminal: Terminal) -> IndexDocument:
    from glossator.commands.workspace import open_application, user_settings, without_models
    from glossator.host.folders import Folders

    folders = Folders.for_user()
    settings = user_settings(folders, terminal)
    if arguments.structure_only:
        settings = without_models(settings)
    if arguments.rebuild:
        _throw_away(folders.index_path(arguments.root))
    begun = time.monotonic()
    with terminal.progress() as progress:
        async with open_application(settings, folders) as application:
            _show_progress(application, progress)
            await application.open_workspace([arguments.root])
            await application.wait_indexed()
            if settings.index.embed:
                await _wait_embedded(application)
            return _summary(application.status(), arguments.root, time.monotonic() - begun)


def _show_progress(application: Application, progress: Progress) -> None:
    def show(news: News) -> None:
        words = (news.title, news.message)
        progress.show(": ".join(word for word in words if word), news.percent)

    application.on_progress(show)


async def _wait_embedded(application: Application) -> None:
    """Wait until nothing more is embedded: all is done, or there is no model to do it."""
    while application.status().phase in ("starting", "listing", "indexing", "resolving", "embedding"):
        await asyncio.sleep(0.2)


def _throw_away(index_path: Path) -> None:
    """Delete the index, its logs included. Raises `UserError` while another process writes it."""
    from glossator.core.errors import UserError
    from glossator.host.lock import IndexLock

    if not index_path.exists():
        return
    lock = IndexLock(index_path)
    if not lock.try_acquire():
        raise UserError("Another Glossator is writing this index; close it (or its editor) and try again.")
    try:
        for suffix in ("", "-wal", "-shm"):
            index_path.with_name(index_path.name + suffix).unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"The index {index_path} cannot be deleted: {error.strerror}.") from error
    finally:
        lock.release()


def _summary(status: Status, root: Path, seconds: float) -> IndexDocument:
    reasons = Counter(each.reason for each in status.left_out)
    return IndexDocument(
        root=str(root),
        index_path=status.index_path,
        files=status.completeness.indexed_files,
        symbols=status.symbols,
        references=status.references,
        edges=status.edges,
        chunks=status.completeness.known_chunks,
        embedded_chunks=status.completeness.embedded_chunks,
        seconds=round(seconds, 2),
        left_out=tuple(ReasonCount(reason, files) for reason, files in reasons.most_common()),
        note=status.last_error or status.completeness.note,
    )


def _write_summary(document: IndexDocument, terminal: Terminal) -> None:
    terminal.line(
        (f"{document.root}", "bold"),
        f": {document.files} files, {document.symbols} symbols, {document.references} references, "
        f"{document.edges} edges in {document.seconds:.1f} s",
    )
    if document.chunks:
        terminal.line(f"vectors: {document.embedded_chunks} of {document.chunks} chunks")
    if document.left_out:
        shown = document.left_out[:SHOWN_REASONS]
        terminal.line("left out: " + ", ".join(f"{each.files} {each.reason}" for each in shown))
    if document.note:
        terminal.line((document.note, "yellow"))
