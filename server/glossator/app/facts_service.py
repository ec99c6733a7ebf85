"""Facts of texts that are not (or no longer) as indexed: open documents, files that changed since.

They are parsed in processes of the server's own, so that neither a hostile text nor a flat-out indexer can delay an
answer. Where a text is broken, or cannot be parsed at all, what still stands of its document's last good parse is kept
(`app.last_good_parses`).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from pathlib import Path

from glossator.app.disk_threads import ask_disk
from glossator.app.last_good_parses import LastGoodParses
from glossator.app.parse_pool import ParseFailed
from glossator.app.parse_worker import TEXT_LANGUAGE
from glossator.app.progress import NoticeListener
from glossator.app.reading import FileTooLarge, NotRegular, read_regular_file
from glossator.app.text_parsers import Superseded, TextParsers
from glossator.core.decoding import decode_file
from glossator.core.errors import UserError
from glossator.core.fact_bytes import decode_facts
from glossator.core.merged_facts import ParsedText
from glossator.core.secrets import is_secret_path
from glossator.core.symbols import FileFacts, ParseState

_MAX_CACHED = 128
_MAX_VERSIONS = 4
"""Texts of one document whose facts are kept: the one that is typed, and what one comes back to by undoing."""

_LARGEST_SAVED_BYTES = 4 * 1024 * 1024
"""A larger file is not read again for its last good parse."""

_log = logging.getLogger(__name__)

_Key = tuple[str, bytes]


class FactsService:
    """Parses texts on demand and remembers the latest."""

    def __init__(self, log_path: Path, on_notice: NoticeListener = lambda _: None) -> None:
        """`on_notice` is given sentences that the user should read."""
        self._parsers = TextParsers(log_path, on_notice)
        self._cache: OrderedDict[_Key, FileFacts] = OrderedDict()
        self._running: dict[_Key, asyncio.Task[FileFacts]] = {}
        self._last_good = LastGoodParses()
        self._preparing: asyncio.Task[FileFacts] | None = None

    def prepare(self) -> None:
        """Have the parser load before it is needed: the empty text has no facts."""
        self._preparing = asyncio.create_task(self.facts("", b""))

    async def facts(self, path: str, data: bytes, language_id: str = "") -> FileFacts:
        """The facts of `data`, which is the text of the file (or document) called `path`."""
        present = ParsedText(data, await self._parse(path, data, language_id))
        if self._last_good.wants_saved(path, present):
            saved = await ask_disk(_saved_text, path)
            if saved is not None and saved != data:
                parsed = ParsedText(saved, await self._parse(path, saved, language_id))
                await self._last_good.put_saved(path, parsed)
        return await self._last_good.facts(path, present)

    def forget(self, path: str) -> None:
        """The document was closed."""
        self._last_good.forget(path)
        self._parsers.forget(path)

    async def close(self) -> None:
        for task in (self._preparing, *self._running.values()):
            if task is not None:
                task.cancel()
        await self._parsers.close()

    async def _parse(self, path: str, data: bytes, language_id: str) -> FileFacts:
        """The facts that the parse of this text alone gives; none if it cannot be parsed."""
        key = (path, hashlib.blake2b(data, digest_size=16, person=b"facts").digest() + language_id.encode())
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        task = self._running.get(key)
        if task is None:
            task = asyncio.create_task(self._parse_now(key, data, language_id))
            self._running[key] = task
            task.add_done_callback(lambda _: self._running.pop(key, None))
        # Whoever stops waiting must not stop the others who wait for the same text.
        return await asyncio.shield(task)

    async def _parse_now(self, key: _Key, data: bytes, language_id: str) -> FileFacts:
        facts = FileFacts(TEXT_LANGUAGE, ParseState.TEXT)
        try:
            facts = decode_facts(await self._parsers.parse(key[0], data, language_id))
        except (Superseded, UserError):
            return facts
        except ParseFailed as error:
            _log.warning("A text could not be parsed: %s", error)
        self._keep(key, facts)
        return facts

    def _keep(self, key: _Key, facts: FileFacts) -> None:
        self._cache[key] = facts
        for old in [each for each in self._cache if each[0] == key[0]][:-_MAX_VERSIONS]:
            del self._cache[old]
        while len(self._cache) > _MAX_CACHED:
            self._cache.popitem(last=False)


def _saved_text(path: str) -> bytes | None:
    """The text of the file on disk, None if there is none that could be parsed."""
    file = Path(path)
    if not file.is_absolute() or is_secret_path(path):
        return None
    try:
        raw = read_regular_file(file, _LARGEST_SAVED_BYTES, follow_links=True)
    except (OSError, ValueError, FileTooLarge, NotRegular):
        return None
    return decode_file(raw)[0]
