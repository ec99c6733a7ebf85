from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.models.supervision import Factory

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, ModelUnavailable, UserError


@pytest.fixture
async def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Factory]:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), os.environ["PYTHONPATH"]]))
    factory = Factory(tmp_path)
    yield factory
    for scripted in factory.made:
        await scripted.process.close()


async def test_the_process_starts_with_the_first_request_and_is_kept(make: Factory) -> None:
    model = make()
    assert (model.process.state, model.process.pid, model.starts) == ("idle", None, 0)
    assert await model.do(["return", 1]) == 1
    pid = model.process.pid
    assert await model.do(["return", 2]) == 2
    assert (model.process.state, model.process.pid, model.starts) == ("ready", pid, 1)


async def test_requests_that_come_while_it_starts_share_one_start(make: Factory) -> None:
    model = make()
    assert await asyncio.gather(*(model.do(["return", number]) for number in range(4))) == [0, 1, 2, 3]
    assert model.starts == 1


async def test_a_request_cancelled_while_the_model_loads_leaves_at_once_and_the_load_goes_on(
    make: Factory,
) -> None:
    model = make()
    token = CancelToken()
    waiting = asyncio.create_task(model.do(["return", 1], token=token))
    while model.process.state != "loading":
        await asyncio.sleep(0)
    token.cancel()
    with pytest.raises(Cancelled):
        await waiting
    assert await model.do(["return", 2]) == 2
    assert model.starts == 1


@pytest.mark.parametrize("script", [["exit", 3], ["signal", "SIGKILL"], ["signal", "SIGABRT"]])
async def test_a_process_that_dies_fails_the_request_and_is_started_for_the_next(
    make: Factory, script: list[Any]
) -> None:
    model = make()
    with pytest.raises(
        ModelUnavailable, match=r"test model process (ended with exit code 3|was ended by signal)"
    ):
        await model.do(script)
    assert model.process.state == "failed"
    assert await model.do(["return", "again"]) == "again"
    assert model.process.state == "ready"


async def test_a_killed_process_is_told_to_be_perhaps_out_of_memory(make: Factory) -> None:
    with pytest.raises(ModelUnavailable, match=r"SIGKILL.*Perhaps memory ran out"):
        await make().do(["signal", "SIGKILL"])


async def test_a_crash_while_loading_is_tried_once_more_in_plain_form(make: Factory) -> None:
    model = make()
    model.load |= {"at_load": [["signal", "SIGILL"]], "fails_unless_plain": True}
    assert await model.do(["return", 1]) == 1
    assert model.process.facts["plain"] is True
    assert "plainest form" in model.process.detail
    assert model.process.notice == ""
    assert model.starts == 2
    # Illegal instructions stay illegal: the next process of this machine begins in the plain form.
    other = make()
    other.load |= model.load
    assert await other.do(["return", 1]) == 1
    assert other.starts == 3


async def test_after_a_crash_on_the_gpu_the_next_start_is_plain(make: Factory) -> None:
    model = make()
    model.load |= {"device": "GPU"}
    with pytest.raises(ModelUnavailable):
        await model.do(["signal", "SIGABRT"])
    await model.do(["return", 1])
    assert model.process.facts["plain"] is True


async def test_after_failures_in_a_row_it_is_left_alone_for_a_while(make: Factory) -> None:
    model = make(failures=2, cool_down=3600.0)
    model.load |= {"at_load": [["exit", 1]]}
    for _ in range(2):
        with pytest.raises(ModelUnavailable, match="exit code 1"):
            await model.do(["return", 1])
    with pytest.raises(ModelUnavailable, match=r"tried again after \d+ seconds or when the settings change"):
        await model.do(["return", 1])
    assert model.starts == 2


async def test_one_death_is_one_failure_however_many_requests_it_takes_along(make: Factory) -> None:
    model = make(failures=2, cool_down=3600.0)
    await model.do(["return", 1])
    calls = [model.do(["hang", 0.2], ["exit", 1]), *(model.do(["return", number]) for number in range(3))]
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert all(isinstance(result, ModelUnavailable) for result in results)
    assert await model.do(["return", 2]) == 2


async def test_after_the_cool_down_it_is_tried_again(make: Factory) -> None:
    model = make(failures=1, cool_down=0.0)
    model.load |= {"at_load": [["exit", 1]]}
    with pytest.raises(ModelUnavailable):
        await model.do(["return", 1])
    del model.load["at_load"]
    assert await model.do(["return", 1]) == 1
    assert model.process.last_error == ""


