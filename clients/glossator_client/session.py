"""A language server session as an editor would hold it, for one workspace root."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from glossator_client.connection import Connection
from glossator_client.errors import ClientError
from glossator_client.messages import (
    Callers,
    Explanation,
    Located,
    Message,
    SearchAnswer,
    Status,
    Target,
    Usages,
    read,
)

SERVER_COMMAND = (sys.executable, "-P", "-m", "glossator", "serve", "--stdio")
"""`-P` keeps the current folder, which may be a stranger's repository, off Python's module path."""

CLOSE_GRACE_SECONDS = 2.0
ABORT_GRACE_SECONDS = 0.5
"""How long the server may take to leave: after an answer, and after Ctrl-C."""

ProgressListener = Callable[[str, int | None], None]
"""Gets a sentence and a percentage, if there is one."""

Answer = TypeVar("Answer", bound=Message)

_NODDED_TO = ("window/workDoneProgress/create", "client/registerCapability", "workspace/workspaceFolders")

_WORK_DONE_TOKEN = "work"
_TEXT_TOKEN = "text"


class Session:
    """Own requests of Glossator, with progress and streamed text handed to listeners."""

    def __init__(self, root: Path, on_progress: ProgressListener, on_message: Callable[[str], None]) -> None:
        self._root = root
        self._on_progress = on_progress
        self._on_message = on_message
        self._on_text: Callable[[str], None] | None = None
        self._titles: dict[str | int, str] = {}
        self._connection: Connection | None = None

    async def locate(self, target: str) -> tuple[Target, ...]:
        """The definitions that `target` may mean."""
        answer = await self._ask("glossator/locate", {"target": target, "waitForIndex": True}, Located)
        return answer.targets

    async def explain(
        self,
        target: Target,
        on_text: Callable[[str], None],
        *,
        prompt_only: bool = False,
        model: str | None = None,
        max_tokens: int | None = None,
    ) -> Explanation:
        """Explain `target`; pieces of the text go to `on_text` as they come."""
        self._on_text = on_text
        options = {"promptOnly": prompt_only or None, "model": model, "maxTokens": max_tokens}
        params = {
            **_position(target),
            "partialResultToken": _TEXT_TOKEN,
            "workDoneToken": _WORK_DONE_TOKEN,
            "waitForIndex": True,
            **{key: value for key, value in options.items() if value is not None},
        }
        return await self._ask("glossator/explain", params, Explanation)

    async def callers(self, target: Target) -> Callers:
        """Who uses `target`."""
        return await self._ask("glossator/callers", {**_position(target), "waitForIndex": True}, Callers)

    async def usages(self, target: Target, limit: int) -> Usages:
        """The usages of `target`, at most `limit`, by what they are for."""
        return await self._usages(_position(target), limit)

    async def usages_of_words(self, query: str, limit: int) -> Usages:
        """The usages of what words mean, at most `limit` of each definition."""
        return await self._usages({"query": query}, limit)

    async def _usages(self, of: dict[str, Any], limit: int) -> Usages:
        params = {**of, "limit": limit, "workDoneToken": _WORK_DONE_TOKEN, "waitForIndex": True}
        return await self._ask("glossator/usages", params, Usages)

    async def search(self, query: str, limit: int, scope: Path | None = None) -> SearchAnswer:
        """Symbols and code found by name, words and meaning, in the folder `scope` if one is given."""
        params = {"query": query, "limit": limit, "waitForIndex": True}
        if scope is not None:
            params["scopeUri"] = scope.as_uri()
        return await self._ask("glossator/search", params, SearchAnswer)

    async def status(self) -> Status:
        """How far the index is."""
        return await self._ask("glossator/status", {}, Status)

    async def open(self) -> None:
        """Start the server and shake hands with it."""
        self._connection = await Connection.start(
            SERVER_COMMAND, on_request=self._answer, on_notification=self._take
        )
        await self._connection.request("initialize", _initialize_params(self._root))
        self._connection.notify("initialized", {})

    async def close(self, grace_seconds: float = CLOSE_GRACE_SECONDS) -> None:
        """Take leave of the server, which is gone afterwards."""
        if self._connection is not None:
            await self._connection.close(grace_seconds)

    async def _ask(self, method: str, params: dict[str, Any], kind: type[Answer]) -> Answer:
        assert self._connection is not None
        result = await self._connection.request(method, params)
        try:
            return read(result, kind)
        except ValueError as error:
            raise ClientError(f"{error}.") from error

    def _answer(self, method: str, params: Any) -> Any:
        """Requests that a server sends its client; none of them needs more than a nod."""
        if method == "workspace/configuration":
            return [None] * len((params or {}).get("items", ()))
        if method in _NODDED_TO:
            return None
        raise KeyError(method)

    def _take(self, method: str, params: Any) -> None:
        if method == "$/progress":
            self._take_progress(params["token"], params["value"])
        elif method == "window/showMessage" and params.get("type", 3) <= 2:
            self._on_message(str(params.get("message", "")))

    def _take_progress(self, token: str | int, value: dict[str, Any]) -> None:
        if value.get("kind") == "text":
            if token == _TEXT_TOKEN and self._on_text is not None:
                self._on_text(str(value.get("text", "")))
            return
        if value.get("kind") == "begin":
            self._titles[token] = str(value.get("title", ""))
        if value.get("kind") == "end":
            self._titles.pop(token, None)
            return
        words = (self._titles.get(token, ""), str(value.get("message") or ""))
        self._on_progress(": ".join(word for word in words if word), value.get("percentage"))


@asynccontextmanager
async def open_session(
    root: Path, on_progress: ProgressListener, on_message: Callable[[str], None]
) -> AsyncIterator[Session]:
    """A session that is closed at the end, and quickly so when it is left by an exception or by Ctrl-C."""
    session = Session(root, on_progress, on_message)
    grace_seconds = ABORT_GRACE_SECONDS
    try:
        await session.open()
        yield session
        grace_seconds = CLOSE_GRACE_SECONDS
    finally:
        await asyncio.shield(session.close(grace_seconds))


def _position(target: Target) -> dict[str, Any]:
    start = target.name_place.range.start
    return {
        "textDocument": {"uri": target.name_place.uri},
        "position": {"line": start.line, "character": start.character},
    }


def _initialize_params(root: Path) -> dict[str, Any]:
    uri = root.as_uri()
    return {
        "processId": os.getpid(),
        "clientInfo": {"name": "glossator command line"},
        "rootUri": uri,
        "workspaceFolders": [{"uri": uri, "name": root.name}],
        # A session of some seconds is no time to make vectors in; `glossator index` and editors do. Who asks by a
        # command wants the answer now, on battery too.
        "initializationOptions": {"index": {"embed": False, "onBattery": "run"}},
        "capabilities": {
            "general": {"positionEncodings": ["utf-32", "utf-16"]},
            "window": {"workDoneProgress": True},
            "workspace": {"workspaceFolders": True},
        },
    }
