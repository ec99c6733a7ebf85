"""Settings of tests whose parser processes misbehave, and what such tests look at."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from glossator.app.application import Application
from glossator.app.uris import uri_from_path
from glossator.core.text import Span
from glossator.store.dump import dump
from glossator.store.reader import open_reader

HOSTILE_PARSER = str(Path(__file__).parent / "hostile_parser")


def misbehave(monkeypatch: pytest.MonkeyPatch, how: str = "") -> None:
    """Have the parsers of this test misbehave as `hostile_parser` says."""
    monkeypatch.setenv("GLOSSATOR_TEST_PARSERS", how)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([HOSTILE_PARSER, os.environ["PYTHONPATH"]]))


async def left_out(app: Application) -> dict[str, str]:
    """Reasons by path of the files that are not indexed."""
    status = await app.status()
    assert status.left_out_total == len(status.left_out)
    return {file.path: f"{file.state}: {file.reason}" for file in status.left_out}


def contents(app: Application) -> list[str]:
    """The content of the index, line by line."""
    with open_reader(app.workspaces[0].index_path) as reader:
        return list(dump(reader))


async def outline(app: Application, path: Path) -> list[str]:
    """The qualified names in a document."""
    snapshot = app.documents.snapshot(uri_from_path(path))
    return [symbol.qualified_name for symbol in (await app.facts(snapshot)).symbols]


async def found_first(app: Application, query: str) -> str:
    """The path of the best hit of a search."""
    hits = (await app.search(query, 20)).hits
    return hits[0].place.path if hits else ""


async def explained(app: Application, path: Path, code: str) -> str | None:
    """The name of the target at the first `code` in a document."""
    snapshot = app.documents.snapshot(uri_from_path(path))
    place = snapshot.data.index(code.encode())
    target = await app.target_at(snapshot, Span(place, place))
    return None if target is None else target.name
