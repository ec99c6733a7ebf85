"""The installer behind `make`, run as a newcomer runs it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from tests.tidy.sources import PROJECT

INSTALLER = PROJECT / "scripts" / "install.py"


def _install(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(INSTALLER), *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        # Python makes environments by processes that look at no variable.
        env={**os.environ, "GLOSSATOR_TEST_UNGUARDED": "allowed", **variables},
    )


def test_an_unknown_extra_is_a_usage_error(tmp_path: Path) -> None:
    run = _install("--venv", str(tmp_path / "venv"), "nonsense")
    assert run.returncode == 2
    assert "unknown extra: nonsense" in run.stderr
    assert not (tmp_path / "venv").exists()


@pytest.mark.loopback
def test_a_failed_install_shows_why_and_is_tried_again(tmp_path: Path) -> None:
    # pip has no index here; all that it does with sockets is to look whether there is IPv6.
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


APT = """#!/bin/sh
echo "apt-get $*" >> "{folder}/calls"
case "$1" in
  update) : > "{folder}/lists" ;;
  install) [ -e "{folder}/lists" ] && : > "{folder}/strace" && /bin/chmod +x "{folder}/strace" ;;
esac
"""
SUDO = """#!/bin/sh
echo "sudo $1" >> "{folder}/calls"
[ "$1" = -n ] && [ -e "{folder}/allowed" ] && shift && exec "$@"
"""


def _bring_strace(folder: Path, *, root: bool, **programs: str) -> tuple[str, list[str]]:
    """What the installer says, and which programs it calls, where these are all there are."""
    for name, script in programs.items():
        path = folder / name.replace("_", "-")
        path.write_text(script.format(folder=folder))
        path.chmod(0o755)
    code = (
        f"import install, os; os.geteuid = lambda: {0 if root else 1000}; "
        f"install._bring_strace(install.Path({str(folder / 'log')!r}))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=INSTALLER.parent,
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": str(folder)},
    )
    assert run.returncode == 0, run.stderr
    calls = folder / "calls"
    return run.stderr, calls.read_text().splitlines() if calls.exists() else []


if sys.platform == "linux":

    def test_strace_is_installed_by_root_also_where_the_lists_of_packages_are_missing(tmp_path: Path) -> None:
        said, calls = _bring_strace(tmp_path, root=True, apt_get=APT)
        assert [call.split()[1] for call in calls] == ["install", "update", "install"]
        assert said == "Installing strace ...\n"

    def test_strace_is_installed_by_sudo_without_a_question(tmp_path: Path) -> None:
        (tmp_path / "allowed").touch()
        said, calls = _bring_strace(tmp_path, root=False, apt_get=APT, sudo=SUDO)
        assert calls[:2] == ["sudo -n", "apt-get install --yes --no-install-recommends strace"]
        assert "could not" not in said

    def test_where_strace_cannot_be_installed_one_sentence_says_what_to_do(tmp_path: Path) -> None:
        for programs in ({}, {"apt_get": APT}, {"apt_get": APT, "sudo": SUDO}):
            said, _ = _bring_strace(tmp_path, root=False, **programs)
            assert said.splitlines()[-1].endswith("(Debian and Ubuntu: sudo apt-get install strace).")

    def test_a_strace_that_is_there_is_left_alone(tmp_path: Path) -> None:
        assert _bring_strace(tmp_path, root=True, apt_get=APT, strace="#!/bin/sh\n") == ("", [])


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
