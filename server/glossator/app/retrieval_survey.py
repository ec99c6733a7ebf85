"""Asking an indexed project questions whose answers are known, as a user would ask them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from glossator.app.disk_threads import ask_disk
from glossator.app.searching import Searcher
from glossator.core.cancel import NEVER
from glossator.core.evaluation.retrieval_measures import Lines, Measures, Question, matches, measure
from glossator.core.explanation import Hit, SearchAnswer
from glossator.core.search.query import Shape, understand
from glossator.core.search.ranking import WEIGHTS, Weights
from glossator.store.search_rows import file_entries

if TYPE_CHECKING:
    from glossator.app.application import Application

ASKED_HITS = 20
"""So many hits are asked for, as the command line and editors ask unless told otherwise."""


@dataclass(frozen=True, slots=True)
class FirstHit:
    """What stood first for a question: what it is called, where it is, and how many points each reason gave it."""

    name: str
    lines: Lines
    shares: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and how it was answered. `by_meaning` says whether vectors were compared."""

    question: Question
    measures: Measures
    first: FirstHit | None
    seconds: float
    by_meaning: bool


class RetrievalSurvey:
    """Asks the index of an application that has one folder open, and nothing left to be done."""

    def __init__(self, app: Application, weights: Weights = WEIGHTS) -> None:
        self.app = app
        self._searcher = Searcher(app, weights)

    async def take(
        self, questions: Sequence[Question], on_progress: Callable[[int, int], None]
    ) -> list[Asked]:
        """Ask all questions, one after the other; progress is told in questions done and in all."""
        if questions:
            # What is loaded once, with the first search of a session, is no part of the time of a question.
            await self._searcher.search(questions[0].query, ASKED_HITS, NEVER)
        asked = []
        for number, question in enumerate(questions):
            on_progress(number, len(questions))
            begun = time.perf_counter()
            answer = await self._searcher.search(question.query, ASKED_HITS, NEVER)
            asked.append(await self._judged(question, answer, time.perf_counter() - begun))
        return asked

    def unknown_targets(self, questions: Sequence[Question]) -> list[Lines]:
        """What is to be found in files that are not indexed, which no search finds; each once."""
        paths = [Lines(entry.path) for index in self.app.workspaces for entry in file_entries(index.reader)]
        targets = dict.fromkeys(target for question in questions for target in question.targets)
        return [target for target in targets if not any(matches(path, target) for path in paths)]

    async def _judged(self, question: Question, answer: SearchAnswer, seconds: float) -> Asked:
        hits = [await self._lines(hit) for hit in answer.hits]
        first = FirstHit(answer.hits[0].qualified_name, hits[0], answer.hits[0].shares) if hits else None
        is_name = understand(question.query).shape is Shape.IDENTIFIER
        by_meaning = not is_name and not answer.completeness.lexical_only
        return Asked(question, measure(hits, question.targets), first, seconds, by_meaning)

    async def _lines(self, hit: Hit) -> Lines:
        span, (index,) = hit.place.span, self.app.workspaces
        text = await ask_disk(self.app.texts.get, index.root, hit.place.path)
        last = hit.place.line if text is None else text.lines.line_at(max(span.start, span.end - 1))
        return Lines(hit.place.path, hit.place.line + 1, last + 1)
