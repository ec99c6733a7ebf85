"""Embedding through Glossator's model process against a bare llama.cpp loop on the same texts.

Both load the same GGUF with the same options and embed text by text; loading is not counted. They take turns after a
few texts each, so that what else the machine does meanwhile falls on both. CPU seconds are those of the model process
and of the process that asks it. The texts are the embedding texts of functions of CPython's standard library.
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import psutil
from tests.bench.bare import BareEmbedding
from tests.bench.corpus import library_files
from tests.bench.measurement import Measurement

from glossator.core import chunks
from glossator.core.embedding_text import Source, TextForm, embedding_text
from glossator.core.languages import languages
from glossator.core.outline import Outline
from glossator.core.settings import ModelSettings
from glossator.core.syntax import extract
from glossator.host.folders import Folders
from glossator.models.choose import open_embedder
from glossator.models.embedder import LocalEmbedder

_TEXTS = 120
_TEXTS_A_TURN = 8


def run() -> list[Measurement]:
    return asyncio.run(_compare(_texts()))


async def _compare(texts: list[str]) -> list[Measurement]:
    embedder = open_embedder(ModelSettings(), Folders.for_user())
    assert isinstance(embedder, LocalEmbedder)
    bare_cpu = bare_wall = tokens = ours_cpu = ours_wall = 0.0
    try:
        with BareEmbedding(Path(os.environ["GLOSSATOR_MODELS"], "all-minilm-l6-v2-q8_0.gguf")) as bare:
            await embedder.embed(["warm up"])
            for first in range(0, len(texts), _TEXTS_A_TURN):
                turn = texts[first : first + _TEXTS_A_TURN]
                answer = bare.embed(turn)
                bare_cpu, bare_wall = bare_cpu + answer["cpu"], bare_wall + answer["wall"]
                tokens += answer["tokens"]
                cpu, wall = await _embed(embedder, turn)
                ours_cpu, ours_wall = ours_cpu + cpu, ours_wall + wall
    finally:
        await embedder.close()
    size = f"{len(texts)} texts, {tokens:,.0f} tokens"
    return [
        Measurement("bare llama.cpp embedding", tokens / bare_wall, "tokens/s", note=size),
        Measurement("Glossator embedding", tokens / ours_wall, "tokens/s", note="at low priority"),
        Measurement("embedding, Glossator / bare, wall", bare_wall / ours_wall, "times"),
        Measurement("bare llama.cpp embedding, CPU", bare_cpu, "s"),
        Measurement("Glossator embedding, CPU", ours_cpu, "s"),
        Measurement("embedding, Glossator / bare, CPU", bare_cpu / ours_cpu, "times", "≥ 0.95"),
    ]


async def _embed(embedder: LocalEmbedder, texts: list[str]) -> tuple[float, float]:
    """CPU seconds of both processes and wall seconds."""
    model = psutil.Process(embedder.process.pid)
    before, own = model.cpu_times(), time.process_time()
    started = time.monotonic()
    await embedder.embed(texts)
    wall = time.monotonic() - started
    after, own = model.cpu_times(), time.process_time() - own
    return after.user + after.system - before.user - before.system + own, wall


def _texts() -> list[str]:
    texts: list[str] = []
    for path in list(library_files())[::7]:
        data = path.read_bytes()
        facts = extract(data, languages()["python"], outline := Outline())
        for chunk in chunks.cut(data, facts.symbols, outline.units)[:4]:
            texts.append(embedding_text(Source(path.name, data, facts.symbols), chunk, TextForm.WORDS))
        if len(texts) >= _TEXTS:
            break
    return texts[:_TEXTS]
