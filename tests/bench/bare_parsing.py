"""Bare tree-sitter parsing, in a process of its own: what the structure index is measured against.

Run as `python -m tests.bench.bare_parsing`; takes `[[path, grammar], ...]` as JSON on standard input and gives the
figures as JSON. Files are read before they are parsed, and reading is not counted.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from glossator.core.languages import detect


@dataclass(frozen=True, slots=True)
class BareParsing:
    """CPU and wall seconds of parsing alone, and the most memory in MiB that the process held."""

    cpu: float
    wall: float
    peak_mib: float


def parse_barely(files: Iterable[Path]) -> BareParsing:
    """Parse the files that have a grammar, in a fresh process."""
    known = [(path, detect(path.as_posix())) for path in files]
    request = [[str(path), language.grammar] for path, language in known if language is not None]
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.bare_parsing"],
        input=json.dumps(request),
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        check=True,
    )
    return BareParsing(**json.loads(done.stdout))


def _parse(request: list[tuple[str, str]]) -> BareParsing:
    from tree_sitter import Parser
    from tree_sitter_language_pack import get_language

    parsers = {grammar: Parser(get_language(grammar)) for grammar in {grammar for _, grammar in request}}  # type: ignore[arg-type]
    cpu = wall = 0.0
    for path, grammar in request:
        text = Path(path).read_bytes()
        begun, begun_wall = time.process_time(), time.perf_counter()
        parsers[grammar].parse(text)
        cpu += time.process_time() - begun
        wall += time.perf_counter() - begun_wall
    return BareParsing(cpu, wall, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


if __name__ == "__main__":
    print(json.dumps(asdict(_parse(json.load(sys.stdin)))))
