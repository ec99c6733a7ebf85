"""Whole indexes of projects with all their vectors: seconds, tokens embedded, and seconds for each megabyte.

The projects are the folders that GLOSSATOR_BENCH_PROJECTS names, one to a line of that file; without it nothing is
measured. The tokens are those of every text that the model was given, by its own tokenizer, counted afterwards.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bench.index_run import cpu_seconds
from tests.bench.measurement import Measurement

from glossator.app.application import Application
from glossator.core.settings import Settings
from glossator.host.folders import Folders
from glossator.models.embedder import LocalEmbedder
from glossator.models.llama import LoadOptions, Weights
from glossator.models.ports import Vector

LIST = "GLOSSATOR_BENCH_PROJECTS"
HOME = "GLOSSATOR_BENCH_HOME"
"""Where the indexes are kept, for whoever evaluates searches in them afterwards."""
_MODEL = "all-minilm-l6-v2-q8_0.gguf"


@dataclass(frozen=True, slots=True)
class _Whole:
    """What one project cost, and its size in bytes and chunks."""

    wall: float
    cpu: float
    size: int
    files: int
    chunks: int


def run() -> list[Measurement]:
    if LIST not in os.environ:
        sys.stderr.write(f"nothing measured: {LIST} names no file with a list of folders\n")
        return []
    roots = [Path(line) for line in Path(os.environ[LIST]).read_text().splitlines() if line]
    os.environ["GLOSSATOR_HOME"] = os.environ.get(HOME) or os.environ["GLOSSATOR_HOME"]
    done: list[_Whole] = []
    with _texts_given() as texts:
        for root in roots:
            done.append(asyncio.run(_index(root, Folders.for_user())))
            sys.stderr.write(f"{root.name}: {done[-1]}\n")
    weights = Weights(LoadOptions(Path(os.environ["GLOSSATOR_MODELS"], _MODEL), plain=True))
    tokens = sum(len(weights.tokenize(text, marks=True)) for text in texts)
    wall, cpu = sum(each.wall for each in done), sum(each.cpu for each in done)
    megabytes = sum(each.size for each in done) / 1e6
    files, chunks = sum(each.files for each in done), sum(each.chunks for each in done)
    note = f"{len(done)} projects, {files:,} files, {megabytes:.1f} MB, {chunks:,} chunks and synopses"
    return [
        Measurement("index with all vectors", wall, "s", note=note),
        Measurement("index with all vectors, CPU", cpu, "s"),
        Measurement("tokens embedded", tokens, "tokens", note=f"{len(texts):,} texts"),
        Measurement("index with all vectors, for each megabyte", wall / megabytes, "s/MB"),
        Measurement("index with all vectors, CPU for each megabyte", cpu / megabytes, "s/MB"),
    ]


async def _index(root: Path, folders: Folders) -> _Whole:
    began, cpu = time.monotonic(), cpu_seconds()
    application = Application(Settings(), folders)
    try:
        await application.open_workspace([root])
        await application.wait_settled()
        reader = application.workspaces[0].reader
        counts = reader.counts()
        size = sum((root / path).stat().st_size for path in reader.paths() if (root / path).is_file())
    finally:
        await application.close()
    # The processes have ended, so that their seconds are counted.
    return _Whole(time.monotonic() - began, cpu_seconds() - cpu, size, counts.files, counts.chunks)


@contextmanager
def _texts_given() -> Iterator[list[str]]:
    """The texts that the embedding model is given while the block lasts."""
    given: list[str] = []
    whole = LocalEmbedder.embed

    async def embed(self: LocalEmbedder, texts: list[str], **more: object) -> list[Vector]:
        given.extend(texts)
        return await whole(self, texts, **more)  # type: ignore[arg-type]

    LocalEmbedder.embed = embed  # type: ignore[method-assign, assignment]
    try:
        yield given
    finally:
        LocalEmbedder.embed = whole  # type: ignore[method-assign]
