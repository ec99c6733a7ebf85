"""The embedding model of this machine as an `Embedder`."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import numpy

from glossator.core.cancel import NEVER, CancelToken
from glossator.core.embedding_text import TextForm
from glossator.core.errors import ModelUnavailable
from glossator.core.explanation import ModelStatus
from glossator.core.settings import ModelSettings
from glossator.host.folders import Folders
from glossator.models import canary, convert, gguf_check, local_files
from glossator.models.catalog import EmbeddingTraits, Purpose
from glossator.models.local_files import LocalFile
from glossator.models.patience import Patience
from glossator.models.ports import Priority, UnusableText, Vector
from glossator.models.supervised import ModelProcess, Start

_log = logging.getLogger(__name__)

_ENTRY = "glossator.models.child:serve_embedding"

TEXTS_PER_CALL = 4
"""Texts sent to the process at once: an interactive request waits for no more than these."""

MAX_CONTEXT_TOKENS = 2048
"""Longer texts are cut here even if the model could read more: memory and time grow with the square."""


class PriorityLock:
    """A lock that goes to the waiter of the lowest priority number, then to the one that came first."""

    def __init__(self) -> None:
        self._held = False
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    @asynccontextmanager
    async def hold(self, priority: int) -> AsyncIterator[None]:
        """Hold the lock within the block."""
        if self._held:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (priority, next(self._numbers), turn))
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._pass_on()
                raise
        self._held = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        """Give the lock to the next waiter; it counts as held until that one runs."""
        while self._waiting:
            turn = heapq.heappop(self._waiting)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self._held = False


class LocalEmbedder:
    """A GGUF embedding model in a supervised process. Making one starts nothing."""

    def __init__(
        self, file: LocalFile, settings: ModelSettings, folders: Folders, patience: Patience | None = None
    ) -> None:
        self._file = file
        self._settings = settings
        self._folders = folders
        self._lock = PriorityLock()
        self._facts: gguf_check.GgufFacts | None = None
        self._texts_cut = 0
        self._watch = canary.Watch()
        self._faults = 0
        self._useless = ""
        self._useless_file: tuple[int, int] | None = None
        self.process = ModelProcess(
            "embedding model",
            self._prepare,
            log_path=folders.child_log("embedding-model"),
            idle_seconds=settings.idle_seconds,
            low_priority=True,
            patience=patience,
            plain_memory=folders.cache / "models" / "needs-plain-form",
        )

    @property
    def name(self) -> str:
        return self._file.name

    @property
    def faults(self) -> int:
        return self._faults

    async def fingerprint(self, *versions: str) -> str:
        traits, max_tokens = await self._traits(), await self.max_tokens()
        weights = await asyncio.to_thread(local_files.digest, self._file.path, self._folders)
        return local_files.embedding_fingerprint(weights, traits, max_tokens, versions)

    async def dimensions(self) -> int:
        return (await self._traits()).dimensions

    async def text_form(self) -> TextForm:
        return (await self._traits()).text_form

    async def max_tokens(self) -> int:
        facts = await self._inspect()
        return min(facts.context or MAX_CONTEXT_TOKENS, MAX_CONTEXT_TOKENS)

    async def embed(
        self,
        texts: Sequence[str],
        *,
        query: bool = False,
        priority: Priority = Priority.BACKGROUND,
        token: CancelToken = NEVER,
    ) -> list[Vector]:
        vectors: list[Vector] = []
        for start in range(0, len(texts), TEXTS_PER_CALL):
            part = _sendable(texts[start : start + TEXTS_PER_CALL])
            async with self._lock.hold(priority):
                vectors.extend(await self._checked(part, query, token))
        return vectors

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        async with self._lock.hold(Priority.INTERACTIVE):
            return [int(count) for count in await self.process.call("count", _sendable(texts))]

    def status(self) -> ModelStatus:
        reason = local_files.missing_reason(self._file)
        state = "missing" if reason and self.process.pid is None else self.process.state
        detail = reason if state == "missing" else f"{self.process.detail} {self._cut_in_words()}".strip()
        if self._useless and not reason:
            state, detail = "failed", self._useless
        device = str(self.process.facts.get("device", "")) if state == "ready" else ""
        return ModelStatus(Purpose.EMBEDDING, self.name, state, device, detail)

    async def close(self) -> None:
        await self.process.close()

    async def _checked(self, texts: list[str], query: bool, token: CancelToken) -> list[Vector]:
        """Vectors of a few texts that mean something.

        A process that gives others is started again once; if that does not help, the model is not asked any more.
        """
        self._refuse_if_useless()
        while True:
            rows = await self._rows(texts, query, token)
            if self._watch.doubts(texts, rows):
                if not self._watch.is_well(await self._rows(canary.TEXTS, False, token)):
                    await self._replace_process()
                    continue
                if not canary.are_usable(rows):
                    raise UnusableText(f"The model {self.name} gives no vector for one of the texts.")
            self._watch.accept(texts, rows)
            return list(rows)

    async def _rows(self, texts: Sequence[str], query: bool, token: CancelToken) -> canary.Rows:
        answer = await self.process.call("embed", {"texts": list(texts), "query": query}, token)
        self._texts_cut = int(answer["texts_cut"])
        return numpy.frombuffer(answer["vectors"], dtype="<f4").reshape(len(texts), -1)

    async def _replace_process(self) -> None:
        """Start anew with the next call. Raises `ModelUnavailable` if that was of no use just before."""
        self._faults += 1
        worth = self._watch.is_worth_a_restart()
        await self.process.restart()
        if worth:
            _log.warning("The embedding model gave vectors that cannot be used; it is started again.")
            return
        self._useless_file = local_files.stamp(self._file.path)
        self._useless = canary.useless(self.name)
        _log.warning("%s", self._useless)
        self._refuse_if_useless()

    def _refuse_if_useless(self) -> None:
        """Raise `ModelUnavailable` if the model has proved useless and its file is still the same."""
        if self._useless and self._useless_file != local_files.stamp(self._file.path):
            self._useless, self._watch = "", canary.Watch()
        if self._useless:
            raise ModelUnavailable(self._useless)

    def _cut_in_words(self) -> str:
        if not self._texts_cut:
            return ""
        return f"{self._texts_cut} texts were longer than the model reads; it has seen their beginning."

    async def _inspect(self) -> gguf_check.GgufFacts:
        """What the file says about itself; read again after it was exchanged."""
        if self._facts is None or not self._file.path.exists():
            self._facts = await asyncio.to_thread(local_files.check_file, self._file, Purpose.EMBEDDING)
        return self._facts

    async def _traits(self) -> EmbeddingTraits:
        traits = local_files.traits_of(self._file, await self._inspect())
        if not traits.dimensions:
            raise ModelUnavailable(
                f"The model {self.name} does not say how long its vectors are; choose another."
            )
        return traits

    async def _prepare(self) -> Start:
        self._facts = None
        traits = await self._traits()
        references = convert.references(self._file.entry.name) if self._file.entry else ()
        payload = {
            "path": os.fsencode(self._file.path),
            "threads": self._settings.threads,
            "gpu_layers": self._settings.gpu_layers,
            "max_tokens": await self.max_tokens(),
            "pooling": traits.pooling,
            "query_prefix": traits.query_prefix,
            "document_prefix": traits.document_prefix,
            "references": [[reference.text, reference.vector.tobytes()] for reference in references],
        }
        return Start(_ENTRY, payload, (await self._inspect()).size)


def _sendable(texts: Sequence[str]) -> list[str]:
    """The texts with lone surrogates, which no model knows, replaced."""
    return [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
