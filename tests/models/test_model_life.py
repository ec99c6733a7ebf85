"""A model process that fails in any way costs one clear error, is started again, and is left alone when it goes on
failing."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.models.supervision import Factory, Scripted

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, ModelUnavailable
from glossator.models.patience import Failures, Patience

PATIENCE_SECONDS = 60.0
"""A hang guard."""

DEATHS: dict[str, tuple[list[Any], str]] = {
    "abort": (["signal", "SIGABRT"], "was ended by signal SIGABRT"),
    "segmentation fault": (["signal", "SIGSEGV"], "was ended by signal SIGSEGV"),
    "kill as when memory runs out": (["signal", "SIGKILL"], "Perhaps memory ran out; choose a smaller model"),
    "an allocation that fails in Python": (
        ["out of memory", "python"],
        "There is not enough memory for the model",
    ),
    "an allocation that fails in native code": (["out of memory", "native"], "was ended by signal SIGABRT"),
    "exit": (["exit", 3], "ended with exit code 3"),
    "random bytes on its pipe": (["write", "random bytes"], "sent bytes that are no message"),
    "a giant length on its pipe": (["write", "a giant length"], "sent bytes that are no message"),
    "text on its pipe": (["write", "text"], "sent bytes that are no message"),
    "half a message on its pipe": (["write and exit", "half"], "ended with exit code 0"),
}


@pytest.fixture
async def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Factory]:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), os.environ["PYTHONPATH"]]))
    factory = Factory(tmp_path)
    yield factory
    for scripted in factory.made:
        await scripted.process.close()


def _is_clear(error: BaseException, words: str) -> bool:
    """Whether it is for the user: it says what happened, and of memory only where memory was the matter."""
    sentence = str(error)
    assert words in sentence
    assert sentence.endswith(".")
    assert "Traceback" not in sentence
    return ("emory" in sentence) == ("emory" in words)


@pytest.mark.parametrize("death", DEATHS)
async def test_a_death_at_loading_is_one_clear_error_and_the_next_start_is_a_new_chance(
    make: Factory, death: str
) -> None:
    model = make()
    script, words = DEATHS[death]
    model.load["at_load"] = [script]
    asked = [model.do(["return", number]) for number in range(3)]
    failures = await asyncio.gather(*asked, return_exceptions=True)
    for failure in failures:
        assert isinstance(failure, ModelUnavailable)
        assert _is_clear(failure, words)
    assert model.process.state == "failed"
    assert model.process.pid is None
    del model.load["at_load"]
    assert await model.do(["return", "again"]) == "again"
    assert (model.process.state, model.process.last_error) == ("ready", "")


@pytest.mark.parametrize("death", DEATHS)
async def test_a_death_in_the_middle_of_an_answer_is_one_clear_error_and_the_next_answer_comes(
    make: Factory, death: str
) -> None:
    model = make()
    script, words = DEATHS[death]
    received: list[Any] = []
    with pytest.raises(ModelUnavailable) as caught:
        async for item in model.process.stream("do", [["emit", "a"], script], CancelToken(), lambda _: None):
            received.append(item)
    assert received == ["a"]
    assert _is_clear(caught.value, words)
    assert await model.emitted(["emit", "b"], ["emit", "c"]) == ["b", "c"]


async def test_half_a_message_and_then_nothing_is_a_silence(make: Factory) -> None:
    model = make(silence=1.0)
    await model.do(["return", 1])
    with pytest.raises(ModelUnavailable, match="did not answer within 1 seconds and was stopped"):
        await model.do(["write", "half"])
    assert await model.do(["return", 2]) == 2


@pytest.mark.parametrize("death", [["exit", 1], ["signal", "SIGSEGV"], ["hang", 600.0]])
async def test_however_often_it_is_asked_a_model_that_cannot_load_is_started_a_few_times_only(
    make: Factory, death: list[Any]
) -> None:
    model = make(failures=3, cool_down=3600.0, load=2.0 if death[0] == "hang" else 60.0)
    model.load["at_load"] = [death]
    sentences = set()
    for _ in range(30):
        answers = await asyncio.gather(*(model.do(["return", 1]) for _ in range(3)), return_exceptions=True)
        sentences |= {str(answer) for answer in answers}
        assert all(isinstance(answer, ModelUnavailable) for answer in answers)
    # A crash is tried a second time in plain form, once and for all.
    assert model.starts <= 4
    assert any("It is tried again after" in sentence for sentence in sentences)
    assert not any("with the next request" in each and "tried again" in each for each in sentences)


async def test_a_model_that_counts_well_and_dies_of_each_answer_is_left_alone_as_well(make: Factory) -> None:
    model = make(failures=3, cool_down=3600.0)
    deaths = 0
    for _ in range(10):
        try:
            await model.process.call("load", model.load | {"plain": False})
            with pytest.raises(ModelUnavailable):
                await model.do(["exit", 1])
            deaths += 1
        except ModelUnavailable as error:
            assert "It is tried again after" in str(error)
    assert deaths == 3


async def test_it_recovers_when_the_rest_is_over(make: Factory) -> None:
    model = make(failures=1, cool_down=0.01)
    model.load["at_load"] = [["exit", 1]]
    for _ in range(3):
        with pytest.raises(ModelUnavailable):
            await model.do(["return", 1])
    del model.load["at_load"]
    assert await _sooner_or_later(model) == 1
    assert (model.process.state, model.process.last_error) == ("ready", "")


async def _sooner_or_later(model: Scripted) -> Any:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            try:
                return await model.do(["return", 1])
            except ModelUnavailable:
                await asyncio.sleep(0.01)


def test_rests_grow_while_nothing_works_and_begin_anew_when_something_did() -> None:
    failures = Failures(Patience(failures=3, cool_down=60.0, longest_cool_down=300.0))
    now = 1000.0
    rests = []
    for _ in range(8):
        failures.add(now)
        rests.append(failures.rest(now))
        now += failures.rest(now)
        assert failures.rest(now) == 0.0
    assert rests == [0.0, 0.0, 60.0, 120.0, 240.0, 300.0, 300.0, 300.0]
    failures.forget("generate")
    failures.add(now)
    assert failures.rest(now) == 0.0


def test_rests_do_not_grow_where_the_user_was_told_what_to_mend() -> None:
    failures = Failures(Patience(failures=1, cool_down=60.0))
    for now in (0.0, 100.0, 200.0):
        failures.add(now, mendable=True)
        assert failures.rest(now) == 60.0


def test_work_of_another_kind_is_no_recovery() -> None:
    failures = Failures(Patience(failures=2, cool_down=60.0))
    failures.add(0.0, "generate")
    failures.forget("count")
    failures.add(1.0, "generate")
    assert failures.rest(1.0) == 60.0
    failures.forget("generate")
    failures.add(2.0, "generate")
    assert failures.rest(100.0) == 0.0


async def test_a_load_that_nobody_waits_for_any_more_is_ended(make: Factory) -> None:
    model = make(abandoned=0.05)
    model.load["at_load"] = [["hang", 600.0]]
    tokens = [CancelToken() for _ in range(3)]
    waiting = [asyncio.create_task(model.do(["return", 1], token=token)) for token in tokens]
    pid = await _loading(model)
    for token in tokens:
        assert model.process.state == "loading"
        token.cancel()
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(result, Cancelled) for result in results)
    await _gone(pid)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while model.process.state == "loading":
            await asyncio.sleep(0.01)
    assert (model.process.state, model.process.last_error) == ("idle", "")
    del model.load["at_load"]
    assert await model.do(["return", 1]) == 1


async def _loading(model: Scripted) -> int:
    """Wait until the process has begun to load."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not model.starts:
            await asyncio.sleep(0.01)
    assert model.process.pid is not None
    return model.process.pid


async def _gone(pid: int) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while Path(f"/proc/{pid}").exists():
            await asyncio.sleep(0.01)


async def test_whoever_comes_while_a_load_is_given_up_gets_an_answer(make: Factory) -> None:
    model = make(abandoned=0.0)
    for number in range(5):
        leaving = asyncio.create_task(model.do(["return", "left"]))
        while model.process.state != "loading":
            await asyncio.sleep(0)
        leaving.cancel()
        # Each comes a little later after the leaving: before, while and after the load is given up.
        for _ in range(number):
            await asyncio.sleep(0)
        assert await model.do(["return", number]) == number
        await model.process.restart()


async def test_a_failed_assertion_of_the_library_starts_no_debugger(make: Factory) -> None:
    model = make()
    assert await model.do(["variable", "GGML_NO_BACKTRACE"]) == "1"
