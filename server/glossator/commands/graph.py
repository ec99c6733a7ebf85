"""`glossator graph`: every symbol with its callers, what lies around one of them, or how files depend on each other."""

from __future__ import annotations

import argparse
import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from glossator.commands.documents import GraphCaller, GraphLine
from glossator.commands.terminal import Terminal
from glossator.core.errors import UserError
from glossator.core.graph.directions import Direction

if TYPE_CHECKING:
    from glossator.app.graph import CallerSites, SymbolCallers
    from glossator.app.graph_parts import GraphPart
    from glossator.app.graph_targets import Ambiguous
    from glossator.store.reader import IndexReader

SUMMARY = (
    "Print every symbol with its callers, what lies around one of them, or how files depend on each other."
)

FORMATS = ("jsonl", "mermaid", "dot")
_SHOWN_CANDIDATES = 20
_SELF_RECEIVERS = frozenset({"self", "this", "super", "static", "cls", "Self", "parent", "base", "me"})


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.add_argument(
        "root_or_target",
        metavar="TARGET | ROOT",
        nargs="?",
        help="a definition, of which the neighbourhood is printed; without --root a folder is the workspace's root",
    )
    parser.add_argument("--modules", action="store_true", help="print how files depend on each other")
    parser.add_argument("--format", choices=FORMATS, default="jsonl", help="what is printed (default: jsonl)")
    parser.add_argument(
        "--direction",
        choices=[each.value for each in Direction],
        default=Direction.BOTH.value,
        help="what of the neighbourhood of TARGET is printed (default: both)",
    )
    parser.add_argument(
        "--depth", type=_positive, default=2, metavar="N", help="steps from TARGET at most (default: 2)"
    )
    parser.add_argument(
        "--limit",
        type=_positive,
        default=60,
        metavar="N",
        help="nodes that are printed at most (default: 60)",
    )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Print the graph of the index as it stands, or a part of it, and return the exit code."""
    from glossator.app.graph import symbol_callers
    from glossator.app.graph_targets import Ambiguous
    from glossator.commands.workspace import open_existing_index

    _check(arguments)
    with open_existing_index(arguments.root) as reader, terminal.progress() as progress:
        progress.show("Reading the graph")
        if arguments.root_or_target is None and not arguments.modules:
            for each in symbol_callers(reader):
                terminal.json(graph_line(each, arguments.root.name), indent=None)
            return 0
        try:
            part = _part(reader, arguments)
        except Ambiguous as error:
            progress.close()
            return _fail(error, arguments.root, terminal)
        notes = part.notes if reader.meta("structure") == "complete" else (*part.notes, _INCOMPLETE)
        _write(part, notes, arguments.format, terminal)
    return 0


_INCOMPLETE = "The index is not complete: what is missing in it is missing here."


def _check(arguments: argparse.Namespace) -> None:
    """Raise `UserError` for arguments that do not go together."""
    whole = arguments.root_or_target is None and not arguments.modules
    if whole and arguments.format != "jsonl":
        raise UserError(
            f"The whole graph is not drawn: name a TARGET or --modules for --format {arguments.format}."
        )
    if arguments.root_or_target is not None and arguments.modules:
        raise UserError("--modules is about all files; it takes no TARGET.")
    if arguments.json and arguments.format != "jsonl":
        raise UserError(f"--json and --format {arguments.format} exclude each other.")


def _part(reader: IndexReader, arguments: argparse.Namespace) -> GraphPart:
    from glossator.app.code_graph import load_code_graph
    from glossator.app.declared_programs import declared_programs
    from glossator.app.graph_parts import around_symbol, between_files
    from glossator.app.graph_targets import find_symbol

    if arguments.modules:
        return between_files(load_code_graph(reader), arguments.limit)
    row = find_symbol(reader, arguments.root, arguments.root_or_target, Path.cwd())
    graph = load_code_graph(reader)
    direction = Direction(arguments.direction)
    programs = declared_programs(arguments.root)
    return around_symbol(graph, graph.node_of(row.id), arguments.depth, direction, arguments.limit, programs)


def _write(part: GraphPart, notes: tuple[str, ...], form: str, terminal: Terminal) -> None:
    from glossator.app.graph_parts import drawing_of
    from glossator.commands.graph_documents import end_document, link_document, node_document
    from glossator.core.graph.drawing import dot, mermaid

    if form == "jsonl":
        for place, node in enumerate(part.nodes):
            terminal.json(node_document(place, node), indent=None)
        for link in part.links:
            terminal.json(link_document(link), indent=None)
        terminal.json(end_document(part, notes), indent=None)
        return
    drawing = drawing_of(part, notes[len(part.notes) :])
    for line in mermaid(drawing) if form == "mermaid" else dot(drawing):
        terminal.line(line)


def _fail(error: Ambiguous, root: Path, terminal: Terminal) -> int:
    """Name the definitions that an ambiguous TARGET may mean."""
    from glossator.commands.graph_documents import candidate_document

    candidates = [candidate_document(row, root) for row in error.candidates]
    code = terminal.fail(
        f"'{error.text}' may mean {len(candidates)} definitions; name one of them as path:line or "
        "path::qualified.name.",
        {"candidates": [asdict(each) for each in candidates]},
    )
    for each in candidates[:_SHOWN_CANDIDATES]:
        terminal.note(f"  {each.path}:{each.line}  {each.qualified_name} ({each.kind})")
    if len(candidates) > _SHOWN_CANDIDATES:
        terminal.note(f"  and {len(candidates) - _SHOWN_CANDIDATES} more")
    return code


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
