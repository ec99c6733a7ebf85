"""`glossator eval chunks`: how the files of a folder are cut into chunks, beside the reference splitter."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from glossator.commands.eval_documents import ChunkFigures, EvalChunksDocument, LanguageChunks
from glossator.commands.terminal import Terminal
from glossator.commands.workspace import keep_log, user_settings
from glossator.host.folders import Folders

if TYPE_CHECKING:
    from glossator.app.chunk_survey import ChunkSurvey
    from glossator.core.evaluation.chunk_measures import ChunkMeasures

SUMMARY = "Show how the files of a folder are cut into chunks, beside a splitter that knows no syntax."

_HEAD = (
    f"{'language':18}{'cut by':>12}{'chunks':>9}{'10 %':>7}{'50 %':>7}{'90 %':>7}{'most':>8}{'whole':>9}"
    f"{'cut tokens':>12}"
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.add_argument("root_argument", metavar="ROOT", nargs="?", help="the folder, as --root")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Read, parse and cut all files that would be indexed, and return the exit code."""
    document = _document(arguments.root, asyncio.run(_surveyed(arguments.root, terminal)))
    if terminal.as_json:
        terminal.json(document)
    else:
        _write(document, terminal)
    return 0


async def _surveyed(root: Path, terminal: Terminal) -> ChunkSurvey:
    from glossator.app.chunk_survey import ChunkSurvey

    folders = Folders.for_user()
    settings = user_settings(folders, terminal)
    keep_log(folders, settings)
    survey = ChunkSurvey(root, settings.index)
    with terminal.progress() as progress:
        await survey.take(
            folders.child_log("parser"), lambda done, total: progress.show("Cutting", done * 100 // total)
        )
    return survey


def _document(root: Path, survey: ChunkSurvey) -> EvalChunksDocument:
    from glossator.core.evaluation.recursive_splitter import OVERLAP, SIZE

    return EvalChunksDocument(
        str(root),
        f"recursive splitter, {SIZE} characters, {OVERLAP} of them shared",
        tuple(
            LanguageChunks(name, each.files, each.bytes, _figures(each.chunks), _figures(each.reference))
            for name, each in sorted(survey.languages.items())
        ),
    )


def _figures(measures: ChunkMeasures) -> ChunkFigures:
    whole = measures.kept_whole / measures.definitions if measures.definitions else 1.0
    return ChunkFigures(
        chunks=len(measures.sizes),
        small=measures.size_at(0.1),
        median=measures.size_at(0.5),
        large=measures.size_at(0.9),
        largest=max(measures.sizes, default=0),
        definitions=measures.definitions,
        kept_whole=round(whole, 4),
        cut_tokens=measures.cut_tokens,
    )


def _write(document: EvalChunksDocument, terminal: Terminal) -> None:
    if not document.languages:
        terminal.line("There are no files.")
        return
    terminal.line((_HEAD, "bold"))
    for each in document.languages:
        terminal.line(_row(each.language, "Glossator", each.chunks))
        terminal.line((_row(f"  {each.files} files", "reference", each.reference), "dim"))
    terminal.line("Sizes are in bytes: 10, 50 and 90 % of the chunks are smaller, and the largest has most.")
    terminal.line(
        "Whole are the definitions that lie in one chunk; cut tokens, the ends of chunks inside of one."
    )
    terminal.line(f"Reference: {document.reference}.")


def _row(name: str, way: str, figures: ChunkFigures) -> str:
    sizes = f"{figures.small:7}{figures.median:7}{figures.large:7}{figures.largest:8}"
    whole = f"{figures.kept_whole:9.1%}" if figures.definitions else f"{'-':>9}"
    return f"{name:18}{way:>12}{figures.chunks:9}{sizes}{whole}{figures.cut_tokens:12}"
