"""`glossator callers`: who uses a definition."""

from __future__ import annotations

import argparse

from glossator_client.session import Session
from glossator_client.terminal.documents import callers_document
from glossator_client.terminal.facts import write_callers, write_target
from glossator_client.terminal.interaction import converse
from glossator_client.terminal.output import Progress, Terminal
from glossator_client.terminal.target import HELP, find_target

SUMMARY = "List the code that uses a function, method or class."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.add_argument("target", metavar="TARGET", help=HELP)


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """List the callers and return the exit code."""

    async def talk(session: Session, progress: Progress) -> None:
        target = await find_target(session, arguments.target, arguments.root)
        document = callers_document(await session.callers(target))
        progress.close()
        if terminal.as_json:
            terminal.json(document)
            return
        write_target(document.target, terminal)
        write_callers(document.callers, document.completeness, terminal)

    return converse(arguments.root, terminal, talk)
