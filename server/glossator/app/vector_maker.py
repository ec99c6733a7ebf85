"""Making the vectors that an index lacks, in the background, behind every answer.

A text on which the model dies is tried once more later; one on which it dies again, or that it has no vector for, is
left out until the server starts anew, so that a hostile text costs the others nothing.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from glossator.app.answering import Answering
from glossator.app.index_state import STEPS, TITLE, IndexState
from glossator.app.progress import NoticeListener, Progress, ProgressListener
from glossator.core.cancel import CancelToken
from glossator.core.chunks import CHUNKER_VERSION
from glossator.core.embedding_text import EMBEDDING_TEXT_VERSION
from glossator.core.errors import Cancelled, ModelUnavailable
from glossator.core.quantize import QUANTIZER_VERSION, median_distance, sign_bits
from glossator.host.process import Child
from glossator.models import canary
from glossator.models.ports import DiedAtWork, Embedder, UnusableText, Vector
from glossator.store.reader import IndexReader

VECTOR_VERSIONS = (
    f"text {EMBEDDING_TEXT_VERSION}",
    f"chunks {CHUNKER_VERSION}",
    f"quantizer {QUANTIZER_VERSION}",
)
"""What shapes a vector beside the model: part of its fingerprint."""
EMBED_BATCH = 32
"""Texts of one batch: as many as one look into the index finds."""

MOST_DEATHS = 2
"""A text on which the model has died so often is left out."""

SPREAD_SAMPLE = 128
LEAST_SPREAD = 0.1
"""Vectors of so many texts that differ in less than this share of their bits tell nothing apart (half is usual)."""

_log = logging.getLogger(__name__)


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
        on_notice: NoticeListener,
    ) -> None:
        """`first_paths` names the files whose texts come first, those that are open."""
        self.root = root
        self.reader = reader
        self.state = state
        self.answering = answering
        self.first_paths = first_paths
        self.on_progress = on_progress
        self.on_notice = on_notice
        self._deaths: Counter[bytes] = Counter()
        self._left_out: set[bytes] = set()
        self._sample: list[Vector] = []
        self._sampled = ""
        self._failure = ""
        self._in_flight: CancelToken | None = None

    def interrupt(self) -> None:
        """Break the text off that is worked on, so that whoever wants something else is not kept waiting."""
        if self._in_flight is not None:
            self._in_flight.cancel()

    async def make(
        self, child: Child, embedder: Embedder, token: CancelToken, interrupted: Callable[[], bool]
    ) -> bool:
        """Work until nothing is missing or `interrupted`; False if texts are missing whose files have changed.

        Where no model can work the user is told so once, and nothing is made. Raises `Cancelled`.
        """
        try:
            fingerprint = await embedder.fingerprint(*VECTOR_VERSIONS)
            while not interrupted():
                token.check()
                if not await self._batch(child, embedder, fingerprint, token, interrupted):
                    return self.state.embedded + len(self._left_out) >= self.state.to_embed
        except ModelUnavailable as error:
            self._failed(embedder, str(error))
        return True

    async def _batch(
        self,
        child: Child,
        embedder: Embedder,
        fingerprint: str,
        token: CancelToken,
        interrupted: Callable[[], bool],
    ) -> bool:
        """Make and store some vectors; False if there is no text to make any of."""
        payload = {
            "fingerprint": fingerprint,
            "form": await embedder.text_form(),
            "limit": EMBED_BATCH + len(self._left_out),
            "first_paths": [os.fsencode(path) for path in self.first_paths(self.root)],
        }
        found = await child.call("pending_texts", payload, token=token)
        pairs = [(key, text) for key, text in found if key not in self._left_out]
        self.state.embedded, self.state.to_embed = await asyncio.to_thread(self.reader.embedded, fingerprint)
        if not pairs:
            return False
        self._report()
        faults = embedder.faults
        made: dict[bytes, Vector] = {}

        def is_wanted() -> bool:
            return not token.cancelled and not interrupted()

        try:
            for key, text in pairs:
                # One text at a time, so that what was made is not lost when something else is to be done.
                await self._embed(embedder, key, text, made, is_wanted)
        except Cancelled:
            token.check()
            if not interrupted():
                raise
        if made and await self._is_well(embedder, faults, token):
            await self._store(child, fingerprint, made, token)
            self._look_at_spread(embedder, fingerprint, list(made.values()))
        return True

    async def _is_well(self, embedder: Embedder, faults: int, token: CancelToken) -> bool:
        """Whether a model that had so many faults has worked since then. Raises `ModelUnavailable` if it does not."""

        async def check(step: CancelToken) -> list[Vector]:
            token.on_cancel(step.cancel)
            return await embedder.embed(canary.TEXTS, token=step)

        rows = await self.answering.in_background(check, lambda: not token.cancelled)
        if not canary.tell_apart(np.stack(rows)):
            raise ModelUnavailable(canary.useless(embedder.name))
        return embedder.faults == faults

    async def _embed(
        self,
        embedder: Embedder,
        key: bytes,
        text: str,
        made: dict[bytes, Vector],
        is_wanted: Callable[[], bool],
    ) -> None:
        """Add the vector of a text to `made`, if it gets one. Raises `Cancelled` when it is not wanted any more."""
        try:
            (made[key],) = await self.answering.in_background(partial(self._one, embedder, text), is_wanted)
        except UnusableText:
            self._leave_out(key)
        except DiedAtWork:
            self._deaths[key] += 1
            if self._deaths[key] >= MOST_DEATHS:
                self._leave_out(key)
        else:
            self._recovered()

    async def _store(
        self, child: Child, fingerprint: str, made: dict[bytes, Vector], token: CancelToken
    ) -> None:
        vectors = np.stack(list(made.values())).astype(np.float32)
        stored = {
            "fingerprint": fingerprint,
            "hashes": list(made),
            "vectors": vectors.tobytes(),
            "dimensions": vectors.shape[1],
        }
        await child.call("put_vectors", stored, token=token)

    def _leave_out(self, key: bytes) -> None:
        self._left_out.add(key)
        _log.warning("%d texts get no vector, because the model fails on them.", len(self._left_out))

    def _failed(self, embedder: Embedder, sentence: str) -> None:
        if not self._failure:
            _log.warning("No vectors are made: %s", sentence)
            # What was never fetched is no news; `status` says it.
            if embedder.status().state != "missing":
                self.on_notice(sentence)
        self._failure = self.state.last_error = sentence

    def _recovered(self) -> None:
        if self._failure and self.state.last_error == self._failure:
            self.state.last_error = ""
        self._failure = ""

    def _look_at_spread(self, embedder: Embedder, fingerprint: str, vectors: Sequence[Vector]) -> None:
        """Say so once if the vectors of a model hardly differ, for then search by meaning finds anything."""
        if self._sampled == fingerprint:
            return
        self._sample += vectors
        if len(self._sample) < SPREAD_SAMPLE:
            return
        bits, dimensions = sign_bits(np.stack(self._sample)), len(self._sample[0])
        self._sample, self._sampled = [], fingerprint
        spread = median_distance(bits, dimensions)
        if spread < LEAST_SPREAD:
            sentence = (
                f"The vectors of the model {embedder.name} differ in only {spread:.0%} of their bits, so search by "
                "meaning finds little with it; choose another (models.embedding)."
            )
            _log.warning("%s", sentence)
            self.on_notice(sentence)

    def _report(self) -> None:
        self.state.phase = "embedding"
        done, total = self.state.embedded, self.state.to_embed
        message = f"{STEPS['embedding']}, {done} of {total} texts"
        self.on_progress(Progress("index", TITLE, message, done * 100 // max(1, total)))

    async def _one(self, embedder: Embedder, text: str, token: CancelToken) -> list[Vector]:
        self._in_flight = token
        try:
            return await embedder.embed([text], token=token)
        finally:
            self._in_flight = None
