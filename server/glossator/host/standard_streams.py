"""Descriptors 0 and 1 set aside for a protocol, before anything is imported that might print.

Native code writes to descriptor 1 without asking Python, so it must not be where the protocol is.
"""

from __future__ import annotations

import os
import sys


def set_aside() -> tuple[int, int]:
    """Private copies of descriptors 0 and 1, which no program that is started inherits.

    From now on descriptor 0 is empty, and what Python or native code prints goes where descriptor 2 goes.
    """
    sys.stdout.flush()
    incoming, outgoing = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(incoming, os.O_BINARY)
        msvcrt.setmode(outgoing, os.O_BINARY)
    return incoming, outgoing
