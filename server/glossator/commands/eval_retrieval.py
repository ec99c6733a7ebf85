"""`glossator eval retrieval`: how well searches find what is known to be the answer."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from glossator.commands.eval_documents import (
    CategoryRetrieval,
    EvalRetrievalDocument,
    MissedQuestion,
    ReasonShare,
    RetrievalFigures,
)
from glossator.commands.eval_retrieval_text import write
from glossator.commands.terminal import Terminal
from glossator.commands.workspace import (
    bring_up_to_date,
    open_application,
    to_be_indexed_now,
    user_settings,
    without_models,
)
from glossator.core.errors import UserError
from glossator.host.folders import Folders

if TYPE_CHECKING:
    from glossator.app.retrieval_survey import Asked
    from glossator.commands.progress import Progress
    from glossator.core.evaluation.retrieval_measures import Question
    from glossator.core.settings import Settings

SUMMARY = "Measure how well searches find what is known to be the answer."

DEFAULT_QUESTIONS = 200
MISSED_BELOW = 0.5
"""Questions with a smaller NDCG@10 are misses."""

_FROM_DOCUMENTATION = "documentation"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.add_argument(
        "root_or_target", metavar="QUESTIONS", nargs="?", help="a file of questions, JSON or JSON lines"
    )
    parser.add_argument("root_argument", metavar="ROOT", nargs="?", help="the folder, as --root")
    parser.add_argument(
        "--self",
        dest="ask_itself",
        action="store_true",
        help="instead of a file: take sentences of the documentation as questions, and search without it",
    )
    parser.add_argument(
        "--count",
        metavar="N",
        type=_count,
        default=DEFAULT_QUESTIONS,
        help=f"most questions of --self (default: {DEFAULT_QUESTIONS})",
    )
    parser.add_argument(
        "--structure-only", "--lexical", dest="structure_only", action="store_true", help="use no vectors"
    )
    parser.add_argument(
        "--without",
        metavar="REASON",
        action="append",
        default=[],
        help="leave a reason out of the ranking, such as 'meaning'; may be given several times",
    )
    parser.add_argument("--misses", action="store_true", help="list the questions that are answered badly")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Ask the questions and return the exit code."""
    document = asyncio.run(_evaluated(arguments, terminal))
    if terminal.as_json:
        terminal.json(document)
    else:
        write(document, terminal)
    return 0


async def _evaluated(arguments: argparse.Namespace, terminal: Terminal) -> EvalRetrievalDocument:
    folders = Folders.for_user()
    settings = to_be_indexed_now(user_settings(folders, terminal))
    if arguments.structure_only:
        settings = without_models(settings)
    with terminal.progress() as progress:
        if not arguments.ask_itself:
            questions = _questions_of(arguments.root_or_target)
            return await _asked(arguments, terminal, progress, settings, folders, arguments.root, questions)
        if arguments.root_or_target is not None:
            raise UserError(f"'{arguments.root_or_target}' is no folder; --self takes no file of questions.")
        # Its mode is 0700, and it is gone however this ends.
        with tempfile.TemporaryDirectory(prefix="glossator-") as temporary:
            copy = Path(temporary) / "copy" / (arguments.root.name or "root")
            apart = replace(Folders.below(Path(temporary) / "home"), models=folders.models)
            questions = await _blanked_copy(arguments, settings, copy, apart, progress)
            return await _asked(arguments, terminal, progress, settings, apart, copy, questions)


