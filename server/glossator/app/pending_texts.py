"""The embedding texts that still have no vector, made again from the files, since they are stored nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path
from typing import Any

from glossator.app.parse_pool import ParseFailed, ParsePool
from glossator.app.parse_worker import file_payload
from glossator.core.settings import IndexSettings
from glossator.store.rows import PendingText
from glossator.store.writer import IndexWriter


class PendingTexts:
    """Takes the next texts to embed from the index and the disk."""

    def __init__(self, root: Path, writer: IndexWriter, pool: ParsePool, settings: IndexSettings) -> None:
        self.root = root
        self.writer = writer
        self.pool = pool
        self.settings = settings

    async def take(
        self, fingerprint: str, form: str, limit: int, first_paths: Collection[str]
    ) -> list[list[Any]]:
        """At most `limit` pairs of text hash and text in that form; files that changed meanwhile contribute none."""
        waiting = self.writer.pending_texts(fingerprint, limit, first_paths)
        by_path: dict[str, list[PendingText]] = {}
        for entry in waiting:
            by_path.setdefault(entry.path, []).append(entry)
        answers = await asyncio.gather(
            *(self._texts(path, form, entries) for path, entries in by_path.items())
        )
        wanted = {entry.text_hash for entry in waiting}
        texts: dict[bytes, str] = {}
        for answer in answers:
            texts.update({key: text for key, text in answer if key in wanted})
        return [[entry.text_hash, texts[entry.text_hash]] for entry in waiting if entry.text_hash in texts]

    async def _texts(self, path: str, form: str, entries: list[PendingText]) -> list[list[Any]]:
        payload = file_payload(
            self.root,
            path,
            self.settings.max_file_size_kib * 1024,
            hash=entries[0].content_hash,
            form=form,
            wanted=[entry.text_hash for entry in entries],
        )
        try:
            return await self.pool.call("texts", payload) or []
        except ParseFailed:
            return []
