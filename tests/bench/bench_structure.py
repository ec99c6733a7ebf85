"""The structure index against bare tree-sitter parsing of the same files: the standard library, and a public project.

CPU seconds are of all processes; the index includes their start, listing, reading, extracting, writing and resolving.
Bare parsing runs before and after the index and counts with the mean of both, so that a machine that gets slower or
faster meanwhile does so for both.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.bench.bare_parsing import parse_barely
from tests.bench.corpus import PUBLIC_PROJECT, copy_library, described, fetch_public_project
from tests.bench.index_run import index_once
from tests.bench.measurement import Measurement


def run() -> list[Measurement]:
    with tempfile.TemporaryDirectory(prefix="glossator-structure-") as name:
        library, public = Path(name, "library"), Path(name, "public")
        files = copy_library(library)
        found = _compare("standard library", library, files, Path(name, "library home"))
        files = fetch_public_project(public)
        project = PUBLIC_PROJECT.replace("==", " ")
        return found + _compare(project, public / "project", files, Path(name, "public home"))


def _compare(what: str, root: Path, files: Sequence[Path], home: Path) -> list[Measurement]:
    before = parse_barely(files)
    index = index_once(root, home)
    after = parse_barely(files)
    cpu, wall = (before.cpu + after.cpu) / 2, (before.wall + after.wall) / 2
    return [
        Measurement(f"{what}: bare parsing, CPU", cpu, "s", note=described(files)),
        Measurement(f"{what}: structure index, CPU", index.cpu, "s", note=f"{index.wall:.1f} s of wall time"),
        Measurement(f"{what}: index / bare parsing, CPU", index.cpu / cpu, "times", "≤ 2.0"),
        Measurement(f"{what}: index / bare parsing, wall", index.wall / wall, "times"),
        Measurement(f"{what}: bare parsing, memory", before.peak_mib, "MiB", note="one process"),
        Measurement(f"{what}: structure index, memory", index.peak_mib, "MiB", note="indexer and parsers"),
    ]
