from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder without any settings of git, nor are there any of the machine."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture(params=["by git", "without git"])
def listed_by(request: pytest.FixtureRequest) -> str:
    """Runs the test twice: the listing finds git, or no program at all."""
    return str(request.param)
