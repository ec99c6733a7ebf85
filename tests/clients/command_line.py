"""Running the command line as a user does: a process of its own, its output and exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE_SECONDS = 120.0


@dataclass(frozen=True)
class Outcome:
    """What a command wrote and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The answer on stdout as JSON."""
        return json.loads(self.out)


def glossator(
    *arguments: str, folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> Outcome:
    """Run one command to its end."""
    finished = subprocess.run(
        [sys.executable, "-P", "-m", "glossator", *arguments],
        cwd=folder,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    out, err = (stream.decode("utf-8", "surrogateescape") for stream in (finished.stdout, finished.stderr))
    return Outcome(finished.returncode, out, err)
