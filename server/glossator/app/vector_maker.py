"""Making the vectors that an index lacks, in the background, behind every answer."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

import numpy as np

from glossator.app.answering import Answering
from glossator.app.index_state import STEPS, TITLE, IndexState
from glossator.app.progress import Progress, ProgressListener
from glossator.core.cancel import CancelToken
from glossator.core.chunks import CHUNKER_VERSION
from glossator.core.embedding_text import EMBEDDING_TEXT_VERSION
from glossator.core.quantize import QUANTIZER_VERSION
from glossator.host.process import Child
from glossator.models.ports import Embedder, Vector
from glossator.store.reader import IndexReader

VECTOR_VERSIONS = (
    f"text {EMBEDDING_TEXT_VERSION}",
    f"chunks {CHUNKER_VERSION}",
    f"quantizer {QUANTIZER_VERSION}",
)
"""What shapes a vector beside the model: part of its fingerprint."""
EMBED_BATCH = 32
"""Texts of one batch: as many as one look into the index finds."""


class VectorMaker:
    """Takes texts from the indexer, vectors from the model, and gives them to the indexer to store."""

    def __init__(
        self,
        root: Path,
        reader: IndexReader,
        state: IndexState,
        answering: Answering,
        first_paths: Callable[[Path], Collection[str]],
        on_progress: ProgressListener,
    ) -> None:
        """`first_paths` names the files whose texts come first, those that are open."""
        self.root = root
        self.reader = reader
        self.state = state
        self.answering = answering
        self.first_paths = first_paths
        self.on_progress = on_progress

    async def make(
        self, child: Child, embedder: Embedder, token: CancelToken, interrupted: Callable[[], bool]
    ) -> bool:
        """Work until nothing is missing or `interrupted`; whether all was found that is missing.

        Raises `Cancelled` and `ModelUnavailable`.
        """
        fingerprint = await embedder.fingerprint(*VECTOR_VERSIONS)
        while not interrupted():
            token.check()
            if not await self._batch(child, embedder, fingerprint, token):
                return self.state.embedded >= self.state.to_embed
        return True

    async def _batch(self, child: Child, embedder: Embedder, fingerprint: str, token: CancelToken) -> bool:
        payload = {
            "fingerprint": fingerprint,
            "limit": EMBED_BATCH,
            "first_paths": [os.fsencode(path) for path in self.first_paths(self.root)],
        }
        pairs = await child.call("pending_texts", payload, token=token)
        self.state.embedded, self.state.to_embed = await asyncio.to_thread(self.reader.embedded, fingerprint)
        if not pairs:
            return False
        self._report()
        vectors: list[Vector] = []
        for _, text in pairs:
            # One text at a time takes a second at most, so that a change or an answer never waits for long.
            token.check()
            vectors += await self.answering.in_background(partial(_embed_one, embedder, text))
        stored = {
            "fingerprint": fingerprint,
            "hashes": [key for key, _ in pairs],
            "vectors": np.stack(vectors).astype(np.float32).tobytes(),
            "dimensions": len(vectors[0]),
        }
        await child.call("put_vectors", stored, token=token)
        return True

    def _report(self) -> None:
        self.state.phase = "embedding"
        done, total = self.state.embedded, self.state.to_embed
        message = f"{STEPS['embedding']}, {done} of {total} texts"
        self.on_progress(Progress("index", TITLE, message, done * 100 // max(1, total)))


async def _embed_one(embedder: Embedder, text: str, token: CancelToken) -> list[Vector]:
    return await embedder.embed([text], token=token)
