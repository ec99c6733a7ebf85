from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.host.children import HERE, PATIENCE, Notes, Start, assert_gone_with_its_parent, is_running

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, GlossatorError, ModelUnavailable, UserError
from glossator.host.calls import Call, ChildDied, ChildTimeout
from glossator.host.frames import BrokenFrame, ChildError
from glossator.host.serving import OUT_OF_MEMORY_SCORE


def _calls_alive() -> int:
    gc.collect()
    return sum(type(each) is Call for each in gc.get_objects())


async def test_a_value_comes_back_as_it_was_sent(start: Start) -> None:
    child = await start()
    value = {"text": "ä\u0000𝄞", "bytes": b"\x00\xff", "list": [1, -2, 3.5, None, True], "empty": {}}
    assert await child.call("echo", value) == value
    assert await child.call("echo") is None


async def test_many_calls_at_once_get_their_own_answers(start: Start) -> None:
    child = await start()
    answers = await asyncio.gather(*(child.call("echo", number) for number in range(200)))
    assert answers == list(range(200))
    assert child.unanswered == 0


async def test_a_frame_of_twenty_megabytes_passes_both_ways(start: Start) -> None:
    child = await start()
    value = os.urandom(20 * 1024 * 1024)
    assert await child.call("echo", value) == value


async def test_the_entry_function_gets_its_arguments(start: Start) -> None:
    child = await start("two_arguments", arguments=["-x", "--parent"])
    assert await child.call("arguments") == ["-x", "--parent"]


async def test_a_background_child_steps_back(start: Start) -> None:
    child = await start(low_priority=True)
    assert await child.call("nice") >= 10


