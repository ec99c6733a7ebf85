"""The command line: one parser over the batch commands of the server and the commands that clients plug in.

To add a command: write a module with `SUMMARY` (one sentence), `configure(parser)` and
`run(arguments, terminal) -> int` (the exit code). A command that works on the index or the machine goes to
`glossator/commands/` and into `BATCH_COMMANDS`; one that a user asks interactively is a client of the
language server and is named in the entry point group `glossator.commands`. Describe it in
`docs/command-line.md`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from glossator import __version__
from glossator.commands.terminal import Terminal
from glossator.core.errors import GlossatorError, UserError

BATCH_COMMANDS = ("serve", "index", "status", "graph", "models", "doctor", "purge", "eval")
"""Commands of the server package, each a module of `glossator.commands`."""

ENTRY_POINT_GROUP = "glossator.commands"

OK = 0
INTERRUPTED = 130
"""Exit code after Ctrl-C, and when the reader of the output has closed it."""


class Command(Protocol):
    """What a command's module offers."""

    SUMMARY: str

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's own arguments."""

    def run(self, arguments: argparse.Namespace, terminal: Terminal) -> int:
        """Do the work and return the exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, 1 for an error the user can act on, 2 for usage."""
    argv = sys.argv[1:] if argv is None else list(argv)
    # There is hardly any linear algebra here, and numpy's threads for it cost each process its time and memory.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    parser = build_parser(argv[0] if argv else None)
    arguments = parser.parse_args(argv)
    if arguments.command is None:
        parser.print_help(sys.stderr)
        return 2
    terminal = Terminal(as_json=arguments.json, quiet=arguments.quiet)
    try:
        code = _run(arguments, terminal)
        terminal.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _silence_output()
        return INTERRUPTED


def _run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    command = cast(Command, arguments.module)
    try:
        wanted = getattr(arguments, "root_or_target", None)
        if wanted is not None and arguments.root is None and Path(wanted).expanduser().is_dir():
            arguments.root, arguments.root_or_target = wanted, None
        arguments.root = resolve_root(getattr(arguments, "root_argument", None) or arguments.root)
        if hasattr(arguments, "roots"):
            arguments.roots = list(map(resolve_root, arguments.roots)) or [arguments.root]
        return command.run(arguments, terminal)
    except GlossatorError as error:
        return terminal.fail(str(error))
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as error:
        return terminal.fail(_internal_error(error))


def build_parser(chosen: str | None = None) -> argparse.ArgumentParser:
    """The parser of the whole command line, with the module of the chosen command in `module`.

    When `chosen` is a command, the others are not even imported.
    """
    version = f"glossator {__version__}"
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--root",
        metavar="FOLDER",
        help="the workspace's root (default: the enclosing Git repository, else the current folder)",
    )
    common.add_argument("--json", action="store_true", help="print the answer as JSON")
    common.add_argument("--quiet", action="store_true", help="show no progress on stderr")
    common.add_argument("--version", action="version", version=version)
    parser = argparse.ArgumentParser(
        prog="glossator",
        description="Explains code together with the code that uses it, wholly on this machine.",
        epilog="TARGET is path:line[:column], path::qualified.name, or a name that only one symbol has.",
    )
    parser.add_argument("--version", action="version", version=version)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, command in _commands(chosen):
        subparser = subparsers.add_parser(
            name, parents=[common], help=command.SUMMARY, description=command.SUMMARY, allow_abbrev=False
        )
        subparser.set_defaults(module=command)
        command.configure(subparser)
    return parser


def resolve_root(root: str | None) -> Path:
    """The absolute root of the workspace; without one the enclosing Git repository, else the current folder.

    A repository that is the home folder or lies above it does not count.
    """
    if root is not None:
        folder = Path(root).expanduser()
        if not folder.is_dir():
            raise UserError(f"There is no folder '{root}'.")
        return folder.resolve()
    try:
        current = Path.cwd()
    except OSError:
        raise UserError("The current folder is gone; give one with --root.") from None
    home = Path.home()
    for folder in (current, *current.parents):
        if folder == home:
            break
        if (folder / ".git").exists():
            return folder
    return current


def _commands(chosen: str | None) -> Iterator[tuple[str, Command]]:
    """The chosen command if there is one of that name, else all, those of the clients first."""
    if chosen in BATCH_COMMANDS:
        yield chosen, _batch_command(chosen)
        return
    # Looking through the installed distributions takes longer than the other imports of a batch command.
    from importlib.metadata import entry_points

    points = {point.name: point for point in entry_points(group=ENTRY_POINT_GROUP)}
    if chosen in points:
        yield chosen, cast(Command, points[chosen].load())
        return
    for name in sorted(points.keys() - set(BATCH_COMMANDS)):
        yield name, cast(Command, points[name].load())
    for name in BATCH_COMMANDS:
        yield name, _batch_command(name)


def _batch_command(name: str) -> Command:
    return cast(Command, import_module(f"glossator.commands.{name}"))


def _internal_error(error: Exception) -> str:
    """Keep the traceback in the log file and tell the user where it is."""
    from glossator.commands.crash import keep_traceback

    kept = keep_traceback(error)
    where = f"details are in {kept}" if kept is not None else "no details could be kept"
    return f"Something went wrong inside Glossator ({type(error).__name__}); {where}."


def _silence_output() -> None:
    """Point stdout at the null device, so that the interpreter's last flush does not complain either."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)
