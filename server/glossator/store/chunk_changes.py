"""Which files have had other chunks since when, so that readers follow changes file by file."""

from __future__ import annotations

import sqlite3

from glossator.store.schema import Part, change_key


def note_chunk_change(connection: sqlite3.Connection, file_id: int) -> None:
    """Note that the chunks of a file are others than before.

    The change has the number that the counter of `Part.CHUNKS` gets when the transaction ends. Files that are gone
    stay noted; no other file gets their ids.
    """
    connection.execute(
        "INSERT OR REPLACE INTO chunk_changes (file_id, change) "
        "VALUES (?, COALESCE((SELECT value FROM meta WHERE key = ?), 0) + 1)",
        (file_id, change_key(Part.CHUNKS)),
    )


def files_changed_after(connection: sqlite3.Connection, change: int) -> list[int]:
    """The ids of the files whose chunks have changed since the counter of `Part.CHUNKS` stood at `change`, of those
    that are gone too, in ascending order."""
    rows = connection.execute(
        "SELECT file_id FROM chunk_changes WHERE change > ? ORDER BY file_id", (change,)
    )
    return [file_id for (file_id,) in rows]
