"""How a way of cutting files does: how many chunks of which size, and what they cut apart."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from glossator.core.symbols import CALLABLE_KINDS, TYPE_KINDS, Symbol
from glossator.core.text import Span


@dataclass(slots=True)
class ChunkMeasures:
    """The measures of some files that were cut in one way. Sizes are in bytes.

    `definitions` counts callables and types with a body or without, `kept_whole` those that lie in one chunk;
    `cut_tokens` the beginnings and ends of chunks inside of tokens.
    """

    sizes: list[int] = field(default_factory=list)
    definitions: int = 0
    kept_whole: int = 0
    cut_tokens: int = 0

    def add(
        self, data: bytes, chunks: Sequence[Span], symbols: Sequence[Symbol], tokens: Sequence[Span]
    ) -> None:
        """Add a file: its chunks, in order, its definitions, and the leaves of its syntax tree."""
        self.sizes += map(len, chunks)
        for symbol in symbols:
            if symbol.kind in CALLABLE_KINDS or symbol.kind in TYPE_KINDS:
                self.definitions += 1
                self.kept_whole += _is_whole(data, symbol.span, chunks)
        starts = [token.start for token in tokens]
        for chunk in chunks:
            for place in (chunk.start, chunk.end):
                number = bisect_left(starts, place) - 1
                self.cut_tokens += number >= 0 and place < tokens[number].end

    def join(self, other: ChunkMeasures) -> None:
        """Add the measures of other files."""
        self.sizes += other.sizes
        self.definitions += other.definitions
        self.kept_whole += other.kept_whole
        self.cut_tokens += other.cut_tokens

    def size_at(self, share: float) -> int:
        """The size than which so large a share of the chunks is smaller; 0 without chunks."""
        if not self.sizes:
            return 0
        return sorted(self.sizes)[min(len(self.sizes) - 1, int(len(self.sizes) * share))]


def _is_whole(data: bytes, span: Span, chunks: Sequence[Span]) -> bool:
    """Whether one of the chunks holds a definition but for white space at its ends."""
    text = data[span.start : span.end]
    start = span.start + len(text) - len(text.lstrip())
    end = span.end - len(text) + len(text.rstrip())
    number = bisect_left(chunks, Span(start + 1, 0)) - 1
    # Chunks of the reference overlap: the one before may reach as far.
    return any(chunk.start <= start and end <= chunk.end for chunk in chunks[max(0, number - 3) : number + 1])
