"""The main job as the operating system sees it: no connection, and no file but those it is about."""

from __future__ import annotations

import os
import shutil
import site
import stat
import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from tests.privacy.conftest import DECOYS, Job
from tests.privacy.planted import PIPE, SECRET_FILES
from tests.privacy.system_calls import MISSING, Call, Trace, traced

import glossator
import glossator_client
from glossator.host.folders import Folders

PROJECT = Path(__file__).parent.parent.parent

SYSTEM = (
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/lib",
    "/lib64",
    "/usr/share/locale",
    "/usr/share/zoneinfo",
)
SYSTEM_FILES = (
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/locale.alias", "/dev/null", "/dev/urandom", "/dev/random"),
    # Python's hashes come from OpenSSL, which reads its settings when it is loaded.
    *("/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf"),
)
MACHINE = ("/proc", "/sys/devices", "/sys/class/power_supply", "/sys/fs/cgroup")
"""What the kernel tells about processes, processors, memory and batteries."""
OF_GIT = ("/etc/gitconfig", "/usr/share/git-core", "/etc/nsswitch.conf", "/etc/passwd")

CERTIFICATES = ("/etc/ssl/certs", "/etc/pki", "/usr/share/ca-certificates")


def installation() -> list[Path]:
    """The folders of Python and of the installed packages."""
    paths = [
        Path(each)
        for each in (sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), *site.getsitepackages())
    ]
    return [*paths, Path(glossator.__file__).parent.parent, Path(glossator_client.__file__).parent.parent]


def beginnings(folders: Iterable[Path]) -> tuple[str, ...]:
    """What paths in one of the folders begin with, links followed or not."""
    names = {name for folder in folders for name in (str(folder), os.path.realpath(folder))}
    return tuple(name.rstrip(os.sep) + os.sep for name in names)


def is_below(path: Path, begin: tuple[str, ...]) -> bool:
    """Whether the path, or what it is a link to, begins so."""
    return f"{os.path.normpath(path)}{os.sep}".startswith(begin) or f"{_real(path)}{os.sep}".startswith(begin)


@cache
def _real(path: Path) -> str:
    return os.path.realpath(path)


def test_the_main_job_was_done(job: Job) -> None:
    assert job.trace.code == 0, job.trace.output
    assert job.trace.processes > 20, "the trace must reach the processes that processes start"


def test_the_main_job_opens_no_connection(job: Job) -> None:
    """No `connect`, and not even a socket that could be connected: none of the internet, none with a name."""
    assert job.trace.network() == []


def test_the_main_job_reads_nothing_but_the_project_and_its_own_files(job: Job) -> None:
    git = Path(os.path.realpath(shutil.which("git") or "git")).parent
    allowed = [job.root, job.home, Folders.for_user().models, *installation(), git, PROJECT / "tests"]
    allowed += map(Path, (*SYSTEM, *SYSTEM_FILES, *MACHINE, *OF_GIT))
    allowed += [job.user / ".gitconfig", job.user / ".config" / "git", job.user / ".gitignore"]
    begin = beginnings(allowed)
    opened = {path for call in job.trace.opened() if call.succeeded for path in call.paths(job.root)}
    # The folder of this project is where the tests' own modules are looked for.
    opened -= {PROJECT}
    assert [path for path in opened if not is_below(path, begin) and not _is_folder_above(path, job)] == []
    assert not [path for path in _paths(job.trace.opened(), job) if str(path).startswith(CERTIFICATES)]


def _is_folder_above(path: Path, job: Job) -> bool:
    """git looks from the project upwards for a repository that holds it."""
    return path.is_dir() and job.root.is_relative_to(path)


def _paths(calls: list[Call], job: Job) -> list[Path]:
    return [path for call in calls for path in call.paths(job.root)]


def test_the_main_job_asks_for_no_secret_of_the_user(job: Job) -> None:
    """Not even whether they can be opened."""
    asked = {os.path.normpath(path) for path in _paths(job.trace.opened(), job)}
    assert [name for name in DECOYS if str(job.user / name) in asked] == []


