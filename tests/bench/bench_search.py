"""Search in a project of 10,000 files through a real server: from the request to the answer, the query's vector
included, with the model warm.

The files are those of the standard library, its tests and the installed packages, copied until there are enough. The
vectors of their chunks are random, since a scan looks at all of them whatever they are; the query's is the model's.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sysconfig
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from tests.bench.editor_session import EditorSession, editor_session, latency
from tests.bench.index_run import index_once
from tests.bench.measurement import Measurement

from glossator.app.vector_maker import VECTOR_VERSIONS
from glossator.core.quantize import quantize
from glossator.core.settings import ModelSettings
from glossator.host.folders import Folders
from glossator.models.choose import open_embedder
from glossator.store.writer import open_writer

FILES = 10_000
ROUNDS = 12
BATCH = 2000

_QUESTIONS = (
    "where are temporary files removed",
    "how is an http response header parsed",
    "retry a request that failed",
    "convert a date to iso 8601",
    "split a command line into arguments",
    "compare two version numbers",
    "read a zip archive member",
    "class that caches results of function calls",
    "json decoder error position",
    "path:email how is a message boundary chosen",
    "thread pool shutdown",
    "compute the median",
    "escape special characters in html",
    "unicode normalisation form",
    "what happens when a test times out",
    "kind:function walk a directory tree",
    "OrderedDict",
    "parse_args",
    "TypeError: unhashable type",
    "lib/json/decoder.py",
)


def run() -> list[Measurement]:
    with TemporaryDirectory(prefix="glossator-search-") as name:
        root, home = Path(name, "project"), Path(name, "home")
        kept = os.environ["GLOSSATOR_HOME"]
        os.environ["GLOSSATOR_HOME"] = str(home)
        try:
            _copy_files(root)
            index_once(root, home, searchable=True)
            chunks = asyncio.run(_fill(root, Folders.for_user()))
            return asyncio.run(_measure(root, f"{FILES:,} files, {chunks:,} vectors"))
        finally:
            os.environ["GLOSSATOR_HOME"] = kept


def _copy_files(root: Path) -> None:
    """Copies of all Python files that there are, in one folder after the other, until there are enough."""
    paths = sysconfig.get_paths()
    sources = sorted({path for key in ("stdlib", "purelib") for path in Path(paths[key]).rglob("*.py")})
    numbered = itertools.islice(((copy, path) for copy in itertools.count() for path in sources), FILES)
    for copy, path in numbered:
        target = root / f"copy{copy}" / path.relative_to(path.anchor)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())


async def _fill(root: Path, folders: Folders) -> int:
    """Give every text a random vector under the fingerprint of the default model; the number of vectors."""
    embedder = open_embedder(ModelSettings(), folders)
    assert embedder is not None
    fingerprint, dimensions = await embedder.fingerprint(*VECTOR_VERSIONS), await embedder.dimensions()
    await embedder.close()
    generator = np.random.default_rng(1)
    with open_writer(folders.index_path(root), on_notice=print) as writer:
        while pending := writer.pending_texts(fingerprint, BATCH):
            vectors = quantize(generator.standard_normal((len(pending), dimensions)), dimensions)
            writer.put_vectors(fingerprint, zip((each.text_hash for each in pending), vectors, strict=True))
        return writer.vector_count()


async def _measure(root: Path, note: str) -> list[Measurement]:
    async with editor_session(root, {"index": {"embed": False}}) as session:
        begun = time.monotonic()
        await _ask(session, _QUESTIONS[0], wait=True)
        first = time.monotonic() - begun
        for question in _QUESTIONS:
            await _ask(session, question)
        seconds = []
        for number in range(ROUNDS * len(_QUESTIONS)):
            begun = time.monotonic()
            await _ask(session, _QUESTIONS[number % len(_QUESTIONS)])
            seconds.append(time.monotonic() - begun)
        return [
            Measurement("first search after the start of a server", first, "s", "", note),
            latency("search, model warm", seconds, 0.5, "less than 15", note),
            latency("search, model warm", seconds, 0.99, "less than 40", note),
        ]


async def _ask(session: EditorSession, question: str, *, wait: bool = False) -> None:
    parameters: dict[str, Any] = {"query": question, "limit": 10, "waitForIndex": wait}
    answer = await session.connection.request("glossator/search", parameters)
    assert answer["hits"], question
