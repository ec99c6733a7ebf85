"""A server is killed again and again while it indexes; `python -m tests.app.kill_many` does it hundreds of times."""

from __future__ import annotations

import email
import json
import logging
import xml
from pathlib import Path

import pytest
from tests.app.counting_endpoint import counting_endpoint
from tests.app.killing import Killer, lay_out, with_endpoint, without_models

KILLS = 5


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    for package in (email, json, logging, xml):
        lay_out(Path(package.__file__).parent, folder / package.__name__)
    return folder


async def test_after_every_kill_indexing_goes_on_and_ends_as_if_there_had_been_none(
    root: Path, tmp_path: Path
) -> None:
    killer = Killer(root, tmp_path / "home", without_models(), seed=1)
    await killer.undisturbed()
    report = await killer.kill(KILLS)
    assert report.kills == KILLS
    assert report.restarts_counted


@pytest.mark.loopback
async def test_after_every_kill_only_texts_without_a_vector_are_embedded(root: Path, tmp_path: Path) -> None:
    with counting_endpoint() as endpoint:
        killer = Killer(root, tmp_path / "home", with_endpoint(endpoint), seed=2, endpoint=endpoint)
        await killer.undisturbed()
        assert len(killer.expected.embedded) > 100
        report = await killer.kill(KILLS)
    assert report.kills == KILLS
    assert report.texts
