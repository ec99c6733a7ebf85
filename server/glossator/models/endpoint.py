"""Models behind an OpenAI-compatible endpoint that the user has configured (llama-server, Ollama, vLLM)."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from typing import Any

import numpy

from glossator.core.answer_text import AnswerFilter
from glossator.core.cancel import NEVER, CancelToken
from glossator.core.embedding_text import TextForm
from glossator.core.errors import ModelUnavailable
from glossator.core.explanation import ModelStatus
from glossator.core.settings import ModelSettings
from glossator.models import catalog
from glossator.models.catalog import EmbeddingTraits, Purpose
from glossator.models.http_client import Endpoint, post_json, post_lines
from glossator.models.ports import Message, Priority, Timings, Vector

BYTES_PER_TOKEN = 2.5
TOKENS_PER_MESSAGE = 16
"""Token counts are estimated: code has 3 to 4 bytes for each token, so this errs on the large side."""

DEFAULT_EMBEDDING_TOKENS = 512
TEXTS_PER_REQUEST = 16


def estimate_tokens(text: str) -> int:
    """About how many tokens a text has for an unknown tokenizer; rather more than it really has."""
    return int(len(text.encode("utf-8", "replace")) / BYTES_PER_TOKEN) + 1


def _endpoint(settings: ModelSettings) -> Endpoint:
    variable = settings.endpoint_key_variable
    return Endpoint(settings.endpoint, os.environ.get(variable, "") if variable else "")


class EndpointGenerator:
    """A language model elsewhere. Making one opens no connection; each request opens and closes its own."""

    counts_exactly = False
    notice = ""

    def __init__(self, settings: ModelSettings) -> None:
        self._endpoint = _endpoint(settings)
        self._model = settings.endpoint_model
        self._context_tokens = settings.endpoint_context_tokens
        self._prompt_tokens = settings.prompt_tokens
        self._last_timings: Timings | None = None
        self._last_error = ""

    @property
    def name(self) -> str:
        return f"{self._model or 'model'} at {self._endpoint.host}"

    @property
    def last_timings(self) -> Timings | None:
        return self._last_timings

    async def fingerprint(self) -> str:
        return hashlib.blake2b(f"{self._endpoint.url}\n{self._model}".encode(), digest_size=16).hexdigest()

    async def context_tokens(self) -> int:
        return self._context_tokens

    async def prompt_tokens(self) -> int:
        return min(self._prompt_tokens or self._context_tokens, self._context_tokens)

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [estimate_tokens(text) for text in texts]

    async def count_chat(self, messages: Sequence[Message]) -> int:
        return sum(estimate_tokens(message.content) + TOKENS_PER_MESSAGE for message in messages)

    async def render(self, messages: Sequence[Message]) -> str:
        """The messages with their roles; the endpoint's own template is not known here."""
        return "\n\n".join(f"[{message.role}]\n{message.content}" for message in messages)

    async def generate(
        self,
        messages: Sequence[Message],
        max_tokens: int,
        temperature: float = 0.0,
        token: CancelToken = NEVER,
    ) -> AsyncGenerator[str, None]:
        body = {
            "model": self._model,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
            "max_tokens": max_tokens,
            "temperature": temperature,
            "stream": True,
        }
        begin = time.perf_counter()
        first, pieces = 0.0, 0
        answer = AnswerFilter()
        try:
            async with aclosing(post_lines(self._endpoint, "/chat/completions", body, token)) as lines:
                async for line in lines:
                    for piece in _pieces(line, self._endpoint.host):
                        first = first or time.perf_counter()
                        pieces += 1
                        if text := answer.feed(piece):
                            yield text
            if text := answer.finish():
                yield text
        except ModelUnavailable as error:
            self._last_error = str(error)
            raise
        self._last_error = ""
        self._last_timings = _timings(await self.count_chat(messages), pieces, begin, first)

    def status(self) -> ModelStatus:
        state = "failed" if self._last_error else "ready"
        return ModelStatus(Purpose.LANGUAGE, self.name, state, "endpoint", self._last_error)

    async def close(self) -> None:
        """Nothing is open between requests."""


