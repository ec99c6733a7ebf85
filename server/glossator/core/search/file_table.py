"""The files of an index as the ranking sees them: the words of their names, and which side of a project they are on."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from glossator.core.search.chunk_terms import file_stem
from glossator.core.search.filters import Filters
from glossator.core.search.postings import rarity
from glossator.core.search.query import Side
from glossator.core.terms import part_stems, words_of

_PROSE = "md markdown mdx rst txt adoc asciidoc org tex"
_SETTINGS = (
    "json jsonc toml yaml yml lock cfg ini conf xml properties gradle mod sum cmake zon csproj css html svg"
)
_EXAMPLES = """
example examples sample samples demo demos testdata fixtures testing bench benchmark benchmarks docs doc
"""
_PROSE_ENDINGS, _SETTING_ENDINGS = frozenset(_PROSE.split()), frozenset(_SETTINGS.split())
_EXAMPLE_FOLDERS = frozenset(_EXAMPLES.split())
_TEST_NAME = re.compile(r"(?:^|[_.\-])(?:tests?|spec|benchmark|bench)(?:[_.\-]|$)")


class FileEntry(NamedTuple):
    """One file. `path` is relative to the root."""

    file_id: int
    path: str
    language: str
    is_test: bool
    is_generated: bool


@dataclass(frozen=True, slots=True)
class FileTable:
    """All indexed files. A row is a place in `entries`."""

    entries: tuple[FileEntry, ...]
    file_ids: npt.NDArray[np.int64]
    """In ascending order."""
    sides: dict[Side, npt.NDArray[np.bool_]]
    named: dict[str, npt.NDArray[np.int32]]
    """By the stem of a word: the rows of files whose name has it."""
    name_weights: npt.NDArray[np.float32]
    """How telling all words of a file's name are together."""
    heights: npt.NDArray[np.float32]
    """1 for files in the topmost folder that has any, a half for those in its folders, and so on."""

    @staticmethod
    def of(entries: Iterable[FileEntry]) -> FileTable:
        """The table of files in any order."""
        ordered = tuple(sorted(entries))
        names = [_name_stems(entry.path) for entry in ordered]
        frequencies = Counter(stem for stems in names for stem in stems)
        rows: dict[str, list[int]] = defaultdict(list)
        for row, stems in enumerate(names):
            for stem in stems:
                rows[stem].append(row)
        weights = [sum(rarity(frequencies[stem], len(ordered)) for stem in stems) for stems in names]
        return FileTable(
            ordered,
            np.array([entry.file_id for entry in ordered], np.int64),
            {side: np.array([side in sides_of(entry) for entry in ordered], bool) for side in Side},
            {stem: np.array(found, np.int32) for stem, found in rows.items()},
            np.array(weights, np.float32),
            _heights(ordered),
        )

    def __len__(self) -> int:
        return len(self.entries)

    def rows_of(self, file_ids: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The rows of files, -1 for those that are not here."""
        if not len(self):
            return np.full(len(file_ids), -1, np.int64)
        places = np.minimum(np.searchsorted(self.file_ids, file_ids), len(self) - 1)
        return np.where(self.file_ids[places] == file_ids, places, -1)

    def allowed(self, filters: Filters) -> npt.NDArray[np.bool_]:
        """Which files may be shown."""
        paths, languages = [entry.path for entry in self.entries], [entry.language for entry in self.entries]
        return np.array(filters.allows_files(paths, languages), bool)

    def name_match(self, stems: Sequence[str]) -> npt.NDArray[np.float32]:
        """Which share of the words of each file's name, weighed by how rare they are, is among the stems."""
        matched = np.zeros(len(self), np.float32)
        for stem in stems:
            rows = self.named.get(stem)
            if rows is not None:
                matched[rows] += rarity(len(rows), len(self))
        return np.divide(matched, self.name_weights, out=np.zeros_like(matched), where=self.name_weights > 0)


def sides_of(entry: FileEntry) -> frozenset[Side]:
    """The sides of a project that a file is on; none for code itself."""
    return _sides(entry.path) | _flags(entry)


def _flags(entry: FileEntry) -> frozenset[Side]:
    flagged = ((Side.TESTS, entry.is_test), (Side.GENERATED, entry.is_generated))
    return frozenset(side for side, holds in flagged if holds)


def _heights(entries: Sequence[FileEntry]) -> npt.NDArray[np.float32]:
    depths = np.array([entry.path.count("/") for entry in entries], np.float32)
    return 1 / (1 + depths - depths.min(initial=np.inf)) if len(entries) else depths


@lru_cache(maxsize=65_536)
def _sides(path: str) -> frozenset[Side]:
    *folders, name = path.lower().split("/")
    ending = name.rpartition(".")[2]
    found = set()
    if ending in _PROSE_ENDINGS:
        found.add(Side.PROSE)
    if ending in _SETTING_ENDINGS:
        found.add(Side.SETTINGS)
    if any(folder.strip("_.") in _EXAMPLE_FOLDERS for folder in folders):
        found.add(Side.EXAMPLES)
    if _TEST_NAME.search(file_stem(name)):
        found.add(Side.TESTS)
    return frozenset(found)


@lru_cache(maxsize=65_536)
def _name_stems(path: str) -> tuple[str, ...]:
    stem = file_stem(path.rpartition("/")[2])
    return tuple(dict.fromkeys(part for word in words_of(stem) for part in part_stems(word)))
