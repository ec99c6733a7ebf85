"""What the index answers. Any number of readers, from any thread, while the one writer writes."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from glossator.core.fact_bytes import storable_text
from glossator.core.languages import languages
from glossator.core.row_ids import file_of, position_of
from glossator.core.symbols import ReferenceKind
from glossator.store import lookups, vector_reading
from glossator.store.connections import ReaderConnections
from glossator.store.explanations import ExplanationStore
from glossator.store.inserting import id_range
from glossator.store.lookups import NO_INDEX, DataVersion
from glossator.store.names import NameList, is_suffix, last_part, split_query
from glossator.store.packing import decode_path, encode_path
from glossator.store.pending import EmbeddedCount
from glossator.store.records import FILE_COLUMNS, Records, file_from
from glossator.store.rows import (
    ChunkTerms,
    EdgeRow,
    FileRow,
    GraphRow,
    IndexCounts,
    IndexedFile,
    ReferenceRow,
    ShortCounts,
    StoredChunk,
    StoredExplanation,
    SymbolRow,
    VectorTable,
    within_file,
)
from glossator.store.schema import READER_BUSY_SECONDS, Part
from glossator.store.vector_reading import VectorSnapshot

_SCOPED_CANDIDATES = 1000
"""How many symbols of a name are looked at for one that is in the container asked for."""

_Answer = TypeVar("_Answer")


def open_reader(path: Path, *, busy_seconds: float = READER_BUSY_SECONDS) -> IndexReader:
    """A reader of the index at `path`, which need not exist yet: then every answer is empty."""
    return IndexReader(path, busy_seconds)


class IndexReader:
    """Answers from the index as it was last committed. Thread-safe.

    A file that was replaced is noticed at the next question. Raises `IndexBusy` if another program keeps the
    file locked and `IndexDamaged` if it cannot be read; both are errors for the user.
    """

    def __init__(self, path: Path, busy_seconds: float = READER_BUSY_SECONDS) -> None:
        self.path = path
        self._connections = ReaderConnections(path, busy_seconds)
        self._explanations = ExplanationStore(path.with_name("explanations.sqlite"))
        self._embedded = EmbeddedCount()
        self._short_counts = (NO_INDEX, ShortCounts())
        self._names_lock = threading.Lock()
        self._names: tuple[DataVersion, NameList] = (NO_INDEX, NameList.of(()))

    def on_damage(self, callback: Callable[[], object]) -> None:
        """Call `callback`, in the thread that asked, whenever a question has found the index damaged."""
        self._connections.on_damage = callback

    def close(self) -> None:
        """Close the file. Questions asked afterwards open it again for their own time."""
        self._connections.close()
        self._explanations.close()

    def __enter__(self) -> IndexReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection | None]:
        """A connection in one read transaction, None without an index; for other modules of the store."""
        with self._connections.connection() as connection:
            yield connection

    def _ask(self, question: Callable[[sqlite3.Connection], _Answer], nothing: _Answer) -> _Answer:
        with self.snapshot() as connection:
            return nothing if connection is None else question(connection)

    def _stream(self, statement: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        with self.snapshot() as connection:
            if connection is not None:
                yield from connection.execute(statement, values)

    @property
    def available(self) -> bool:
        """Whether there is an index of our schema now."""
        return self._ask(lambda connection: True, False)

    def meta(self, key: str) -> Any:
        """The value that the writer put under `key`, None if there is none."""
        rows = list(self._stream("SELECT value FROM meta WHERE key = ?", (key,)))
        return rows[0][0] if rows else None

    def data_version(self, part: Part | None = None) -> DataVersion:
        """A value that differs whenever the index (or the part of it) has changed, also by being replaced."""
        parts = tuple(Part) if part is None else (part,)
        return self._ask(lambda connection: lookups.data_version(connection, parts), NO_INDEX)

    def counts(self) -> IndexCounts:
        """How many rows there are, and files by state and language."""
        return self._ask(lookups.counts, IndexCounts())

    def short_counts(self) -> ShortCounts:
        """The few numbers that stand behind every answer, counted anew only when files or chunks have changed."""

        def question(connection: sqlite3.Connection) -> ShortCounts:
            version = lookups.data_version(connection, (Part.FILES, Part.CHUNKS))
            known_version, known = self._short_counts
            if version != known_version:
                known = lookups.short_counts(connection)
                self._short_counts = (version, known)
            return known

        return self._ask(question, ShortCounts())

    def file(self, path: str) -> IndexedFile | None:
        """The file at the path relative to the root, None if it is not known."""
        statement = f"SELECT {FILE_COLUMNS} FROM files WHERE path = ?"
        rows = list(self._stream(statement, (encode_path(path),)))
        return file_from(rows[0]) if rows else None

    def paths(self) -> list[str]:
        """The paths of all known files, sorted."""
        return sorted(decode_path(path) for (path,) in self._stream("SELECT path FROM files"))

    def left_out(
        self, limit: int, indexed_states: Collection[str] = ("indexed",)
    ) -> tuple[list[FileRow], int]:
        """At most `limit` files in other states than those, by path, and the number of all such files."""
        nothing: tuple[list[FileRow], int] = ([], 0)
        return self._ask(lambda connection: lookups.left_out(connection, limit, indexed_states), nothing)

    def symbols_of(self, path: str) -> list[SymbolRow]:
        """The symbols of a file in order of position."""

        def question(connection: sqlite3.Connection) -> list[SymbolRow]:
            file_id = lookups.file_id(connection, path)
            if file_id is None:
                return []
            return lookups.symbols_of_file(connection, file_id)

        return self._ask(question, [])

    def symbol(self, path: str, qualified_name: str, ordinal: int = 0) -> SymbolRow | None:
        """The symbol of that identity, None if there is none."""
        for found in self.symbols_of(path):
            if found.symbol.qualified_name == qualified_name and found.symbol.ordinal == ordinal:
                return found
        return None

    def symbol_by_id(self, symbol_id: int) -> SymbolRow | None:
        """The symbol with an id that came from this index in its present state, None if it is gone."""
        return self._ask(lambda connection: Records(connection).symbol(symbol_id), None)

    def symbols_by_id(self, symbol_ids: Sequence[int]) -> list[SymbolRow]:
        """The symbols with the ids in the order given, without those that are gone."""
        return self._ask(lambda connection: lookups.symbols_by_id(connection, symbol_ids), [])

    def symbols_named(self, name: str) -> list[SymbolRow]:
        """Symbols of exactly that name, or whose qualified name ends with it at a separator; without regard to case
        in languages that have none."""
        name = storable_text(name)
        either = {each for part in (name, last_part(name)) for each in (part, part.casefold())}
        nothing: list[SymbolRow] = []
        rows = self._ask(lambda connection: lookups.symbols_named(connection, either), nothing)
        return [row for row in rows if _is_named(row, name)]

    def symbols_like(self, query: str, limit: int) -> list[SymbolRow]:
        """At most `limit` symbols whose name holds the characters of `query` in order, likeliest first.

        Case does not count. If the query has separators, its last part is looked up so, and the qualified name
        must hold the others before it. An empty query matches every symbol.
        """
        scope, name = split_query(query)
        candidates = self._name_list().matches(name, max(limit, _SCOPED_CANDIDATES) if scope else limit)
        rows = self.symbols_by_id(candidates)
        return [row for row in rows if _is_inside(row.symbol.qualified_name.casefold(), scope)][:limit]

    def _name_list(self) -> NameList:
        with self._names_lock:
            version = self.data_version(Part.SYMBOLS)
            if self._names[0] != version:
                self._names = (
                    version,
                    NameList.of(self._stream("SELECT id, name FROM symbols ORDER BY id")),
                )
            return self._names[1]

    def callers(self, symbol_id: int, kinds: Collection[ReferenceKind] | None = None) -> list[EdgeRow]:
        """Edges that lead to the symbol, by path and place, of all kinds of reference or of those given."""
        return self._edges("e.symbol_id = ?", (symbol_id,), kinds)

    def callees(self, symbol_id: int, kinds: Collection[ReferenceKind] | None = None) -> list[EdgeRow]:
        """Edges from references that stand directly in the symbol, in order of place."""
        values = (*id_range(file_of(symbol_id)), position_of(symbol_id))
        return self._edges("e.ref_id BETWEEN ? AND ? AND e.enclosing = ?", values, kinds)

    def edges_of_file(self, path: str, kinds: Collection[ReferenceKind] | None = None) -> list[EdgeRow]:
        """Edges from all references in a file, in order of place."""
        where = f"e.ref_id {within_file('(SELECT id FROM files WHERE path = ?)')}"
        return self._edges(where, (encode_path(path), encode_path(path)), kinds)

    def _edges(
        self, where: str, values: Sequence[Any], kinds: Collection[ReferenceKind] | None
    ) -> list[EdgeRow]:
        return self._ask(lambda connection: lookups.edges(connection, where, values, kinds), [])

    def unresolved_named(
        self, name: str, kinds: Collection[ReferenceKind] | None = None
    ) -> list[ReferenceRow]:
        """References that are named so and lead to no symbol of the index, by path and place."""
        return self._ask(lambda connection: lookups.unresolved(connection, storable_text(name), kinds), [])

    def unlisted_named(self, name: str) -> list[ReferenceRow]:
        """Calls that are named so and may mean so many symbols that these are not listed, by path and place."""
        return self._ask(lambda connection: lookups.unlisted(connection, storable_text(name)), [])

    def graph_rows(self) -> Iterator[GraphRow]:
        """Every edge by names, by path and place, streamed. Close the iterator if it is not read to its end."""
        with self.snapshot() as connection:
            if connection is not None:
                yield from lookups.graph(connection)

    def chunk_terms(self) -> Iterator[ChunkTerms]:
        """The lexical side of every chunk in order of id, streamed; `packing.unpack_terms` reads `terms`."""
        statement = "SELECT id, file_id, symbol, start, end, text_hash, terms FROM chunks ORDER BY id"
        return map(ChunkTerms._make, self._stream(statement))

    def chunks_by_id(self, chunk_ids: Sequence[int]) -> list[StoredChunk]:
        """The chunks with the ids in the order given, without those that are gone."""
        return self._ask(lambda connection: lookups.chunks_by_id(connection, chunk_ids), [])

    @contextlib.contextmanager
    def vector_snapshot(self, fingerprint: str) -> Iterator[VectorSnapshot | None]:
        """The vectors of a fingerprint, all answers from one state of the index; None without an index."""
        with self.snapshot() as connection:
            yield None if connection is None else VectorSnapshot(connection, fingerprint)

    def vectors(self, fingerprint: str) -> VectorTable:
        """All vectors of a fingerprint as arrays, ordered by text hash, which takes memory for all of them."""
        nothing = vector_reading.empty_vector_table()
        return self._ask(lambda connection: vector_reading.vector_table(connection, fingerprint), nothing)

    def embedded(self, fingerprint: str) -> tuple[int, int]:
        """The number of distinct texts with a vector under the fingerprint, and of all distinct texts."""
        return self._ask(lambda connection: self._embedded.of(connection, fingerprint), (0, 0))

    def explanation(self, recipe_hash: bytes) -> StoredExplanation | None:
        """The cached answer for a recipe, None if there is none."""
        return self._explanations.get(recipe_hash)

    def put_explanation(self, recipe_hash: bytes, text: str, model: str) -> None:
        """Keep an answer. It lives in a file of its own, so this may be called beside the writer."""
        self._explanations.put(recipe_hash, text, model)


def _is_inside(qualified_name: str, scope: Sequence[str]) -> bool:
    """Whether the parts of `scope` occur in the name in that order."""
    position = 0
    for part in scope:
        position = qualified_name.find(part, position)
        if position < 0:
            return False
        position += len(part)
    return True


def _is_named(row: SymbolRow, name: str) -> bool:
    """Whether a symbol has that name, or a qualified name that ends with it, as its language compares names."""
    symbol, language = row.symbol, languages().get(row.file.row.language)
    if language is None or language.case_sensitive:
        return symbol.name == name or is_suffix(symbol.qualified_name, name)
    key = language.key
    return key(symbol.name) == key(name) or is_suffix(key(symbol.qualified_name), key(name))
