"""Another embedding model gives every text another vector, visibly, and no two models' vectors are ever mixed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.app.counting_endpoint import CountingEndpoint, counting_endpoint
from tests.app.sessions import PROJECT, session, settings_without_models, write

from glossator.app.application import Application
from glossator.app.vector_maker import VECTOR_VERSIONS
from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled
from glossator.core.settings import Settings
from glossator.models.endpoint import EndpointEmbedder
from glossator.store.rows import VectorTable

pytestmark = pytest.mark.loopback

MODELS = ("one-64", "two-32", "three-32")


def settings_for(endpoint: CountingEndpoint, model: str) -> Settings:
    """Settings under which vectors are made by that model."""
    settings = settings_without_models(embed=True)
    url = endpoint.settings(model)["endpoint"]
    return replace(settings, models=replace(settings.models, endpoint=url, endpoint_embedding_model=model))


async def vectors_of(app: Application) -> VectorTable:
    """The vectors of the model that the session has now."""
    embedder = app.models.embedder()
    assert embedder is not None
    index = app.workspaces[0]
    fingerprint = await embedder.fingerprint(*VECTOR_VERSIONS)
    return index.reader.vectors(fingerprint)


async def test_a_model_that_is_switched_embeds_every_text_anew_while_words_are_still_found(
    tmp_path: Path,
) -> None:
    root = tmp_path / "project"
    write(root, PROJECT)
    with counting_endpoint() as endpoint:
        async with session(root, tmp_path / "home", settings_for(endpoint, MODELS[0])) as app:
            first = await vectors_of(app)
            texts = {text for _, text in endpoint.asked}
            assert len(first.text_hashes) == len(texts) > 0
            for model in MODELS[1:]:
                endpoint.asked.clear()
                endpoint.answers.clear()
                app.update_settings(settings_for(endpoint, model))
                async with asyncio.timeout(60):
                    while not endpoint.asked:
                        await asyncio.sleep(0.01)
                status = await app.status()
                assert status.phase == "embedding"
                assert status.completeness.embedded_chunks == 0
                answer = await app.search("total", 5)
                assert answer.hits[0].name == "total"
                assert answer.completeness.embedded_chunks == 0
                assert len((await vectors_of(app)).text_hashes) == 0
                endpoint.answers.set()
                await app.wait_settled()
                table = await vectors_of(app)
                assert set(endpoint.asked) == {(model, text) for text in texts}
                assert table.text_hashes == first.text_hashes
                assert table.rescoring.shape == (len(texts), 32)


async def test_a_session_with_another_model_embeds_although_no_file_has_changed(tmp_path: Path) -> None:
    root = tmp_path / "project"
    write(root, PROJECT)
    with counting_endpoint() as endpoint:
        for model in MODELS:
            endpoint.asked.clear()
            async with session(root, tmp_path / "home", settings_for(endpoint, model)) as app:
                status = await app.status()
                assert status.completeness.embedded_chunks == len(set(endpoint.asked)) > 0
        endpoint.asked.clear()
        async with session(root, tmp_path / "home", settings_for(endpoint, MODELS[-1])):
            assert endpoint.asked == []


async def test_a_text_that_is_not_wanted_any_more_is_no_failure_of_the_endpoint() -> None:
    with counting_endpoint() as endpoint:
        embedder = EndpointEmbedder(settings_for(endpoint, MODELS[0]).models)
        endpoint.answers.clear()
        for number in range(50):
            token = CancelToken()
            waiting = asyncio.create_task(embedder.embed([f"text {number}"], token=token))
            async with asyncio.timeout(60):
                while len(endpoint.asked) <= number:
                    await asyncio.sleep(0)
            token.cancel()
            with pytest.raises(Cancelled):
                await waiting
        assert embedder.status().state == "ready"
