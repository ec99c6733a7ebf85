"""Bare llama.cpp, in a process of its own: what Glossator's model processes are measured against.

Run as `python -m tests.bench.bare <method> <request as JSON>`; what it measures comes as JSON. The model is loaded with
the options that Glossator uses on this machine, so that only what is around the library differs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any


class BareEmbedding:
    """A process that embeds one list of texts after the other."""

    def __init__(self, model: Path) -> None:
        self._model = model
        self._process: subprocess.Popen[str]

    def __enter__(self) -> BareEmbedding:
        for plain in (False, True):
            self._process = _start(
                "embed", {"model": str(self._model), "plain": plain}, stdin=subprocess.PIPE
            )
            if self._ask(["warm up"]) is not None:
                return self
            self._process.wait()
        raise RuntimeError(f"bare llama.cpp ended with {self._process.returncode}")

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def embed(self, texts: list[str]) -> dict[str, float]:
        """CPU and wall seconds and the number of tokens."""
        answer = self._ask(texts)
        assert answer is not None
        return answer

    def _ask(self, texts: list[str]) -> dict[str, float] | None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(texts) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return None
        line = self._process.stdout.readline()
        return json.loads(line) if line else None


def run(method: str, request: dict[str, Any]) -> dict[str, Any]:
    """The answer of a fresh process; one that crashes is tried again without the library's extra buffers."""
    for plain in (False, True):
        process = _start(method, {**request, "plain": plain}, stdin=subprocess.DEVNULL)
        out, _ = process.communicate()
        if process.returncode == 0:
            result: dict[str, Any] = json.loads(out)
            return result
    raise RuntimeError(f"bare llama.cpp ended with {process.returncode}")


def _start(method: str, request: dict[str, Any], *, stdin: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.bench.bare", method, json.dumps(request)],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "OMP_WAIT_POLICY": os.environ.get("OMP_WAIT_POLICY", "PASSIVE")},
    )


def _load(request: dict[str, Any]) -> Any:
    import llama_cpp as native

    native.llama_backend_init()
    parameters = native.llama_model_default_params()
    parameters.use_extra_bufts = not request["plain"]
    return native, native.llama_model_load_from_file(request["model"].encode(), parameters)


def _context(native: Any, model: Any, tokens: int, *, embeddings: bool) -> Any:
    parameters = native.llama_context_default_params()
    cores = len(os.sched_getaffinity(0))
    threads = max(1, cores - 1) if embeddings else cores
    parameters.n_ctx = tokens
    parameters.n_batch = parameters.n_ubatch = 512
    parameters.n_threads = parameters.n_threads_batch = threads
    parameters.flash_attn_type = 1 if embeddings else 0
    parameters.embeddings = embeddings
    return native.llama_init_from_model(model, parameters)


def _tokens(native: Any, model: Any, text: str, *, special: bool, add: bool) -> list[int]:
    vocabulary = native.llama_model_get_vocab(model)
    raw = text.encode()
    buffer = (native.llama_token * (len(raw) + 16))()
    count = native.llama_tokenize(vocabulary, raw, len(raw), buffer, len(buffer), add, special)
    return list(buffer[:count])


def _decode(native: Any, context: Any, tokens: list[int]) -> None:
    buffer = (native.llama_token * len(tokens))(*tokens)
    if native.llama_decode(context, native.llama_batch_get_one(buffer, len(tokens))) != 0:
        raise RuntimeError("llama_decode failed")


def embed(request: dict[str, Any]) -> None:
    """Embed the texts of each line of standard input, a JSON list; a line with the figures answers it."""
    native, model = _load(request)
    context = _context(native, model, 512, embeddings=True)
    for line in sys.stdin:
        count = 0
        cpu, wall = time.process_time(), time.perf_counter()
        for text in json.loads(line):
            tokens = _tokens(native, model, text, special=False, add=True)
            tokens = tokens if len(tokens) <= 512 else [*tokens[:511], tokens[-1]]
            native.llama_memory_clear(native.llama_get_memory(context), True)
            _decode(native, context, tokens)
            list(native.llama_get_embeddings_seq(context, 0)[:384])
            count += len(tokens)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        print(json.dumps({"cpu": cpu, "wall": wall, "tokens": count}), flush=True)


def answer(request: dict[str, Any]) -> None:
    """Print how long the first token took in seconds, and how many a second came after it."""
    native, model = _load(request)
    context = _context(native, model, 8192, embeddings=False)
    sampler = native.llama_sampler_init_greedy()
    _decode(native, context, [1, 2, 3])
    native.llama_memory_clear(native.llama_get_memory(context), True)
    started = time.perf_counter()
    tokens = _tokens(native, model, request["prompt"], special=True, add=False)
    for first in range(0, len(tokens), 512):
        _decode(native, context, tokens[first : first + 512])
    chosen = native.llama_sampler_sample(sampler, context, -1)
    first_seconds = time.perf_counter() - started
    begun = time.perf_counter()
    for _ in range(request["tokens"]):
        _decode(native, context, [chosen])
        chosen = native.llama_sampler_sample(sampler, context, -1)
    print(json.dumps({"first": first_seconds, "rate": request["tokens"] / (time.perf_counter() - begun)}))


if __name__ == "__main__":
    {"embed": embed, "answer": answer}[sys.argv[1]](json.loads(sys.argv[2]))
