"""Words of code for lexical search: identifiers split into their parts, kept as numbers.

A bag of terms holds for each term a 32-bit digest and a frequency, without positions and without the words
themselves, so that the text cannot be put together from the index.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

_WORD = re.compile(r"[^\W\d]\w+", re.UNICODE)
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\dA-Za-z_]+")
_ENTRY = struct.Struct("<IH")
_MAX_FREQUENCY = 0xFFFF

TERMS_VERSION = 2
"""Bump when the same text gives another bag."""


@lru_cache(maxsize=65_536)
def split_identifier(identifier: str) -> tuple[str, ...]:
    """The lower-case parts of an identifier: `parseHTTPHeader_v2` → parse, http, header, v, 2."""
    return tuple(part.lower() for part in _PART.findall(identifier))


@lru_cache(maxsize=65_536)
def term_ids(identifier: str) -> tuple[int, ...]:
    """Digests of the whole identifier and of its parts when it has several."""
    whole = identifier.lower()
    parts = [part for part in split_identifier(identifier) if len(part) > 1]
    words = [whole, *parts] if parts != [whole] else [whole]
    return tuple(zlib.crc32(word.encode("utf-8", "replace")) for word in words)


def bag_of_terms(text: str, weight: int = 1) -> Counter[int]:
    """Term digests of a text with their frequencies, each counted `weight` times."""
    bag: Counter[int] = Counter()
    for word, count in Counter(_WORD.findall(text)).items():
        for term in term_ids(word):
            bag[term] += count * weight
    return bag


def pack(bag: Mapping[int, int]) -> bytes:
    """The bag as sorted (uint32 digest, uint16 frequency) entries, little-endian."""
    return b"".join(_ENTRY.pack(term, min(count, _MAX_FREQUENCY)) for term, count in sorted(bag.items()))


def query_terms(query: str) -> tuple[int, ...]:
    """Digests of the distinct terms of a query, in order; any string is safe."""
    return tuple(dict.fromkeys(term for word in _WORD.findall(query) for term in term_ids(word)))
