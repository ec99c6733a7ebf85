"""What verifiers said of references, by the reference."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from glossator.store.inserting import id_range

EXTERNAL = -1
"""Stands for a symbol: the reference means none of this workspace."""
UNDECIDED = -2
"""Stands for a symbol: the verifier could not tell."""


def verdicts_of(connection: sqlite3.Connection, file_id: int) -> dict[int, tuple[int, ...]]:
    """The symbols that references of a file mean, by the reference; see the constants for what is no symbol."""
    found: dict[int, tuple[int, ...]] = {}
    statement = "SELECT ref_id, symbol_id FROM verdicts WHERE ref_id BETWEEN ? AND ?"
    for reference_id, symbol_id in connection.execute(statement, id_range(file_id)):
        found[reference_id] = (*found.get(reference_id, ()), symbol_id)
    return found


def put_verdicts(connection: sqlite3.Connection, verdicts: Mapping[int, Sequence[int]]) -> None:
    """Let these be what was said of the references."""
    forget_verdicts(connection, verdicts)
    rows = ((reference_id, symbol_id) for reference_id, ids in verdicts.items() for symbol_id in ids)
    connection.executemany("INSERT OR IGNORE INTO verdicts (ref_id, symbol_id) VALUES (?, ?)", rows)


def forget_verdicts(connection: sqlite3.Connection, reference_ids: Iterable[int]) -> None:
    """Forget what was said of these references."""
    connection.executemany("DELETE FROM verdicts WHERE ref_id = ?", ((each,) for each in reference_ids))
