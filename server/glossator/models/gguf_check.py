"""Look at a GGUF file before native code does, which aborts on what it does not like.

Reads the header and the small metadata values only, within fixed bounds of time and memory, and survives arbitrary
bytes. The file is read, not mapped: one that is cut while it is looked at would end the process. The layout is that of
the GGUF specification, versions 2 and 3: magic, version, counts, then key-value pairs, then one entry for each tensor,
then the tensors' data.
"""

from __future__ import annotations

import os
import stat
import struct
from dataclasses import dataclass, field
from io import BufferedReader
from pathlib import Path

from glossator.core.errors import ModelUnavailable
from glossator.models.catalog import Purpose
from glossator.models.free_memory import free_memory

_MAGIC = b"GGUF"
_MAX_PAIRS = 10_000
_MAX_TENSORS = 100_000
_MAX_KEY_BYTES = 65_535
_MAX_DIMENSIONS = 4
_MAX_STRINGS = 4_000_000
"""Strings of an array; the largest vocabularies have some 300,000."""
_KEPT_TEXT_BYTES = 1 << 20
_KEPT_IN_ALL_BYTES = 16 << 20
"""How long a text, and all of them together, may be to be kept; longer ones are skipped."""
_LARGEST_POINTER_BYTES = 1024
_POINTER = b"version https://git-lfs"

# Formats of the scalar types, by their number in the specification.
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_LENGTH = struct.Struct("<Q")
_POOLINGS = {0: "none", 1: "mean", 2: "cls", 3: "last", 4: "rank"}

# Elements of a block and its bytes, by the number of the tensor type in the specification.
_TENSOR_TYPES = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 9: (32, 36),
    10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 15: (256, 292), 16: (256, 66),
    17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18), 21: (256, 110), 22: (256, 82), 23: (256, 136),
    24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8), 29: (256, 56), 30: (1, 2), 34: (256, 54),
    35: (256, 66), 39: (32, 17),
}  # fmt: skip
_UNKNOWN_TYPE = (256, 32)
"""Less than any type takes, so that a file with a type of the future is not called cut off."""

_DEFAULT_ALIGNMENT = 32

_ENCODERS = (
    "bert",
    "nomic-bert",
    "nomic-bert-moe",
    "jina-bert-v2",
    "jina-bert-v3",
    "modern-bert",
    "neo-bert",
    "eurobert",
    "gemma-embedding",
    "t5encoder",
)
"""Architectures that make vectors and no text."""

_NEITHER = ("clip", "wavtokenizer-dec", "flux", "sd1", "sdxl", "ltxv", "controlvector")
"""Architectures of files that hold no text model."""


@dataclass(frozen=True, slots=True)
class GgufFacts:
    """What a model file says about itself. `context` and `dimensions` are 0 where it says nothing."""

    path: Path
    size: int
    architecture: str
    name: str
    context: int
    dimensions: int
    pooling: str
    has_chat_template: bool
    tensor_count: int
    values: dict[str, object] = field(default_factory=dict)


class _NotRead(Exception):
    """The bytes end too early or do not fit the layout."""


