"""The directions in which a neighbourhood is looked at; apart from it, for the command line needs no arrays."""

from __future__ import annotations

from enum import StrEnum


class Direction(StrEnum):
    """Against the links, along them, or first the one and then the other."""

    CALLERS = "callers"
    CALLEES = "callees"
    BOTH = "both"
