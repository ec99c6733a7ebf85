"""What holds for the chunks of any text."""

from __future__ import annotations

from bisect import bisect_left

from glossator.core.chunks import Chunk, cut
from glossator.core.languages import Language
from glossator.core.outline import Outline
from glossator.core.packing import CLOSING_BYTES
from glossator.core.pieces import MAX_CHUNK_BYTES
from glossator.core.symbols import FileFacts, ParseState
from glossator.core.syntax import extract
from glossator.core.text import Span


def chunks_of(data: bytes, language: Language | None) -> tuple[FileFacts, list[Chunk]]:
    """The facts and the chunks of a text."""
    if language is None:
        return FileFacts("text", ParseState.TEXT), cut(data, (), ())
    outline = Outline()
    facts = extract(data, language, outline)
    return facts, cut(data, facts.symbols, outline.units)


def tokens_of(data: bytes, language: Language | None) -> list[Span]:
    """The leaves of the whole syntax tree, without white space around them."""
    outline = Outline(opened_bytes=0)
    if language is not None:
        extract(data, language, outline)
    return outline.tokens()


def check_chunks(data: bytes, language: Language | None) -> tuple[FileFacts, list[Chunk]]:
    """Cut a text and check all that holds for its chunks."""
    facts, chunks = chunks_of(data, language)
    check_cover(data, chunks)
    tokens = tokens_of(data, language)
    check_tokens(data, chunks, tokens)
    check_sizes(data, chunks, tokens)
    check_symbols(facts, chunks)
    return facts, chunks


def check_cover(data: bytes, chunks: list[Chunk]) -> None:
    """Each byte that is no white space lies in one chunk, and chunks stand in order; none is blank."""
    place = 0
    for chunk in chunks:
        assert place <= chunk.span.start < chunk.span.end
        assert not data[place : chunk.span.start].strip(), place
        assert data[chunk.span.start : chunk.span.end].strip()
        assert chunk.span.end == len(data[: chunk.span.end].rstrip()) or len(data) > 100_000
        place = chunk.span.end
    assert not data[place:].strip()


def check_tokens(data: bytes, chunks: list[Chunk], tokens: list[Span]) -> None:
    """No chunk starts or ends inside of a token."""
    starts = [token.start for token in tokens]
    for chunk in chunks:
        for place in (chunk.span.start, chunk.span.end):
            number = bisect_left(starts, place) - 1
            if number >= 0 and place < tokens[number].end:
                token = tokens[number]
                raise AssertionError(f"cut at {place} in {data[token.start : token.end]!r}")


def check_sizes(data: bytes, chunks: list[Chunk], tokens: list[Span]) -> None:
    """A chunk is only too large if it holds a token, or a word, that is."""
    longest = max((len(word) for word in data.split()), default=0)
    longest = max(longest, max(map(len, tokens), default=0))
    for chunk in chunks:
        text = data[chunk.span.start : chunk.span.end].strip()
        assert len(text) <= max(MAX_CHUNK_BYTES, longest) + CLOSING_BYTES


def check_symbols(facts: FileFacts, chunks: list[Chunk]) -> None:
    """Each definition begins in one chunk, and what a chunk belongs to overlaps it."""
    begun = [position for chunk in chunks for position in chunk.symbols]
    assert sorted(begun) == list(range(len(facts.symbols)))
    for chunk in chunks:
        if chunk.symbol is not None:
            span = facts.symbols[chunk.symbol].span
            assert span.start < chunk.span.end
            assert chunk.span.start < span.end
