"""Giving memory that was freed back to the system, after work that needed much of it for a moment."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress


def give_back() -> None:
    """Have the C library return what it keeps for later. Does nothing where it has no such call."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
