"""How much memory a process may take, kept by the operating system.

It refuses what goes beyond, so that a hostile input ends the process that reads it instead of filling the machine.
Only Linux counts mapped memory for this; on other systems little or nothing is refused.
"""

from __future__ import annotations

import sys
from contextlib import suppress


def bound_memory(most_bytes: int) -> None:
    """Let this process have at most so many bytes of its own; a stricter bound that it has already stays."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limits = [limit for limit in (most_bytes, soft, hard) if limit != resource.RLIM_INFINITY]
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (min(limits), hard))
