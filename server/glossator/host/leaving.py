"""How a process of ours ends: on which signals, and at once with everything that it has started."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

_NAMES = ("SIGTERM", "SIGINT", "SIGHUP")
_PR_SET_PDEATHSIG = 1


def tie_to_parent() -> Callable[[], None] | None:
    """What a new process does before it becomes a program: ask the kernel to end it when its parent dies, or the
    parent's thread that started it. None where only the end of its pipe tells it (all but Linux).

    From then on nothing is left of a process, however it dies and whatever the new one does: an interpreter needs
    a while until it can look after itself. All that is needed is made here, since between fork and exec only what is
    ready may be used.
    """
    if sys.platform != "linux":
        return None
    import ctypes

    parent, prctl, kill_signal = os.getpid(), ctypes.CDLL(None).prctl, int(signal.SIGKILL)

    def prepare() -> None:
        prctl(_PR_SET_PDEATHSIG, kill_signal, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return prepare


def end_signals() -> list[signal.Signals]:
    """The signals that end a server, without those that whoever started it wants to be ignored, as `nohup` does."""
    known = [signal.Signals[name] for name in _NAMES if hasattr(signal, name)]
    return [each for each in known if signal.getsignal(each) is not signal.SIG_IGN]


def leave(code: int) -> NoReturn:
    """End now: what native code still does in other threads is not waited for, nor are the exit handlers of
    libraries, which may hang."""
    programs = sys.modules.get("glossator.host.programs")
    if programs is not None:
        programs.end_programs()
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(code)
