"""The folders of a workspace in which files may appear, and the files of git's that decide about others.

Whether a listing still holds is told by looking at these instead of listing again: a file that appears, goes or
gets another name changes the time of its folder. Ignored folders are not among them, so that what programs do there
costs nothing. The rules are those followed without git (`app.ignore`); folders that git lists all the same, such as
ignored ones with tracked files, are added by whoever has the listing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from glossator.app.ignore import IgnoreRules, rules_above, rules_outside
from glossator.app.listing import leads_down
from glossator.app.repository import (
    Repository,
    RepositoryKind,
    ignore_sources,
    repository_around,
    repository_at,
)
from glossator.app.selection import Selection
from glossator.app.stamps import changed_ns, is_settled, settles_at

Stamp: TypeAlias = tuple[int, int]
"""Size and `changed_ns` of what stands at a path; zeros if nothing does."""

_Seen: TypeAlias = tuple[Stamp, int]
"""A stamp and the time (ns) before which it was not taken."""

_MARKS = frozenset({".git", ".gitignore"})


class RulesChanged(Exception):
    """The folders would be others under the rules that hold now; a new map is needed."""


@dataclass(frozen=True, slots=True)
class _Place:
    """What holds in a folder: the rules, which know the folder as `base` ("" or "a/"), and its repository."""

    rules: IgnoreRules
    base: str
    repository: Repository | None


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder as it was seen at `seen_ns`: its time (0 if it was gone), what marks it, and the folders in it.

    Nothing is sought in a folder without a place: one that was added, or another repository.
    """

    changed: int
    seen_ns: int
    place: _Place | None = None
    marks: frozenset[str] = frozenset()
    inner: tuple[str, ...] = ()


