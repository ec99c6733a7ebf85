"""A model file that is none: one sentence says what to do, everything but prose works, and nothing is tried again."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.app.hostile import found_first
from tests.app.sessions import PROJECT, session, settings_without_models, write
from tests.models.gguf_files import write_gguf

from glossator.app.application import Application, ExplainRequest
from glossator.app.uris import uri_from_path
from glossator.core.text import Span


def _half(path: Path) -> None:
    whole = write_gguf(path).read_bytes()
    path.write_bytes(whole[: len(whole) // 2])


BAD_FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "empty": (lambda path: path.touch(), "is empty; fetch it again"),
    "pointer": (
        lambda path: path.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
        "run `git lfs pull`",
    ),
    "half": (_half, "is cut off or damaged"),
    "random": (lambda path: path.write_bytes(os.urandom(4096)), "is not a GGUF model"),
    "folder": (Path.mkdir, "is a folder"),
    "pipe": (os.mkfifo, "is no regular file"),
}


async def explanation(app: Application, root: Path) -> str:
    snapshot = app.documents.snapshot(uri_from_path(root / "shop/prices.py"))
    place = snapshot.data.index(b"def total")
    answer = await app.explain(ExplainRequest(snapshot, Span(place, place)), lambda _: None)
    return f"{answer.markdown}\n{answer.notice}"


@pytest.mark.parametrize("kind", BAD_FILES)
async def test_a_file_that_is_no_model_leaves_facts_and_words(tmp_path: Path, kind: str) -> None:
    root, model = tmp_path / "project", tmp_path / f"{kind}.gguf"
    write(root, PROJECT)
    make, sentence = BAD_FILES[kind]
    make(model)
    settings = settings_without_models()
    models = replace(settings.models, language=os.fspath(model), embedding=os.fspath(model))
    settings = replace(settings, index=replace(settings.index, embed=True), models=models)
    async with session(root, tmp_path / "home", settings) as app:
        assert await found_first(app, "total") == "shop/prices.py"
        for _ in range(3):
            answer = await explanation(app, root)
            assert "Called by" in answer
            assert sentence in answer
        await app.wait_settled()
        status = await app.status()
        assert sentence in status.models[0].detail
        assert any(sentence in str(problem) for problem in status.problems)
        assert status.phase == "ready"
        assert not list((tmp_path / "home").rglob("language-model*.log")), "a process was started for it"
