"""The flag by which the library learns, in the middle of its work, that nobody waits for it any more."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.models.tiny_model import write_tiny_model

from glossator.core.cancel import NEVER, CancelToken
from glossator.models.abort_flag import AbortFlag

CANCELLED_AT_WORK = """
import sys
from pathlib import Path
from glossator.core.cancel import NEVER, CancelToken
from glossator.core.errors import Cancelled
from glossator.models.llama import Context, LoadOptions, Weights

class JustTooLate(CancelToken):
    # Cancelled after the last look at it, so that only the library itself can notice.
    def check(self):
        super().check()
        self.cancel()

context = Context(Weights(LoadOptions(Path(sys.argv[1]), plain=True)), 512, batch=512)

def outcome(token):
    context.forget_all()
    context.clear_batch()
    for position in range(512):
        context.add(7 + position % 200, position, output=position == 511)
    try:
        context.decode(token)
    except Cancelled:
        return "broken off"
    return "done"

print([outcome(token) for token in (NEVER, JustTooLate(), CancelToken(), JustTooLate(), NEVER)])
"""


def is_raised(flag: AbortFlag) -> bool:
    """What the library is told when it asks."""
    return bool(flag.callback(flag.data))


@pytest.mark.parametrize("elsewhere", [False, True], ids=["same thread", "another thread"])
def test_it_is_raised_as_soon_as_the_token_is_cancelled(elsewhere: bool) -> None:
    flag, token = AbortFlag(), CancelToken()
    assert not is_raised(flag)
    flag.follow(token)
    flag.follow(token)
    assert not is_raised(flag)
    if elsewhere:
        thread = threading.Thread(target=token.cancel)
        thread.start()
        thread.join()
    else:
        token.cancel()
    assert is_raised(flag)


def test_it_is_raised_at_once_for_a_token_that_was_cancelled_before() -> None:
    flag, token = AbortFlag(), CancelToken()
    token.cancel()
    flag.follow(token)
    assert is_raised(flag)


def test_the_next_work_is_not_broken_off_by_what_was_cancelled_before_it() -> None:
    flag, first, second = AbortFlag(), CancelToken(), CancelToken()
    flag.follow(first)
    first.cancel()
    flag.follow(second)
    assert not is_raised(flag)
    third = CancelToken()
    flag.follow(third)
    second.cancel()
    assert not is_raised(flag)
    flag.follow(NEVER)
    third.cancel()
    assert not is_raised(flag)


def test_the_library_breaks_off_in_the_middle_of_a_batch_and_works_again_afterwards(tmp_path: Path) -> None:
    path = write_tiny_model(tmp_path / "model.gguf", template=None, adds_begin=True)
    result = subprocess.run(
        [sys.executable, "-c", CANCELLED_AT_WORK, str(path)], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == str(["done", "broken off", "done", "broken off", "done"])
