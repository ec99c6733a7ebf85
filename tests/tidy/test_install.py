"""The installer behind `make`, run as a newcomer runs it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

from tests.tidy.sources import PROJECT

INSTALLER = PROJECT / "scripts" / "install.py"


def _install(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(INSTALLER), *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, **variables},
    )


def test_an_unknown_extra_is_a_usage_error(tmp_path: Path) -> None:
    run = _install("--venv", str(tmp_path / "venv"), "nonsense")
    assert run.returncode == 2
    assert "unknown extra: nonsense" in run.stderr
    assert not (tmp_path / "venv").exists()


def test_a_failed_install_shows_why_and_is_tried_again(tmp_path: Path) -> None:
    environment = tmp_path / "venv"
    for _ in range(2):
        run = _install("--venv", str(environment), "dev", PIP_NO_INDEX="1", PIP_FIND_LINKS=str(tmp_path))
        assert run.returncode == 1
        assert "hatchling" in run.stderr
        assert "Traceback" not in run.stderr
    assert not list(environment.glob(".glossator*"))


def test_an_install_that_is_done_is_not_repeated(tmp_path: Path) -> None:
    environment = tmp_path / "venv"
    venv.create(environment, with_pip=False)
    # The environment has no pip, so that every attempt to install fails.
    assert _install("--venv", str(environment)).returncode == 1
    recipe = subprocess.run(
        [sys.executable, "-c", "import install; print(install._recipe(), end='')"],
        cwd=INSTALLER.parent,
        capture_output=True,
        text=True,
    ).stdout
    (environment / ".glossator").write_text(recipe)
    run = _install("--venv", str(environment))
    assert (run.returncode, run.stderr) == (0, "")


def test_every_make_command_in_the_documentation_is_a_target() -> None:
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    pages = [PROJECT / "README.md", *(PROJECT / "docs").glob("*.md")]
    named = {
        target
        for page in pages
        for target in re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert named and named <= targets
