"""Usages by meaning: of a definition, or of those that words mean, in groups by what they are for; and code that does
the same without using it.

Usages come from the graph of symbols, which is exact; meaning only puts them in groups. An answer comes in steps,
each of which is handed on: the definitions with their usages, the groups, the code that does the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from glossator.app.asked_document import AskedDocument
from glossator.app.call_hierarchy import items_at
from glossator.app.code_apart import code_apart
from glossator.app.disk_threads import ask_disk
from glossator.app.documents import Snapshot
from glossator.app.meant_definitions import MOST_MEANT, meant_definitions
from glossator.app.near_code import SAME_PURPOSE, Code, NearCode
from glossator.app.searching import Searcher, meaning_note
from glossator.app.subjects import Subject, stale_note
from glossator.app.usage_groups import grouped, vectors_of_usages
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.cancel import CancelToken
from glossator.core.errors import UserError
from glossator.core.explanation import Completeness, Hit, UsageGroup, UsagesAnswer, UsedDefinition
from glossator.core.languages import detect
from glossator.core.symbols import CALLABLE_KINDS, EXPLAINABLE_KINDS
from glossator.core.target import choose_target
from glossator.core.test_paths import is_test_path
from glossator.core.text import Span

if TYPE_CHECKING:
    from glossator.app.application import Application

MOST_SIMILAR = 10
"""More code that does the same is not told of one definition."""

_LOOKED_AT = 12
"""So many hits of a search are looked at for what its words mean."""

LACKING = "usages are grouped by their places, and code that does the same is not looked for."
UNLIKE_REST = "code that does the same is looked for in that part alone."


class Step(StrEnum):
    """What has been found of a definition."""

    USAGES = "usages"
    GROUPS = "groups"
    SIMILAR = "similar"


OnStep = Callable[[Step, int, UsedDefinition], Awaitable[None]]
"""Takes what is known of the definition of that number after a step."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a document that is asked about."""

    snapshot: Snapshot
    span: Span
    score: float | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    """A definition with all that is needed to tell what uses it for what."""

    subject: Subject
    code: Code
    index: WorkspaceIndex | None
    used: UsedDefinition
    fingerprint: str | None


