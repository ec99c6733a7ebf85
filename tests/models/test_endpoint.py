from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import numpy
import pytest
from tests.models.endpoint_server import EndpointServer, endpoint_server

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, ModelUnavailable
from glossator.core.settings import ModelSettings
from glossator.host.folders import Folders
from glossator.models.choose import open_embedder, open_generator
from glossator.models.endpoint import EndpointEmbedder, EndpointGenerator, estimate_tokens
from glossator.models.ports import Message

pytestmark = pytest.mark.loopback

QUESTION = [Message("system", "Be brief."), Message("user", "def add(a, b): ...")]


@pytest.fixture
def server() -> Iterator[EndpointServer]:
    with endpoint_server() as running:
        yield running


@pytest.fixture
def settings(server: EndpointServer) -> ModelSettings:
    return ModelSettings(endpoint=server.url, endpoint_model="coder")


async def answer(settings: ModelSettings, token: CancelToken | None = None) -> str:
    generator = EndpointGenerator(settings)
    return "".join([piece async for piece in generator.generate(QUESTION, 50, token=token or CancelToken())])


async def test_the_answer_streams_from_the_endpoint(server: EndpointServer, settings: ModelSettings) -> None:
    generator = EndpointGenerator(settings)
    pieces = [piece async for piece in generator.generate(QUESTION, 50)]
    assert pieces == ["It ", "adds ", "two numbers."]
    (path, body, headers) = server.requests[0]
    assert path == "/v1/chat/completions"
    assert body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "def add(a, b): ..."},
    ]
    assert (body["model"], body["max_tokens"], body["temperature"], body["stream"]) == (
        "coder",
        50,
        0.0,
        True,
    )
    assert "Authorization" not in headers
    assert generator.last_timings is not None and generator.last_timings.device == "endpoint"
    assert generator.status().state == "ready"
    assert generator.name.startswith("coder at 127.0.0.1:")


async def test_thought_is_left_out_and_a_whole_answer_is_taken_too(
    server: EndpointServer, settings: ModelSettings
) -> None:
    server.pieces = ["<thi", "nk>hm</th", "ink>\nIt adds."]
    assert await answer(settings) == "It adds."
    server.streams = False
    assert await answer(settings) == "It adds."


async def test_the_key_comes_from_the_environment(
    server: EndpointServer, settings: ModelSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "s3cret")
    await answer(replace(settings, endpoint_key_variable="MY_KEY"))
    assert server.requests[0][2]["Authorization"] == "Bearer s3cret"


async def test_cancelling_closes_the_connection(server: EndpointServer, settings: ModelSettings) -> None:
    server.never_ends = True
    token = CancelToken()
    pieces = EndpointGenerator(settings).generate(QUESTION, 50, token=token)
    async with aclosing(pieces):
        await anext(pieces)
        token.cancel()
        with pytest.raises(Cancelled):
            async for _piece in pieces:
                pass
    assert await asyncio.to_thread(server.client_left.wait, 10.0)


async def test_leaving_early_closes_the_connection(server: EndpointServer, settings: ModelSettings) -> None:
    server.never_ends = True
    async with aclosing(EndpointGenerator(settings).generate(QUESTION, 50)) as pieces:
        await anext(pieces)
    assert await asyncio.to_thread(server.client_left.wait, 10.0)


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (401, "endpointKeyVariable"),
        (404, "endpointModel"),
        (400, "endpointContextTokens"),
        (500, "status 500"),
        (302, "status 302"),
    ],
)
async def test_each_refusal_has_its_sentence_and_no_redirect_is_followed(
    server: EndpointServer, settings: ModelSettings, status: int, sentence: str
) -> None:
    server.status = status
    server.headers = {"Location": server.url + "/elsewhere"}
    server.raw = b"the server repeats: def add(a, b)"
    generator = EndpointGenerator(settings)
    with pytest.raises(ModelUnavailable, match=sentence) as raised:
        async for _piece in generator.generate(QUESTION, 50):
            pass
    assert "def add" not in str(raised.value)
    assert len(server.requests) == 1
    assert generator.status().state == "failed"


