"""Lists a folder in a process of its own, so that its memory can be told: prints JSON with seconds and MiB."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import psutil
from tests.bench.process_memory import peak_mib

from glossator.app.files import list_files
from glossator.app.known_tree import KnownTree
from glossator.core.settings import IndexSettings

LOOK_SECONDS = 0.04


def main() -> None:
    root, most = Path(sys.argv[1]), int(sys.argv[2])
    started, first, files = time.process_time(), 0.0, 0
    begun = time.monotonic()
    for _ in list_files(root, IndexSettings(max_files=most)):
        first = first or time.monotonic() - begun
        files += 1
    listed, peak = time.process_time() - started, peak_mib(psutil.Process())
    tree = KnownTree(root)
    _update(tree, most)
    while not tree.changed(LOOK_SECONDS):
        # The folders are found out in small steps.
        pass
    _update(tree, most)
    started = time.process_time()
    tree.changed(1000.0)
    look = time.process_time() - started
    figures = {
        "files": files,
        "first": first,
        "listed": listed,
        "peak": peak,
        "look": look,
        "kept": peak_mib(psutil.Process()),
    }
    sys.stdout.write(json.dumps(figures))


def _update(tree: KnownTree, most: int) -> None:
    for _ in tree.files(IndexSettings(max_files=most)):
        pass


if __name__ == "__main__":
    main()
