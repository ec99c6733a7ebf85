"""What the user has of a session whose models fail: facts without prose, search by words, one sentence, no storm of
restarts, and everything again when the models are well."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
import pytest
from tests.app.sessions import PROJECT, session, write
from tests.models.scripted_model import DIMENSIONS, SCRIPT_VARIABLE

from glossator.app.application import Application
from glossator.app.explaining import ExplainRequest
from glossator.app.uris import uri_from_path
from glossator.app.vector_maker import VECTOR_VERSIONS
from glossator.core.explanation import Explanation
from glossator.core.settings import Settings
from glossator.core.text import Span
from glossator.models import canary, embedder, generator

PATIENCE_SECONDS = 120.0
"""A hang guard."""

Tell = Callable[..., None]


@pytest.fixture
def starts(tmp_path: Path) -> Callable[[], int]:
    """How often a model process was started so far."""
    counter = tmp_path / "starts"
    return lambda: counter.stat().st_size if counter.exists() else 0


@pytest.fixture
def tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tell]:
    """Scripted models instead of the real ones; say how they behave, also while they run."""
    script, counter = tmp_path / "script.json", str(tmp_path / "starts")

    def tell(load: Any = (), **methods: Any) -> None:
        script.write_text(json.dumps({"load": [["count", counter], *load], **methods}))

    monkeypatch.setenv(SCRIPT_VARIABLE, str(script))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=":")
    monkeypatch.setattr(embedder, "_ENTRY", "scripted_model:serve_scripted_embedding")
    monkeypatch.setattr(generator, "_ENTRY", "scripted_model:serve_scripted_language")
    tell()
    yield tell


@pytest.fixture
def root(tmp_path: Path, models_folder: Path) -> Path:
    write(tmp_path / "workspace", PROJECT)
    return tmp_path / "workspace"


def _settings(*, language: bool = False, embedding: bool = False) -> Settings:
    settings = Settings()
    off = {} if language else {"language": "none"}
    off |= {} if embedding else {"embedding": "none"}
    return replace(settings, models=replace(settings.models, **off))


async def _explained(app: Application, root: Path) -> Explanation:
    snapshot = app.documents.snapshot(uri_from_path(root / "shop/prices.py"))
    place = snapshot.data.index(b"total(")
    request = ExplainRequest(snapshot, Span(place, place))
    return await app.explain(request, lambda _text: None)


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not condition():
            await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ({"load": [["signal", "SIGSEGV"]]}, "was ended by signal SIGSEGV"),
        ({"load": [["out of memory", "python"]]}, "not enough memory"),
        ({"generate": [["signal", "SIGABRT"]]}, "was ended by signal SIGABRT"),
        ({"generate": [["signal", "SIGKILL"]]}, "Perhaps memory ran out"),
        ({"generate": [["write", "random bytes"]]}, "sent bytes that are no message"),
    ],
)
async def test_without_its_model_an_explanation_is_the_facts_and_one_sentence(
    root: Path, tmp_path: Path, tell: Tell, starts: Callable[[], int], script: dict[str, Any], words: str
) -> None:
    tell(**script)
    async with session(root, tmp_path / "home", _settings(language=True)) as app:
        notices: list[str] = []
        app.on_notice(notices.append)
        for _ in range(12):
            answer = await _explained(app, root)
            assert answer.prose == ""
            assert words in answer.notice
            assert "shop/orders.py" in answer.facts
            assert [usage.name for usage in answer.callers][:1] == ["Order.price"]
        assert "It is tried again after" in answer.notice
        # Twice for a crash at loading, which is tried in plain form as well.
        assert 1 <= starts() <= 5
        assert notices == []
        language, _ = app.models.status()
        assert language.state == "failed"
        assert words in language.detail
        # Other answers need no model.
        assert (await app.search("total", 5)).hits
        # What was mended is found out when the settings change.
        tell()
        app.update_settings(replace(app.settings, models=replace(app.settings.models, threads=1)))
        answer = await _explained(app, root)
        assert (answer.prose, answer.notice) == ("It adds two numbers.", "")


async def test_the_answer_after_one_that_broke_off_is_whole(root: Path, tmp_path: Path, tell: Tell) -> None:
    tell(generate=[["exit", 1]])
    async with session(root, tmp_path / "home", _settings(language=True)) as app:
        broken = await _explained(app, root)
        assert (broken.prose, "ended with exit code 1" in broken.notice) == ("", True)
        tell()
        whole = await _explained(app, root)
        assert (whole.prose, whole.notice, whole.cached) == ("It adds two numbers.", "", False)


def _stored(app: Application, fingerprint: str) -> Any:
    """The vectors in the index as unit vectors."""
    table = app.workspaces[0].reader.vectors(fingerprint)
    rows = numpy.asarray(table.rescoring, dtype=numpy.float32) * numpy.asarray(table.scales)[:, None]
    return rows.reshape(-1, DIMENSIONS) if len(rows) else numpy.zeros((0, DIMENSIONS))


async def _fingerprint(app: Application) -> str:
    model = app.models.embedder()
    assert model is not None
    return await model.fingerprint(*VECTOR_VERSIONS)


@pytest.mark.parametrize("kind", ["nan", "zero", "constant"])
async def test_vectors_that_mean_nothing_are_not_stored_and_the_user_is_told_once(
    root: Path, tmp_path: Path, tell: Tell, starts: Callable[[], int], kind: str
) -> None:
    write(
        root,
        {f"more/part_{number}.py": f"def part_{number}():\n    return {number}\n" for number in range(100)},
    )
    tell(embed={"bad": kind, "from": 50})
    async with session(root, tmp_path / "home", _settings(embedding=True), settled=False) as app:
        notices: list[str] = []
        app.on_notice(notices.append)
        await _until(lambda: bool(notices))
        # Some more changes, each of which finds texts without a vector.
        for _ in range(3):
            app.files_changed([root / "shop/prices.py"])
            await app.wait_settled()
        (sentence,) = notices
        assert sentence.startswith(
            "Semantic search is off: the model all-minilm-l6-v2 gives invalid vectors."
        )
        assert starts() == 2
        vectors = _stored(app, await _fingerprint(app))
        assert 0 < len(vectors) < 100
        assert canary.are_usable(
            vectors.astype(numpy.float32) / numpy.linalg.norm(vectors, axis=1, keepdims=True)
        )
        assert len({row.tobytes() for row in vectors}) == len(vectors)
        _, embedding = app.models.status()
        assert (embedding.state, embedding.detail) == ("failed", sentence)
        assert app.workspaces[0].state.last_error == sentence
        assert (await app.search("part seven", 5)).hits


async def test_a_model_that_dies_again_and_again_is_told_of_once_and_used_again_when_it_is_well(
    root: Path, tmp_path: Path, tell: Tell, starts: Callable[[], int]
) -> None:
    tell(load=[["signal", "SIGSEGV"]])
    async with session(root, tmp_path / "home", _settings(embedding=True), settled=False) as app:
        notices: list[str] = []
        app.on_notice(notices.append)
        await _until(lambda: bool(notices))
        for _ in range(6):
            app.files_changed([root / "shop/prices.py"])
            await app.wait_settled()
        assert len(notices) == 1
        assert "embedding model process was ended by signal SIGSEGV" in notices[0]
        assert starts() <= 5
        assert (await app.search("total", 5)).hits
        tell()
        model = app.models.embedder()
        assert model is not None
        # As if the rest were over.
        model.process._failures._rest_until = 0.0  # type: ignore[attr-defined]
        app.files_changed([root / "shop/prices.py"])
        state = app.workspaces[0].state
        await _until(lambda: state.embedded == state.to_embed > 0)
        assert state.last_error == ""
        assert len(notices) == 1


@pytest.mark.parametrize("death", [[["signal", "SIGABRT"]], "nan"])
async def test_a_text_on_which_the_model_fails_costs_the_others_nothing(
    root: Path, tmp_path: Path, tell: Tell, starts: Callable[[], int], death: Any
) -> None:
    write(
        root,
        {f"more/part_{number}.py": f"def part_{number}():\n    return {number}\n" for number in range(10)},
    )
    write(root, {"more/poisoned.py": "def hemlock():\n    return 0\n"})
    tell(embed={"poison": "hemlock", "death": death})
    async with session(root, tmp_path / "home", _settings(embedding=True)) as app:
        notices: list[str] = []
        app.on_notice(notices.append)
        state = app.workspaces[0].state
        # The name is in the text of the definition and in the synopsis of its file.
        await _until(lambda: state.embedded == state.to_embed - 2 > 0)
        for _ in range(3):
            app.files_changed([root / "more/part_1.py"])
            await app.wait_settled()
        # At first, and after each of two deaths of each text if another came behind it.
        assert starts() <= (1 if death == "nan" else 5)
        assert (notices, state.last_error) == ([], "")
        assert len(_stored(app, await _fingerprint(app))) == state.embedded


async def test_vectors_that_hardly_differ_are_told_of_once(
    root: Path, tmp_path: Path, tell: Tell, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(
        root,
        {f"more/part_{number}.py": f"def part_{number}():\n    return {number}\n" for number in range(130)},
    )
    tell(embed={"bad": "narrow"})
    async with session(root, tmp_path / "home", _settings(embedding=True), settled=False) as app:
        notices: list[str] = []
        app.on_notice(notices.append)
        await app.wait_settled()
        (sentence,) = notices
        assert "differ in only" in sentence and "of their bits" in sentence
