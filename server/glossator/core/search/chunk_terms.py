"""The words by which a chunk is found: those of its code, and with more weight those of its names and its path."""

from __future__ import annotations

from collections import Counter

from glossator.core.chunks import Chunk
from glossator.core.embedding_text import Source
from glossator.core.terms import bag_of_terms

CHUNK_TERMS_VERSION = 1
"""Bump when the same chunk gives another bag."""

_NAME_WEIGHT = 5
_FILE_NAME_WEIGHT = 10
_FOLDER_WEIGHT = 3
"""How many times a word of a name counts; found by the search benchmark, where half or twice as much hardly matters."""


def chunk_terms(source: Source, chunk: Chunk) -> Counter[int]:
    """The bag of terms of a chunk (BM25F with weights on frequencies: Robertson, Zaragoza and Taylor 2004)."""
    bag = bag_of_terms(source.text(chunk.span.start, chunk.span.end))
    names = {
        source.symbols[position].qualified_name
        for position in (*chunk.symbols, chunk.symbol)
        if position is not None
    }
    for term in {term for name in names for term in bag_of_terms(name)}:
        bag[term] += _NAME_WEIGHT
    folder, _, file_name = source.path.rpartition("/")
    bag.update(bag_of_terms(file_stem(file_name), weight=_FILE_NAME_WEIGHT))
    bag.update(bag_of_terms(folder, weight=_FOLDER_WEIGHT))
    return bag


def file_stem(file_name: str) -> str:
    """The name of a file without its ending; of a hidden file the whole name."""
    stem, dot, _ = file_name.rpartition(".")
    return stem if dot and stem else file_name
