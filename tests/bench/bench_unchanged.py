"""A second run over 2,000 files that have not changed: from opening the folder to an index known to be complete.

The start of the indexer is included, that of the server's own process is not.
"""

from __future__ import annotations

import os
from pathlib import Path
from statistics import median

from tests.bench.corpus import FILES, indexed_project
from tests.bench.index_run import index_once
from tests.bench.measurement import Measurement

_RUNS = 5


def run() -> list[Measurement]:
    root, home = indexed_project(), Path(os.environ["GLOSSATOR_HOME"])
    runs = [index_once(root, home) for _ in range(_RUNS)]
    walls = [each.wall for each in runs]
    spread = f"{FILES} files; {min(walls):.2f} to {max(walls):.2f} s in {_RUNS} runs"
    return [
        Measurement("unchanged second run, wall", median(walls), "s", "< 1", spread),
        Measurement("unchanged second run, CPU", median(each.cpu for each in runs), "s"),
    ]
