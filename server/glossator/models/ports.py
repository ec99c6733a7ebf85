"""What the application may ask of a model, whatever runs it: a child process here or an endpoint elsewhere.

To add a way of running models: implement `Generator` or `Embedder`, and have `choose.py` open it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol, TypeAlias

import numpy
from numpy.typing import NDArray

from glossator.core.cancel import NEVER, CancelToken
from glossator.core.embedding_text import TextForm
from glossator.core.errors import ModelUnavailable
from glossator.core.explanation import ModelStatus

Vector: TypeAlias = NDArray[numpy.float32]
"""One embedding: float32, one dimension, of length 1 (L2), finite."""


class DiedAtWork(ModelUnavailable):
    """The process of the model had loaded it and ended, or had to be ended, while it worked on what was asked."""


class UnusableText(ModelUnavailable):
    """The model works, but gives no vector for this text."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a chat. `role` is `system`, `user` or `assistant`; `content` is data, never markup."""

    role: str
    content: str


class Priority(IntEnum):
    """Who waits for an embedding: lower numbers are answered first."""

    INTERACTIVE = 0
    BACKGROUND = 1


@dataclass(frozen=True, slots=True)
class Timings:
    """What one answer cost.

    `reused_tokens` of the `prompt_tokens` were still in the model's memory from the prompt before.
    `device` is `CPU`, the name of a GPU, or `endpoint`.
    """

    prompt_tokens: int
    reused_tokens: int
    answer_tokens: int
    first_token_seconds: float
    tokens_per_second: float
    device: str


class Embedder(Protocol):
    """Texts to vectors. Every method may raise `ModelUnavailable` and `Cancelled`."""

    @property
    def name(self) -> str:
        """The model's name as the user knows it."""

    @property
    def faults(self) -> int:
        """How often vectors without meaning were found out. What was made shortly before is not to be kept."""

    async def fingerprint(self, *versions: str) -> str:
        """Identifies all that shapes a vector apart from the text: weights, dimensions, pooling, prefixes, and the
        `versions` of what makes the texts. Vectors under different fingerprints are never compared.

        Reads the model's file once when it is new; starts no model.
        """

    async def dimensions(self) -> int:
        """The number of components of each vector; starts no model."""

    async def text_form(self) -> TextForm:
        """The form of text that the model was made for; starts no model."""

    async def max_tokens(self) -> int:
        """Tokens of one text, marks and prefix included, beyond which the model sees no more of it."""

    async def embed(
        self,
        texts: Sequence[str],
        *,
        query: bool = False,
        priority: Priority = Priority.BACKGROUND,
        token: CancelToken = NEVER,
    ) -> list[Vector]:
        """One vector for each text, in order; `query` puts the model's query prefix in front."""

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without prefix and marks."""

    def status(self) -> ModelStatus:
        """The state of the model, without starting it."""

    async def close(self) -> None:
        """Stop whatever runs the model, within two seconds."""


class Generator(Protocol):
    """Chat prompts to text. Every method may raise `ModelUnavailable` and `Cancelled`."""

    @property
    def name(self) -> str:
        """The model's name as the user knows it."""

    async def fingerprint(self) -> str:
        """Identifies the model, for stored explanations. Reads the model's file once when it is new."""

    async def context_tokens(self) -> int:
        """Tokens of prompt and answer together that the model can hold; may start the model."""

    async def prompt_tokens(self) -> int:
        """Tokens of a prompt that the model reads in acceptable time, at most the context window."""

    @property
    def notice(self) -> str:
        """One sentence for the user when the model runs otherwise than set (on the CPU), else empty."""

    @property
    def counts_exactly(self) -> bool:
        """Whether token counts come from the model's own tokenizer; estimates err on the large side."""

    @property
    def last_timings(self) -> Timings | None:
        """What the last whole answer cost, None before the first."""

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text as part of a message."""

    async def count_chat(self, messages: Sequence[Message]) -> int:
        """Tokens of the whole chat prompt, as the model will see it."""

    async def render(self, messages: Sequence[Message]) -> str:
        """The exact text of the whole chat prompt."""

    def generate(
        self,
        messages: Sequence[Message],
        max_tokens: int,
        temperature: float = 0.0,
        token: CancelToken = NEVER,
    ) -> AsyncGenerator[str, None]:
        """The answer in pieces as they come, at most `max_tokens` tokens.

        `UserError` if prompt and answer together do not fit into `context_tokens`.
        """

    def status(self) -> ModelStatus:
        """The state of the model, without starting it."""

    async def close(self) -> None:
        """Stop whatever runs the model, within two seconds."""