@pytest.mark.parametrize(
    "raw", [b"data: {broken\n\n", b'data: {"error": {"message": "no"}}\n\n', b"data: [1]\n"]
)
async def test_nonsense_in_the_answer_is_one_sentence(
    server: EndpointServer, settings: ModelSettings, raw: bytes
) -> None:
    server.raw = raw
    with pytest.raises(ModelUnavailable, match=r"The endpoint 127\.0\.0\.1:\d+ (sent|reported)"):
        await answer(settings)


async def test_an_endpoint_that_is_not_there_or_no_url_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(ModelUnavailable, match=rf"127\.0\.0\.1:{port} cannot be reached"):
        await answer(ModelSettings(endpoint=f"http://127.0.0.1:{port}"))
    with pytest.raises(ModelUnavailable, match="is no URL"):
        await answer(ModelSettings(endpoint="my server"))


async def test_token_counts_are_estimates_on_the_large_side(settings: ModelSettings) -> None:
    generator = EndpointGenerator(settings)
    assert not generator.counts_exactly
    code = Path(__file__).read_text(encoding="utf-8")
    # English-like code has three bytes a token or more.
    assert (await generator.count_tokens([code]))[0] > len(code.encode()) / 3
    assert await generator.count_chat(QUESTION) > sum(estimate_tokens(each.content) for each in QUESTION)
    assert await generator.context_tokens() == 8192
    assert "def add" in await generator.render(QUESTION)


async def test_embeddings_are_ordered_and_of_length_one(server: EndpointServer) -> None:
    settings = ModelSettings(endpoint=server.url, endpoint_embedding_model="Qwen3-Embedding-0.6B")
    embedder = EndpointEmbedder(settings)
    vectors = await embedder.embed(["a", "bbb"] * 10, query=False)
    assert len(vectors) == 20
    assert numpy.allclose([float(numpy.linalg.norm(vector)) for vector in vectors], 1.0)
    assert float(vectors[1][0]) > float(vectors[0][0])
    assert await embedder.dimensions() == 3
    await embedder.embed(["find it"], query=True)
    assert server.requests[-1][1]["input"][0].startswith("Instruct: ")
    assert await embedder.fingerprint("1") != await embedder.fingerprint("2")


async def test_a_text_too_long_for_the_endpoint_is_cut(server: EndpointServer) -> None:
    embedder = EndpointEmbedder(ModelSettings(endpoint=server.url, endpoint_embedding_model="unknown"))
    await embedder.embed(["é" * 100_000, ""])
    first, empty = server.requests[0][1]["input"]
    assert estimate_tokens(first) <= await embedder.max_tokens()
    assert empty == " "


@pytest.mark.parametrize("vectors", [[[0.0, 0.0]], [[1.0], [2.0]], [["a"]], [[float("nan")]]])
async def test_vectors_that_cannot_be_used_are_refused(server: EndpointServer, vectors: object) -> None:
    server.vectors = vectors
    embedder = EndpointEmbedder(ModelSettings(endpoint=server.url, endpoint_embedding_model="unknown"))
    with pytest.raises(ModelUnavailable, match="The endpoint"):
        await embedder.embed(["text"])


async def test_an_endpoint_is_used_only_where_the_settings_name_it(
    tmp_path: Path, server: EndpointServer
) -> None:
    folders = Folders.below(tmp_path)
    assert not isinstance(open_generator(ModelSettings(), folders), EndpointGenerator)
    with_endpoint = ModelSettings(endpoint=server.url)
    assert isinstance(open_generator(with_endpoint, folders), EndpointGenerator)
    assert not isinstance(open_embedder(with_endpoint, folders), EndpointEmbedder)
    assert isinstance(
        open_embedder(replace(with_endpoint, endpoint_embedding_model="e"), folders), EndpointEmbedder
    )
    assert server.requests == []
