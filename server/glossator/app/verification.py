"""Asking a verifier about the references of which the resolver is not sure, a little at a time.

What it says is kept with the edges until the file of the reference, the definition that it means, or what is called
like it changes.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from glossator.app.parse_pool import ParseFailed, ParsePool
from glossator.app.parse_worker import file_payload
from glossator.app.resolution import Resolution
from glossator.app.verdicts import verified_edges
from glossator.core.cancel import NEVER, CancelToken
from glossator.core.fact_tables import REFERENCE_KIND_NUMBERS
from glossator.core.languages import languages
from glossator.core.row_ids import file_of, row_id
from glossator.core.settings import IndexSettings
from glossator.core.symbols import ReferenceKind
from glossator.models.patience import wait_for
from glossator.store.rows import KnownFile, StoredFacts
from glossator.store.verdicts import EXTERNAL, UNDECIDED
from glossator.store.writer import IndexWriter

BATCH = 16
"""So many references are asked about at once."""
BATCH_SECONDS = 20.0
"""How much of a processor a batch may take: the first one loads much."""
_CALL = REFERENCE_KIND_NUMBERS[ReferenceKind.CALL]


class Verification:
    """Verifies the references of one workspace folder."""

    def __init__(
        self,
        root: Path,
        writer: IndexWriter,
        resolution: Resolution,
        pool: ParsePool,
        settings: IndexSettings,
    ) -> None:
        self.root = root
        self.writer = writer
        self.resolution = resolution
        self.pool = pool
        self.settings = settings
        self._verified: dict[int, bytes | None] = {}
        """The content hashes of the files that have nothing left to verify."""
        self._asked: asyncio.Task[Any] | None = None
        """What a verifier is at work on."""

    async def run(
        self, seconds: float, only: Collection[int] | None = None, token: CancelToken = NEVER
    ) -> bool:
        """Verify for so long, all or `only` some references; whether there is more to do. Raises `Cancelled` at once
        when it is not wanted any more: a verifier that is at work then goes on by itself."""
        with contextlib.suppress(ParseFailed):
            await self._answer(token)
        end = time.monotonic() + seconds
        while self.resolution.unverified:
            self._verified.pop(self.resolution.unverified.pop(), None)
        for path, file in self._waiting(only):
            stored = self.writer.facts(file.id)
            sites = [] if stored is None else self._sites(stored, only)
            for first in range(0, len(sites), BATCH):
                if time.monotonic() >= end:
                    return True
                await self._verify(path, file, sites[first : first + BATCH], token)
            if only is None:
                self._verified[file.id] = file.content_hash
        return False

    def _waiting(self, only: Collection[int] | None) -> Iterable[tuple[str, KnownFile]]:
        wanted = None if only is None else {file_of(each) for each in only}
        known = languages()
        for path, file in sorted(self.writer.known_files().items()):
            language = known.get(file.language)
            if language is None or not language.verifier or file.state != "indexed":
                continue
            if wanted is None and self._verified.get(file.id, b"") == file.content_hash:
                continue
            if wanted is None or file.id in wanted:
                yield path, file

    def _sites(self, stored: StoredFacts, only: Collection[int] | None) -> list[tuple[int, int]]:
        """(reference, byte offset) of the calls of a file that are not proved and were not asked about yet."""
        first = row_id(stored.file_id, 0)
        done = {edge[0] for edge in self.writer.edges_of_file(stored.file_id) if edge[4]}
        done.update(self.writer.verdicts(stored.file_id))
        table = stored.references
        kinds, names, _, starts, *_ = table.views()
        leading = [self.resolution.is_defined(name) for name in table.names]
        return [
            (first + position, start)
            for position, (kind, name, start) in enumerate(zip(kinds, names, starts, strict=True))
            if kind == _CALL
            and leading[name]
            and first + position not in done
            and (only is None or first + position in only)
        ]

    async def _answer(self, token: CancelToken) -> Any:
        """What the verifier says that is at work; nothing if none is. One that nobody waits for any more goes on."""
        asked = self._asked
        if asked is None:
            return None
        try:
            return await wait_for(asked, token)
        finally:
            if asked.done():
                self._asked = None

    async def _verify(
        self, path: str, file: KnownFile, sites: Sequence[tuple[int, int]], token: CancelToken
    ) -> None:
        payload = file_payload(
            self.root,
            path,
            self.settings.max_file_size_kib * 1024,
            hash=file.content_hash,
            sites=[start for _, start in sites],
        )
        try:
            self._asked = asyncio.create_task(self.pool.call("verify", payload, seconds=BATCH_SECONDS))
            self._asked.add_done_callback(_looked_at)
            answers = await self._answer(token)
        except ParseFailed:
            answers = [None] * len(sites)
        stored = self.writer.facts(file.id)
        if answers is None or stored is None:
            return
        said = {site[0]: self._meant(answer) for site, answer in zip(sites, answers, strict=True)}
        decided = {key: ids for key, ids in said.items() if ids != (UNDECIDED,)}
        self.writer.put_verdicts(said, decided, list(verified_edges(stored, decided)))

    def _meant(self, answer: list[tuple[bytes, int]] | None) -> tuple[int, ...]:
        """The symbols that a verifier found, or why there is none."""
        if answer is None:
            return (UNDECIDED,)
        found = [self._symbol_at(os.fsdecode(path), start) for path, start in answer]
        known = [each for each in found if each is not None]
        if len(known) < len(found):
            return (UNDECIDED,)
        return tuple(dict.fromkeys(known)) or (EXTERNAL,)

    def _symbol_at(self, path: str, start: int) -> int | None:
        file_id = self.writer.file_id(path)
        stored = None if file_id is None else self.writer.facts(file_id)
        if stored is None:
            return None
        name_starts = stored.symbols.views()[3].tolist()
        return row_id(stored.file_id, name_starts.index(start)) if start in name_starts else None


def _looked_at(asked: asyncio.Task[Any]) -> None:
    """Let nobody complain of a failure that is of no interest any more."""
    if not asked.cancelled():
        asked.exception()
