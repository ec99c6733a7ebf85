"""What the end of a model process means."""

from __future__ import annotations

import signal

from glossator.host.calls import ChildDied

_CRASH_SIGNALS = frozenset(
    -number
    for number in (
        signal.SIGILL,
        signal.SIGSEGV,
        signal.SIGABRT,
        signal.SIGFPE,
        getattr(signal, "SIGBUS", signal.SIGSEGV),
        getattr(signal, "SIGTRAP", signal.SIGSEGV),
    )
)
_LEAST_WINDOWS_CRASH = 0xC0000000


def is_crash(exit_code: int | None) -> bool:
    """Whether a process ended by a fault of its native code, rather than by being killed or told to end."""
    return exit_code is not None and (exit_code in _CRASH_SIGNALS or exit_code >= _LEAST_WINDOWS_CRASH)


def describe(error: ChildDied) -> str:
    """One sentence for the user, with what to do."""
    if error.exit_code == -getattr(signal, "SIGKILL", 9):
        return f"{error} Perhaps memory ran out; choose a smaller model or a shorter context if it happens again."
    return f"{error} It is started again with the next request."
