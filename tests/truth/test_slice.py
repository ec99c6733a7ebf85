"""A slice of what real language servers know of public projects, against the graph of an index made as a user does it.

Each line of `slice/<project>.jsonl` is a function with the places (file, line) of its calls, as pyright or tsserver
sees them; `uses` are places that name it otherwise, that may reach it through a base, or that they cannot place: these
count neither way.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.truth.projects import PROJECTS, Project

SLICES = Path(__file__).parent / "slice"
FLOORS = {"requests": (0.97, 0.99), "rxjs": (0.80, 0.97), "express": (0.72, 0.95)}
"""F1 of all that is said first of each call, and the precision of what is `sure`, which each project has at least."""
Place = tuple[str, int]


def graph_of(project: Project, home: Path) -> list[dict[str, Any]]:
    glossator = (sys.executable, "-P", "-m", "glossator")
    environment = os.environ | {"GLOSSATOR_HOME": str(home)}
    for command in (("index", "--structure-only", "--quiet"), ("graph",)):
        done = subprocess.run(
            (*glossator, *command, project.path), check=True, env=environment, capture_output=True, text=True
        )
    return [json.loads(line) for line in done.stdout.splitlines()]


def places(row: dict[str, Any], certainties: tuple[str, ...]) -> Iterator[Place]:
    for caller in row["callers"]:
        if caller["certainty"] in certainties:
            yield from ((caller["file"], line) for line in caller["call_lines"])


def score(known: list[dict[str, Any]], rows: list[dict[str, Any]], *certainties: str) -> tuple[float, float]:
    """Precision and recall over the calls of the functions that are known."""
    by_place = {(row["file"], row["line"]): row for row in rows}
    right = wrong = missing = 0
    for function in known:
        row = by_place.get((function["file"], function["line"]))
        said = set(places(row, certainties)) if row is not None else set()
        true, either = ({(file, line) for file, line in function[key]} for key in ("calls", "uses"))
        right += len(said & true)
        wrong += len(said - true - either)
        missing += len(true - said)
    return right / (right + wrong), right / (right + missing)


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_callers_are_those_that_a_language_server_sees(project: Project, tmp_path: Path) -> None:
    assert project.path.is_dir(), "run `python -m tests.truth.projects`, as `make test` does"
    lines = (SLICES / f"{project.name}.jsonl").read_text(encoding="utf-8").splitlines()
    known = [json.loads(line) for line in lines]
    rows = graph_of(project, tmp_path / "home")
    precision, recall = score(known, rows, "sure", "possible")
    least, least_sure = FLOORS[project.name]
    assert 2 * precision * recall / (precision + recall) >= least, (precision, recall)
    precision, recall = score(known, rows, "sure")
    assert precision >= least_sure, (precision, recall)
