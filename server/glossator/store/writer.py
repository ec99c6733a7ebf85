"""The one writer of an index. Used by one thread of one process, which holds the writer's lock."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from glossator.core.resolve.changes import Stale
from glossator.core.symbols import FileFacts
from glossator.host.lock import IndexLock
from glossator.store import lookups, resolution, vectors, verdicts
from glossator.store.chunk_changes import note_chunk_change
from glossator.store.connections import file_identity
from glossator.store.failures import WriterBusy, named_failures
from glossator.store.inserting import delete_facts, id_range, insert_facts
from glossator.store.opening import Notice, close_connection, open_connection
from glossator.store.packing import decode_path, encode_path, pack_offsets
from glossator.store.pending import PendingChunks
from glossator.store.requests import asked
from glossator.store.rows import (
    NO_CHUNKS,
    ChunkRow,
    FileRow,
    KnownFile,
    PendingResolution,
    PendingText,
    ResolvedEdge,
    StoredFacts,
    within_file,
)
from glossator.store.schema import BUSY_SECONDS, LATE_INDEXES, Part
from glossator.store.transactions import Transactions

if TYPE_CHECKING:
    from glossator.core.quantize import QuantizedVector

_FILE_PARTS = (Part.FILES, Part.SYMBOLS, Part.EDGES, Part.CHUNKS)


def open_writer(
    path: Path, *, on_notice: Notice, lock: IndexLock | None = None, busy_seconds: float = BUSY_SECONDS
) -> IndexWriter:
    """Become the writer of the index at `path`, which is made, migrated or replaced as needed.

    `lock` is the lock of this index if the caller holds it already; the writer releases it at its end either way.
    `on_notice` gets one sentence if an unusable file was replaced. Raises `WriterBusy` if another process
    writes, `IndexBusy` if the file is locked by a program that is none of ours, `UserError` if it cannot be written.
    """
    lock = lock or IndexLock(path)
    if not lock.try_acquire():
        raise WriterBusy(f"Another Glossator process is writing the index {path}; it is read meanwhile.")
    try:
        return IndexWriter(path, open_connection(path, on_notice, busy_seconds), lock)
    except BaseException:
        lock.release()
        raise


class IndexWriter:
    """Writes files, facts, edges, chunks and vectors.

    Each method is one transaction unless it runs inside `transaction()`. Killed at any moment, the index holds what
    was committed.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: IndexLock) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._change = Transactions(connection, path).transaction
        self._identity = file_identity(path)
        self._pending = PendingChunks(connection)

    @property
    def is_outdated(self) -> bool:
        """Whether the index has to be opened again: its file is gone or another one, or a check is asked for."""
        return self._identity != file_identity(self.path) or asked(self.path) is not None

    def close(self) -> None:
        """Fold the log into the file, close it and let the next writer have it."""
        try:
            close_connection(self._connection, self.path)
        finally:
            self._lock.release()

    def __enter__(self) -> IndexWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def transaction(self) -> AbstractContextManager[None]:
        """All or nothing. Keep it small: readers see the state before it until it ends.

        Inside another transaction only the inner part is undone by an error.
        """
        return self._change()

    def _query(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with named_failures(self.path):
            return self._connection.execute(statement, values).fetchall()

    # Files

    def known_files(self) -> dict[str, KnownFile]:
        """All files by path, left-out ones included."""
        rows = self._query(
            "SELECT path, id, size, changed_ns, content_hash, state, reason, language FROM files ORDER BY id"
        )
        return {decode_path(path): KnownFile(*values) for path, *values in rows}

    def put_file(
        self,
        row: FileRow,
        facts: FileFacts | None,
        line_starts: Sequence[int] = (),
        stale: Stale | None = None,
    ) -> int:
        """Let `row` and `facts` be all that is known of the file, and return its id, which a path keeps.

        `stale` is what the change makes of edges elsewhere; by default everything is resolved again. Edges from its
        old references and its chunks go; put the new chunks in the same transaction.
        """
        stale = stale or Stale(everything=True)
        with self._change(*_FILE_PARTS):
            file_id = self.file_id(row.path)
            if file_id is not None:
                delete_facts(self._connection, file_id, keep_incoming=stale.keeps_incoming)
            file_id = self._write_file(file_id, row, line_starts)
            if facts is not None:
                insert_facts(self._connection, file_id, facts)
            resolution.note_stale(self._connection, stale, [file_id])
        return file_id

    def file_id(self, path: str) -> int | None:
        """The id of the file at a path, None if it is not known."""
        rows = self._query("SELECT id FROM files WHERE path = ?", (encode_path(path),))
        return rows[0][0] if rows else None

    def _write_file(self, file_id: int | None, row: FileRow, line_starts: Sequence[int]) -> int:
        cursor = self._connection.execute(
            "INSERT OR REPLACE INTO files (id, path, size, changed_ns, content_hash, language, state, reason, "
            "parse_state, line_starts, is_test, is_generated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                file_id,
                encode_path(row.path),
                row.size,
                row.changed_ns,
                row.content_hash,
                row.language,
                row.state,
                row.reason,
                str(row.parse_state),
                pack_offsets(line_starts),
                row.is_test,
                row.is_generated,
            ),
        )
        if cursor.lastrowid is None:
            raise AssertionError("an insert always has a row id")
        return cursor.lastrowid

    def touch_file(self, path: str, size: int, changed_ns: int) -> None:
        """Note that a file was written again with the same content. An unknown path is left unknown."""
        with self._change(Part.FILES):
            self._connection.execute(
                "UPDATE files SET size = ?, changed_ns = ? WHERE path = ?",
                (size, changed_ns, encode_path(path)),
            )

    def forget_contents(self) -> None:
        """Have every file count as changed, whatever it holds; its facts stay until it is put again."""
        with self._change(Part.FILES):
            self._connection.execute("UPDATE files SET size = -1, content_hash = NULL")

    def remove_files(self, paths: Iterable[str], *, everything: bool = True) -> None:
        """Forget files and all that came from them; unknown paths are ignored. `everything` says whether edges
        elsewhere may depend on them."""
        known = [file_id for path in paths if (file_id := self.file_id(path)) is not None]
        if not known:
            return
        with self._change(*_FILE_PARTS):
            for file_id in known:
                delete_facts(self._connection, file_id)
                self._connection.execute("DELETE FROM files WHERE id = ?", (file_id,))
            resolution.note_stale(self._connection, Stale(everything=everything), ())

    # Edges

    def facts(self, file_id: int) -> StoredFacts | None:
        """The facts of a file, None if it has none."""
        with named_failures(self.path):
            return resolution.facts_of(self._connection, file_id)

    def all_facts(self) -> Iterator[StoredFacts]:
        """The facts of every file, in order of id. Write nothing before the last one was read."""
        return resolution.all_facts(self._connection)

    def files_naming(self, names: Iterable[str]) -> list[int]:
        """The ids of the files that refer to something by one of the names, in ascending order."""
        with named_failures(self.path):
            return resolution.files_naming(self._connection, names)

    def replace_edges(self, reference_ids: Iterable[int], edges: Iterable[ResolvedEdge]) -> None:
        """Let `edges` be all edges of the references."""
        with self._change(Part.EDGES):
            resolution.replace_edges(self._connection, reference_ids, edges)

    def replace_edges_of_file(self, file_id: int, edges: Sequence[ResolvedEdge]) -> None:
        """Let `edges`, which are sorted, be all edges that lead out of a file; those that stay are not written."""
        with self._change(Part.EDGES):
            if resolution.known_edges(self._connection, file_id) != edges:
                resolution.replace_edges_of_file(self._connection, file_id, edges)

    def edges_of_file(self, file_id: int) -> Collection[tuple[int, ...]]:
        """All edges that lead out of a file, in order, as `ResolvedEdge` has them."""
        with named_failures(self.path):
            return resolution.known_edges(self._connection, file_id)

    def sources_to_verify(self, symbol_id: int) -> list[int]:
        """The ids of the references that are not proved to mean a symbol but may, also of those that are not listed."""
        rows = self._query(
            "SELECT ref_id FROM edges WHERE symbol_id = ? AND sure = 0 ORDER BY ref_id", (symbol_id,)
        )
        name = self._query("SELECT name FROM symbols WHERE id = ?", (symbol_id,))
        with named_failures(self.path):
            more = lookups.unlisted(self._connection, name[0][0]) if name else []
        return [reference_id for (reference_id,) in rows] + [row.id for row in more]

    def verdicts(self, file_id: int) -> dict[int, tuple[int, ...]]:
        """What verifiers said of the references of a file."""
        with named_failures(self.path):
            return verdicts.verdicts_of(self._connection, file_id)

    def put_verdicts(
        self, said: Mapping[int, Sequence[int]], decided: Iterable[int], edges: Iterable[ResolvedEdge]
    ) -> None:
        """Note what a verifier said of some references, and let `edges` be all edges of those that it decided."""
        with self._change(Part.EDGES):
            verdicts.put_verdicts(self._connection, said)
            resolution.replace_edges(self._connection, decided, edges)

    def forget_verdicts(self, reference_ids: Iterable[int]) -> None:
        """Forget what verifiers said of these references, whose meaning may have changed."""
        with self._change():
            verdicts.forget_verdicts(self._connection, reference_ids)

    def pending_resolution(self) -> PendingResolution:
        """What changed since `mark_resolved`, also in earlier runs."""
        with named_failures(self.path):
            return resolution.pending_resolution(self._connection)

    def mark_resolved(self) -> None:
        """Say that edges are complete. Call it in the transaction that writes the last of them."""
        with self._change():
            resolution.clear_pending(self._connection)
            for statement in LATE_INDEXES:
                self._connection.execute(statement)

    # Chunks and vectors

    def put_chunks(self, path: str, rows: Iterable[ChunkRow]) -> None:
        """Let `rows` be the chunks of a file that was put before; raises `KeyError` if it was not.

        A content without chunks is noted as such, so that it is not looked at again.
        """
        rows = list(rows)
        with self._change(Part.CHUNKS):
            file_id = self.file_id(path)
            if file_id is None:
                raise KeyError(path)
            self._connection.execute("DELETE FROM chunks WHERE id BETWEEN ? AND ?", id_range(file_id))
            vectors.insert_chunks(self._connection, file_id, rows)
            note_chunk_change(self._connection, file_id)
            reason = "" if rows else NO_CHUNKS
            self._connection.execute(
                "UPDATE files SET reason = ? WHERE id = ? AND reason != ?", (reason, file_id, reason)
            )

    def files_without_chunks(self, *, everything: bool = False) -> list[tuple[str, bytes | None]]:
        """Path and content hash of indexed files that were not cut into chunks yet, or of all indexed files, ordered
        by path."""
        statement = "SELECT path, content_hash FROM files f WHERE state = 'indexed' AND size > 0"
        if not everything:
            statement += (
                f" AND reason = '' AND NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id {within_file('f.id')})"
            )
        rows = self._query(statement + " ORDER BY path")
        return [(decode_path(path), content_hash) for path, content_hash in rows]

    def pending_texts(
        self, fingerprint: str, limit: int, first_paths: Collection[str] = ()
    ) -> list[PendingText]:
        """At most `limit` embedding texts that have no vector under the fingerprint, each once.

        Those of `first_paths` come first, tests last.
        """
        with named_failures(self.path):
            return self._pending.texts(fingerprint, limit, first_paths)

    def put_vectors(self, fingerprint: str, rows: Iterable[tuple[bytes, QuantizedVector]]) -> None:
        """Store vectors by text hash; a text that has one keeps it. Raises `BadVector`, and stores none, if one is
        zero, not finite, or of another size than its fellows under the fingerprint."""
        with self._change(Part.VECTORS):
            vectors.insert_vectors(self._connection, fingerprint, rows)

    def vector_count(self) -> int:
        """The number of stored vectors, whether a chunk has their text or not."""
        return int(self._query("SELECT COUNT(*) FROM vectors")[0][0])

    def drop_unused_vectors(self, fingerprint: str | None = None) -> int:
        """Remove vectors of texts that no chunk has, and of fingerprints other than the given one; their number."""
        self._pending.forget()
        with self._change(Part.VECTORS):
            return vectors.delete_unused(self._connection, fingerprint)

    # Meta

    def get_meta(self, key: str) -> Any:
        """The value under `key`, None if there is none."""
        rows = self._query("SELECT value FROM meta WHERE key = ?", (key,))
        return rows[0][0] if rows else None

    def put_meta(self, key: str, value: str | int | float | bytes | None) -> None:
        """Set the value under `key`."""
        with self._change():
            self._connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, value))
