"""An embedder that counts what it is asked, for tests of what is embedded and what is not."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from glossator.core.cancel import NEVER, CancelToken
from glossator.core.embedding_text import TextForm
from glossator.core.explanation import ModelStatus
from glossator.models.ports import Priority, Vector

DIMENSIONS = 64


class CountingEmbedder:
    """Gives each text a vector that only depends on it; `texts` are those that it was asked for."""

    name = "counting"
    faults = 0

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def fingerprint(self, *versions: str) -> str:
        return "counting " + " ".join(versions)

    async def dimensions(self) -> int:
        return DIMENSIONS

    async def text_form(self) -> TextForm:
        return TextForm.WORDS

    async def max_tokens(self) -> int:
        return 512

    async def embed(
        self,
        texts: Sequence[str],
        *,
        query: bool = False,
        priority: Priority = Priority.BACKGROUND,
        token: CancelToken = NEVER,
    ) -> list[Vector]:
        self.texts += texts
        return [_vector(text) for text in texts]

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def status(self) -> ModelStatus:
        return ModelStatus(purpose="embedding", name=self.name, state="ready")

    async def close(self) -> None:
        """There is nothing to close."""


def _vector(text: str) -> Vector:
    seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
    vector = np.random.default_rng(seed).standard_normal(DIMENSIONS).astype(np.float32)
    return vector / np.linalg.norm(vector)
