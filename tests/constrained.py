"""Runs a command that lacks something that a process usually has; for Linux, and no other library than Python's own.

`python constrained.py [--no-locks] [--no-shared-memory] [--no-override] COMMAND...`, with the errors that the kernel
gives where a file system or a user lacks it.
"""

from __future__ import annotations

import argparse
import ctypes
import errno
import os
import platform
import struct
from pathlib import Path

LAUNCHER = str(Path(__file__))

_CALLS = {"x86_64": {"flock": 73, "mmap": 9}, "aarch64": {"flock": 32, "mmap": 222}}
_LOAD, _IF_EQUAL, _IF_SET, _RETURN = 0x20, 0x15, 0x45, 0x06
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_FLAGS, _DESCRIPTOR = 16 + 8 * 3, 16 + 8 * 4
_MAP_SHARED, _NO_FILE = 1, 0xFFFFFFFF
_SET_SECCOMP, _DROP_CAPABILITY, _NO_NEW_PRIVILEGES = 22, 24, 38
_OVERRIDING = (1, 2, 3)
"""Numbers of the rights of the superuser to read and write whatever the modes of files say."""

_libc = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))


def _step(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_so, if_not, value)


def without_locks(call: int) -> list[bytes]:
    """`flock` fails as on a network folder whose server has no lock service."""
    return [
        _step(_LOAD, 0),
        _step(_IF_EQUAL, call, 0, 1),
        _step(_RETURN, _FAIL | errno.ENOLCK),
        _step(_RETURN, _ALLOW),
    ]


def without_shared_memory(call: int) -> list[bytes]:
    """A file cannot be mapped for sharing, as in many network folders."""
    return [
        _step(_LOAD, 0),
        _step(_IF_EQUAL, call, 0, 5),
        _step(_LOAD, _FLAGS),
        _step(_IF_SET, _MAP_SHARED, 0, 3),
        _step(_LOAD, _DESCRIPTOR),
        _step(_IF_EQUAL, _NO_FILE, 1, 0),
        _step(_RETURN, _FAIL | errno.ENODEV),
        _step(_RETURN, _ALLOW),
    ]


def _install(steps: list[bytes]) -> None:
    code = b"".join(steps)
    kept = ctypes.create_string_buffer(code, len(code))
    program = _Program(len(steps), ctypes.addressof(kept))
    _control(_NO_NEW_PRIVILEGES, 1)
    _control(_SET_SECCOMP, 2, ctypes.byref(program))


def _control(option: int, *values: object) -> None:
    if _libc.prctl(option, *values, *[0] * (4 - len(values))):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-locks", action="store_true")
    parser.add_argument("--no-shared-memory", action="store_true")
    parser.add_argument("--no-override", action="store_true")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    calls = _CALLS[platform.machine()]
    if arguments.no_override and os.geteuid() == 0:
        for capability in _OVERRIDING:
            _control(_DROP_CAPABILITY, capability)
    if arguments.no_locks:
        _install(without_locks(calls["flock"]))
    if arguments.no_shared_memory:
        _install(without_shared_memory(calls["mmap"]))
    os.execvp(arguments.command[0], arguments.command)


if __name__ == "__main__":
    main()
