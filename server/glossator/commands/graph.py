"""`glossator graph`: every symbol with its callers, one JSON object in each line."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from glossator.commands.documents import GraphCaller, GraphLine
from glossator.commands.terminal import Terminal

if TYPE_CHECKING:
    from glossator.app.graph import CallerSites, SymbolCallers

SUMMARY = "Print every symbol with its callers as JSON Lines."

_SELF_RECEIVERS = frozenset({"self", "this", "super", "static", "cls", "Self", "parent", "base", "me"})


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.add_argument("root_argument", metavar="ROOT", nargs="?", help="the workspace's root, as --root")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Print the graph of the index as it stands and return the exit code."""
    from glossator.app.graph import symbol_callers
    from glossator.commands.workspace import open_existing_index

    with open_existing_index(arguments.root) as reader, terminal.progress() as progress:
        progress.show("Reading the graph")
        for each in symbol_callers(reader):
            terminal.json(graph_line(each, arguments.root.name), indent=None)
    return 0


def graph_line(symbol: SymbolCallers, corpus: str) -> GraphLine:
    """One line of the output, counted from 1."""
    owner = _owner_name(symbol)
    all_users = [_caller(each, owner) for each in symbol.callers]
    return GraphLine(
        corpus=corpus,
        language=symbol.language,
        symbol=symbol.symbol.qualified_name,
        kind=symbol.symbol.kind.value,
        file=symbol.path,
        line=symbol.name_line + 1,
        end=symbol.end_line + 1,
        ok=symbol.parsed_whole,
        callers=tuple(user for user in all_users if user.call_lines),
        users=tuple(user for user in all_users if not user.call_lines),
    )


def _caller(caller: CallerSites, owner: str) -> GraphCaller:
    calls = [site for site in caller.sites if site.kind == "call"]
    return GraphCaller(
        name=caller.name,
        file=caller.path,
        line=None if caller.line is None else caller.line + 1,
        call_lines=tuple(dict.fromkeys(site.line + 1 for site in calls)),
        recv=tuple(dict.fromkeys(_receiver_kind(site.receiver, owner) for site in calls)),
        dispatch_lines=(),
        use_lines=tuple(dict.fromkeys(site.line + 1 for site in caller.sites if site.kind != "call")),
        certainty="sure" if any(site.certainty == "sure" for site in caller.sites) else "possible",
    )


def _receiver_kind(receiver: str | None, owner: str) -> str:
    """How a call is written: `bare`, `self`, `type` (a qualified name) or `object` (anything else)."""
    if receiver is None:
        return "bare"
    parts = re.split(r"::|[.\\:#]", receiver)
    if parts[0] in _SELF_RECEIVERS and len(parts) == 1:
        return "self"
    return "type" if parts[-1] and (parts[-1] == owner or parts[-1][0].isupper()) else "object"


def _owner_name(symbol: SymbolCallers) -> str:
    """The name of the type or module that a symbol stands in, "" for none."""
    if symbol.symbol.owner:
        return symbol.symbol.owner
    parts = re.split(r"::|[.\\#]", symbol.symbol.qualified_name)
    return parts[-2] if len(parts) > 1 else ""