class UsagesFinder:
    """Finds usages for one application, on the event loop."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._near = NearCode(app)

    async def at(self, place: Place, limit: int, on_step: OnStep, token: CancelToken) -> UsagesAnswer:
        """Usages of what the name at a place means, else of the definition in which it stands; at most `limit` of
        each. Raises `UserError` if there is none, `Cancelled`."""
        with self._app.answering.one():
            return await self._answer(await self._meant_at(place), limit, on_step, token)

    async def meant(
        self, query: str, scope: Path | None, limit: int, on_step: OnStep, token: CancelToken
    ) -> UsagesAnswer:
        """Usages of the definitions that words mean. Raises `Cancelled`, `UserError` for a scope in no folder."""
        with self._app.answering.one():
            search = await Searcher(self._app).search(query, _LOOKED_AT, token, scope, notes_meaning=False)
            meant = await meant_definitions(self._app, query, search.hits)
            places = [Place(snapshot, span, score) for snapshot, span, score in meant]
            answer = await self._answer(places, limit, on_step, token)
        return replace(answer, completeness=_both(search.completeness, answer.completeness))

    async def _meant_at(self, place: Place) -> list[Place]:
        app, start = self._app, place.span.start
        if place.span.end == start:
            items = await items_at(app, place.snapshot, start)
            meant = []
            for item in items[:MOST_MEANT]:
                if item.symbol is not None:
                    same = item.text.uri == place.snapshot.uri
                    snapshot = (
                        place.snapshot if same else await ask_disk(app.documents.snapshot, item.text.uri)
                    )
                    meant.append(Place(snapshot, item.symbol.name_span))
            if meant:
                return meant
        return [place]

    async def _answer(
        self, places: Sequence[Place], limit: int, on_step: OnStep, token: CancelToken
    ) -> UsagesAnswer:
        fingerprint = await self._near.fingerprint()
        found: list[_Found] = []
        for place in places:
            token.check()
            found.append(await self._found(place, limit, fingerprint))
            await on_step(Step.USAGES, len(found) - 1, found[-1].used)
        used: list[UsedDefinition] = []
        for number, each in enumerate(found):
            token.check()
            groups = await asyncio.to_thread(_groups, each, token)
            used.append(replace(each.used, groups=groups))
            await on_step(Step.GROUPS, number, used[-1])
        compared, left_out = list[float](), set[str]()
        for number, each in enumerate(found):
            token.check()
            hits, shares = await self._similar(each, left_out, token)
            compared += shares or [0.0]
            used[number] = replace(used[number], similar=tuple(hits))
            await on_step(Step.SIMILAR, number, used[number])
        token.check()
        return UsagesAnswer(tuple(used), _completeness(found, compared, left_out))

    async def _found(self, place: Place, limit: int, fingerprint: str | None) -> _Found:
        app = self._app
        subject = await app.subjects.subject(place.snapshot, place.span)
        asked = await AskedDocument.read(app, place.snapshot)
        choice = choose_target(asked.facts.symbols, place.snapshot.data, place.span)
        if choice is None or choice.position is None:
            raise UserError("There is no definition here; put the cursor inside a function or class.")
        span = asked.facts.symbols[choice.position].span
        code = Code(subject.text, asked.facts, choice.position, span)
        usages = subject.found.usages
        target = replace(subject.target, selection=None)
        used = UsedDefinition(target, usages[:limit], len(usages), score=place.score)
        return _Found(subject, code, asked.index, used, fingerprint)

    async def _similar(
        self, each: _Found, left_out: set[str], token: CancelToken
    ) -> tuple[list[Hit], list[float]]:
        """Code that does the same, and the shares of the indexes that were compared."""
        if each.index is None:
            return [], []
        vector = await self._near.vector(each.index, each.code, token)
        if vector is None:
            return [], []
        path = each.subject.text.path
        is_test = is_test_path(path, detect(path))
        usages = each.subject.found.usages
        apart = await asyncio.to_thread(code_apart, each.index.reader, each.code, usages, is_test)
        wanted = (
            CALLABLE_KINDS if each.used.target.kind in CALLABLE_KINDS else EXPLAINABLE_KINDS - CALLABLE_KINDS
        )
        token.check()
        hits, missing = await self._near.nearest(
            vector,
            SAME_PURPOSE,
            MOST_SIMILAR,
            lambda row: row.symbol.kind in wanted and apart(row),
            token,
        )
        left_out |= missing
        return hits, await self._near.coverage(vector.fingerprint)


def _groups(each: _Found, token: CancelToken) -> tuple[UsageGroup, ...]:
    found, count = each.subject.found, len(each.used.usages)
    vectors = (
        {}
        if each.index is None or each.fingerprint is None
        else vectors_of_usages(each.index, found, count, each.fingerprint, token)
    )
    return grouped(found, count, each.used.target.name, vectors, token)


def _completeness(found: Sequence[_Found], compared: Sequence[float], left_out: set[str]) -> Completeness:
    """How complete the answer is: as the least complete of its definitions."""
    if not found:
        return Completeness(0, 0, True)
    notes = dict.fromkeys(each.subject.completeness.note for each in found)
    stale = {path for each in found for path in each.subject.completeness.stale_files}
    if left_out - stale:
        notes[stale_note(tuple(left_out - stale))] = None
    for each in found:
        if (more := each.used.total - len(each.used.usages)) > 0:
            notes[f"{more} more usages of {each.used.target.name} are not listed."] = None
    notes[meaning_note(compared, LACKING, UNLIKE_REST)] = None
    first = found[0].subject.completeness
    return replace(
        first,
        structure_ready=all(each.subject.completeness.structure_ready for each in found),
        stale_files=tuple(sorted(stale | left_out)),
        unlisted_calls=sum(each.subject.completeness.unlisted_calls for each in found),
        lexical_only=not any(compared),
        note=" ".join(note for note in notes if note),
    )


def _both(search: Completeness, usages: Completeness) -> Completeness:
    """The completeness of a search and of the usages of what it found."""
    notes = dict.fromkeys(note for note in (search.note, usages.note) if note)
    return replace(
        search,
        structure_ready=search.structure_ready and usages.structure_ready,
        stale_files=tuple(sorted({*search.stale_files, *usages.stale_files})),
        unlisted_calls=usages.unlisted_calls,
        lexical_only=search.lexical_only or usages.lexical_only,
        note=" ".join(notes),
    )
