"""Listing a million empty files, and seeing changes that no client reports.

The files are generated on the disk of the temporary folder and listed by a process of its own, by the rules alone and
by git. Its memory is measured while nobody keeps what it finds, then with a listing that is kept for comparing.
Changes are made in an indexed project of 2,000 files without a word to the server, which is loaded by nothing else.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil
from tests.bench.measurement import Measurement

from glossator.app.application import Application
from glossator.core.settings import Settings
from glossator.host.folders import Folders
from glossator.store.reader import IndexReader, open_reader

FILES = int(os.environ.get("GLOSSATOR_BENCH_FILES", "1000000"))
PROJECT_FILES = 2000
ROUNDS = 5
IDLE_SECONDS = 30.0
_MOST = 250_000
"""Entries that are kept at most, as is the default of index.maxFiles."""


def run() -> list[Measurement]:
    with tempfile.TemporaryDirectory(prefix="glossator-disk-") as name:
        folder = Path(name)
        measured = _listings(folder / "many")
        shutil.rmtree(folder / "many")
        return measured + asyncio.run(_unreported(folder))


def _listings(root: Path) -> list[Measurement]:
    for number in range(FILES):
        if number % 1000 == 0:
            place = root / f"d{number // 50_000:02}" / f"f{number // 1000:04}"
            place.mkdir(parents=True)
        (place / f"n{number % 1000:04}.py").touch()
    measured = []
    for by in ("the rules", "git"):
        if by == "git":
            subprocess.run(["git", "init", "--quiet", str(root)], check=True)
        whole, cut = _listed(root, FILES + 1), _listed(root, _MOST)
        measured += [
            Measurement(f"listing by {by}, CPU", whole["listed"], "s", note=f"{whole['files']:,.0f} files"),
            Measurement(f"listing by {by}, first file after", whole["first"], "s"),
            Measurement(f"listing by {by}, most memory", whole["peak"], "MiB"),
            Measurement(f"listing by {by}, kept", cut["kept"], "MiB", note=f"{cut['files']:,.0f} files"),
            Measurement("one look at all of them, CPU", cut["look"], "s", note=f"{cut['files']:,.0f} files"),
        ]
    return measured


def _listed(root: Path, most: int) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.bench.disk_work", str(root), str(most)]
    figures: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return figures


async def _unreported(folder: Path) -> list[Measurement]:
    root = folder / "project"
    for number in range(PROJECT_FILES):
        _write(root / f"p{number // 100}" / f"m{number}.py", f"f{number}")
    settings = Settings()
    models = replace(settings.models, language="none", embedding="none")
    application = Application(replace(settings, models=models), Folders.below(folder / "home"))
    try:
        await application.open_workspace([root])
        await application.wait_settled()
        await asyncio.sleep(10)
        with open_reader(application.workspaces[0].index_path) as reader:
            idle = await _idle_share(os.getpid())
            seconds = [await _seen(*change) for change in _changes(root, reader)]
    finally:
        await application.close()
    note = f"{PROJECT_FILES:,} files, {len(seconds)} changes"
    return [
        Measurement("unreported change in the index, most", max(seconds), "s", "less than 5", note),
        Measurement("unreported change, median", sorted(seconds)[len(seconds) // 2], "s", note=note),
        Measurement("all processes at rest", idle * 100, "% of a core", "less than 2", note),
    ]


def _changes(root: Path, reader: IndexReader) -> list[tuple[Callable[[], object], Callable[[], bool]]]:
    """What is done, and how the index tells that it has seen it."""

    def known(name: str) -> bool:
        return bool(reader.symbols_named(name))

    changes: list[tuple[Callable[[], object], Callable[[], bool]]] = []
    for n in range(ROUNDS):
        new, moved = root / f"new{n}", root / f"moved{n}"
        changes += [
            (lambda n=n: _write(root / "p3" / "m300.py", f"edited{n}"), lambda n=n: known(f"edited{n}")),
            (lambda n=n, new=new: _write(new / "x.py", f"fresh{n}"), lambda n=n: known(f"fresh{n}")),
            (
                lambda new=new, moved=moved: new.rename(moved),
                lambda n=n: reader.file(f"new{n}/x.py") is None and known(f"fresh{n}"),
            ),
            (lambda moved=moved: shutil.rmtree(moved), lambda n=n: not known(f"fresh{n}")),
        ]
    return changes


async def _seen(change: Callable[[], object], is_seen: Callable[[], bool]) -> float:
    change()
    begun = time.monotonic()
    while not await asyncio.to_thread(is_seen):
        await asyncio.sleep(0.01)
    seconds = time.monotonic() - begun
    # The next change comes at another moment between two looks.
    await asyncio.sleep(1.3)
    return seconds


async def _idle_share(server: int) -> float:
    """The share of one core that this process and all its children take."""
    processes = [psutil.Process(server), *psutil.Process(server).children(recursive=True)]
    before = sum(sum(each.cpu_times()[:2]) for each in processes)
    await asyncio.sleep(IDLE_SECONDS)
    return (sum(sum(each.cpu_times()[:2]) for each in processes) - before) / IDLE_SECONDS


def _write(path: Path, name: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"def {name}():\n    return 1\n", encoding="utf-8")
