"""Tables of files for tests: rows of paths, and ids of chunks in them."""

from __future__ import annotations

import numpy as np

from glossator.core.row_ids import row_id
from glossator.core.search.file_table import FileEntry, FileTable
from glossator.core.search.lexical_index import Scores


def entry(file_id: int, path: str, *, is_test: bool = False, is_generated: bool = False) -> FileEntry:
    """A file in Python."""
    return FileEntry(file_id, path, "python", is_test, is_generated)


def table(*paths: str) -> FileTable:
    """The files of these paths, which have the ids 1, 2 and so on."""
    return FileTable.of(entry(number, path) for number, path in enumerate(paths, 1))


def scores(found: dict[tuple[int, int], float]) -> Scores:
    """Scores by file id and place of the chunk in its file."""
    ids = [row_id(file_id, place) for file_id, place in found]
    return Scores(np.array(ids, np.int64), np.array(list(found.values()), np.float32))
