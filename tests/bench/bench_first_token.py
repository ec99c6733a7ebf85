"""The first streamed token of an answer against bare llama.cpp on the same prompt.

The prompt is Glossator's instruction and the beginning of one of its own source files. Both have the model loaded
and an empty cache; Glossator's time runs from the request to the first piece of text in the server.
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

from tests.bench import bare
from tests.bench.measurement import Measurement

from glossator.core.prompt import SYSTEM
from glossator.core.settings import ModelSettings
from glossator.host.folders import Folders
from glossator.models.choose import open_generator
from glossator.models.ports import Message

_ANSWER_TOKENS = 48


def run() -> list[Measurement]:
    source = Path(__file__).parents[2] / "server" / "glossator" / "core" / "text.py"
    messages = [Message("system", SYSTEM), Message("user", source.read_text()[:3000] + "\n\nExplain this.")]
    model = Path(os.environ["GLOSSATOR_MODELS"], "smollm2-135m-instruct-q4_1.gguf")
    bare_first, ours_first, bare_rate, ours_rate = float("inf"), float("inf"), 0.0, 0.0
    for _ in range(2):
        first, rate, rendered, tokens = asyncio.run(_answer(messages))
        ours_first, ours_rate = min(ours_first, first), max(ours_rate, rate)
        result = bare.run("answer", {"model": str(model), "prompt": rendered, "tokens": _ANSWER_TOKENS})
        bare_first, bare_rate = min(bare_first, result["first"]), max(bare_rate, result["rate"])
    return [
        Measurement("bare llama.cpp, first token", bare_first, "s", note=f"prompt of {tokens} tokens"),
        Measurement("Glossator, first token", ours_first, "s"),
        Measurement("first token, Glossator / bare", ours_first / bare_first, "times", "≤ 1.05 in the end"),
        Measurement("bare llama.cpp, answer", bare_rate, "tokens/s"),
        Measurement("Glossator, answer", ours_rate, "tokens/s"),
    ]


async def _answer(messages: list[Message]) -> tuple[float, float, str, int]:
    generator = open_generator(ModelSettings(), Folders.for_user())
    assert generator is not None
    try:
        rendered = await generator.render(messages)
        tokens = await generator.count_chat(messages)
        started = time.monotonic()
        first = 0.0
        async for _ in generator.generate(messages, _ANSWER_TOKENS):
            first = first or time.monotonic() - started
        timings = generator.last_timings
        assert timings is not None
        return first, timings.tokens_per_second, rendered, tokens
    finally:
        await generator.close()
