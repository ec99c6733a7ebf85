"""A server that indexes a project and is killed at random moments, and what has to hold after each of them."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import signal
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from tests.app.counting_endpoint import CountingEndpoint
from tests.lsp.raw_client import NO_MODELS, SERVER, RawClient

from glossator.core.embedding_text import text_hash
from glossator.host.folders import Folders
from glossator.store.dump import dump
from glossator.store.reader import open_reader

Settings = Mapping[str, Any]

HANG_SECONDS = 300.0
LONG_AGO = 1_600_000_000

_PARSING = re.compile(r"parsing, \d+ of (\d+) files")


def lay_out(source: Path, root: Path) -> None:
    """Copy a project, as if its files were written long ago."""
    shutil.copytree(source, root, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    for path in root.rglob("*"):
        os.utime(path, (LONG_AGO, LONG_AGO))


def lines_of(path: Path) -> list[str]:
    """What the index at `path` holds, without the times of files, which differ from copy to copy of a project."""
    lines = []
    with open_reader(path) as reader:
        for line in dump(reader):
            kind, *values = json.loads(line)
            if kind == "file":
                del values[2]
            lines.append(json.dumps([kind, *values]))
    return lines


@dataclass(frozen=True)
class Content:
    """What an index holds, as a comparable text, and how many files are done."""

    lines: tuple[str, ...]
    done: int
    complete: bool

    @staticmethod
    def of(path: Path) -> Content:
        """The content of the index at `path`, which may be missing."""
        with open_reader(path) as reader:
            counts = reader.counts()
            complete = reader.meta("structure") == "complete"
        return Content(tuple(lines_of(path)), counts.files - counts.states.get("skipped", 0), complete)

    @property
    def embedded(self) -> frozenset[str]:
        """The hashes of the texts that have a vector, in hexadecimal."""
        return frozenset(json.loads(line)[2] for line in self.lines if line.startswith('["vector"'))

    @property
    def structure(self) -> list[str]:
        """The part that is there before anything can be searched."""
        return [line for line in self.lines if not line.startswith(('["chunk"', '["vector"'))]


NOTHING = Content((), 0, False)


class Server:
    """One server process in a group of its own."""

    def __init__(self, client: RawClient) -> None:
        self.client = client
        self.rested = ""
        """The phase in which there was nothing more to do, when that was waited for last."""

    @property
    def pid(self) -> int:
        return self.client.process.pid

    @classmethod
    async def start(cls, root: Path, home: Path, settings: Settings, launcher: Sequence[str] = ()) -> Server:
        """Start a server, by the launcher if one is given, and have it index `root`."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *launcher,
            *SERVER,
            "--stdio",
            stdin=pipe,
            stdout=pipe,
            start_new_session=True,
            env={**os.environ, "GLOSSATOR_HOME": str(home)},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        server = cls(RawClient(process, process.stdout, process.stdin))
        capabilities = {
            "window": {"workDoneProgress": True},
            "experimental": {"glossator": {"statusNotification": True}},
        }
        await server.client.initialize(
            capabilities, rootUri=root.as_uri(), initializationOptions=dict(settings)
        )
        return server

    async def begun(self) -> None:
        """Wait until files are parsed."""
        await self.client.message(lambda each: _PARSING.match(_bar(each).get("message") or "") is not None)

    async def finished(self, since: int = 0) -> str:
        """Wait until there is nothing left to do, or nothing can be done, not counting what was told before the
        message of that number; the phase."""

        def rests(message: dict[str, Any]) -> bool:
            new = any(message is each for each in self.client.received[since:])
            return new and _told_phase(message) in ("ready", "failed")

        self.rested = _told_phase(await self.client.message(rests))
        return self.rested

    def to_parse(self, since: int = 0) -> int | None:
        """How many files the update had to parse that was told first, None if none was told."""
        for words in self._words(since):
            if found := _PARSING.match(words):
                return int(found[1])
        return None

    def phase(self) -> str:
        """The step that was told last."""
        words = self._words()
        return words[-1].partition(",")[0] if words else "starting"

    def _words(self, since: int = 0) -> list[str]:
        shown = [_bar(each).get("message") for each in self.client.received[since:]]
        return [words for words in shown if words]

    async def ask(self, method: str, params: object) -> Any:
        """The result of a request, which must not be an error."""
        answer = await self.client.request(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    async def status(self) -> dict[str, Any]:
        """What is going on."""
        told: dict[str, Any] = await self.ask("glossator/status", {})
        return told

    def indexer(self) -> psutil.Process | None:
        """The process that writes the index, None while there is none."""
        try:
            children = psutil.Process(self.pid).children()
            return next((each for each in children if "indexer_process" in " ".join(each.cmdline())), None)
        except psutil.Error:
            return None

    def halt(self) -> None:
        """Have the server and all its children stand still, with all that they hold."""
        os.killpg(self.pid, signal.SIGSTOP)

    async def kill(self) -> None:
        """End the server and all its children at once."""
        os.killpg(self.pid, signal.SIGKILL)
        await self.client.close()


def _bar(message: dict[str, Any]) -> dict[str, Any]:
    """What a message says of a bar, nothing if it is about something else."""
    shown: dict[str, Any] = message["params"]["value"] if message.get("method") == "$/progress" else {}
    return shown


def _told_phase(message: dict[str, Any]) -> str:
    """The phase that a message tells, nothing if it is about something else."""
    return str(message["params"]["phase"]) if message.get("method") == "glossator/statusChanged" else ""


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
        self.seconds = 0.0

    async def undisturbed(self) -> None:
        """Index once without a kill, to know what must come out and how long it takes."""
        begun = asyncio.get_running_loop().time()
        async with self._server() as server:
            words = await server.finished()
            assert words == "ready", words
            self.seconds = asyncio.get_running_loop().time() - begun
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
                self._check_restart(server.to_parse(), before.done, exactly=True)
            self._check_asked(asked, before)
            before = Content.of(self.index_path)
            self._check(before)
        assert before == self.expected

    async def _session(self, server: Server, before: Content, times: int) -> bool:
        """One server until it is killed or the index is whole; whether it is whole."""
        since, done = 0, before.done
        while True:
            patience = (
                self.random.uniform(0, 0.8 * self.seconds) if self.report.kills < times else HANG_SECONDS
            )
            try:
                async with asyncio.timeout(patience):
                    words = await server.finished(since)
            except TimeoutError:
                assert self.report.kills < times, "indexing does not end"
            else:
                assert words == "ready"
                return True
            self.report.kills += 1
            self.report.phases[server.phase()] += 1
            indexer = server.indexer() if self.random.random() < 0.5 else None
            if indexer is None:
                self.report.victims["server and children"] += 1
                await server.kill()
                return False
            self.report.victims["indexer"] += 1
            self._check_restart(server.to_parse(since), done, exactly=False)
            since = len(server.client.received)
            with open_reader(self.index_path) as reader:
                counts = reader.counts()
            done = counts.files - counts.states.get("skipped", 0)
            indexer.kill()

    def _check_restart(self, to_parse: int | None, done: int, *, exactly: bool) -> None:
        """What was done before is not parsed again."""
        if to_parse is None:
            return
        self.report.restarts_counted += 1
        left = self.expected.done - done
        assert to_parse == left if exactly else to_parse <= left

    def _asked(self) -> int:
        return 0 if self.endpoint is None else len(self.endpoint.asked)

    def _check_asked(self, since: int, before: Content) -> None:
        """No vector is made for a text that had one."""
        if self.endpoint is not None:
            texts = [text for _, text in self.endpoint.asked[since:]]
            self.report.texts += len(texts)
            assert not before.embedded & {text_hash(text).hex() for text in texts}

    def _check(self, content: Content) -> None:
        """Whatever is there is right, and nothing is called complete that is not."""
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


def without_models() -> Settings:
    """Settings under which only the structure and the words are indexed, by two parsers."""
    return {**NO_MODELS, "index": {"workers": 2}}


def with_endpoint(endpoint: CountingEndpoint) -> Settings:
    """Settings under which vectors are made as well, by an endpoint."""
    return {"models": endpoint.settings("one-64"), "index": {"workers": 2}}
