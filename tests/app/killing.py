"""A server that indexes a project and is killed at random moments, and what has to hold after each of them."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.app.counting_endpoint import CountingEndpoint
from tests.app.index_contents import NOTHING, Content
from tests.app.served import Server, Settings

from glossator.core.embedding_text import digest_of
from glossator.host.folders import Folders
from glossator.store.reader import open_reader

HANG_SECONDS = 300.0


@dataclass
class Report:
    """What was done and seen."""

    kills: int = 0
    lives: int = 0
    phases: Counter[str] = field(default_factory=Counter)
    victims: Counter[str] = field(default_factory=Counter)
    restarts_counted: int = 0
    texts: int = 0
    """How many were embedded."""


class Killer:
    """Indexes `root` again and again, and kills while it is done."""

    def __init__(
        self, root: Path, home: Path, settings: Settings, seed: int, endpoint: CountingEndpoint | None = None
    ) -> None:
        """`endpoint` is the one that the settings name, if vectors are made."""
        self.root, self.home, self.settings = root, home, settings
        self.endpoint = endpoint
        self.random = random.Random(seed)
        self.report = Report()
        self.index_path = Folders.below(home).index_path(root)
        self.expected = NOTHING
        self.expected_lines: frozenset[str] = frozenset()
        self.to_parse = 0
        """How many files are read when there is no index yet."""
        self.seconds = 0.0

    async def undisturbed(self) -> None:
        """Index once without a kill, to know what must come out and how long it takes."""
        begun = asyncio.get_running_loop().time()
        async with self._server() as server:
            words = await server.finished()
            assert words == "ready", words
            self.seconds = asyncio.get_running_loop().time() - begun
            self.to_parse = server.to_parse() or 0
        self.expected = Content.of(self.index_path)
        assert self.expected.complete
        self.expected_lines = frozenset(self.expected.lines)

    async def kill(self, times: int) -> Report:
        """Kill so often, from an empty index to the whole one and over again; the last time it is left to finish."""
        while self.report.kills < times:
            shutil.rmtree(self.index_path.parent)
            await self._life(times)
            self.report.lives += 1
        return self.report

    async def _life(self, times: int) -> None:
        before = NOTHING
        finished = False
        while not finished:
            asked = self._asked()
            async with self._server() as server:
                finished = await self._session(server, before, times)
                self._check_restart(server.to_parse(), before.files, exactly=True)
            self._check_asked(asked, before)
            before = Content.of(self.index_path)
            self._check(before)
        assert before == self.expected

    async def _session(self, server: Server, before: Content, times: int) -> bool:
        """One server until it is killed or the index is whole; whether it is whole."""
        since = restarted = 0
        known = before.files
        while True:
            if await self._ends(server, since, kills_left=times - self.report.kills):
                return True
            self.report.kills += 1
            self.report.phases[server.phase()] += 1
            indexer = server.indexer() if self.random.random() < 0.5 else None
            if indexer is None:
                self.report.victims["server and children"] += 1
                await server.kill()
                return False
            self.report.victims["indexer"] += 1
            self._check_restart(server.to_parse(restarted), known, exactly=False)
            since = len(server.client.received)
            with open_reader(self.index_path) as reader:
                known = reader.counts().files
            indexer.kill()
            await server.restarted(indexer.pid)
            restarted = len(server.client.received)

    async def _ends(self, server: Server, since: int, *, kills_left: int) -> bool:
        """Wait for a moment to kill, or for the end of the work; whether it is the end."""
        finished = asyncio.create_task(server.finished(since))
        waited: set[asyncio.Task[Any]] = {finished}
        seconds = HANG_SECONDS
        if kills_left and self.random.random() < 0.5:
            seconds = self.random.uniform(0, 0.8 * self.seconds)
        elif kills_left:
            # In the short time in which files are parsed most can go wrong.
            waited.add(asyncio.create_task(server.parsing(self.random.randint(1, 8), since)))
        done, _ = await asyncio.wait(waited, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in waited - done:
            task.cancel()
        await asyncio.gather(*waited - done, return_exceptions=True)
        if finished in done:
            assert await finished == "ready"
            return True
        assert kills_left, "indexing does not end"
        return False

    def _check_restart(self, to_parse: int | None, known: int, *, exactly: bool) -> None:
        """What was done before is not parsed again."""
        if to_parse is None:
            return
        self.report.restarts_counted += 1
        # Files that are left out unread are all noted before the first one is parsed.
        unread = self.expected.files - self.to_parse
        left = self.to_parse - max(0, known - unread)
        assert to_parse == left if exactly else to_parse <= left

    def _asked(self) -> int:
        return 0 if self.endpoint is None else len(self.endpoint.asked)

    def _check_asked(self, since: int, before: Content) -> None:
        """No vector is made for a text that had one."""
        if self.endpoint is not None:
            texts = [text for _, text in self.endpoint.asked[since:]]
            self.report.texts += len(texts)
            assert not before.embedded & {digest_of(text).hex() for text in texts}

    def _check(self, content: Content) -> None:
        """Whatever is there is right, and nothing is called complete that is not."""
        if self.settings["index"]["verify"]:
            # Edges are less proved before they are verified than afterwards.
            assert {line for line in content.lines if not line.startswith('["edge"')} <= self.expected_lines
            return
        assert set(content.lines) <= self.expected_lines
        if content.complete:
            assert content.structure == self.expected.structure

    @asynccontextmanager
    async def _server(self) -> AsyncIterator[Server]:
        server = await Server.start(self.root, self.home, self.settings)
        try:
            yield server
            if server.client.process.returncode is None:
                await server.client.leave()
        finally:
            await server.client.close()
