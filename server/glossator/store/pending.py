"""Which texts of chunks still have no vector: the next ones to embed, and how many are done.

Both are asked after every few vectors, so neither may look at all chunks of a large index each time: what was found
before is remembered for as long as no chunk changes.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from glossator.core.row_ids import POSITION_BITS, SYNOPSIS_POSITION
from glossator.store.lookups import NO_INDEX, DataVersion, data_version
from glossator.store.packing import decode_path, encode_path
from glossator.store.rows import PendingText
from glossator.store.schema import Part
from glossator.store.vectors import recipe_of

# The join order is forced: from chunks in order of id, so that a small limit reads only a few of them.
_PENDING = """SELECT c.id, c.text_hash, f.path, f.content_hash
    FROM chunks c CROSS JOIN files f ON f.id = c.file_id
    WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.recipe = ? AND v.text_hash = c.text_hash)"""

_PENDING_SYNOPSES = f"""SELECT c.id, c.text_hash, f.path, f.content_hash
    FROM files f CROSS JOIN chunks c ON c.id = (f.id << {POSITION_BITS}) + {SYNOPSIS_POSITION}
    WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.recipe = ? AND v.text_hash = c.text_hash)"""

# Synopses of code, then the chunks of code, then tests.
_ORDER = ((_PENDING_SYNOPSES, 0), (_PENDING, 0), (_PENDING_SYNOPSES, 1), (_PENDING, 1))

_PAST_ALL = (1 << 63) - 1


class PendingChunks:
    """Finds texts without a vector for the writer, whose connection it uses."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._known: tuple[str, DataVersion] = ("", NO_INDEX)
        self._starts: dict[int, int] = {}
        """By place in `_ORDER`: the first chunk that may have no vector."""

    def forget(self) -> None:
        """Call it when vectors may have been removed."""
        self._starts = {}

    def texts(self, fingerprint: str, limit: int, first_paths: Collection[str]) -> list[PendingText]:
        """At most `limit` texts without a vector, each once: those of `first_paths`, then code, synopses of files
        before their chunks, then tests."""
        known = (fingerprint, data_version(self._connection, (Part.CHUNKS,)))
        # What a transaction has changed is not counted before its end.
        if known != self._known or self._connection.in_transaction:
            self._known, self._starts = known, {}
        recipe = recipe_of(self._connection, fingerprint)
        found: dict[bytes, PendingText] = {}
        for rows in self._in_order(recipe, first_paths):
            for text_hash, path, content_hash in rows:
                if len(found) >= limit:
                    return list(found.values())
                found.setdefault(text_hash, PendingText(text_hash, decode_path(path), content_hash))
        return list(found.values())

    def _in_order(self, recipe: int, first_paths: Collection[str]) -> Iterator[Iterator[tuple[Any, ...]]]:
        statement = _PENDING.replace("CROSS JOIN", "JOIN") + " AND f.path = ? ORDER BY c.id"
        for path in first_paths:
            yield (row[1:] for row in self._connection.execute(statement, (recipe, encode_path(path))))
        for place in range(len(_ORDER)):
            yield self._from_start(recipe, place)

    def _from_start(self, recipe: int, place: int) -> Iterator[tuple[Any, ...]]:
        """Rows of a part, from the first that was found last time: all before it have vectors."""
        statement, is_test = _ORDER[place]
        rows = self._connection.execute(
            f"{statement} AND f.is_test = ? AND c.id >= ? ORDER BY c.id",
            (recipe, is_test, self._starts.get(place, 0)),
        )
        first = next(rows, None)
        if not self._connection.in_transaction:
            self._starts[place] = _PAST_ALL if first is None else first[0]
        if first is not None:
            yield first[1:]
            for row in rows:
                yield row[1:]


@dataclass(frozen=True, slots=True)
class _Count:
    """What was counted of a recipe up to the vector `last_id`."""

    recipe: int
    version: DataVersion
    last_id: int
    done: int
    total: int


class EmbeddedCount:
    """Counts the texts that have a vector, for readers. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: _Count | None = None

    def of(self, connection: sqlite3.Connection, fingerprint: str) -> tuple[int, int]:
        """The number of distinct texts that have a vector under the fingerprint, and of all distinct texts."""
        recipe = recipe_of(connection, fingerprint)
        version = data_version(connection, (Part.CHUNKS,))
        with self._lock:
            known = self._known
        # Of a recipe only vectors without chunks are ever removed, or all of them and the recipe's number with them.
        if known is None or (known.recipe, known.version) != (recipe, version):
            (total,) = connection.execute("SELECT COUNT(DISTINCT text_hash) FROM chunks").fetchone()
            known = _Count(recipe, version, 0, 0, total)
        (last_id,) = connection.execute("SELECT COALESCE(MAX(id), 0) FROM vectors").fetchone()
        # The plus keeps SQLite from going through all vectors of the recipe.
        (more,) = connection.execute(
            "SELECT COUNT(*) FROM vectors v WHERE v.id > ? AND +v.recipe = ? "
            "AND EXISTS (SELECT 1 FROM chunks c WHERE c.text_hash = v.text_hash)",
            (known.last_id, recipe),
        ).fetchone()
        done = known.done + more
        with self._lock:
            # Another thread may have seen a later state meanwhile.
            self._known = _Count(recipe, version, max(known.last_id, last_id), done, known.total)
        return done, known.total
