"""Run the benchmarks: `make bench`, or `make bench BENCH=structure` for one.

To add a benchmark: write `bench_<name>.py` beside this file with a docstring that says what is compared with what,
and `run() -> list[Measurement]`. Figures that are worth keeping go into `docs/benchmarks.md` with the machine's line.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from tests.bench.measurement import Measurement, as_json, machine, table

from glossator.host.folders import Folders

NAMES = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Run the benchmarks.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"which ({', '.join(NAMES)}); all if none is named"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON alone")
    arguments = parser.parse_args()
    if unknown := sorted(set(arguments.names) - set(NAMES)):
        parser.error(f"unknown benchmark: {', '.join(unknown)}")
    os.environ.setdefault("GLOSSATOR_MODELS", str(Folders.for_user().models))
    measurements: list[Measurement] = []
    with tempfile.TemporaryDirectory(prefix="glossator-bench-") as home:
        os.environ["GLOSSATOR_HOME"] = home
        for name in arguments.names or NAMES:
            benchmark = import_module(f"tests.bench.bench_{name}")
            sys.stderr.write(f"{name}: {(benchmark.__doc__ or '').splitlines()[0]}\n")
            measurements += benchmark.run()
    if not arguments.json:
        print(f"{machine()}\n\n{table(measurements)}\n")
    print(as_json(measurements))
    return 0


if __name__ == "__main__":
    sys.exit(main())
