"""Background work gives way to answers."""

from __future__ import annotations

import asyncio

import pytest

from glossator.app.answering import Answering
from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled


async def test_background_work_waits_while_an_answer_is_written() -> None:
    answering = Answering()
    begun = asyncio.Event()

    async def work(_token: CancelToken) -> str:
        begun.set()
        return "done"

    with answering.one(), answering.one():
        task = asyncio.create_task(answering.in_background(work))
        await asyncio.sleep(0)
        assert not begun.is_set()
    assert await task == "done"


async def test_an_answer_cancels_background_work_which_begins_again_afterwards() -> None:
    answering = Answering()
    tokens: list[CancelToken] = []
    begun = asyncio.Event()

    async def work(token: CancelToken) -> int:
        tokens.append(token)
        begun.set()
        while len(tokens) == 1:
            token.check()
            await asyncio.sleep(0)
        return len(tokens)

    task = asyncio.create_task(answering.in_background(work))
    await begun.wait()
    with answering.one():
        assert tokens[0].cancelled
        await asyncio.sleep(0)
        assert len(tokens) == 1
    assert await task == 2
    assert not tokens[1].cancelled


async def test_work_that_is_cancelled_for_another_reason_stays_cancelled() -> None:
    async def work(_token: CancelToken) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        await Answering().in_background(work)
