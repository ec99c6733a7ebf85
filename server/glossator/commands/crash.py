"""Keeping the traceback of a bug for whoever mends it."""

from __future__ import annotations

import logging
from pathlib import Path

from glossator.core.errors import GlossatorError


def keep_traceback(error: Exception) -> Path | None:
    """Write where `error` came from to the log, without its text, which might hold source.

    Returns the log file, None if there can be none.
    """
    from glossator.host.folders import Folders
    from glossator.host.log import configure_logging

    path = Folders.for_user().log_file
    try:
        configure_logging(path)
    except (GlossatorError, OSError):
        return None
    logging.getLogger("glossator.cli").error("A command failed by a bug.", exc_info=error)
    return path
