"""What the end of a model process means, and what is remembered of it."""

from __future__ import annotations

import signal
from contextlib import suppress
from pathlib import Path

from glossator.core.errors import UserError
from glossator.host.calls import ChildDied
from glossator.host.folders import create_private, open_private
from glossator.host.installed import installed_version

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
_ILLEGAL_INSTRUCTION = (-signal.SIGILL, 0xC000001D)


def is_crash(exit_code: int | None) -> bool:
    """Whether a process ended by a fault of its native code, rather than by being killed or told to end."""
    return exit_code is not None and (exit_code in _CRASH_SIGNALS or exit_code >= _LEAST_WINDOWS_CRASH)


def describe(error: ChildDied) -> str:
    """How the process ended, for the user, with what to do about it where that is known."""
    if error.exit_code == -getattr(signal, "SIGKILL", 9):
        return f"{error} Perhaps memory ran out; choose a smaller model or a shorter context if it happens again."
    return str(error)


def remember_plain(memory: Path | None, exit_code: int | None) -> None:
    """Note that the library uses instructions which this machine does not carry out; other crashes may be chance.

    The note holds for the installed version of the library, so that a better one gets another chance.
    """
    if memory is not None and exit_code in _ILLEGAL_INSTRUCTION:
        with suppress(OSError, UserError):
            create_private(memory.parent)
            with open(memory, "w", encoding="utf-8", opener=open_private) as file:
                file.write(_library_version())


def plain_is_remembered(memory: Path | None) -> bool:
    """Whether `remember_plain` noted so for the library that is installed now."""
    if memory is None:
        return False
    try:
        return memory.read_text(encoding="utf-8") == _library_version()
    except (OSError, UnicodeDecodeError):
        return False


def _library_version() -> str:
    return installed_version("llama-cpp-python") or "none"
