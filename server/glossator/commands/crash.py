"""Keeping the traceback of a bug for whoever mends it."""

from __future__ import annotations

import os
import traceback
from pathlib import Path


def keep_traceback(error: Exception) -> Path | None:
    """Write the traceback of `error` to the log folder, over that of the last crash; None if that fails.

    A traceback holds lines of Glossator's own code and the error's type, not its text, which might hold source.
    """
    from glossator.host.folders import Folders

    frames = traceback.format_tb(error.__traceback__)
    try:
        path = Folders.for_user().log / "crash.log"
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write("".join(frames) + type(error).__name__ + "\n")
    except OSError:
        return None
    return path