def test_no_secret_file_of_the_project_is_ever_opened(job: Job) -> None:
    """They are tracked, open in the editor, selected, asked about, and one is behind a link."""
    asked = {os.path.normpath(path) for path in _paths(job.trace.opened(), job)}
    real = {_real(Path(path)) for path in asked}
    secret = [
        *(job.root / name for name in SECRET_FILES),
        job.root / "link.py",
        job.root / "sub" / "target.env",
    ]
    assert [str(path) for path in secret if str(path) in asked | real] == []
    assert str(job.root / "shop" / "prices.py") in asked, "files that are read are seen"


def test_what_is_no_file_is_never_opened(job: Job) -> None:
    assert (job.root / PIPE).is_fifo()
    assert str(job.root / PIPE) not in {os.path.normpath(path) for path in _paths(job.trace.opened(), job)}


def test_the_main_job_writes_only_into_its_own_folders(job: Job) -> None:
    folders = Folders.below(job.home)
    begin = beginnings([folders.cache, folders.log, Path("/dev/null")])
    own = beginnings([*installation(), PROJECT / "tests"])
    written = [
        str(call)
        for call in job.trace.changed()
        for path in call.paths(job.root)
        if not is_below(path, begin) and not _is_own_business(path, own)
    ]
    # The folders themselves are made below the user's.
    assert [call for call in written if f'"{job.home}"' not in call] == []


def _is_own_business(path: Path, own: tuple[str, ...]) -> bool:
    """A note to the kernel about the process itself, or Python's compiled modules beside the installed ones."""
    if path.match("/proc/*/oom_score_adj"):
        return True
    return "__pycache__" in path.parts and is_below(path, own)


def test_the_main_job_runs_nothing_but_python_and_git(job: Job) -> None:
    programs = {os.path.realpath(each) for each in job.trace.executed()}
    assert programs <= {os.path.realpath(sys.executable), os.path.realpath(shutil.which("git") or "git")}


def test_all_that_the_main_job_leaves_is_private_to_the_user(job: Job) -> None:
    """It ran under a umask that takes no right from anybody."""
    folders = Folders.below(job.home)
    left = [path for folder in (folders.cache, folders.log) for path in (folder, *folder.rglob("*"))]
    assert {path.suffix for path in left} >= {".sqlite", ".log", ".md"}
    wide = [path for path in left if stat.S_IMODE(path.stat().st_mode) != (0o700 if path.is_dir() else 0o600)]
    assert wide == []


ATTEMPTS = {
    "connect": "import socket; s = socket.socket(); s.setblocking(False); s.connect_ex(('127.0.0.1', 9))",
    "native code": "import ctypes; ctypes.CDLL(None).socket(10, 2, 0)",
    "a named pipe of the system": "import ctypes; ctypes.CDLL(None).socket(1, 1, 0)",
    "a grandchild": "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import socket; socket.socket()'])",
}


@pytest.mark.loopback
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_trace_shows_every_way_to_the_network(attempt: str, tmp_path: Path) -> None:
    assert _traced(ATTEMPTS[attempt], tmp_path).network()


def test_a_trace_shows_files_programs_and_pairs_for_what_they_are(tmp_path: Path) -> None:
    code = (
        "import os, socket, subprocess; a, b = socket.socketpair(); a.send(b'x');"
        "open('read.txt').close(); open('written ü.txt', 'w').close(); os.mkdir('made');"
        "subprocess.run(['git', '--version'])\n"
        "try: open('missing.txt')\nexcept OSError: pass"
    )
    (tmp_path / "read.txt").touch()
    trace = _traced(code, tmp_path)
    assert trace.network() == []
    opened = {path.name for call in trace.opened() for path in call.paths(tmp_path)}
    changed = {path.name for call in trace.changed() for path in call.paths(tmp_path)}
    assert {"read.txt", "written ü.txt", "missing.txt"} <= opened
    assert {"written ü.txt", "made"} <= changed
    assert "read.txt" not in changed
    assert any(Path(program).name == "git" for program in trace.executed())


def _traced(code: str, folder: Path) -> Trace:
    trace = traced([sys.executable, "-P", "-c", code], folder, os.environ, folder / "trace")
    assert trace.code == 0, trace.output
    return trace


def test_the_sentence_about_a_missing_strace_says_what_to_install() -> None:
    assert "apt-get install strace" in MISSING
