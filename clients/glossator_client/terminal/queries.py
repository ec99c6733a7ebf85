"""Many queries in one session: a file with a JSON object in each line is answered by one in each line.

A line has `query`, and perhaps `limit` and `repo`; what `repo` says is repeated in the answer, for whoever puts answers
of several projects together.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from glossator_client.session import Session
from glossator_client.terminal.found_documents import queried_document
from glossator_client.terminal.interaction import converse
from glossator_client.terminal.output import Progress, Terminal

FAILED = 1
"""Exit code if a line was no query."""


@dataclass(frozen=True, slots=True)
class Line:
    """One query of a file."""

    query: str
    limit: int
    repo: str | None


class BadLine(Exception):
    """A line that is no query; the text is one sentence that names it."""


def run_queries(arguments: argparse.Namespace, scope: Path | None, most: int, terminal: Terminal) -> int:
    """Answer all queries of a file and return the exit code, which is that of a failure if a line was none.

    `most` is the largest limit.
    """
    try:
        text = arguments.queries.expanduser().read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not in UTF-8"
        return terminal.fail(f"The file '{arguments.queries}' cannot be read ({why}).")
    bad = 0

    async def talk(session: Session, progress: Progress) -> None:
        nonlocal bad
        for line in lines_of(text, arguments.limit, most):
            if isinstance(line, BadLine):
                bad += 1
                terminal.note(f"glossator: {line}")
                continue
            answer = await session.search(line.query, line.limit, scope)
            progress.close()
            terminal.json(queried_document(line.repo, line.query, answer), indent=None)

    return converse(arguments.root, terminal, talk) or (FAILED if bad else 0)


def lines_of(text: str, limit: int, most: int) -> Iterator[Line | BadLine]:
    """The queries of a file in order, and what is wrong with the lines that are none. Empty lines are passed over."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield _line(line, number, limit, most)
            except BadLine as error:
                yield error


def _line(text: str, number: int, limit: int, most: int) -> Line:
    try:
        value = json.loads(text)
    except ValueError:
        raise BadLine(f"Line {number} is no JSON, so it was passed over.") from None
    if not isinstance(value, dict) or not isinstance(value.get("query"), str):
        raise BadLine(f"Line {number} is no JSON object with a 'query', so it was passed over.")
    wanted, repo = value.get("limit", limit), value.get("repo")
    if not isinstance(wanted, int) or isinstance(wanted, bool) or not 1 <= wanted <= most:
        raise BadLine(f"The 'limit' of line {number} is no number from 1 to {most}, so it was passed over.")
    if repo is not None and not isinstance(repo, str):
        raise BadLine(f"The 'repo' of line {number} is no text, so it was passed over.")
    return Line(value["query"], wanted, repo)
