"""What a person sees at a real terminal when a project tries to write to it: styles of ours and nothing else."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.clients.command_line import PATIENCE_SECONDS
from tests.clients.conftest import Workspace
from tests.clients.sample_project import write_configuration

LINK = "\x1b]8;;mailto:x@x.invalid\x1b\\"
HOSTILE = (
    LINK,
    "\x1b]0;owned\x07",
    "\x1b[2J",
    "\x9b5m",
    "\x1bc",
    "\u202eabc",
    "\u2066",
    "\U000e0041",
    "\x08" * 3,
)
OUR_STYLE = re.compile(r"\x1b\[[0-9;]*m")
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    folder = tmp_path_factory.mktemp("hostile").resolve()
    root = folder / "project"
    root.mkdir()
    text = "".join(HOSTILE)
    (root / f"odd{LINK}\x1b[2J\u202e.py").write_text(
        f'def title(text="{text}"):\n    return text\n\n\ndef page():  # {text}\n    return title("{text}")\n',
        encoding="utf-8",
    )
    made = Workspace(root, write_configuration(folder / "home"))
    outcome = made.run("index")
    assert outcome.code == 0, outcome.err
    return made


def at_a_terminal(arguments: list[str], folder: Path, environment: Mapping[str, str]) -> str:
    """What a command writes to a terminal, as text."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "glossator", *arguments],
        cwd=folder,
        env={**os.environ, "TERM": "xterm-256color", **environment},
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    written = b""
    try:
        while piece := _read(ours):
            written += piece
        assert process.wait(PATIENCE_SECONDS) == 0, written
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    return written.decode("utf-8", "surrogateescape").replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        # Linux says so when the last program has closed its end.
        return b""


@pytest.mark.parametrize(
    "command",
    [
        ["explain", "title"],
        ["explain", "title", "--prompt"],
        ["callers", "title"],
        ["search", "title"],
        ["status"],
    ],
)
def test_a_project_cannot_write_to_the_terminal(workspace: Workspace, command: list[str]) -> None:
    arguments = [*command, "--quiet", "--root", str(workspace.root)]
    shown = at_a_terminal(arguments, workspace.root, workspace.environment)
    assert OUR_STYLE.search(shown) or command[0] != "explain" or "--prompt" in command
    assert UNSEEN.findall(OUR_STYLE.sub("", shown)) == []
    assert "odd" in shown or command == ["status"]
