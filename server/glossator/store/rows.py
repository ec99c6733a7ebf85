"""The rows of the index as frozen dataclasses. Paths are relative to the root, offsets are bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from glossator.core.fact_tables import ReferenceTable, SymbolTable
from glossator.core.row_ids import MOST_POSITIONS, POSITION_BITS
from glossator.core.symbols import Certainty, Import, ReferenceKind, Symbol, Value
from glossator.core.text import Span

if TYPE_CHECKING:
    # Loading numpy takes a third of the indexer's start, which needs it for vectors alone.
    import numpy as np
    import numpy.typing as npt


def within_file(file_id: str) -> str:
    """The condition in SQL that an id on its left is one of the file whose id the expression gives."""
    return f"BETWEEN {file_id} << {POSITION_BITS} AND ({file_id} << {POSITION_BITS}) + {MOST_POSITIONS - 1}"


NO_CHUNKS = "no chunks"


@dataclass(frozen=True, slots=True)
class FileRow:
    """One file of the workspace. `state` and `reason` say whether it is indexed and if not, why; of one that is
    indexed `NO_CHUNKS` as its reason says that its content was cut into chunks, and there are none.

    `content_hash` is the digest of the raw bytes, None for a file that was never read. `parse_state` is a
    `ParseState`, "" for a file without facts.
    """

    path: str
    size: int
    changed_ns: int
    content_hash: bytes | None
    language: str
    state: str
    reason: str = ""
    parse_state: str = ""
    is_test: bool = False
    is_generated: bool = False


@dataclass(frozen=True, slots=True)
class KnownFile:
    """What the writer knows of a file before it looks at it again."""

    id: int
    size: int
    changed_ns: int
    content_hash: bytes | None
    state: str
    reason: str
    language: str


@dataclass(frozen=True, slots=True)
class IndexedFile:
    """A stored file with where its lines begin (byte offsets in the decoded text)."""

    id: int
    row: FileRow
    line_starts: Sequence[int] = field(repr=False)

    @property
    def path(self) -> str:
        return self.row.path


@dataclass(frozen=True, slots=True)
class SymbolRow:
    """A stored symbol and the file that defines it. `position` is its place in the file's list of symbols."""

    id: int
    position: int
    symbol: Symbol
    file: IndexedFile


@dataclass(frozen=True, slots=True)
class ReferenceRow:
    """A stored reference. `enclosing` is the innermost enclosing symbol, None for top-level code."""

    id: int
    kind: ReferenceKind
    name: str
    receiver: str | None
    span: Span
    file: IndexedFile
    enclosing: SymbolRow | None


@dataclass(frozen=True, slots=True)
class EdgeRow:
    """A reference resolved to a symbol."""

    reference: ReferenceRow
    target: SymbolRow
    certainty: Certainty
    why: str


class ResolvedEdge(NamedTuple):
    """What the resolver found for one reference, as it is written.

    `kind` is a place in `fact_tables.REFERENCE_KINDS`, `enclosing` the position of the enclosing symbol in the file
    of the reference, -1 for none.
    """

    reference_id: int
    symbol_id: int
    kind: int
    enclosing: int
    sure: bool
    why: str


class StoredFacts(NamedTuple):
    """The facts of one file as the resolver reads them."""

    file_id: int
    symbols: SymbolTable
    references: ReferenceTable
    imports: tuple[Import, ...]
    values: tuple[Value, ...]


class GraphRow(NamedTuple):
    """One edge by names. `source` is the qualified name of the enclosing symbol or `<module>`."""

    source_path: str
    source: str
    source_ordinal: int
    target_path: str
    target: str
    target_ordinal: int
    kind: str
    certainty: str
    why: str
    start: int


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A unit of search as it is written. `symbol` is the position of its symbol in the file, None for loose text.

    `text_hash` is the digest of the embedding text, `terms` what `core.terms.pack` made. The row `of_file` is the
    synopsis of the whole file.
    """

    symbol: int | None
    span: Span
    text_hash: bytes
    terms: bytes
    of_file: bool = False


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk as it is read."""

    id: int
    position: int
    symbol: int | None
    span: Span
    text_hash: bytes
    file: IndexedFile


class ChunkTerms(NamedTuple):
    """The lexical side of a chunk. `symbol` is a position in the file."""

    id: int
    file_id: int
    symbol: int | None
    start: int
    end: int
    text_hash: bytes
    terms: bytes


class PendingText(NamedTuple):
    """A chunk whose embedding text has no vector yet. The text is made again from the file, if its hash holds."""

    text_hash: bytes
    path: str
    content_hash: bytes | None


@dataclass(frozen=True, slots=True)
class VectorTable:
    """All vectors of one fingerprint; row `i` of each array belongs to `text_hashes[i]`.

    `bits` are packed 8 dimensions a byte, `rescoring` times `scales` gives back the vector of unit length.
    """

    text_hashes: tuple[bytes, ...]
    bits: npt.NDArray[np.uint8]
    rescoring: npt.NDArray[np.int8]
    scales: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ShortCounts:
    """What stands behind every answer: files indexed, files known, and chunks."""

    indexed: int = 0
    known: int = 0
    chunks: int = 0


@dataclass(frozen=True, slots=True)
class IndexCounts:
    """How much the index holds. `states` and `languages` count files; languages only those that are indexed."""

    files: int = 0
    symbols: int = 0
    references: int = 0
    edges: int = 0
    chunks: int = 0
    vectors: int = 0
    states: dict[str, int] = field(default_factory=dict)
    languages: dict[str, int] = field(default_factory=dict)


class PendingResolution(NamedTuple):
    """What changed since edges were last complete: names whose references are to be resolved again, names that may
    mean something else, so that what is written behind them is, and files whose references are, or everything."""

    names: frozenset[str] = frozenset()
    meanings: frozenset[str] = frozenset()
    file_ids: frozenset[int] = frozenset()
    everything: bool = False


@dataclass(frozen=True, slots=True)
class StoredExplanation:
    """A cached answer of a model. `created` is in seconds since the epoch."""

    text: str
    model: str
    created: float
