"""What the interactive commands have in common: one session, progress, and errors in one sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from glossator_client.errors import ClientError
from glossator_client.session import Session, open_session
from glossator_client.terminal.output import Progress, Terminal
from glossator_client.terminal.target import SHOWN_CANDIDATES, Ambiguous

Talk = Callable[[Session, Progress], Awaitable[None]]
"""Asks the server and writes the answer."""


def converse(root: Path, terminal: Terminal, talk: Talk) -> int:
    """Hold one session and return the exit code. Ctrl-C cancels what is asked and passes on."""
    messages: list[str] = []
    try:
        asyncio.run(_converse(root, terminal, talk, messages.append))
    except Ambiguous as error:
        _note(messages, terminal)
        code = terminal.fail(str(error), {"candidates": [asdict(each) for each in error.candidates]})
        _note_candidates(error, terminal)
        return code
    except ClientError as error:
        _note([message for message in messages if message != str(error)], terminal)
        return terminal.fail(str(error))
    _note(messages, terminal)
    return 0


async def _converse(root: Path, terminal: Terminal, talk: Talk, on_message: Callable[[str], None]) -> None:
    with terminal.progress() as progress:
        progress.show("Starting the language server")
        async with open_session(root, progress.show, on_message) as session:
            await talk(session, progress)
            progress.close()


def _note(messages: Sequence[str], terminal: Terminal) -> None:
    """What the server told beside its answers, each once."""
    for message in dict.fromkeys(messages):
        terminal.note(message)


def _note_candidates(error: Ambiguous, terminal: Terminal) -> None:
    for each in error.candidates[:SHOWN_CANDIDATES]:
        terminal.note(f"  {each.path}:{each.line}  {each.qualified_name} ({each.kind})")
    rest = len(error.candidates) - SHOWN_CANDIDATES
    if rest > 0:
        terminal.note(f"  and {rest} more")