class EndpointEmbedder:
    """An embedding model elsewhere. Its prefixes are those of the catalogue if its name is known there."""

    faults = 0

    def __init__(self, settings: ModelSettings) -> None:
        self._endpoint = _endpoint(settings)
        self._model = settings.endpoint_embedding_model
        entry = catalog.recognise(self._model)
        self._known = entry.traits if entry is not None else None
        known_context = entry.context if entry is not None else DEFAULT_EMBEDDING_TOKENS
        self._max_tokens = min(known_context, 2048)
        self._dimensions = 0
        self._last_error = ""

    @property
    def name(self) -> str:
        return f"{self._model} at {self._endpoint.host}"

    async def fingerprint(self, *versions: str) -> str:
        form = await self.text_form()
        recipe = [
            self._endpoint.url,
            self._model,
            await self.dimensions(),
            *self._prefixes(),
            form,
            *versions,
        ]
        return hashlib.blake2b(json.dumps(recipe).encode(), digest_size=16).hexdigest()

    async def dimensions(self) -> int:
        """The length of a vector; asks the endpoint for one when none has come yet."""
        if not self._dimensions:
            await self.embed(["."])
        return self._dimensions

    async def text_form(self) -> TextForm:
        return TextForm.CODE if self._known is None else self._known.text_form

    async def max_tokens(self) -> int:
        return self._max_tokens

    async def embed(
        self,
        texts: Sequence[str],
        *,
        query: bool = False,
        priority: Priority = Priority.BACKGROUND,
        token: CancelToken = NEVER,
    ) -> list[Vector]:
        prefix = self._prefixes()[0 if query else 1]
        vectors: list[Vector] = []
        for start in range(0, len(texts), TEXTS_PER_REQUEST):
            inputs = [self._fit(prefix + text) for text in texts[start : start + TEXTS_PER_REQUEST]]
            body = {"model": self._model, "input": inputs, "encoding_format": "float"}
            try:
                answer = await post_json(self._endpoint, "/embeddings", body, token)
                vectors.extend(self._vectors(answer, len(inputs)))
            except ModelUnavailable as error:
                self._last_error = str(error)
                raise
        self._last_error = ""
        return vectors

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [estimate_tokens(text) for text in texts]

    def status(self) -> ModelStatus:
        state = "failed" if self._last_error else "ready"
        return ModelStatus(Purpose.EMBEDDING, self.name, state, "endpoint", self._last_error)

    async def close(self) -> None:
        """Nothing is open between requests."""

    def _prefixes(self) -> tuple[str, str]:
        traits = self._known or EmbeddingTraits(0, "")
        return traits.query_prefix, traits.document_prefix

    def _fit(self, text: str) -> str:
        """The text cut to what the model takes, by the estimate; never empty, which some servers refuse."""
        limit = int((self._max_tokens - 2) * BYTES_PER_TOKEN)
        return text.encode("utf-8", "replace")[:limit].decode("utf-8", "ignore").replace("\0", " ") or " "

    def _vectors(self, answer: Any, count: int) -> Iterator[Vector]:
        try:
            items = sorted(answer["data"], key=lambda item: item["index"])
            rows = numpy.asarray([item["embedding"] for item in items], dtype=numpy.float32)
        except (KeyError, TypeError, ValueError) as error:
            raise ModelUnavailable(f"The endpoint {self._endpoint.host} sent no embeddings.") from error
        lengths = numpy.linalg.norm(rows, axis=-1) if rows.ndim == 2 else numpy.zeros(1)
        sized = rows.ndim == 2 and rows.shape[1] == (self._dimensions or rows.shape[1])
        if len(rows) != count or not sized or not numpy.all(numpy.isfinite(lengths) & (lengths > 1e-9)):
            raise ModelUnavailable(f"The endpoint {self._endpoint.host} sent vectors that cannot be used.")
        self._dimensions = rows.shape[1]
        yield from rows / lengths[:, None].astype(numpy.float32)


def _pieces(line: bytes, host: str) -> Iterator[str]:
    """The text in one line of the answer: an event of a stream, or a whole answer from a server without streams."""
    line = line.strip()
    if line.startswith(b"data:"):
        line = line[5:].strip()
    elif not line.startswith(b"{"):
        return
    if not line or line == b"[DONE]":
        return
    try:
        event = json.loads(line)
        if event.get("error"):
            raise ModelUnavailable(f"The endpoint {host} reported an error while it answered; see its log.")
        for choice in event.get("choices") or ():
            content = (choice.get("delta") or choice.get("message") or {}).get("content")
            if isinstance(content, str) and content:
                yield content
    except (ValueError, AttributeError) as error:
        raise ModelUnavailable(f"The endpoint {host} sent something that is no answer.") from error


def _timings(prompt_tokens: int, pieces: int, begin: float, first: float) -> Timings:
    """Timings of an answer; servers send about one token a piece, so pieces stand for tokens."""
    end = time.perf_counter()
    seconds = max(end - first, 1e-9)
    return Timings(
        prompt_tokens=prompt_tokens,
        reused_tokens=0,
        answer_tokens=pieces,
        first_token_seconds=(first or end) - begin,
        tokens_per_second=(pieces - 1) / seconds if pieces > 1 else 0.0,
        device="endpoint",
    )
