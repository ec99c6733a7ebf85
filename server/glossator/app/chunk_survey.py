"""A survey of the chunks of a folder: its files are read, parsed and cut as for the index, and by the reference."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from glossator.app.files import list_files
from glossator.app.parse_pool import ParseFailed, ParsePool, worker_count
from glossator.app.parse_worker import file_payload
from glossator.core.evaluation.chunk_measures import ChunkMeasures
from glossator.core.settings import IndexSettings


@dataclass(slots=True)
class LanguageSurvey:
    """The files of one language: how many there are, and how they are cut by us and by the reference."""

    files: int = 0
    bytes: int = 0
    chunks: ChunkMeasures = field(default_factory=ChunkMeasures)
    reference: ChunkMeasures = field(default_factory=ChunkMeasures)


@dataclass(slots=True)
class ChunkSurvey:
    """What was measured of a folder, by the name of the language. A file on which a parser dies is left out."""

    root: Path
    settings: IndexSettings
    languages: dict[str, LanguageSurvey] = field(default_factory=dict)

    async def take(self, log_path: Path, on_progress: Callable[[int, int], None]) -> None:
        """Measure all files that would be indexed; progress is told in files done and in all."""
        files = [file.path for file in list_files(self.root, self.settings) if file.state == "candidate"]
        async with ParsePool(worker_count(self.settings.workers), log_path, low_priority=True) as pool:
            size = pool.size * 8
            for first in range(0, len(files), size):
                on_progress(first, len(files))
                batch = files[first : first + size]
                for answer in await asyncio.gather(*(self._measured(pool, path) for path in batch)):
                    if answer is not None:
                        self._add(answer)

    async def _measured(self, pool: ParsePool, path: str) -> dict[str, Any] | None:
        payload = file_payload(self.root, path, self.settings.max_file_size_kib * 1024)
        try:
            answer: dict[str, Any] | None = await pool.call("measure", payload)
            return answer
        except ParseFailed:
            return None

    def _add(self, answer: dict[str, Any]) -> None:
        survey = self.languages.setdefault(answer["language"], LanguageSurvey())
        survey.files += 1
        survey.bytes += answer["bytes"]
        survey.chunks.join(ChunkMeasures(*answer["chunks"]))
        survey.reference.join(ChunkMeasures(*answer["reference"]))
