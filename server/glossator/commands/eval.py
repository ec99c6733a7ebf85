"""`glossator eval`: measure how well parts of Glossator do their work on your own code.

To add an evaluation: write a module `eval_<name>` beside this one with `SUMMARY`, `configure(parser)` and
`run(arguments, terminal) -> int` as a command has them, and put its name into `EVALUATIONS`.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from types import ModuleType

from glossator.commands.terminal import Terminal

SUMMARY = "Measure how well parts of Glossator do their work on your own code."

EVALUATIONS = ("chunks", "retrieval")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare what can be measured, each with arguments of its own."""
    parsers = parser.add_subparsers(dest="evaluation", metavar="WHAT", required=True, title="evaluations")
    for name in EVALUATIONS:
        evaluation = _evaluation(name)
        inner = parsers.add_parser(
            name, help=evaluation.SUMMARY, description=evaluation.SUMMARY, allow_abbrev=False
        )
        inner.add_argument(
            "--root", metavar="FOLDER", default=argparse.SUPPRESS, help="the folder that is measured"
        )
        inner.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="print the answer as JSON"
        )
        inner.add_argument(
            "--quiet", action="store_true", default=argparse.SUPPRESS, help="show no progress on stderr"
        )
        evaluation.configure(inner)


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Measure what was asked for and return the exit code."""
    code: int = _evaluation(arguments.evaluation).run(arguments, terminal)
    return code


def _evaluation(name: str) -> ModuleType:
    return import_module(f"glossator.commands.eval_{name}")