class FolderMap:
    """Found out bit by bit by `explore`, kept by `refresh`. Paths of folders are "" or "a/b/"."""

    def __init__(self, root: Path, selection: Selection, most: int) -> None:
        """`most` bounds the number of folders."""
        self.root = root
        self._prefix = f"{root}{os.sep}"
        self.settles_at = 0
        """The time (ns) from which on all of it can be trusted; 0 if it can be already."""
        self._selection = selection
        self._most = most
        self._folders: dict[str, _Folder] = {}
        self._rule_files: dict[Path, _Seen] = {}
        self._index_files: dict[Path, _Seen] = {}
        self._waiting: list[tuple[str, _Place | None]] = [("", self._first_place())]

    @property
    def explored(self) -> bool:
        """Whether all folders are known."""
        return not self._waiting

    def explore(self, go_on: Iterable[object]) -> None:
        """Find out more, one folder for each item of `go_on`."""
        for _ in go_on:
            if not self._waiting:
                return
            self._visit(*self._waiting.pop())

    def __len__(self) -> int:
        return len(self._folders)

    def add(self, folders: Iterable[str]) -> bool:
        """Know these folders too; whether there are new ones, which are then to be explored."""
        if len(self._folders) >= self._most:
            return False
        new = [folder for folder in folders if folder not in self._folders]
        self._waiting.extend((folder, None) for folder in new)
        return bool(new)

    def paths(self) -> list[str]:
        """The known folders."""
        return list(self._folders)

    def holds(self, path: str) -> bool:
        """Whether a known folder has the time that it had."""
        return _time_of(self._prefix + path) == self._folders[path].changed

    def git_files_hold(self) -> bool:
        """Whether what git says about others is as it was."""
        files = (*self._rule_files.items(), *self._index_files.items())
        return all(_stamp_of(path) == stamp for path, (stamp, _) in files)

    def refresh(self) -> bool:
        """Look at all folders again, which must have been explored; whether everything is as it was and can be
        trusted. Raises `RulesChanged`."""
        if not all(_is_sure(path, seen) for path, seen in self._rule_files.items()):
            raise RulesChanged
        self.settles_at = 0
        held = all(_is_sure(path, seen) for path, seen in self._index_files.items())
        self._index_files = {path: self._look(path) for path in self._index_files}
        for path in self.paths():
            before = self._folders.get(path)
            if before is not None and not self._is_sure(path, before):
                held = False
                self._visit_again(path, before)
        return held

    def _first_place(self) -> _Place:
        repository = repository_around(self.root)
        if repository is not None:
            return self._place_in(self.root, repository)
        self._note_rule_files(ignore_sources(None))
        return _Place(rules_outside(), "", None)

    def _place_in(self, folder: Path, repository: Repository) -> _Place:
        """The place of a folder in the repository around it, whose files are noted."""
        sources = [*ignore_sources(repository), repository.top / ".gitmodules"]
        parents = Path(os.path.realpath(folder)).parents
        sources += [each / ".gitignore" for each in parents if each.is_relative_to(repository.top)]
        self._note_rule_files(sources)
        for path in (repository.git_folder / "HEAD", repository.git_folder / "index"):
            self._index_files[path] = self._look(path)
        above = rules_above(folder, repository)
        return _Place(*above, repository) if above is not None else _Place(rules_outside(), "", None)

    def _note_rule_files(self, paths: Iterable[Path]) -> None:
        """Remember what rules come from, before they are read."""
        self._rule_files.update({path: self._look(path) for path in paths})

    def _look(self, path: Path) -> _Seen:
        seen_ns = time.time_ns()
        stamp = _stamp_of(path)
        self._wait_for(stamp[1], seen_ns)
        return stamp, seen_ns

    def _wait_for(self, changed: int, seen_ns: int) -> None:
        if not is_settled(changed, seen_ns, seen_ns):
            self.settles_at = max(self.settles_at, settles_at(changed))

    def _is_sure(self, path: str, folder: _Folder) -> bool:
        return self.holds(path) and is_settled(folder.changed, folder.seen_ns, time.time_ns())

    def _visit(self, path: str, above: _Place | None) -> None:
        """Know a folder, about which `above` says all but what is in it, and have those in it visited later."""
        if len(self._folders) >= self._most:
            return
        changed, seen_ns = self._time_now(path)
        if above is None:
            self._folders[path] = _Folder(changed, seen_ns)
            return
        marks, names = self._scan(path)
        place = self._place_inside(path, marks, above)
        inner = self._sought(path, names, place) if place is not None else ()
        self._folders[path] = _Folder(changed, seen_ns, place, marks, inner)
        if place is not None:
            self._waiting.extend((path + name, _below(place, name)) for name in inner)

    def _visit_again(self, path: str, before: _Folder) -> None:
        """Know a folder as it is now, and all that is new in it. Raises `RulesChanged`."""
        changed, seen_ns = self._time_now(path)
        marks, names = self._scan(path) if before.marks or before.place is not None else (before.marks, [])
        if marks != before.marks and changed:
            raise RulesChanged
        inner = self._sought(path, names, before.place) if before.place is not None else ()
        for name in set(before.inner) - set(inner):
            self._forget(path + name)
        if not changed:
            self._forget(path)
            return
        self._folders[path] = _Folder(changed, seen_ns, before.place, marks, inner)
        if before.place is not None:
            new = set(inner) - set(before.inner)
            self._waiting.extend((path + name, _below(before.place, name)) for name in new)
            while self._waiting:
                self._visit(*self._waiting.pop())

    def _forget(self, path: str) -> None:
        forgotten = [path]
        while forgotten:
            folder = self._folders.pop(path := forgotten.pop(), None)
            if folder is not None:
                forgotten.extend(path + name for name in folder.inner)

    def _time_now(self, path: str) -> tuple[int, int]:
        """The folder's time and when it was looked at; what is done with it must come later."""
        seen_ns = time.time_ns()
        changed = _time_of(self._prefix + path)
        self._wait_for(changed, seen_ns)
        return changed, seen_ns

    def _scan(self, path: str) -> tuple[frozenset[str], list[str]]:
        """The marks in a folder and the names of the folders in it; nothing if it cannot be read."""
        marks: set[str] = set()
        names: list[str] = []
        try:
            with os.scandir(self._prefix + path) as found:
                for each in found:
                    if each.name in _MARKS:
                        marks.add(each.name)
                    elif leads_down(each):
                        names.append(f"{each.name}/")
        except (OSError, ValueError):
            pass
        return frozenset(marks), names

    def _place_inside(self, path: str, marks: frozenset[str], above: _Place) -> _Place | None:
        """What holds in a folder with these marks, None for a repository that is not part of the one around."""
        folder = self.root / path
        place: _Place | None = above
        if ".git" in marks and path:
            repository = repository_at(folder)
            if repository is None:
                self._note_rule_files([folder / ".git"])
            elif above.repository is None or repository.kind is RepositoryKind.SUBMODULE:
                place = self._place_in(folder, repository)
            else:
                place = None
        if place is not None and ".gitignore" in marks:
            self._note_rule_files([folder / ".gitignore"])
            place = replace(place, rules=place.rules.inside(folder, place.base))
        return place

    def _sought(self, path: str, names: list[str], place: _Place) -> tuple[str, ...]:
        """Those of the names that are neither ignored nor excluded."""
        return tuple(
            name
            for name in names
            if not place.rules.ignores(place.base + name[:-1], is_folder=True)
            and self._selection.exclusion(path + name[:-1], is_folder=True) is None
        )


def _below(place: _Place, name: str) -> _Place:
    return replace(place, base=place.base + name)


def _is_sure(path: Path, seen: _Seen) -> bool:
    """Whether the file is as it was seen, and that can be told."""
    stamp, seen_ns = seen
    return _stamp_of(path) == stamp and is_settled(stamp[1], seen_ns, time.time_ns())


def _stamp_of(path: Path) -> Stamp:
    try:
        info = path.stat()
    except (OSError, ValueError):
        return (0, 0)
    return (info.st_size, changed_ns(info))


def _time_of(path: str) -> int:
    try:
        return changed_ns(os.lstat(path))
    except (OSError, ValueError):
        return 0
