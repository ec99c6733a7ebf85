"""`glossator search`: symbols and code by name, words and meaning."""

from __future__ import annotations

import argparse
from pathlib import Path

from glossator_client.session import Session
from glossator_client.terminal.found_documents import HitDocument, search_document
from glossator_client.terminal.interaction import converse
from glossator_client.terminal.limits import MAX_LIMIT, add_limit
from glossator_client.terminal.output import Progress, Terminal
from glossator_client.terminal.queries import run_queries

SUMMARY = "Find symbols and code by name, words and meaning."

QUERY_HELP = (
    "names or words; several are one query. Filters in it: lang:python, path:src/http, kind:class, "
    "each with - before it to leave out"
)

DEFAULT_LIMIT = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.set_defaults(usage_error=parser.error)
    parser.add_argument(
        "query",
        metavar="QUERY",
        nargs="*",
        help=QUERY_HELP,
    )
    parser.add_argument(
        "--queries",
        metavar="FILE",
        type=Path,
        help="answer many queries: a JSON object with 'query' in each line",
    )
    parser.add_argument("--scope", metavar="FOLDER", type=Path, help="search in this folder or file alone")
    parser.add_argument("--explain", action="store_true", help="say how much each reason gave")
    add_limit(parser, "hits", DEFAULT_LIMIT)


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Search and return the exit code."""
    query = " ".join(arguments.query)
    scope = None if arguments.scope is None else arguments.scope.expanduser().resolve()
    if bool(arguments.query) == (arguments.queries is not None):
        arguments.usage_error("give either a query or a file of them (--queries)")
    if arguments.queries is not None:
        return run_queries(arguments, scope, MAX_LIMIT, terminal)

    async def talk(session: Session, progress: Progress) -> None:
        document = search_document(query, await session.search(query, arguments.limit, scope))
        progress.close()
        if terminal.as_json:
            terminal.json(document)
            return
        for hit in document.hits:
            _write_hit(hit, terminal, explain=arguments.explain)
        if not document.hits:
            terminal.line("Nothing is found.")
        if document.completeness.note:
            terminal.line((document.completeness.note, "yellow"))

    return converse(arguments.root, terminal, talk)


def _write_hit(hit: HitDocument, terminal: Terminal, *, explain: bool) -> None:
    why = [f"{reason} {share:.2f}" for reason, share in hit.shares.items()] if explain else hit.reasons
    reasons = f"  ({', '.join(why)})" if why else ""
    terminal.line(
        (f"{hit.path}:{hit.line}", "cyan"),
        "  ",
        (hit.qualified_name, "bold"),
        f"  {hit.kind}",
        (reasons, "dim"),
    )
