"""Related code while reading: the definitions elsewhere that are nearest in meaning to the one at a place."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from glossator.app.asked_document import AskedDocument
from glossator.app.code_apart import around_of
from glossator.app.documents import Snapshot
from glossator.app.near_code import RELATED, Code, NearCode
from glossator.app.searching import meaning_note
from glossator.app.subjects import stale_note
from glossator.core.cancel import CancelToken
from glossator.core.explanation import Completeness, SearchAnswer
from glossator.core.target import choose_target
from glossator.core.text import Span
from glossator.store.rows import SymbolRow

if TYPE_CHECKING:
    from glossator.app.application import Application

MODEL_SECONDS = 2.0
"""Nobody has asked for related code in so many words, so that it may be left out where a model takes long."""

LACKING = "related code is not looked for."
REST = "related code is looked for in that part alone."


@dataclass(frozen=True, slots=True)
class Relating:
    """Finds related code for an application."""

    app: Application

    async def related(self, snapshot: Snapshot, span: Span, limit: int, token: CancelToken) -> SearchAnswer:
        """At most `limit` definitions that are related to the one at a place, or to the selected code, as the document
        is now; none where nothing is there or nothing is near. Waits for a model a bounded time, and then says so.
        Raises `Cancelled`."""
        app, near = self.app, NearCode(self.app)
        asked = await AskedDocument.read(app, snapshot)
        choice = choose_target(asked.facts.symbols, snapshot.data, span)
        completeness = await asyncio.to_thread(app.completeness, asked.index, (), "related code")
        if choice is None:
            return SearchAnswer((), completeness)
        selected = choice.selection
        position = choice.position if selected is None else None
        own = asked.facts.symbols[choice.position].span if choice.position is not None else selected
        assert own is not None
        code = Code(asked.text, asked.facts, position, selected or own)
        around = around_of(replace(code, position=choice.position))
        with app.answering.one():
            vector = await near.vector(asked.index, code, token, MODEL_SECONDS)
            if vector is None:
                return SearchAnswer((), _completed(completeness, [], set()))
            token.check()

            def is_elsewhere(row: SymbolRow) -> bool:
                return not around.holds(row)

            hits, left_out = await near.nearest(vector, RELATED, limit, is_elsewhere, token)
            shares = await near.coverage(vector.fingerprint)
        return SearchAnswer(tuple(hits), _completed(completeness, shares, left_out))


def _completed(completeness: Completeness, shares: list[float], left_out: set[str]) -> Completeness:
    stale = tuple(sorted(left_out))
    notes = [completeness.note, stale_note(stale) if stale else "", meaning_note(shares, LACKING, REST)]
    return replace(
        completeness,
        stale_files=stale,
        lexical_only=not any(shares),
        note=" ".join(note for note in notes if note),
    )
