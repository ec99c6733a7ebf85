"""What holds for every test: no network, folders of its own, and no process left behind.

Tests marked `loopback` may use the loopback interface. The folder of the models is shared by all runs on a
machine: it is the user's own unless GLOSSATOR_MODELS names another.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import hypothesis
import pytest
from tests.no_network import network_guard

from glossator.host.folders import Folders
from glossator.host.power import SUPPLIES_VARIABLE

LOOPBACK_HOSTS = ["127.0.0.1", "::1", "localhost"]
NO_NETWORK = str(Path(__file__).parent / "no_network")
LEFTOVER_SECONDS = 5.0

_home = pytest.StashKey[str]()
_violations = pytest.StashKey[str]()

# How long an example takes says more about the machine than about the program.
hypothesis.settings.register_profile("glossator", deadline=None)
hypothesis.settings.load_profile("glossator")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    config.option.allow_unix_socket = True
    os.environ.setdefault("GLOSSATOR_MODELS", str(Folders.for_user().models))
    os.environ["GLOSSATOR_HOME"] = config.stash[_home] = tempfile.mkdtemp(prefix="glossator-tests-")
    # Whether the machine runs on battery decides nothing; a test that needs a battery brings one.
    os.environ[SUPPLIES_VARIABLE] = str(Path(config.stash[_home], "no-power-supplies"))
    inherited = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    paths = [path for path in inherited if path and path != NO_NETWORK]
    os.environ["PYTHONPATH"] = os.pathsep.join([NO_NETWORK, *paths])
    os.environ["GLOSSATOR_TEST_VIOLATIONS"] = config.stash[_violations] = f"{config.stash[_home]}.violations"
    network_guard.install()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("loopback"):
            item.add_marker(pytest.mark.allow_hosts(LOOPBACK_HOSTS))
        else:
            item.add_marker(pytest.mark.disable_socket)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """What the processes that a test starts may connect to; see `no_network/sitecustomize.py`."""
    os.environ["GLOSSATOR_TEST_SOCKETS"] = "loopback" if item.get_closest_marker("loopback") else "none"


def pytest_sessionfinish(session: pytest.Session) -> None:
    left = _left_behind(session.config.stash[_home])
    if left:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        sys.stderr.write("\nProcesses that tests left behind:\n" + "\n".join(left) + "\n")
    violations = Path(session.config.stash[_violations])
    if violations.exists():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        sys.stderr.write(f"\nTests that used the network:\n{violations.read_text(encoding='utf-8')}")


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(config.stash[_home], ignore_errors=True)
    Path(config.stash[_violations]).unlink(missing_ok=True)


def _left_behind(home: str) -> list[str]:
    """Command lines of the processes that still run with this session's home, after some patience."""
    deadline = time.monotonic() + LEFTOVER_SECONDS
    while (left := _processes_with_home(home)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


def _processes_with_home(home: str) -> list[str]:
    """Looks into /proc, so it finds none where there is no such folder."""
    mark = f"GLOSSATOR_HOME={home}".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        try:
            if mark in (process / "environ").read_bytes().split(b"\0"):
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return found