async def test_a_load_that_takes_too_long_is_given_up(make: Factory) -> None:
    model = make(load=0.3)
    model.load |= {"at_load": [["hang", 60]]}
    with pytest.raises(ModelUnavailable, match="not ready in time"):
        await model.do(["return", 1])
    assert model.process.pid is None


async def test_a_model_that_falls_silent_is_ended(make: Factory) -> None:
    model = make(silence=0.3)
    await model.do(["return", 1])
    with pytest.raises(ModelUnavailable, match="did not answer within"):
        await model.do(["hang", 60])
    with pytest.raises(ModelUnavailable, match="did not answer within"):
        await model.emitted(["emit", "a"], ["hang", 60])
    assert await model.do(["return", 2]) == 2


async def test_items_come_in_order_and_errors_of_the_model_keep_their_kind(make: Factory) -> None:
    model = make()
    assert await model.emitted(["emit", "a"], ["emit", "b"]) == ["a", "b"]
    with pytest.raises(UserError, match="too long"):
        await model.do(["refuse", "The prompt is too long."])
    with pytest.raises(ModelUnavailable, match=r"KeyError.*log.*model\.log"):
        await model.do(["bug", "source text"])
    assert await model.do(["return", 1]) == 1
    assert model.starts == 1


async def test_cancelled_work_ends_and_the_process_is_kept(make: Factory) -> None:
    model = make()
    token = CancelToken()
    items = model.process.stream("do", [["emit", 1], ["work", None]], token, lambda _result: None)
    async with contextlib.aclosing(items):
        assert await anext(items) == 1
        token.cancel()
        with pytest.raises(Cancelled):
            await anext(items)
    assert await model.do(["return", 2]) == 2
    assert model.starts == 1


async def test_leaving_a_stream_early_ends_the_work(make: Factory) -> None:
    model = make()
    async with contextlib.aclosing(
        model.process.stream("do", [["emit", 1], ["work", None]], CancelToken(), lambda _result: None)
    ) as items:
        assert await anext(items) == 1
    assert await model.do(["return", 2]) == 2


async def test_work_that_does_not_end_when_cancelled_is_ended_with_its_process(make: Factory) -> None:
    model = make(cancelled=0.1)
    token = CancelToken()
    items = model.process.stream("do", [["emit", 1], ["hang", 60]], token, lambda _result: None)
    async with contextlib.aclosing(items):
        await anext(items)
        token.cancel()
        with pytest.raises(Cancelled):
            await anext(items)
    # A request that waited behind that work is answered by the next process.
    assert await model.do(["return", 2]) == 2
    assert await model.emitted(["emit", "a"]) == ["a"]
    assert model.starts == 2


async def test_an_idle_process_is_stopped_and_starts_again_when_asked(make: Factory) -> None:
    model = make(idle_seconds=0.0)
    await model.do(["return", 1])
    while model.process.state != "idle":
        await asyncio.sleep(0.01)
    assert model.process.last_error == ""
    assert await model.do(["return", 2]) == 2
    assert model.starts == 2


async def test_a_process_at_work_is_not_idle(make: Factory) -> None:
    model = make(idle_seconds=0.0)
    assert await model.do(["hang", 0.3], ["return", 1]) == 1
    assert model.starts == 1


@pytest.mark.parametrize("at_load", [True, False])
async def test_closing_while_it_loads_or_hangs_is_quick_and_final(make: Factory, at_load: bool) -> None:
    model = make()
    if at_load:
        model.load |= {"at_load": [["hang", 60]]}
    busy = asyncio.create_task(model.do(["hang", 60]))
    while model.process.state == "idle" or (not at_load and model.process.state == "loading"):
        await asyncio.sleep(0.01)
    async with asyncio.timeout(2.0):
        await model.process.close()
    with pytest.raises((Cancelled, asyncio.CancelledError)):
        await busy
    with pytest.raises(Cancelled):
        await model.do(["return", 1])
    assert model.process.pid is None


async def test_a_missing_library_is_said_in_one_sentence(make: Factory) -> None:
    model = make()
    model.load |= {"at_load": [["refuse", "Running a model needs llama-cpp-python."]]}
    with pytest.raises(ModelUnavailable, match="llama-cpp-python"):
        await model.do(["return", 1])


def test_the_server_s_side_never_imports_the_library() -> None:
    assert "llama_cpp" not in sys.modules
