"""Vectors that mean nothing are refused, whatever is wrong with the model: a canary tells it from an odd text."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
from tests.models.scripted_model import SCRIPT_VARIABLE

from glossator.core.errors import ModelUnavailable
from glossator.core.settings import ModelSettings
from glossator.host.folders import Folders
from glossator.models import canary, embedder
from glossator.models.choose import open_embedder
from glossator.models.embedder import LocalEmbedder
from glossator.models.patience import Patience
from glossator.models.ports import DiedAtWork, UnusableText

ENTRY = "scripted_model:serve_scripted_embedding"
Tell = Callable[..., None]


class Starts:
    """Counts how often the process was started."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def count(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0


@pytest.fixture
def starts(tmp_path: Path) -> Starts:
    return Starts(tmp_path / "starts")


@pytest.fixture
def tell(tmp_path: Path, starts: Starts, monkeypatch: pytest.MonkeyPatch) -> Tell:
    """Say how the process behaves at each text, also while it runs."""
    script = tmp_path / "script.json"

    def tell(**embed: Any) -> None:
        script.write_text(json.dumps({"load": [["count", str(starts.path)]], "embed": embed}))

    monkeypatch.setenv(SCRIPT_VARIABLE, str(script))
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=":")
    monkeypatch.setattr(embedder, "_ENTRY", ENTRY)
    tell()
    return tell


@pytest.fixture
async def model(folders: Folders, tell: Tell) -> AsyncIterator[LocalEmbedder]:
    opened = open_embedder(ModelSettings(), folders)
    assert isinstance(opened, LocalEmbedder)
    opened.process._patience = Patience(back_off=0.0)
    yield opened
    await opened.close()


async def _embed(model: LocalEmbedder, first: int, last: int) -> list[Any]:
    return await model.embed([f"text number {number}" for number in range(first, last)])


@pytest.mark.parametrize("kind", ["nan", "zero", "constant"])
@pytest.mark.parametrize("call", [1, 50])
async def test_a_model_that_gives_bad_vectors_is_started_anew_once_and_then_switched_off(
    model: LocalEmbedder, tell: Tell, starts: Starts, kind: str, call: int
) -> None:
    tell(**{"bad": kind, "from": call})
    good: list[Any] = []
    with pytest.raises(
        ModelUnavailable, match=r"Semantic search is off: .* gives invalid vectors\."
    ) as caught:
        for number in range(0, 2000, 4):
            good += await _embed(model, number, number + 4)
    assert starts.count == 2
    assert canary.are_usable(numpy.array(good)) if good else call == 1
    # Nothing is asked of it any more, and `status` says why.
    for _ in range(20):
        with pytest.raises(ModelUnavailable, match="Semantic search is off"):
            await _embed(model, 0, 1)
    assert starts.count == 2
    status = model.status()
    assert (status.state, status.detail) == ("failed", str(caught.value))


async def test_a_process_whose_vectors_change_in_the_course_of_time_is_found_out(
    model: LocalEmbedder, tell: Tell, starts: Starts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(canary, "CANARY_TEXTS", 60)
    await _embed(model, 0, 4)
    tell(bad="drifting")
    with pytest.raises(ModelUnavailable, match="Semantic search is off"):
        await _embed(model, 0, 200)
    assert starts.count == 2


async def test_a_process_that_is_well_after_a_restart_goes_on(
    model: LocalEmbedder, tell: Tell, starts: Starts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(canary, "GOOD_TEXTS", 100)
    first = await _embed(model, 0, 2)
    # From the thirtieth call of a process on: more than one restart, but with many good texts between.
    tell(**{"bad": "nan", "from": 30})
    for number in range(0, 400, 40):
        assert canary.are_usable(numpy.array(await _embed(model, number, number + 40)))
    assert starts.count >= 3
    assert numpy.array_equal(first, await _embed(model, 0, 2))


async def test_a_text_without_a_vector_is_told_from_a_broken_model(
    model: LocalEmbedder, tell: Tell, starts: Starts
) -> None:
    for kind in ("nan", "zero"):
        tell(poison="hemlock", death=kind)
        with pytest.raises(UnusableText):
            await model.embed(["a hemlock text"])
        assert len(await _embed(model, 0, 8)) == 8
    assert starts.count == 1
    assert model.status().state == "ready"


async def test_texts_that_are_the_same_to_the_model_may_have_the_same_vector(
    model: LocalEmbedder, tell: Tell, starts: Starts
) -> None:
    tell(poison="twin", death="constant")
    one, other = await model.embed(["one twin", "another twin"])
    assert numpy.array_equal(one, other)
    assert starts.count == 1


async def test_a_text_on_which_the_process_dies_says_so(model: LocalEmbedder, tell: Tell) -> None:
    tell(poison="hemlock", death=[["signal", "SIGSEGV"]])
    with pytest.raises(DiedAtWork, match="SIGSEGV"):
        await model.embed(["hemlock"])
    assert len(await _embed(model, 0, 1)) == 1


async def test_an_exchanged_file_is_a_new_chance(
    folders: Folders, embedding_file: Path, tmp_path: Path, tell: Tell
) -> None:
    path = tmp_path / "exchanged.gguf"
    path.write_bytes(embedding_file.read_bytes())
    opened = open_embedder(ModelSettings(embedding=str(path)), folders)
    assert isinstance(opened, LocalEmbedder)
    tell(bad="nan")
    with pytest.raises(ModelUnavailable, match="Semantic search is off"):
        await opened.embed(["text"])
    tell()
    with pytest.raises(ModelUnavailable, match="Semantic search is off"):
        await opened.embed(["text"])
    path.touch()
    assert len(await opened.embed(["text"])) == 1
    assert opened.status().state == "ready"
    await opened.close()


@pytest.mark.parametrize(
    ("rows", "usable"),
    [
        ([[1.0, 0.0]], True),
        ([[0.6, 0.8], [0.0, -1.0]], True),
        ([[1.0, 0.0], [0.0, 0.0]], False),
        ([[float("nan"), 0.0]], False),
        ([[float("inf"), 0.0]], False),
        ([[1e30, 1e30]], False),
        ([[1e-30, 0.0]], False),
        ([[2.0, 0.0]], False),
    ],
)
def test_only_finite_vectors_of_length_one_are_usable(rows: list[list[float]], usable: bool) -> None:
    assert canary.are_usable(numpy.array(rows, dtype=numpy.float32)) is usable