class _Reader:
    """Reads the layout from a file, never past the end that it has at the beginning."""

    def __init__(self, file: BufferedReader, size: int) -> None:
        self._file = file
        self._at = 0
        self._end = size
        self._left_to_keep = _KEPT_IN_ALL_BYTES

    def skip(self, size: int) -> None:
        if size < 0 or self._at + size > self._end:
            raise _NotRead
        self._at += size
        self._file.seek(self._at)

    def _bytes(self, size: int) -> bytes:
        if self._at + size > self._end:
            raise _NotRead
        data = self._file.read(size)
        if len(data) < size:
            raise _NotRead
        self._at += size
        return data

    def number(self, kind: str) -> int | float | bool:
        (value,) = struct.unpack("<" + kind, self._bytes(struct.calcsize(kind)))
        return value  # type: ignore[no-any-return]

    def count(self, kind: str = "Q") -> int:
        return int(self.number(kind))

    def text(self, limit: int) -> str:
        """A string; what is longer than `limit`, or more than is kept of all, is skipped and reads as ""."""
        length = self.count()
        if length > min(limit, self._left_to_keep):
            self.skip(length)
            return ""
        self._left_to_keep -= length
        return self._bytes(length).decode("utf-8", "replace")

    def value(self) -> object:
        """A metadata value; arrays are skipped and read as their length."""
        kind = self.count("I")
        if kind == _STRING:
            return self.text(_KEPT_TEXT_BYTES)
        if kind == _ARRAY:
            return self._skip_array()
        if kind not in _SCALARS:
            raise _NotRead
        return self.number(_SCALARS[kind])

    def _skip_array(self) -> int:
        kind, length = self.count("I"), self.count()
        if kind in _SCALARS:
            self.skip(struct.calcsize(_SCALARS[kind]) * length)
        elif kind == _STRING:
            # Each string has at least its length field. A sparse file has room for any number of them.
            if length > min(_MAX_STRINGS, (self._end - self._at) // 8):
                raise _NotRead
            self._skip_strings(length)
        else:
            raise _NotRead
        return length

    def _skip_strings(self, number: int) -> None:
        """Skip many strings; a vocabulary has hundreds of thousands, so this does nothing but that."""
        read, seek, length_of = self._file.read, self._file.seek, _LENGTH.unpack
        at, end = self._at, self._end
        for _ in range(number):
            field = read(8)
            if len(field) < 8:
                raise _NotRead
            (length,) = length_of(field)
            at += 8 + length
            if at > end:
                raise _NotRead
            seek(at)
        self._at = at

    def tensor_end(self) -> int:
        """Where the tensor of the next entry ends within the data part."""
        self.text(_MAX_KEY_BYTES)
        dimensions = self.count("I")
        if dimensions > _MAX_DIMENSIONS:
            raise _NotRead
        elements = 1
        for _ in range(dimensions):
            elements *= self.count()
        block, size = _TENSOR_TYPES.get(self.count("I"), _UNKNOWN_TYPE)
        return self.count() + elements // block * size

    @property
    def position(self) -> int:
        return self._at


def inspect(path: Path) -> GgufFacts:
    """What the file says about itself; `ModelUnavailable` with one sentence if it is missing, no GGUF or cut off."""
    try:
        # What is no file is not opened: a pipe would wait for somebody to write.
        if not stat.S_ISREG(path.stat().st_mode):
            raise _no_file(path)
        with path.open("rb") as file:
            return _read(path, os.fstat(file.fileno()).st_size, file)
    except FileNotFoundError as error:
        raise ModelUnavailable(
            f"The model file {path} does not exist; run `glossator models fetch` or correct the setting."
        ) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name is not valid"
        raise ModelUnavailable(
            f"The model file {path} cannot be read: {reason}; allow it, or choose another file."
        ) from error


def _read(path: Path, size: int, file: BufferedReader) -> GgufFacts:
    head = file.read(_LARGEST_POINTER_BYTES)
    if not head:
        raise ModelUnavailable(f"The model file {path.name} is empty; fetch it again.")
    if head.startswith(_POINTER):
        raise ModelUnavailable(
            f"The file {path.name} only points to a model that Git LFS has not fetched; run `git lfs pull` in its "
            "repository."
        )
    if head[:4] != _MAGIC[: len(head)]:
        raise _not_gguf(path)
    file.seek(0)
    reader = _Reader(file, size)
    try:
        reader.skip(4)
        version = reader.count("I")
        if version not in (2, 3):
            raise ModelUnavailable(
                f"The model file {path.name} has GGUF version {version & 0xFFFF}, which is not supported; "
                "fetch a newer file of the model."
            )
        return _read_body(path, size, reader)
    except _NotRead as error:
        raise _truncated(path) from error


def _read_body(path: Path, size: int, reader: _Reader) -> GgufFacts:
    tensors, pairs = reader.count(), reader.count()
    if tensors > _MAX_TENSORS or pairs > _MAX_PAIRS:
        raise _NotRead
    values = {}
    for _ in range(pairs):
        key = reader.text(_MAX_KEY_BYTES)
        values[key] = reader.value()
    end = max((reader.tensor_end() for _ in range(tensors)), default=0)
    alignment = _number(values.get("general.alignment")) or _DEFAULT_ALIGNMENT
    if -(-reader.position // alignment) * alignment + end > size:
        raise _NotRead
    architecture = str(values.get("general.architecture", ""))
    return GgufFacts(
        path=path,
        size=size,
        architecture=architecture,
        name=str(values.get("general.name", "")),
        context=_number(values.get(f"{architecture}.context_length")),
        dimensions=_number(values.get(f"{architecture}.embedding_length")),
        pooling=_POOLINGS.get(_number(values.get(f"{architecture}.pooling_type"), -1), ""),
        has_chat_template=bool(values.get("tokenizer.chat_template")),
        tensor_count=tensors,
        values=values,
    )


def check(path: Path, purpose: Purpose) -> GgufFacts:
    """`inspect`, and `ModelUnavailable` unless the file suits the purpose and the free memory."""
    facts = inspect(path)
    _check_purpose(facts, purpose)
    free = free_memory()
    if free is not None and facts.size > free:
        raise ModelUnavailable(
            f"The model {path.name} needs {_gib(facts.size)} of memory and {_gib(free)} are free; "
            "close other programs or choose a smaller model."
        )
    return facts


def _check_purpose(facts: GgufFacts, purpose: Purpose) -> None:
    name = facts.path.name
    if not facts.architecture or facts.architecture in _NEITHER or facts.tensor_count == 0:
        raise ModelUnavailable(f"The file {name} holds no text model; choose another GGUF file.")
    makes_vectors = facts.architecture in _ENCODERS or facts.pooling in ("mean", "cls", "last")
    if purpose is Purpose.LANGUAGE and makes_vectors:
        raise ModelUnavailable(
            f"The model {name} is an embedding model and cannot write text; set it as models.embedding and choose "
            "a language model for models.language."
        )
    if facts.pooling == "rank":
        raise ModelUnavailable(f"The model {name} ranks pairs of texts and gives no vectors; choose another.")
    if purpose is Purpose.EMBEDDING and not makes_vectors and facts.has_chat_template and not facts.pooling:
        raise ModelUnavailable(
            f"The model {name} is a language model and gives no vectors for texts; set it as models.language and "
            "choose an embedding model for models.embedding."
        )


def _number(value: object, default: int = 0) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def _gib(size: int) -> str:
    return f"{size / (1 << 30):.1f} GiB"


def _no_file(path: Path) -> ModelUnavailable:
    if path.is_dir():
        return ModelUnavailable(f"{path} is a folder, not a model file; name the GGUF file inside.")
    return ModelUnavailable(f"{path} is no regular file; choose a GGUF file.")


def _not_gguf(path: Path) -> ModelUnavailable:
    return ModelUnavailable(
        f"The file {path} is not a GGUF model; choose a file in that format or a name of the catalogue."
    )


def _truncated(path: Path) -> ModelUnavailable:
    return ModelUnavailable(f"The model file {path.name} is cut off or damaged; fetch it again.")
