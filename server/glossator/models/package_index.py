"""Take a wheel from the user's Python package index as a file; it is never installed and none of its code runs.

pip does the download, since it knows the user's index, mirror, proxy and certificate settings.
"""

from __future__ import annotations

import importlib.metadata
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, UserError
from glossator.host.programs import start_program
from glossator.models.catalog import WheelSource

POLL_SECONDS = 0.2
KILL_SECONDS = 2.0
_PROGRESS = re.compile(r"^Progress (\d+) of (\d+)")


def download_wheel(
    source: WheelSource, folder: Path, progress: Callable[[int, int], None], token: CancelToken
) -> Path:
    """The wheel in `folder`. Raises `UserError` with pip's reason, and `Cancelled`."""
    command = [*_pip(), "download", "--dest", str(folder), *_options(), f"{source.package}=={source.version}"]
    errors = folder / "pip-errors.txt"
    progress(0, source.size)
    with errors.open("wb") as error_file:
        process = start_program(
            command,
            stderr=error_file,
            # Away from the working folder, where a package named pip would be found first.
            folder=folder,
            environment={**os.environ, "PIP_REQUIRE_VIRTUALENV": "0", "PYTHONUNBUFFERED": "1"},
        )
        status = _follow(process, progress, token)
    wheels = list(folder.glob("*.whl"))
    if status != 0 or len(wheels) != 1:
        reason = _reason(errors)
        raise UserError(
            f"The package {source.package} {source.version} could not be downloaded{reason}; check the network and "
            "the index settings of pip."
        )
    return wheels[0]


def _pip() -> list[str]:
    """How pip is called: of this Python, else by uv, else whatever pip there is."""
    if find_spec("pip") is not None:
        return [sys.executable, "-P", "-m", "pip"]
    if uvx := shutil.which("uvx"):
        return [uvx, "pip"]
    if pip := shutil.which("pip3") or shutil.which("pip"):
        return [pip]
    raise UserError("Fetching this model needs pip; install it, for example with `python -m ensurepip`.")


def _options() -> list[str]:
    options = ["--no-deps", "--only-binary", ":all:", "--no-input", "--disable-pip-version-check"]
    with suppress(importlib.metadata.PackageNotFoundError, ValueError):
        major, minor = importlib.metadata.version("pip").split(".")[:2]
        if (int(major), int(minor)) >= (24, 1):
            options += ["--progress-bar", "raw"]
        if (int(major), int(minor)) >= (25, 1):
            options += ["--resume-retries", "5"]
    return options


def _follow(
    process: subprocess.Popen[bytes], progress: Callable[[int, int], None], token: CancelToken
) -> int:
    """Report what pip says of its progress until it ends; end it when the token is cancelled."""
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    reader = threading.Thread(target=_read, args=(process, lines), name="pip output", daemon=True)
    reader.start()
    try:
        while True:
            token.check()
            with suppress(queue.Empty):
                line = lines.get(timeout=POLL_SECONDS)
                if line is None:
                    return process.wait()
                if match := _PROGRESS.match(line):
                    progress(int(match[1]), int(match[2]))
    except (Cancelled, KeyboardInterrupt):
        process.terminate()
        try:
            process.wait(KILL_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        raise
    finally:
        reader.join(KILL_SECONDS)


def _read(process: subprocess.Popen[bytes], lines: queue.SimpleQueue[str | None]) -> None:
    assert process.stdout is not None
    with process.stdout as output:
        for line in output:
            lines.put(line.decode("utf-8", "replace"))
    lines.put(None)


def _reason(errors: Path) -> str:
    """pip's last error line in brackets, "" if there is none."""
    text = errors.read_text(encoding="utf-8", errors="replace")
    found = [line.removeprefix("ERROR:").strip() for line in text.splitlines() if line.startswith("ERROR:")]
    return f" (pip: {found[0].rstrip('.')})" if found else ""
