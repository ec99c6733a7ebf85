"""The language model of this machine as a `Generator`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Sequence
from typing import Any

from glossator.core.cancel import NEVER, CancelToken
from glossator.core.explanation import ModelStatus
from glossator.core.settings import ModelSettings
from glossator.host.folders import Folders
from glossator.models import local_files
from glossator.models.catalog import Purpose
from glossator.models.local_files import LocalFile
from glossator.models.patience import Patience
from glossator.models.ports import Message, Timings
from glossator.models.supervised import ModelProcess, Start

CPU_PROMPT_TOKENS = 768
"""Prompt tokens by default where no GPU helps: a small model reads so many in some seconds."""

_ENTRY = "glossator.models.child:serve_language"


class LocalGenerator:
    """A GGUF language model in a supervised process. Making one starts nothing."""

    counts_exactly = True

    def __init__(
        self, file: LocalFile, settings: ModelSettings, folders: Folders, patience: Patience | None = None
    ) -> None:
        self._file = file
        self._settings = settings
        self._folders = folders
        self._last_timings: Timings | None = None
        self.process = ModelProcess(
            "language model",
            self._prepare,
            log_path=folders.child_log("language-model"),
            idle_seconds=settings.idle_seconds,
            patience=patience,
            plain_memory=folders.cache / "models" / "needs-plain-form",
        )

    @property
    def name(self) -> str:
        return self._file.name

    @property
    def notice(self) -> str:
        return self.process.notice

    @property
    def last_timings(self) -> Timings | None:
        return self._last_timings

    async def fingerprint(self) -> str:
        return await asyncio.to_thread(local_files.digest, self._file.path, self._folders)

    async def context_tokens(self) -> int:
        facts = await self.process.load()
        return int(facts["context_tokens"])

    async def prompt_tokens(self) -> int:
        context = await self.context_tokens()
        slow = self.process.facts.get("device", "CPU") == "CPU"
        wanted = self._settings.prompt_tokens or (CPU_PROMPT_TOKENS if slow else context)
        return min(wanted, context)

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [int(count) for count in await self.process.call("count", list(map(_sendable, texts)))]

    async def count_chat(self, messages: Sequence[Message]) -> int:
        return int(await self.process.call("count_chat", _wire(messages)))

    async def render(self, messages: Sequence[Message]) -> str:
        return str(await self.process.call("render", _wire(messages)))

    async def generate(
        self,
        messages: Sequence[Message],
        max_tokens: int,
        temperature: float = 0.0,
        token: CancelToken = NEVER,
    ) -> AsyncGenerator[str, None]:
        payload = {"messages": _wire(messages), "max_tokens": max_tokens, "temperature": float(temperature)}
        items = self.process.stream("generate", payload, token, self._take_timings)
        try:
            # Numbers tell how far the prompt is read; that they come is a sign of life and all that is needed.
            async for item in items:
                if isinstance(item, str):
                    yield item
        finally:
            await items.aclose()

    def status(self) -> ModelStatus:
        reason = local_files.missing_reason(self._file)
        state = "missing" if reason and self.process.pid is None else self.process.state
        device = str(self.process.facts.get("device", "")) if state == "ready" else ""
        detail = reason if state == "missing" else self.process.detail
        return ModelStatus(Purpose.LANGUAGE, self.name, state, device, detail)

    async def close(self) -> None:
        await self.process.close()

    def _take_timings(self, result: dict[str, Any]) -> None:
        self._last_timings = Timings(**result)

    async def _prepare(self) -> Start:
        facts = await asyncio.to_thread(local_files.check_file, self._file, Purpose.LANGUAGE)
        payload = {
            "path": os.fsencode(self._file.path),
            "threads": self._settings.threads,
            "gpu_layers": self._settings.gpu_layers,
            "context_tokens": self._settings.context_tokens,
        }
        return Start(_ENTRY, payload, facts.size)


def _wire(messages: Sequence[Message]) -> list[list[str]]:
    return [[message.role, _sendable(message.content)] for message in messages]


def _sendable(text: str) -> str:
    """The text with lone surrogates, which no model knows, replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")
