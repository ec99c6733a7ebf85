"""How values that SQLite has no type for are stored: odd paths, offsets of lines, term frequencies."""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from glossator.core.terms import ENTRY_FIELDS

if TYPE_CHECKING:
    # Loading numpy takes a third of the indexer's start, which needs it for vectors alone.
    import numpy as np
    import numpy.typing as npt


def encode_path(path: str) -> str | bytes:
    """The stored form of a relative path: text, or the file system's bytes if the path is not valid Unicode.

    SQLite's text cannot hold the lone surrogates by which `os.fsdecode` stands for undecodable bytes.
    """
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return os.fsencode(path)
    return path


def decode_path(stored: str | bytes) -> str:
    """The path that `encode_path` stored."""
    return stored if isinstance(stored, str) else os.fsdecode(stored)


def _little_endian(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def pack_offsets(offsets: Iterable[int]) -> bytes:
    """Byte offsets below 2**32 as little-endian uint32."""
    return _little_endian(array("I", offsets)).tobytes()


def unpack_offsets(packed: bytes) -> Sequence[int]:
    """The offsets that `pack_offsets` packed."""
    offsets = array("I")
    offsets.frombytes(packed)
    return _little_endian(offsets)


def unpack_terms(packed: bytes) -> npt.NDArray[np.void]:
    """A read-only view of packed terms as an array of `core.terms.ENTRY_FIELDS`."""
    import numpy as np

    return np.frombuffer(packed, dtype=ENTRY_FIELDS)
