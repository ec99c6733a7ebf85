"""Whatever a child sends instead of messages, its callers hear of one death, and it is ended."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from tests.host.children import Start, is_running

from glossator.host import frames
from glossator.host.calls import ChildDied, ChildTimeout

GARBAGE = {
    "text": b"llama_model_loader: loaded meta data with 33 key-value pairs\n",
    "random bytes": random.Random(7).randbytes(5000),
    "zeros": bytes(64),
    "a giant length": frames.HEADER.pack(frames.MARK, 0xFFFFFFFF),
    "a frame that is no value": frames.HEADER.pack(frames.MARK, 8) + b"\xc1" * 8,
    "a value that is no message": frames.encode([1, 2]),
    "an unknown message": frames.encode(["hello", 1]),
    "a message of wrong types": frames.encode([frames.RESULT, "one", None]),
    "a value nested without end": frames.HEADER.pack(frames.MARK, 1 << 16) + b"\x91" * (1 << 16),
    "text in the middle of a frame": frames.encode([frames.NOTIFY, "n", "x" * 99])[:50] + b"printed\n" * 100,
}


@pytest.mark.parametrize("kind", GARBAGE)
async def test_garbage_on_the_pipe_ends_the_child(start: Start, kind: str) -> None:
    exits: list[Any] = []
    child = await start(on_exit=exits.append)
    calls = [child.call("write", {"data": GARBAGE[kind], "then": "live"}), child.call("echo", 1)]
    failures = await asyncio.gather(*calls, return_exceptions=True)
    for failure in [*failures, *exits]:
        assert isinstance(failure, ChildDied)
        assert "sent bytes that are no message" in str(failure)
        # It was ended for what it sent: its exit code would tell of a kill, as if memory had run out.
        assert failure.exit_code is None
    assert len(exits) == 1
    assert not is_running(child.pid)


async def test_a_frame_that_is_cut_off_by_the_end_of_the_child_is_its_death(start: Start) -> None:
    child = await start()
    half = frames.encode([frames.NOTIFY, "n", "x" * 999])[:500]
    with pytest.raises(ChildDied, match="exit code 0"):
        await child.call("write", {"data": half, "then": "exit"})


async def test_a_frame_that_is_never_finished_is_a_timeout(start: Start) -> None:
    child = await start()
    half = frames.encode([frames.NOTIFY, "n", "x" * 999])[:500]
    with pytest.raises(ChildTimeout):
        await child.call("write", {"data": half, "then": "live"}, timeout=0.5)


async def test_a_child_that_closes_its_pipe_and_lives_on_is_ended(start: Start) -> None:
    child = await start()
    with pytest.raises(ChildDied, match="closed its pipe and did not end") as caught:
        await child.call("write", {"data": b"", "then": "close"})
    assert caught.value.exit_code is None
    assert not is_running(child.pid)
