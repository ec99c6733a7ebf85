"""What searching holds of an index in memory: the words of its chunks, and its files.

It is loaded with the first search and afterwards follows the index by the files that have changed, until nothing was
searched for long.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from glossator.core.search.file_table import FileTable
from glossator.core.search.lexical_index import LexicalIndex
from glossator.host.freed_memory import give_back
from glossator.store.lookups import NO_INDEX, DataVersion
from glossator.store.reader import IndexReader
from glossator.store.schema import Part
from glossator.store.search_rows import (
    chunk_terms,
    chunk_terms_of_files,
    file_entries,
    files_with_other_chunks,
)

_MOST_CHANGED_FILES = 500
"""When more files have changed, all words are read anew."""


@dataclass(frozen=True, slots=True)
class SearchState:
    """One consistent state of what is held."""

    words: LexicalIndex = field(default_factory=lambda: LexicalIndex.of(()))
    words_version: DataVersion = NO_INDEX
    base_version: DataVersion = NO_INDEX
    """The version of the index when the base of the words was made."""
    files: FileTable = field(default_factory=lambda: FileTable.of(()))
    files_version: DataVersion = NO_INDEX


class SearchTables:
    """Follows one index. Thread-safe."""

    def __init__(self, reader: IndexReader) -> None:
        self.reader = reader
        self._lock = threading.Lock()
        self._state = SearchState()
        self.used_at: float | None = None
        """When they were asked for last, by the monotonic clock; None if nothing is held."""

    def release(self) -> None:
        """Give the memory back; the next search loads anew."""
        with self._lock:
            self._state, self.used_at = SearchState(), None

    def current(self) -> SearchState:
        """The tables as the index is now."""
        with self._lock:
            state = self._state
            words, words_version, base_version = self._words(state)
            files, files_version = self._files(state)
            self._state = SearchState(
                words,
                words_version,
                base_version,
                files,
                files_version,
            )
            self.used_at = time.monotonic()
            return self._state

    def _words(self, state: SearchState) -> tuple[LexicalIndex, DataVersion, DataVersion]:
        version = self.reader.data_version(Part.CHUNKS)
        if version == state.words_version:
            return state.words, version, state.base_version
        if version[0] == state.base_version[0]:
            changed = files_with_other_chunks(self.reader, state.base_version)
            if len(changed) <= _MOST_CHANGED_FILES:
                bags = chunk_terms_of_files(self.reader, changed)
                return state.words.followed(changed, bags), version, state.base_version
        words = LexicalIndex.of(chunk_terms(self.reader))
        give_back()
        return words, version, version

    def _files(self, state: SearchState) -> tuple[FileTable, DataVersion]:
        version = self.reader.data_version(Part.FILES)
        if version == state.files_version:
            return state.files, version
        entries = tuple(file_entries(self.reader))
        return (state.files if entries == state.files.entries else FileTable.of(entries)), version
