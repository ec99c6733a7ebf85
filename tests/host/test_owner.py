"""Which process holds a lock, as the user is told."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from glossator.host.owner import command_in, owner_by_note, ran_at

WAIT = [sys.executable, "-c", "import sys; sys.stdin.read()"]


def test_a_running_process_is_told_with_the_one_it_works_for(tmp_path: Path) -> None:
    note = tmp_path / "holder"
    with subprocess.Popen(WAIT, stdin=subprocess.PIPE) as process:
        note.write_text(str(process.pid))
        owner = owner_by_note(note)
        assert owner is not None
        assert (owner.pid, owner.server_pid, owner.is_own) == (process.pid, os.getpid(), True)
        process.communicate()
    assert owner_by_note(note) is None


def test_a_younger_process_with_the_same_id_is_another_one(tmp_path: Path) -> None:
    note = tmp_path / "holder"
    note.write_text(str(os.getpid()))
    assert owner_by_note(note) is not None
    long_ago = time.time() - 100_000_000
    os.utime(note, (long_ago, long_ago))
    assert owner_by_note(note) is None
    assert not ran_at(os.getpid(), long_ago)


@pytest.mark.parametrize("text", ["", "x", "-1", "99999999999999999999", "0x10", "4194305000"])
def test_a_note_that_names_no_process_names_nobody(tmp_path: Path, text: str) -> None:
    note = tmp_path / "holder"
    assert owner_by_note(note) is None
    note.write_text(text)
    assert owner_by_note(note) is None


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (["/usr/bin/python3", "-P", "-m", "glossator", "serve", "--stdio"], "glossator serve"),
        (["python", "/home/me/.venv/bin/glossator", "--quiet", "index", "."], "glossator index"),
        (["C:\\Tools\\glossator.exe"], "glossator" if os.name == "nt" else ""),
        (["bash"], ""),
        ([], ""),
    ],
)
def test_a_command_is_called_by_its_name(arguments: list[str], command: str) -> None:
    assert command_in(arguments) == command
