"""Two sessions in one editor whose names of commands are global, as those of Visual Studio Code are."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.lsp.in_process import Session, opening

from glossator.app.application import Application
from glossator.core.settings import ModelSettings, Settings
from glossator.host.folders import Folders
from glossator.lsp.methods import COMMANDS, EXPLAIN_COMMAND
from glossator.lsp.server import create_server

Handler = Callable[[dict[str, Any]], Awaitable[Any]]


class Commands:
    """The commands of one editor window."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}

    def register(self, command: str, handler: Handler) -> None:
        if command in self._handlers:
            raise ValueError(f"command '{command}' already exists")
        self._handlers[command] = handler

    async def execute(self, command: str, argument: dict[str, Any]) -> Any:
        return await self._handlers[command](argument)


@pytest.fixture
async def sessions(tmp_path: Path) -> AsyncIterator[list[Session]]:
    """Two servers, each with a home of its own."""
    none = Settings(models=ModelSettings(language="none", embedding="none"))
    async with AsyncExitStack() as stack:
        made = []
        for name in ("one", "two"):
            session = Session(create_server(Application(none, Folders.below(tmp_path / name))))
            stack.push_async_callback(session.server.close)
            made.append(session)
        yield made


async def run_in(session: Session, argument: dict[str, Any]) -> Any:
    """Run the command at a server."""
    params = {"command": EXPLAIN_COMMAND, "arguments": [argument]}
    return await session.ask("workspace/executeCommand", params)


async def start(session: Session, root: Path, capabilities: dict[str, Any], commands: Commands) -> None:
    """Begin a session as a language client of such an editor does: it registers what the server announces."""
    root.mkdir()
    result = (await session.initialize(capabilities, rootUri=root.as_uri()))["result"]
    for command in result["capabilities"].get("executeCommandProvider", {}).get("commands", []):
        commands.register(command, lambda argument, to=session: run_in(to, argument))
    await session.notify("initialized", {})


async def test_both_start_and_a_command_reaches_the_server_that_has_the_document(
    sessions: list[Session], tmp_path: Path
) -> None:
    commands = Commands()
    roots = {(tmp_path / name): session for name, session in zip(("a", "b"), sessions, strict=True)}
    capabilities = {"experimental": {"glossator": {"registersCommands": True}}}
    for root, session in roots.items():
        await start(session, root, capabilities, commands)
    owner = {root.as_uri(): session for root, session in roots.items()}
    commands.register(
        EXPLAIN_COMMAND, lambda argument: run_in(owner[argument["uri"].rpartition("/")[0]], argument)
    )
    for root, session in roots.items():
        uri = (root / "f.py").as_uri()
        await session.receive(opening(uri, f"def of_{root.name}(): pass\n"))
        range_ = {"start": {"line": 0, "character": 5}, "end": {"line": 0, "character": 5}}
        params = {"textDocument": {"uri": uri}, "range": range_, "context": {"diagnostics": []}}
        (offered,) = (await session.ask("textDocument/codeAction", params))["result"]
        assert (await commands.execute(offered["command"], *offered["arguments"]))["result"] is None
        shown = await session.message(lambda each: each.get("method") == "window/showMessage")
        assert f"def of_{root.name}" in shown["params"]["message"]
    for session in sessions:
        assert len([each for each in session.sent if each.get("method") == "window/showMessage"]) == 1


async def test_a_client_that_says_nothing_is_told_the_commands(
    sessions: list[Session], tmp_path: Path
) -> None:
    commands = Commands()
    await start(sessions[0], tmp_path / "a", {}, commands)
    for command in COMMANDS:
        with pytest.raises(ValueError, match="already exists"):
            commands.register(command, lambda argument: run_in(sessions[0], argument))
