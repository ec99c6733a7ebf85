"""The two parser processes for texts that somebody waits for.

The second one exists for the time in which the first is stuck: in native code that never returns, say. A document whose
text ended a parser goes to the second one from then on, has less time, and only its newest text is parsed, so that
somebody who types in it delays nobody else. With the first text that can be parsed it is one like all others again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from glossator.app.parse_pool import ParseFailed, ParsePool
from glossator.app.progress import NoticeListener

TEXT_SECONDS = 5.0
"""How much of a processor one text may take."""
SUSPECT_SECONDS = 1.0
"""How much of it a text may take whose document had one that could not be parsed."""
BUSY_SECONDS = 0.25
"""So long a text waits for the first parser before it goes to the second, which may have to be started."""


class Superseded(ParseFailed):
    """A newer text of the document was to be parsed instead."""


@dataclass(slots=True)
class _Suspect:
    """A document whose text ended a parser: one of its texts is parsed at a time, and `waiting` is the newest."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: object = None


class TextParsers:
    """Parses texts of documents, each named by its path."""

    def __init__(self, log_path: Path, on_notice: NoticeListener) -> None:
        self._first = ParsePool(1, log_path, low_priority=False, on_notice=on_notice)
        self._second = ParsePool(1, log_path, low_priority=False, on_notice=on_notice)
        self._first_in_use = asyncio.Lock()
        self._suspects: dict[str, _Suspect] = {}

    async def parse(self, path: str, data: bytes, language_id: str) -> bytes:
        """The facts of a text, encoded. Raises `ParseFailed` if it cannot be parsed or another one took its place."""
        payload = {"path": os.fsencode(path), "data": data, "language_id": language_id}
        if (suspect := self._suspects.get(path)) is not None:
            return await self._parse_alone(path, suspect, payload)
        try:
            if not await self._first_taken():
                return await self._parse_with(self._second, payload, TEXT_SECONDS)
            try:
                return await self._parse_with(self._first, payload, TEXT_SECONDS)
            finally:
                self._first_in_use.release()
        except ParseFailed:
            self._suspects[path] = _Suspect()
            raise

    def forget(self, path: str) -> None:
        """The document was closed."""
        self._suspects.pop(path, None)

    async def close(self) -> None:
        await asyncio.gather(self._first.close(), self._second.close())

    async def _parse_alone(self, path: str, suspect: _Suspect, payload: dict[str, Any]) -> bytes:
        suspect.waiting = turn = object()
        async with suspect.turn:
            if suspect.waiting is not turn:
                raise Superseded("a newer text took its place")
            facts = await self._parse_with(self._second, payload, SUSPECT_SECONDS)
        self._suspects.pop(path, None)
        return facts

    async def _first_taken(self) -> bool:
        """Whether the first parser is ours within the time that is worth waiting."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BUSY_SECONDS):
                return await self._first_in_use.acquire()
        return False

    @staticmethod
    async def _parse_with(pool: ParsePool, payload: dict[str, Any], seconds: float) -> bytes:
        facts: bytes = await pool.call_again("facts", payload, seconds=seconds)
        return facts
