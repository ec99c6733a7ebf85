"""A server process in a group of its own, which a test may halt and kill, and a project for it."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import psutil
from tests.app.counting_endpoint import CountingEndpoint
from tests.lsp.raw_client import NO_MODELS, SERVER, RawClient

Settings = Mapping[str, Any]

LONG_AGO = 1_600_000_000

_PARSING = re.compile(r"parsing, \d+ of (\d+) files")


def lay_out(source: Path, root: Path) -> None:
    """Copy a project, as if its files were written long ago."""
    shutil.copytree(source, root, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    for path in root.rglob("*"):
        os.utime(path, (LONG_AGO, LONG_AGO))


def without_models(*, verify: bool = False) -> Settings:
    """Settings under which only the structure and the words are indexed, by two parsers; calls that are not proved are
    verified afterwards if `verify`."""
    return {**NO_MODELS, "index": {"workers": 2, "verify": verify}}


def with_endpoint(endpoint: CountingEndpoint) -> Settings:
    """Settings under which vectors are made as well, by an endpoint."""
    return {"models": endpoint.settings("one-64"), "index": {"workers": 2, "verify": False}}


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

    async def parsing(self, reports: int = 1, since: int = 0) -> None:
        """Wait until so often was told how many files are parsed, not counting what was told before the message of
        that number."""
        await self.client.message(
            lambda _: len([words for words in self._words(since) if _PARSING.match(words)]) >= reports
        )

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

    async def restarted(self, pid: int) -> None:
        """Wait until the indexer of that number has a successor, and all that it has told has arrived."""
        while (found := self.indexer()) is None or found.pid == pid:
            await asyncio.sleep(0.02)
        await self.status()

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