async def test_the_current_folder_is_not_searched_for_modules(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit('run from the workspace')")
    monkeypatch.chdir(tmp_path)
    child = await start()
    assert not {"", str(tmp_path)} & set(await child.call("search path"))


async def test_a_child_reads_nothing_from_its_input(start: Start) -> None:
    child = await start()
    assert await child.call("read input") == b""


async def test_a_stream_gives_its_items_in_order_and_then_its_result(start: Start) -> None:
    child = await start()
    results: list[Any] = []
    items = [item async for item in child.stream("count", 1000, on_result=results.append)]
    assert items == list(range(1000))
    assert results == ["counted"]


async def test_leaving_a_stream_cancels_it_in_the_child(start: Start) -> None:
    notes = Notes()
    child = await start(on_notify=notes)
    stream = child.stream("emit until cancelled")
    async for item in stream:
        assert item == "first"
        break
    await stream.aclose()
    await notes.wait_for("stopped")
    await child.wait_idle()
    assert await child.call("echo", 1) == 1


async def test_an_error_inside_a_stream_reaches_its_reader(start: Start) -> None:
    child = await start()
    with pytest.raises(UserError, match="make one"):
        async for _ in child.stream("fail", "user"):
            pass


async def test_a_cancel_reaches_a_child_that_runs_native_code(start: Start) -> None:
    notes = Notes()
    child = await start(on_notify=notes)
    token = CancelToken()
    call = asyncio.create_task(child.call("busy", 60, token=token))
    await notes.wait_for("busy")
    threading.Thread(target=token.cancel).start()
    with pytest.raises(Cancelled):
        await call
    await notes.wait_for("cancelled while busy")
    async with asyncio.timeout(PATIENCE):
        await child.wait_idle()


async def test_cancelling_the_task_cancels_the_call(start: Start) -> None:
    notes = Notes()
    child = await start(on_notify=notes)
    call = asyncio.create_task(child.call("busy", 60))
    await notes.wait_for("busy")
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await notes.wait_for("cancelled while busy")


async def test_a_call_cancelled_while_it_waits_never_runs(start: Start) -> None:
    notes = Notes()
    child = await start(on_notify=notes)
    first_token, second_token = CancelToken(), CancelToken()
    first = asyncio.create_task(child.call("busy", 60, token=first_token))
    await notes.wait_for("busy")
    second = asyncio.create_task(child.call("busy", 60, token=second_token))
    await asyncio.sleep(0)
    second_token.cancel()
    with pytest.raises(Cancelled):
        await second
    first_token.cancel()
    with pytest.raises(Cancelled):
        await first
    await child.wait_idle()
    assert [name for name, _ in notes.heard].count("busy") == 1


async def test_a_cancelled_token_makes_no_call(start: Start) -> None:
    child = await start()
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        await child.call("echo", 1, token=token)
    assert child.unanswered == 0


async def test_a_token_that_lives_on_keeps_no_call(start: Start) -> None:
    child = await start()
    token = CancelToken()
    before = _calls_alive()
    await child.call("echo", b"large", token=token)
    assert _calls_alive() == before
    token.cancel()
    assert await child.call("echo", 1) == 1


async def test_the_server_outlives_a_child_when_memory_runs_out(start: Start) -> None:
    child = await start()
    assert await child.call("points when memory runs out") >= OUT_OF_MEMORY_SCORE


async def test_a_late_answer_is_a_timeout_and_the_child_lives_on(start: Start) -> None:
    child = await start()
    await child.call("echo")
    with pytest.raises(ChildTimeout, match=r"test child process did not answer within 0\.2 seconds"):
        await child.call("busy", 60, timeout=0.2)
    assert await child.call("echo", "still here") == "still here"


async def test_what_native_code_prints_goes_to_the_log(start: Start, tmp_path: Path) -> None:
    child = await start()
    assert await child.call("print") == "quiet"
    await child.close()
    log = (tmp_path / "logs" / "child.log").read_text()
    for line in (
        "printed by Python",
        "written to descriptor 1",
        "put by native code",
        "printed by a grandchild",
    ):
        assert line in log


async def test_an_error_for_the_user_comes_back_as_itself(start: Start) -> None:
    child = await start()
    with pytest.raises(UserError, match="The thing is missing; make one"):
        await child.call("fail", "user")


async def test_a_bug_in_a_child_is_named_without_its_text(start: Start, tmp_path: Path) -> None:
    child = await start()
    with pytest.raises(ChildError, match="'fail' failed inside a child process by a ValueError") as caught:
        await child.call("fail", "bug")
    assert "secret" not in str(caught.value)
    with pytest.raises(ChildError):
        await child.call("no such method")
    with pytest.raises(GlossatorError, match="cannot be sent"):
        await child.call("unsendable")
    assert await child.call("echo", 1) == 1
    log = (tmp_path / "logs" / "child.log").read_text()
    assert "_fail" in log and "ValueError" in log
    assert "secret source text\n" not in log.replace('raise ValueError("secret source text")', "")


@pytest.mark.parametrize(
    ("how", "exit_code", "words"),
    [
        ("abort", -signal.SIGABRT, "signal SIGABRT"),
        ("kill", -signal.SIGKILL, "signal SIGKILL"),
        ("exit", 7, "exit code 7"),
    ],
)
async def test_a_dying_child_fails_every_call_in_flight(
    start: Start, how: str, exit_code: int, words: str
) -> None:
    exits: list[Any] = []
    child = await start(on_exit=exits.append)
    calls = [child.call("die", how), child.call("echo", 1), child.call("echo", 2)]
    failures = await asyncio.gather(*calls, return_exceptions=True)
    for failure in [*failures, *exits]:
        assert isinstance(failure, ChildDied)
        assert failure.exit_code == exit_code
        assert words in str(failure)
    assert len(exits) == 1
    assert not child.alive
    with pytest.raises(ChildDied):
        await child.call("echo", 3)


async def test_a_stream_of_a_dying_child_ends_with_its_death(start: Start) -> None:
    child = await start()
    with pytest.raises(ChildDied):
        async for _ in child.stream("die", "kill"):
            pass


async def test_garbage_from_the_server_ends_the_child(start: Start) -> None:
    child = await start()
    await child.call("echo")
    child._stdin.write(b"\xff" * 64)
    assert await child.wait() == 1


async def test_what_cannot_be_sent_is_refused_and_the_child_lives_on(start: Start) -> None:
    child = await start()
    with pytest.raises(BrokenFrame):
        await child.call("echo", "name\udcff")
    with pytest.raises(BrokenFrame):
        await child.call("echo", object())
    assert await child.call("echo", 1) == 1
    assert child.unanswered == 0


async def test_an_entry_that_refuses_says_why(start: Start) -> None:
    child = await start("without_model")
    with pytest.raises(ModelUnavailable, match="There is no model; fetch one"):
        await child.call("echo")


async def test_an_entry_that_breaks_is_a_bug_without_text(start: Start) -> None:
    child = await start("broken")
    with pytest.raises(ChildError, match="RuntimeError") as caught:
        await child.call("echo")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("method", ["busy", "hold the interpreter"])
async def test_closing_ends_a_busy_child_within_two_seconds(start: Start, method: str) -> None:
    child = await start()
    await child.call("echo")
    call = asyncio.create_task(child.call(method, 60))
    await asyncio.sleep(0)
    async with asyncio.timeout(2):
        await child.close()
    assert not is_running(child.pid)
    with pytest.raises(Cancelled):
        await call


async def test_closing_ends_a_stopped_child(start: Start) -> None:
    child = await start()
    await child.call("echo")
    os.kill(child.pid, signal.SIGSTOP)
    async with asyncio.timeout(2):
        await child.close(grace_seconds=0.2)
    assert not is_running(child.pid)


async def test_closing_twice_and_calling_afterwards_is_harmless(start: Start) -> None:
    exits: list[Any] = []
    child = await start(on_exit=exits.append)
    await child.close()
    await child.close()
    with pytest.raises((Cancelled, ChildDied)):
        await child.call("echo")
    assert exits == []


@pytest.mark.parametrize("method", ["busy", "hold the interpreter"])
def test_a_child_is_gone_when_its_parent_is_killed(tmp_path: Path, method: str) -> None:
    command = [sys.executable, str(HERE / "parent.py"), str(tmp_path / "child.log"), method]
    assert_gone_with_its_parent(command)
