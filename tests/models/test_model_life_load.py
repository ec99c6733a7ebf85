"""The two real models under load, with cancels everywhere, and what a cancel leaves of the work of their processes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import numpy
import pytest
import pytest_asyncio

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled
from glossator.core.settings import ModelSettings
from glossator.host.folders import Folders
from glossator.models.choose import open_embedder, open_generator
from glossator.models.embedder import LocalEmbedder
from glossator.models.generator import LocalGenerator
from glossator.models.ports import Message, Priority

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROUNDS = int(os.environ.get("GLOSSATOR_TEST_ROUNDS", "1"))
"""Rounds of load; set it to 3 for a long run."""

PATIENCE_SECONDS = 240.0
"""A hang guard."""

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
MOST_SECONDS = 3
"""Processor time that a process may spend after a cancel: a fraction of what the work would take."""


@pytest.fixture(scope="module")
def shared_folders(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Folders:
    return Folders.below(tmp_path_factory.mktemp("home")).with_models(models_folder)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def generator(shared_folders: Folders) -> AsyncIterator[LocalGenerator]:
    opened = open_generator(ModelSettings(), shared_folders)
    assert isinstance(opened, LocalGenerator)
    yield opened
    await opened.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def embedder(shared_folders: Folders) -> AsyncIterator[LocalEmbedder]:
    opened = open_embedder(ModelSettings(), shared_folders)
    assert isinstance(opened, LocalEmbedder)
    yield opened
    await opened.close()


async def _answer(generator: LocalGenerator, number: int, token: CancelToken) -> str:
    question = [Message("user", f"def f{number}(): return {number}")]
    return "".join([piece async for piece in generator.generate(question, 6, token=token)])


async def test_many_answers_and_vectors_at_once_with_every_third_cancelled(
    shared_folders: Folders, generator: LocalGenerator, embedder: LocalEmbedder
) -> None:
    expected = (await embedder.embed(["value 8 of the table"]))[0]
    pids = (generator.process.pid, embedder.process.pid)
    for _ in range(ROUNDS):
        tokens = [CancelToken() for _ in range(216)]
        answers = [asyncio.create_task(_answer(generator, number, tokens[number])) for number in range(16)]
        vectors = [
            asyncio.create_task(embedder.embed([f"value {number} of the table"], token=tokens[16 + number]))
            for number in range(200)
        ]
        query = asyncio.create_task(embedder.embed(["table"], query=True, priority=Priority.INTERACTIVE))
        for number, token in enumerate(tokens):
            if number % 3 == 2:
                asyncio.get_running_loop().call_later(number / 400, token.cancel)
        async with asyncio.timeout(PATIENCE_SECONDS):
            results = await asyncio.gather(*answers, *vectors, return_exceptions=True)
            assert len(await query) == 1
        for number, result in enumerate(results):
            # A cancel may come too late, but an answer that nobody cancelled is there.
            assert not isinstance(result, BaseException) or (
                number % 3 == 2 and isinstance(result, Cancelled)
            )
        assert any(isinstance(result, Cancelled) for result in results)
        assert numpy.array_equal(results[16 + 8][0], expected)
    # None of it cost a process its life.
    assert generator.process.pid is not None
    assert pids[1] == embedder.process.pid
    assert generator.status().state == embedder.status().state == "ready"


async def test_both_are_gone_at_once_when_they_are_closed_under_load(shared_folders: Folders) -> None:
    generator = open_generator(ModelSettings(), shared_folders)
    embedder = open_embedder(ModelSettings(), shared_folders)
    assert isinstance(generator, LocalGenerator) and isinstance(embedder, LocalEmbedder)
    await generator.context_tokens()
    await embedder.embed(["first"])
    pids = [generator.process.pid, embedder.process.pid]
    work = [asyncio.create_task(_answer(generator, number, CancelToken())) for number in range(16)]
    work += [asyncio.create_task(embedder.embed(["text " * 300] * 10)) for _ in range(20)]  # type: ignore[arg-type]
    await asyncio.sleep(0.3)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await asyncio.gather(generator.close(), embedder.close())
        results = await asyncio.gather(*work, return_exceptions=True)
    assert all(isinstance(result, Cancelled | str) for result in results)
    assert any(isinstance(result, Cancelled) for result in results)
    assert [pid for pid in pids if Path(f"/proc/{pid}").exists()] == []


def _ticks(pid: int | None) -> int:
    """Ticks of processor time that a process has taken; 0 if it has ended, as one is that does not heed a cancel."""
    try:
        status = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return 0
    fields = status.rpartition(b")")[2].split()
    return int(fields[11]) + int(fields[12])


async def _spent_after_cancel(pid: int | None) -> int:
    """Ticks that a process takes until it rests; no time limit but the hang guard."""
    begin = last = _ticks(pid)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            await asyncio.sleep(0.5)
            if _ticks(pid) - last <= 2:
                return last - begin
            last = _ticks(pid)


@pytest.mark.parametrize(
    "text", ["x = y\n" * 500_000, "a" * 3_000_000, "<|im_end|>" * 300_000, "漢字" * 700_000]
)
async def test_counting_the_tokens_of_a_huge_text_ends_when_it_is_cancelled(
    generator: LocalGenerator, text: str
) -> None:
    await generator.context_tokens()
    begun = generator.process._begun
    counting = asyncio.create_task(generator.count_tokens([text, text]))
    async with asyncio.timeout(PATIENCE_SECONDS):
        while generator.process._begun == begun:
            await asyncio.sleep(0.01)
    pid = generator.process.pid
    counting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await counting
    assert await _spent_after_cancel(pid) <= MOST_SECONDS * TICKS_PER_SECOND
    assert await generator.count_tokens(["next"]) == [1]


async def test_embedding_a_long_batch_ends_when_it_is_cancelled(embedder: LocalEmbedder) -> None:
    await embedder.embed(["first"])
    token = CancelToken()
    work = asyncio.create_task(embedder.embed(["text " * 500] * 2000, token=token))
    await asyncio.sleep(0.5)
    pid = embedder.process.pid
    token.cancel()
    with pytest.raises(Cancelled):
        await work
    assert await _spent_after_cancel(pid) <= MOST_SECONDS * TICKS_PER_SECOND
    assert len(await embedder.embed(["next"])) == 1


async def test_a_huge_text_has_as_many_tokens_in_pieces_as_it_is_said_to_have(
    generator: LocalGenerator,
) -> None:
    text = "value = compute(value)\n" * 20_000
    (whole,) = await generator.count_tokens([text])
    (half,) = await generator.count_tokens([text[: len(text) // 2]])
    assert abs(whole - 2 * half) <= 20
