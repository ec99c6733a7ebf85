"""A project with an index, made once for all tests here that only read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.clients.command_line import Outcome, glossator
from tests.clients.sample_project import write_configuration, write_project


@dataclass(frozen=True)
class Workspace:
    """A project, and the folder below which Glossator keeps all its files about it."""

    root: Path
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        """What a process of this workspace is started with."""
        return {"GLOSSATOR_HOME": str(self.home), "PYTHONUNBUFFERED": ""}

    def run(self, *arguments: str) -> Outcome:
        """Run one command in the project's folder; on a busy machine it might show progress, so it is quiet."""
        return self.run_in({}, *arguments, "--root", str(self.root))

    def run_in(self, environment: Mapping[str, str], *arguments: str) -> Outcome:
        """The same with more environment, and of the root that the arguments name."""
        return glossator(
            *arguments, "--quiet", folder=self.root, environment={**self.environment, **environment}
        )


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """An indexed project without models; tests leave it as it is."""
    folder = tmp_path_factory.mktemp("workspace").resolve()
    made = Workspace(write_project(folder / "project"), write_configuration(folder / "home"))
    outcome = made.run("index")
    assert outcome.code == 0, outcome.err
    return made


@pytest.fixture
def fresh_workspace(tmp_path: Path) -> Workspace:
    """A project that was never indexed, for one test alone."""
    return Workspace(write_project(tmp_path.resolve() / "project"), write_configuration(tmp_path / "home"))
