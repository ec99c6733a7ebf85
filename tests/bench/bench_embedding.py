"""Embedding through Glossator's model process against a bare llama.cpp loop on the same texts.

Both load the same GGUF with the same options and embed text by text; loading is not counted. The texts are the
embedding texts of functions of CPython's standard library.
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

from tests.bench import bare
from tests.bench.corpus import library_files
from tests.bench.measurement import Measurement

from glossator.core import chunks
from glossator.core.embedding_text import embedding_text
from glossator.core.languages import languages
from glossator.core.settings import ModelSettings
from glossator.core.syntax import extract
from glossator.core.text import LineIndex
from glossator.host.folders import Folders
from glossator.models.choose import open_embedder

_TEXTS = 120


def run() -> list[Measurement]:
    texts = _texts()
    model = Path(os.environ["GLOSSATOR_MODELS"], "all-minilm-l6-v2-q8_0.gguf")
    # Each way twice in turn, the better time of each, since other load on the machine comes and goes.
    bare_seconds, ours = float("inf"), float("inf")
    for _ in range(2):
        result = bare.run("embed", {"model": str(model), "texts": texts})
        bare_seconds = min(bare_seconds, result["seconds"])
        ours = min(ours, asyncio.run(_embed(texts)))
    tokens = result["tokens"]
    return [
        Measurement("bare llama.cpp embedding", tokens / bare_seconds, "tokens/s", note=f"{tokens} tokens"),
        Measurement("Glossator embedding", tokens / ours, "tokens/s"),
        Measurement("embedding, Glossator / bare", bare_seconds / ours, "times", "≥ 0.95 in the end"),
    ]


def _texts() -> list[str]:
    texts: list[str] = []
    for path in list(library_files())[::7]:
        data = path.read_bytes()
        facts = extract(data, languages()["python"])
        for chunk in chunks.cut(LineIndex(data), facts.symbols)[:4]:
            texts.append(embedding_text(path.name, data, facts.symbols, chunk))
        if len(texts) >= _TEXTS:
            break
    return texts[:_TEXTS]


async def _embed(texts: list[str]) -> float:
    embedder = open_embedder(ModelSettings(), Folders.for_user())
    assert embedder is not None
    try:
        await embedder.embed(["warm up"])
        started = time.monotonic()
        await embedder.embed(texts)
        return time.monotonic() - started
    finally:
        await embedder.close()
