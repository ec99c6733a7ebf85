"""Versions of installed packages, read off the names of the folders that installers leave beside them.

The standard library's `importlib.metadata` reads more than that, and loading it takes longer than all else that a
parser process loads.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

_ENDING = ".dist-info"


def installed_version(name: str) -> str | None:
    """The version of a package by the name that it is installed under; None if it is not there, or was installed in
    a way of its own."""
    beginning = name.replace("-", "_") + "-"
    for folder in sys.path:
        with suppress(OSError):
            for entry in os.listdir(folder or "."):  # noqa: PTH208
                if entry.startswith(beginning) and entry.endswith(_ENDING):
                    return entry[len(beginning) : -len(_ENDING)]
    return None