def _questions_of(path: str | None) -> list[Question]:
    from glossator.core.evaluation.questions import read_questions

    if path is None:
        raise UserError("Name a file of questions, or give --self.")
    try:
        questions = read_questions(Path(path).expanduser().read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UserError(f"The file '{path}' cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise UserError(f"The file '{path}' is not in UTF-8.") from error
    if not questions:
        raise UserError(f"There is no question in '{path}'.")
    return questions


async def _blanked_copy(
    arguments: argparse.Namespace, settings: Settings, folder: Path, folders: Folders, progress: Progress
) -> list[Question]:
    from glossator.app.blanked_copy import BlankedCopy
    from glossator.core.evaluation.documented import sample

    copy = BlankedCopy(arguments.root, settings.index, folder)
    await copy.make(
        folders.child_log("parser"), lambda done, total: progress.show("Copying", done * 100 // total)
    )
    questions = sample(copy.documented, arguments.count)
    if not questions:
        raise UserError(f"No definition in {arguments.root} has documentation that could be a question.")
    return questions


async def _asked(
    arguments: argparse.Namespace,
    terminal: Terminal,
    progress: Progress,
    settings: Settings,
    folders: Folders,
    root: Path,
    questions: list[Question],
) -> EvalRetrievalDocument:
    """The answer for an index of `root`, which is made or brought up to date before."""
    from glossator.app.retrieval_survey import RetrievalSurvey
    from glossator.core.search.ranking import Reason, without

    left_out = [_reason(word, tuple(Reason)) for word in arguments.without]
    progress.show("Indexing")
    async with open_application(settings, folders) as application:
        status, told = await bring_up_to_date(application, root, progress)
        survey = RetrievalSurvey(application, without(*map(Reason, left_out)))
        asked = await survey.take(questions, lambda done, total: progress.show("Asking", done * 100 // total))
        unknown = survey.unknown_targets(questions)
    progress.close()
    for sentence in told:
        terminal.note(sentence)
    return EvalRetrievalDocument(
        root=str(arguments.root),
        questions_from=_FROM_DOCUMENTATION if arguments.ask_itself else arguments.root_or_target,
        without=tuple(left_out),
        all=_figures(asked),
        categories=_by_category(asked),
        **_times(asked),
        by_meaning=round(sum(each.by_meaning for each in asked) / len(asked), 4),
        embedded_chunks=status.completeness.embedded_chunks,
        chunks=status.completeness.known_chunks,
        unknown_targets=tuple(map(str, unknown)),
        misses=_misses(asked) if arguments.misses else None,
        note=status.last_error or status.completeness.note,
    )


def _reason(word: str, reasons: tuple[str, ...]) -> str:
    wanted = word.lower().replace("-", " ").replace("_", " ")
    if wanted not in reasons:
        known = ", ".join(f"'{reason}'" for reason in reasons)
        raise UserError(f"'{word}' is no reason of the ranking; those are {known}.")
    return wanted


def _figures(asked: Sequence[Asked]) -> RetrievalFigures:
    from glossator.core.evaluation.retrieval_measures import mean

    measures = mean([each.measures for each in asked])
    return RetrievalFigures(len(asked), *(round(each, 4) for each in measures))


def _by_category(asked: Sequence[Asked]) -> tuple[CategoryRetrieval, ...]:
    by_name: dict[str, list[Asked]] = defaultdict(list)
    for each in asked:
        by_name[each.question.category].append(each)
    return tuple(CategoryRetrieval(name, _figures(each)) for name, each in sorted(by_name.items()))


def _times(asked: Sequence[Asked]) -> dict[str, float]:
    from glossator.core.evaluation.retrieval_measures import percentile

    times = [each.seconds * 1000 for each in asked]
    shares = {"p50_milliseconds": 0.5, "p99_milliseconds": 0.99}
    return {name: round(percentile(times, share), 2) for name, share in shares.items()}


def _misses(asked: Sequence[Asked]) -> tuple[MissedQuestion, ...]:
    missed = sorted(
        (each for each in asked if each.measures.ndcg < MISSED_BELOW), key=lambda each: each.measures.ndcg
    )
    return tuple(
        MissedQuestion(
            each.question.query,
            each.question.category,
            round(each.measures.ndcg, 4),
            tuple(map(str, each.question.targets)),
            str(each.first.lines) if each.first else None,
            each.first.name if each.first else "",
            tuple(ReasonShare(reason, round(points, 4)) for reason, points in each.first.shares.items())
            if each.first
            else (),
        )
        for each in missed
    )


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 on")
    return int(text)
