"""The argument `--limit` of commands whose answer is a list."""

from __future__ import annotations

import argparse

MAX_LIMIT = 1000


def add_limit(parser: argparse.ArgumentParser, what: str, default: int) -> None:
    """Let a command take `--limit`, the largest number of `what` there is."""
    parser.add_argument(
        "--limit", metavar="N", type=_limit, default=default, help=f"most {what} (default: {default})"
    )


def _limit(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MAX_LIMIT:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 to {MAX_LIMIT}")
    return int(text)
