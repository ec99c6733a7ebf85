"""Which token comes next, and when an answer goes round in circles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

REPETITION_PENALTY = 1.1
PENALTY_WINDOW = 64
"""Tokens of the answer that are made a little less likely to come again (Keskar et al., "CTRL", 2019)."""

LOOP_ROUNDS = 4
MIN_LOOP_TOKENS = 24
MAX_LOOP_PERIOD = 48
"""An answer loops when its last tokens are one pattern of at most this length, this many times over."""

REPEATED_TOKENS = 24
"""An answer that says so many tokens once more, word for word, has nothing new to say."""

NUCLEUS = 0.95
"""Share of probability that is drawn from when the temperature is above 0."""


def next_token(
    logits: NDArray[numpy.float32],
    answer: Sequence[int],
    temperature: float,
    generator: numpy.random.Generator,
) -> int:
    """The next token: the likeliest at temperature 0, else drawn; recent tokens of the answer are held back."""
    scores = logits.astype(numpy.float32)
    recent = numpy.unique(numpy.asarray(answer[-PENALTY_WINDOW:], dtype=numpy.int64))
    if recent.size:
        held = scores[recent]
        scores[recent] = numpy.where(held > 0, held / REPETITION_PENALTY, held * REPETITION_PENALTY)
    if temperature <= 0:
        return int(scores.argmax())
    return _draw(scores / temperature, generator)


def _draw(scores: NDArray[numpy.float32], generator: numpy.random.Generator) -> int:
    order = numpy.argsort(scores)[::-1]
    weights = numpy.exp(scores[order] - scores[order[0]], dtype=numpy.float64)
    share = numpy.cumsum(weights) / weights.sum()
    kept = int(numpy.searchsorted(share, NUCLEUS)) + 1
    return int(generator.choice(order[:kept], p=weights[:kept] / weights[:kept].sum()))


def is_looping(answer: Sequence[int]) -> bool:
    """Whether the end of the answer is one short pattern over and over, or a passage that was said before."""
    if _was_said_before(answer):
        return True
    for period in range(1, MAX_LOOP_PERIOD + 1):
        size = max(period * LOOP_ROUNDS, -(-MIN_LOOP_TOKENS // period) * period)
        if len(answer) < size:
            continue
        tail = answer[-size:]
        if all(tail[index] == tail[index - period] for index in range(period, size)):
            return True
    return False


def _was_said_before(answer: Sequence[int]) -> bool:
    end = list(answer[-REPEATED_TOKENS:])
    last_start = len(answer) - 2 * REPEATED_TOKENS
    return any(
        answer[start] == end[0] and list(answer[start : start + REPEATED_TOKENS]) == end
        for start in range(last_start + 1)
    )
