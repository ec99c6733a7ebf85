"""A server is killed again and again while it indexes; `python -m tests.app.kill_many` does it hundreds of times."""

from __future__ import annotations

import email
import json
import logging
import wsgiref
import xml
from pathlib import Path
from types import ModuleType

import pytest
from tests.app.counting_endpoint import counting_endpoint
from tests.app.killing import Killer
from tests.app.served import lay_out, with_endpoint, without_models

STRUCTURE_KILLS = 5
VECTOR_KILLS = 3
VERIFIED_KILLS = 4


def project(folder: Path, *packages: ModuleType) -> Path:
    """Packages of the standard library as a project."""
    for package in packages:
        lay_out(Path(package.__path__[0]), folder / package.__name__)
    return folder


async def test_after_every_kill_indexing_goes_on_and_ends_as_if_there_had_been_none(tmp_path: Path) -> None:
    root = project(tmp_path / "project", email, json, logging, xml)
    killer = Killer(root, tmp_path / "home", without_models(), seed=1)
    await killer.undisturbed()
    report = await killer.kill(STRUCTURE_KILLS)
    assert report.kills == STRUCTURE_KILLS
    assert report.restarts_counted


async def test_after_every_kill_what_was_verified_is_what_is_verified_without_one(tmp_path: Path) -> None:
    root = project(tmp_path / "project", json, logging)
    killer = Killer(root, tmp_path / "home", without_models(verify=True), seed=3)
    await killer.undisturbed()
    assert any('"verified"' in line for line in killer.expected.lines)
    assert (await killer.kill(VERIFIED_KILLS)).kills == VERIFIED_KILLS


@pytest.mark.loopback
async def test_after_every_kill_only_texts_without_a_vector_are_embedded(tmp_path: Path) -> None:
    root = project(tmp_path / "project", json, wsgiref)
    with counting_endpoint() as endpoint:
        killer = Killer(root, tmp_path / "home", with_endpoint(endpoint), seed=2, endpoint=endpoint)
        await killer.undisturbed()
        assert len(killer.expected.embedded) > 64
        report = await killer.kill(VECTOR_KILLS)
    assert report.kills == VECTOR_KILLS
    assert report.texts
