"""The models of a session: opened when first needed, opened anew when their settings change."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from glossator.app.disk_threads import ask_disk
from glossator.core.explanation import ModelStatus
from glossator.core.settings import ModelSettings
from glossator.host.folders import Folders
from glossator.models.choose import open_embedder, open_generator
from glossator.models.ports import Embedder, Generator


class ModelService:
    """Keeps one language model and one embedding model."""

    def __init__(self, settings: ModelSettings, folders: Folders) -> None:
        self.settings = settings
        self.folders = folders
        self._generators: dict[ModelSettings, Generator] = {}
        self._embedder: Embedder | None = None
        self._closing: set[asyncio.Task[None]] = set()

    def generator(self, name: str | None = None) -> Generator | None:
        """The language model `name`, or the one of the settings; None if they switch it off.

        A model that is missing or broken says so when it is asked.
        """
        settings = self.settings if name is None else replace(self.settings, language=name, endpoint="")
        if name is not None and name == self.settings.endpoint_model:
            settings = self.settings
        found = self._generators.get(settings)
        if found is None:
            found = open_generator(settings, self.folders)
            # One language model at a time is held in memory.
            for other in self._generators.values():
                self._close(other)
            self._generators = {} if found is None else {settings: found}
        return found

    @contextmanager
    def warmed_up(self, generator: Generator | None) -> Iterator[None]:
        """Within the block a model is loaded while something else is read, and after it only if it is wanted
        otherwise; what goes wrong is told by whoever asks it."""
        if generator is None:
            yield
            return
        task = asyncio.get_running_loop().create_task(generator.context_tokens())
        task.add_done_callback(_see)
        try:
            yield
        finally:
            task.cancel()

    def embedder(self) -> Embedder | None:
        """The embedding model; None if the settings switch it off."""
        if self._embedder is None:
            self._embedder = open_embedder(self.settings, self.folders)
        return self._embedder

    def update_settings(self, settings: ModelSettings) -> None:
        """Take new settings; models that they concern are stopped and opened again when needed."""
        if settings == self.settings:
            return
        self.settings = settings
        for generator in self._generators.values():
            self._close(generator)
        self._generators = {}
        if self._embedder is not None:
            self._close(self._embedder)
            self._embedder = None

    def status(self) -> tuple[ModelStatus, ...]:
        """Both models, without starting them; asks the disk for their files."""
        return _statuses(*self._chosen())

    async def current_status(self) -> tuple[ModelStatus, ...]:
        """The same for the event loop."""
        return await ask_disk(_statuses, *self._chosen())

    def _chosen(self) -> tuple[Generator | None, Embedder | None]:
        return next(iter(self._generators.values()), None) or self.generator(), self.embedder()

    def _close(self, model: Generator | Embedder) -> None:
        task = asyncio.get_running_loop().create_task(model.close())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def close(self) -> None:
        """Stop both models."""
        models: list[Generator | Embedder] = list(self._generators.values())
        if self._embedder is not None:
            models.append(self._embedder)
        await asyncio.gather(*(model.close() for model in models), *self._closing, return_exceptions=True)


def _see(task: asyncio.Task[int]) -> None:
    """Mark what went wrong as seen."""
    if not task.cancelled():
        task.exception()


def _statuses(language: Generator | None, embedding: Embedder | None) -> tuple[ModelStatus, ...]:
    return (
        language.status() if language else _off("language"),
        embedding.status() if embedding else _off("embedding"),
    )


def _off(purpose: str) -> ModelStatus:
    return ModelStatus(purpose, "none", "off", detail="Switched off by the settings.")
