"""`glossator usages`: what uses a definition, or what words mean, by what it is used for."""

from __future__ import annotations

import argparse

from glossator_client.messages import Usages
from glossator_client.session import Session
from glossator_client.terminal.facts import write_caller, write_target
from glossator_client.terminal.found_documents import UsedDefinitionDocument, usages_document
from glossator_client.terminal.interaction import converse
from glossator_client.terminal.limits import add_limit
from glossator_client.terminal.output import Progress, Terminal
from glossator_client.terminal.target import Ambiguous, is_place, relative_to_root

SUMMARY = "Find what uses a definition, or what words mean, by what it is used for."

HELP = (
    "path:line[:column], path::qualified.name, a name that only one symbol has, or words for what is used, "
    "as in: refresh session tokens"
)

DEFAULT_LIMIT = 200


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.add_argument("target", metavar="TARGET_OR_WORDS", nargs="+", help=HELP)
    add_limit(parser, "usages of each definition", DEFAULT_LIMIT)


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """List the usages and return the exit code."""
    asked = " ".join(arguments.target)

    async def talk(session: Session, progress: Progress) -> None:
        answer = await _ask(session, asked, arguments)
        document = usages_document(asked, answer)
        progress.close()
        if terminal.as_json:
            terminal.json(document)
            return
        for definition in document.definitions:
            _write_definition(definition, terminal)
        if not document.definitions:
            terminal.line("Nothing is found that these words mean.")
        if document.completeness.note:
            terminal.line((document.completeness.note, "yellow"))

    return converse(arguments.root, terminal, talk)


async def _ask(session: Session, asked: str, arguments: argparse.Namespace) -> Usages:
    """Usages of the definition that is named; where nothing has that name, of what the words mean."""
    if len(asked.split()) == 1 or is_place(asked, arguments.root):
        targets = await session.locate(relative_to_root(asked, arguments.root))
        if len(targets) > 1:
            raise Ambiguous(asked, targets)
        if targets:
            return await session.usages(targets[0], arguments.limit)
    return await session.usages_of_words(asked, arguments.limit)


def _write_definition(definition: UsedDefinitionDocument, terminal: Terminal) -> None:
    write_target(definition.target, terminal)
    if not definition.total:
        terminal.line(("Used by nothing that the index knows.", "bold"))
    for group in definition.groups:
        possible = sum(usage.certainty != "sure" for usage in group.usages)
        counts = f"{len(group.usages)}, {possible} only possibly" if possible else str(len(group.usages))
        terminal.line((group.label, "bold"), f"  ({counts})")
        for usage in group.usages:
            write_caller(usage, terminal)
    if definition.similar:
        terminal.line(("Does the same without using it", "bold"), f"  ({len(definition.similar)})")
        for hit in definition.similar:
            terminal.line(
                "  ",
                (f"{hit.path}:{hit.line}", "cyan"),
                f"  {hit.qualified_name}  ",
                (f"{hit.kind}, {hit.score:.2f}", "dim"),
            )
