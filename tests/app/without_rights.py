"""Runs the command given as arguments without the superuser's right to read what its modes forbid.

The user stays the same, so that the command finds the interpreter and its own folders.
"""

from __future__ import annotations

import ctypes
import os
import sys

_PR_CAPBSET_DROP = 24
_CAP_DAC_OVERRIDE = 1
_CAP_DAC_READ_SEARCH = 2


def main() -> None:
    if os.geteuid() == 0:
        prctl = ctypes.CDLL(None, use_errno=True).prctl
        for capability in (_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH):
            if prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
                raise OSError(ctypes.get_errno(), "the rights cannot be given up")
    os.execv(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()
