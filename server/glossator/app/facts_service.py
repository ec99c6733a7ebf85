"""Facts of texts that are not (or no longer) as indexed: open documents, files that changed since.

They are parsed in a process of the server's own, so that neither a hostile text nor a flat-out indexer can delay
an answer. Where a parse crashes or takes too long, the facts of the last good one stand in for it.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections import OrderedDict
from pathlib import Path

import msgspec

from glossator.app.parse_pool import ParseFailed, ParsePool
from glossator.core.symbols import FileFacts, ParseState

_MAX_CACHED = 128
FACTS_SECONDS = 5.0
"""How long one text may take before the last good facts are taken."""

_decode = msgspec.msgpack.Decoder(FileFacts).decode


class FactsService:
    """Parses texts on demand and remembers the latest."""

    def __init__(self, log_path: Path) -> None:
        self._pool = ParsePool(1, log_path, low_priority=False)
        self._cache: OrderedDict[tuple[str, bytes], FileFacts] = OrderedDict()
        self._running: dict[tuple[str, bytes], asyncio.Task[FileFacts]] = {}
        self._last_good: dict[str, FileFacts] = {}

    async def facts(self, path: str, data: bytes, language_id: str = "") -> FileFacts:
        """The facts of `data`, which is the text of the file (or document) called `path`."""
        key = (path, hashlib.blake2b(data, digest_size=16, person=b"facts").digest() + language_id.encode())
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        task = self._running.get(key)
        if task is None:
            task = asyncio.create_task(self._parse(key, path, data, language_id))
            self._running[key] = task
            task.add_done_callback(lambda _: self._running.pop(key, None))
        # Whoever stops waiting must not stop the others who wait for the same text.
        return await asyncio.shield(task)

    def forget(self, path: str) -> None:
        """The document was closed."""
        self._last_good.pop(path, None)

    async def close(self) -> None:
        for task in list(self._running.values()):
            task.cancel()
        await self._pool.close()

    async def _parse(self, key: tuple[str, bytes], path: str, data: bytes, language_id: str) -> FileFacts:
        payload = {"path": os.fsencode(path), "data": data, "language_id": language_id}
        try:
            facts = _decode(await self._pool.call("facts", payload, seconds=FACTS_SECONDS))
        except ParseFailed:
            facts = self._last_good.get(path) or FileFacts("text", ParseState.TEXT)
        if facts.state is ParseState.PARSED:
            self._last_good[path] = facts
        self._cache[key] = facts
        while len(self._cache) > _MAX_CACHED:
            self._cache.popitem(last=False)
        return facts
