"""The main job, run once under strace for all tests here."""

from __future__ import annotations

import os
import pickle
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import filelock
import pytest
from tests.conftest import NO_NETWORK
from tests.privacy.planted import write_planted_project
from tests.privacy.system_calls import Trace, traced

from glossator.host.folders import Folders
from glossator.models import acquire, catalog

DECOYS = (
    ".netrc",
    ".ssh/id_rsa",
    ".aws/credentials",
    ".pypirc",
    ".config/pip/pip.conf",
    ".cache/huggingface/token",
)


@dataclass(frozen=True)
class Job:
    """The main job after its end: the project, Glossator's home, the user's home, and what the processes did."""

    root: Path
    home: Path
    user: Path
    trace: Trace


@pytest.fixture(scope="session")
def job(tmp_path_factory: pytest.TempPathFactory) -> Job:
    """Made by the first process that needs it, where tests run in several."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = (shared / "privacy").resolve()
    with filelock.FileLock(shared / "privacy.lock"):
        done = folder / "job.pickle"
        if not done.exists():
            # What is left is of a run that was broken off.
            shutil.rmtree(folder, ignore_errors=True)
            done.write_bytes(pickle.dumps(_run(folder)))
        return pickle.loads(done.read_bytes())


def _run(folder: Path) -> Job:
    for entry in catalog.defaults():
        assert acquire.is_installed(entry, Folders.for_user().models), "run `glossator models fetch`"
    root = write_planted_project(folder / "project")
    home, user = folder / "home", folder / "user"
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text('[log]\nlevel = "debug"\n[models]\nmaxAnswerTokens = 12\n')
    for name in DECOYS:
        (user / name).parent.mkdir(parents=True, exist_ok=True)
        (user / name).write_text("secret")
    (user / ".gitconfig").write_text("[user]\nname = x\n")
    # No variable of a shell, of a proxy or of another tool leads the processes elsewhere; the umask hides nothing.
    kept = ("PATH", "GLOSSATOR_MODELS", "GLOSSATOR_TEST_SOCKETS", "GLOSSATOR_TEST_VIOLATIONS", "LANG")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    environment |= {"HOME": str(user), "GLOSSATOR_HOME": str(home), "PYTHONPATH": NO_NETWORK}
    program = str(Path(__file__).parent / "main_job.py")
    before = os.umask(0)
    try:
        trace = traced([sys.executable, "-P", program, str(root)], root, environment, folder / "trace")
    finally:
        os.umask(before)
    return Job(root, home, user, trace)
