"""How a process of ours ends: on which signals, and at once with everything that it has started."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn

_NAMES = ("SIGTERM", "SIGINT", "SIGHUP")


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
