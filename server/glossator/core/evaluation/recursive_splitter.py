"""The splitter that chunks are compared with: text alone, cut recursively by separators.

It is the one that most programs begin with: pieces of at most 1000 characters of which neighbours share at most 200,
cut at the first of the separators paragraph, line, blank and character that makes the pieces short enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from glossator.core.text import Span

SIZE = 1000
"""How many characters a piece has at most."""
OVERLAP = 200
"""How many characters the end of a piece and the beginning of the next one share at most."""
SEPARATORS = ("\n\n", "\n", " ", "")
"""Where a text is cut, the first ones before the others."""


_Pieces = list[tuple[int, int]]


def split(data: bytes) -> list[Span]:
    """The pieces of a text (UTF-8), in bytes. Neighbours may overlap; none begins or ends with white space."""
    text = data.decode("utf-8", "surrogateescape")
    spans = [_trimmed(text, start, end) for start, end in _pieces(text)]
    spans = [span for span in spans if len(span)]
    if len(text) == len(data):
        return spans
    offsets = [0, *accumulate(map(_bytes_of, text))]
    return [Span(offsets[span.start], offsets[span.end]) for span in spans]


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """The pieces in characters: of each stretch what is short enough is merged, the rest is cut by what follows."""
    waiting: list[tuple[int, _Pieces]] = [(0, [(0, len(text))])]
    while waiting:
        level, parts = waiting.pop()
        if level < 0:
            yield from _merged(parts)
            continue
        ((start, end),) = parts
        while SEPARATORS[level] and text.find(SEPARATORS[level], start, end) < 0:
            level += 1
        steps: list[tuple[int, _Pieces]] = []
        for part in _parts(text, start, end, SEPARATORS[level]):
            if part[1] - part[0] > SIZE:
                steps.append((level + 1, [part]))
            elif steps and steps[-1][0] < 0:
                steps[-1][1].append(part)
            else:
                steps.append((-1, [part]))
        waiting += reversed(steps)


def _parts(text: str, start: int, end: int, separator: str) -> Iterator[tuple[int, int]]:
    """A stretch cut behind each separator; the empty one cuts it into characters."""
    if not separator:
        yield from ((place, place + 1) for place in range(start, end))
        return
    while start < end:
        found = text.find(separator, start, end)
        after = end if found < 0 else found + len(separator)
        yield start, after
        start = after


def _merged(parts: _Pieces) -> Iterator[tuple[int, int]]:
    """Neighbours joined up to `SIZE`; the next piece begins with up to `OVERLAP` of the end of the one before."""
    first = 0
    for number, (_, end) in enumerate(parts):
        if end - parts[first][0] > SIZE:
            last_end = parts[number - 1][1]
            yield parts[first][0], last_end
            while first < number and (last_end - parts[first][0] > OVERLAP or end - parts[first][0] > SIZE):
                first += 1
    if parts:
        yield parts[first][0], parts[-1][1]


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return Span(start, max(start, end - len(piece) + len(piece.rstrip())))


def _bytes_of(character: str) -> int:
    return len(character.encode("utf-8", "surrogateescape"))
