"""The user's own include and exclude patterns over the paths of a workspace."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable

from glossator.core.ignore import PatternList, parse_pattern


class Selection:
    """Decides by the settings which paths (relative to the root) stay in the workspace.

    Both lists have the syntax of .gitignore, relative to the root. An excluded folder is excluded with all it
    holds; a folder that is included is included with all it holds unless a later pattern takes a part away.
    """

    __slots__ = ("_exclude", "_exclusions", "_include", "_inclusions")

    def __init__(self, include: Iterable[str] = (), exclude: Iterable[str] = ()) -> None:
        include = tuple(include)
        self._include = _patterns(include) if include else None
        self._exclude = _patterns(exclude)
        self._exclusions: dict[str, tuple[str, str]] = {}
        self._inclusions: dict[str, bool] = {}

    def exclusion(self, path: str, *, is_folder: bool) -> tuple[str, str] | None:
        """The topmost excluded thing on the way to `path` (folders with "/" at the end) and the pattern that
        excludes it, None if the path stays."""
        if not self._exclude.patterns:
            return None
        parent = path.rpartition("/")[0]
        if parent and (above := self._folder_exclusion(parent)) is not None:
            return above
        pattern = self._exclude.deciding(os.fsencode(path), is_folder)
        if pattern is None or pattern.negated:
            return None
        return (f"{path}/" if is_folder else path, os.fsdecode(pattern.source))

    def includes(self, path: str) -> bool:
        """Whether the file at `path` is among the included ones; every one is when no pattern was given."""
        if self._include is None:
            return True
        parent = path.rpartition("/")[0]
        above = self._folder_included(parent) if parent else False
        return self._decide(path, above, is_folder=False)

    def _folder_exclusion(self, folder: str) -> tuple[str, str] | None:
        for each in unknown_folders(folder, self._exclusions):
            self._exclusions[each] = self.exclusion(each, is_folder=True) or ("", "")
        known = self._exclusions[folder]
        return known if known[0] else None

    def _folder_included(self, folder: str) -> bool:
        for each in unknown_folders(folder, self._inclusions):
            above = self._inclusions.get(each.rpartition("/")[0], False)
            self._inclusions[each] = self._decide(each, above, is_folder=True)
        return self._inclusions[folder]

    def _decide(self, path: str, above: bool, *, is_folder: bool) -> bool:
        pattern = self._include.deciding(os.fsencode(path), is_folder) if self._include else None
        return above if pattern is None else not pattern.negated


def unknown_folders(folder: str, known: Container[str]) -> list[str]:
    """A folder and those around it up to the first known one, outermost first, so that none is asked about another
    that is not known yet. A path may have thousands of them."""
    unknown: list[str] = []
    while folder and folder not in known:
        unknown.append(folder)
        folder = folder.rpartition("/")[0]
    return unknown[::-1]


def _patterns(texts: Iterable[str]) -> PatternList:
    parsed = (parse_pattern(os.fsencode(text)) for text in texts)
    return PatternList(pattern for pattern in parsed if pattern is not None)
