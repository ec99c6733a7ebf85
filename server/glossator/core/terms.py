"""Words of code for lexical search: identifiers split into their parts, stemmed, and kept as numbers.

A bag of terms holds for each term a 32-bit digest and a frequency, without positions and without the words
themselves, so that the text cannot be put together from the index. `parseHeaders`, `parse_header` and "parsing a
header" meet in the terms `pars` and `header`; the whole identifier is a term of its own beside its parts.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

import Stemmer

_WORD = re.compile(r"[^\W\d]\w+", re.UNICODE)
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
ENTRY_FIELDS = [("term", "<u4"), ("frequency", "<u2")]
"""An entry of a packed bag as the fields of a numpy type: the digest of a term and how often it occurs, saturated at
65,535."""
_ENTRY = struct.Struct("<IH")
_MAX_FREQUENCY = 0xFFFF
_LONGEST_WORD = 64
"""Longer words are keys, hashes and data, of which the beginning is enough to find them."""

_AGENT_ENDINGS = ("er", "or")
_SHORTEST_AGENT = 6
_SHORTEST_DOUBLED = 4
_DOUBLE_IN_VERBS = "lsz"
_FIRST_IDEOGRAPH = "\u2e80"

TERMS_VERSION = 4
"""Bump when the same text gives another bag."""


@lru_cache(maxsize=65_536)
def split_identifier(identifier: str) -> tuple[str, ...]:
    """The lower-case parts of an identifier: `parseHTTPHeader_v2` → parse, http, header, v, 2."""
    parts = _PART.findall(identifier) if identifier.isascii() else _parts(identifier)
    return tuple(part.lower() for part in parts)


def _parts(identifier: str) -> Iterator[str]:
    """The parts of an identifier in any script: a part ends before a capital after a small letter, before the last of
    several capitals if a small letter follows, at digits, and at what is neither."""
    start = 0
    for place in range(1, len(identifier) + 1):
        if place == len(identifier) or _is_boundary(identifier, place):
            part = identifier[start:place]
            if part.isalnum():
                yield part
            start = place


def _is_boundary(text: str, place: int) -> bool:
    before, here = text[place - 1], text[place]
    if not before.isalnum() or not here.isalnum() or before.isdigit() != here.isdigit():
        return True
    if here.isupper():
        return not before.isupper() or text[place + 1 : place + 2].islower()
    return False


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a lower-case word by the English rules of Snowball (Porter 2001); other words stay alike.

    Code names things by what they do, so that these lose their ending as well: `parser` has the stem of `parsing`.
    """
    # A stemmer is for one thread at a time; to make one takes less time than a lock.
    stemmer = Stemmer.Stemmer("english", 0)
    stemmed: str = stemmer.stemWord(word)
    if len(stemmed) >= _SHORTEST_AGENT and stemmed.endswith(_AGENT_ENDINGS):
        root = stemmed[:-2]
        stemmed = root if _ends_doubled(root) else stemmer.stemWord(root + "e")
    return stemmed[:-1] if len(stemmed) >= _SHORTEST_DOUBLED and _ends_doubled(stemmed) else stemmed


def _ends_doubled(word: str) -> bool:
    """Whether a word ends with a consonant that was doubled before an ending, as in `runner` and `formatter`."""
    return word[-1] == word[-2] and word[-1] not in _DOUBLE_IN_VERBS


@lru_cache(maxsize=65_536)
def part_stems(identifier: str) -> tuple[str, ...]:
    """The stems of the parts of an identifier that have more than one character, each once, in order.

    Scripts that do not set words apart (Chinese, Japanese) are told in pairs of characters.
    """
    stems: dict[str, None] = {}
    for part in split_identifier(identifier):
        if len(part) > 2 and part[0] >= _FIRST_IDEOGRAPH:
            stems.update(dict.fromkeys(map("".join, pairwise(part))))
        elif len(part) > 1:
            stems[stem(part)] = None
    return tuple(stems)


def digest(term: str) -> int:
    """The number that stands for a term."""
    return zlib.crc32(term.encode("utf-8", "replace"))


def whole_term(identifier: str) -> str:
    """The term of a whole identifier, the same whether its parts are joined by capitals or underscores."""
    return "=" + "".join(split_identifier(identifier))


@lru_cache(maxsize=65_536)
def term_ids(identifier: str) -> tuple[int, ...]:
    """Digests of the whole identifier, first, and of the stems of its parts; none where it has neither letters nor
    digits."""
    if not split_identifier(identifier):
        return ()
    return tuple(map(digest, (whole_term(identifier), *part_stems(identifier))))


def words_of(text: str) -> list[str]:
    """The words and identifiers of a text that have more than one character, in order."""
    return [word[:_LONGEST_WORD] for word in _WORD.findall(text)]


def bag_of_terms(text: str, weight: int = 1) -> Counter[int]:
    """Term digests of a text with their frequencies, each counted `weight` times."""
    bag: Counter[int] = Counter()
    for word, count in Counter(words_of(text)).items():
        for term in term_ids(word):
            bag[term] += count * weight
    return bag


def pack(bag: Mapping[int, int]) -> bytes:
    """The bag as sorted (uint32 digest, uint16 frequency) entries, little-endian."""
    return b"".join(_ENTRY.pack(term, min(count, _MAX_FREQUENCY)) for term, count in sorted(bag.items()))


def query_terms(query: str) -> tuple[int, ...]:
    """Digests of the distinct terms of a query, in order; any string is safe."""
    return tuple(dict.fromkeys(term for word in words_of(query) for term in term_ids(word)))
