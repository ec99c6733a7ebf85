"""What models are given, local ones and those of an endpoint that the user has configured: code, but no secret."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.models.endpoint_server import EndpointServer, endpoint_server
from tests.privacy.planted import IN_SECRET_FILES, SECRETS, search, write_planted_project

from glossator.app.application import Application
from glossator.app.explaining import ExplainRequest
from glossator.core.explanation import Explanation
from glossator.core.settings import IndexSettings, ModelSettings, Settings
from glossator.core.text import Span
from glossator.host.folders import Folders

pytestmark = pytest.mark.loopback

SECRET = (*SECRETS.values(), *IN_SECRET_FILES)
ASKED = [
    ("shop/prices.py", "total_price", False),
    ("shop/prices.py", "connect_store", False),
    ("shop/prices.py", "API_TOKEN", True),
    ("shop/basket.ts", "Basket", False),
    ("shop/basket.ts", "price(", False),
    ("shop/basket.ts", "apiKey", True),
    ("settings.yaml", "title", True),
]
"""A file, a word in it, and whether the whole file is selected instead of a cursor standing at the word."""

PATIENCE_SECONDS = 60.0


@pytest.fixture
def endpoint() -> AsyncIterator[EndpointServer]:
    with endpoint_server() as server:
        # A model may repeat what it was not given, for it was trained on much.
        server.pieces = ["It uses ", SECRETS["token"], f' and password = "{SECRETS["password"]}".']
        yield server


@pytest.fixture
async def application(endpoint: EndpointServer, tmp_path: Path) -> AsyncIterator[Application]:
    """Everything goes to an endpoint: the texts for vectors, and the prompts."""
    models = ModelSettings(endpoint=endpoint.url, endpoint_model="m", endpoint_embedding_model="e")
    folders = Folders.below(tmp_path / "home").with_models(Folders.for_user().models)
    application = Application(Settings(IndexSettings(workers=1), models), folders)
    root = write_planted_project(tmp_path / "project")
    async with asyncio.timeout(PATIENCE_SECONDS):
        await application.open_workspace([root])
        await application.wait_settled()
    yield application
    await application.close()


async def explain(application: Application, path: str, word: str, *, whole_file: bool = False) -> Explanation:
    (index,) = application.workspaces
    snapshot = application.documents.snapshot((index.root / path).as_uri())
    start = snapshot.data.index(word.encode())
    span = Span(0, len(snapshot.data)) if whole_file else Span(start, start)
    async with asyncio.timeout(PATIENCE_SECONDS):
        return await application.explain(ExplainRequest(snapshot, span), lambda _: None)


def left(text: str) -> list[str]:
    return [secret for secret in SECRET if secret in text]


async def test_no_text_for_a_vector_holds_a_secret(
    application: Application, endpoint: EndpointServer
) -> None:
    texts = [
        text for path, body, _ in endpoint.requests if path.endswith("/embeddings") for text in body["input"]
    ]
    sent = "\n".join(texts)
    assert left(sent) == []
    for name in ("total_price", "connect_store", "quxamounts", "apiKey", "title", "xxxxxxxx"):
        assert name in sent
    found = await application.search("connect store", 5)
    assert found.hits[0].name == "connect_store"
    (target,) = await application.locate("shop/prices.py::connect_store")
    assert target.signature.startswith('def connect_store(password="xxxxxxxxxxxxxxxx")')


async def test_no_prompt_holds_a_secret(application: Application, endpoint: EndpointServer) -> None:
    """Whether code is asked about by the cursor or with the whole file selected."""
    for path, word, whole_file in ASKED:
        endpoint.requests.clear()
        await explain(application, path, word, whole_file=whole_file)
        (body,) = [body for address, body, _ in endpoint.requests if address.endswith("/chat/completions")]
        prompt = json.dumps(body, ensure_ascii=False)
        assert word in prompt
        assert left(prompt) == [], (path, word, whole_file)


async def test_a_secret_that_a_model_says_is_neither_kept_nor_shown_in_the_answer(
    application: Application, tmp_path: Path
) -> None:
    answer = await explain(application, "shop/prices.py", "connect_store")
    assert answer.prose.startswith("It uses xxx")
    assert left(answer.prose + answer.markdown + answer.target.signature) == []
    assert "connect_store" in answer.markdown
    again = await explain(application, "shop/prices.py", "connect_store")
    assert again.cached
    await application.close()
    assert search(tmp_path / "home", SECRET) == []
