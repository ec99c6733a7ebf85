"""Usages by meaning below the protocol: cancelled between steps, and how complete they say they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.sessions import PROJECT, session, write

from glossator.app.finding_usages import Place, Step, UsagesFinder
from glossator.app.near_code import stands_in
from glossator.app.searching import meaning_note
from glossator.app.uris import uri_from_path
from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled
from glossator.core.explanation import UsedDefinition
from glossator.core.text import Span


@pytest.mark.parametrize("last", list(Step))
async def test_a_cancel_is_heeded_after_each_step(tmp_path: Path, last: Step) -> None:
    write(tmp_path / "project", PROJECT)
    async with session(tmp_path / "project", tmp_path / "home") as app:
        snapshot = app.documents.snapshot(uri_from_path(tmp_path / "project" / "shop" / "prices.py"))
        start = snapshot.data.index(b"total")
        token = CancelToken()
        steps: list[Step] = []

        async def note(step: Step, number: int, used: UsedDefinition) -> None:
            steps.append(step)
            if step is last:
                token.cancel()

        with pytest.raises(Cancelled):
            await UsagesFinder(app).at(Place(snapshot, Span(start, start)), 10, note, token)
        assert steps == list(Step)[: list(Step).index(last) + 1]


def test_what_was_not_compared_by_meaning_is_said() -> None:
    assert meaning_note([0.0], "nothing.", "a part.") == "lexical only: nothing."
    assert meaning_note([], "nothing.", "a part.") == "lexical only: nothing."
    assert meaning_note([0.429, 1.0], "nothing.", "a part.") == "partial (42 %): a part."
    assert meaning_note([0.0, 1.0], "nothing.", "a part.") == "partial (0 %): a part."
    assert meaning_note([1.0], "nothing.", "a part.") == ""


def test_a_name_that_only_begins_alike_stands_in_nothing() -> None:
    assert stands_in("Order.price", "Order")
    assert stands_in("Order", "Order")
    assert not stands_in("Orders.price", "Order")
    assert not stands_in("Order", "Order.price")
