"""The entries of a workspace across its repositories, before the settings judge each file.

A repository is listed by git where git answers and by `app.ignore` otherwise. Initialised submodules belong to
the workspace under their own rules. Other repositories within a repository and linked worktrees do not: they
hold other projects or second copies of the same files; opened as workspaces of their own they are indexed. In
a folder that lies in no repository every repository below belongs to the workspace, a linked worktree only when
no other work tree of the same history does.

Entries come while the rest is still looked for. What is kept meanwhile are the folders and the names of those
that are being walked.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from glossator.app.git_listing import GitFailed, GitName, is_ignored_by_git, list_with_git, tracked_by_git
from glossator.app.ignore import IgnoreRules, rules_above, rules_outside
from glossator.app.reading import words_of
from glossator.app.repository import (
    Repository,
    RepositoryKind,
    repository_around,
    repository_at,
    submodule_paths,
)
from glossator.app.selection import Selection, unknown_folders
from glossator.core.cancel import CancelToken

_BARE_REPOSITORY = frozenset({"HEAD", "config", "objects", "refs"})
"""What a folder of git's own data holds."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file that is not ignored, or a file or folder (path with "/" at its end) that an obstacle keeps out."""

    path: str
    info: os.stat_result | None = None
    obstacle: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class _Listing:
    """One run over a workspace. `most` bounds the names that are kept of one folder, `reported` holds the
    excluded paths already mentioned, `histories` the common folders of the repositories met so far."""

    root: Path
    selection: Selection
    most: int
    token: CancelToken
    reported: set[str] = field(default_factory=set)
    histories: set[Path] = field(default_factory=set)
    real_folders: dict[str, bool] = field(default_factory=lambda: {"": True})


@dataclass(frozen=True, slots=True)
class _Ground:
    """Where a walk takes place: it begins at `prefix` of the root ("" or "a/"), which is `base` for `rules`.
    Paths in `known` were listed before."""

    prefix: str
    rules: IgnoreRules
    base: str = ""
    repository: Repository | None = None
    known: Collection[str] = ()


def list_entries(root: Path, selection: Selection, most: int, token: CancelToken) -> Iterator[Entry]:
    """The entries below `root` without those that git ignores: in each repository first what it tracks, if git
    tells, then the rest, each sorted by path. Of a folder with more than `most` names only the first are seen."""
    listing = _Listing(root, selection, most, token)
    repository = repository_around(root)
    if repository is None:
        return _walk(listing, _Ground("", rules_outside()))
    return _repository_entries(listing, "", repository)


def _repository_entries(listing: _Listing, prefix: str, repository: Repository) -> Iterator[Entry]:
    """What belongs to the workspace in the part of a repository that begins at `prefix` ("" or "a/")."""
    listing.histories.add(repository.common_folder)
    folder = listing.root / prefix
    below_top = Path(os.path.realpath(folder)) != repository.top
    named = False
    try:
        for named_by_git in list_with_git(folder, listing.token):
            named = True
            yield from _git_entries(listing, prefix, named_by_git)
        if named or not below_top or not is_ignored_by_git(folder, listing.token):
            return
    except GitFailed:
        above = rules_above(folder, repository)
        if above is not None:
            known = _tracked_paths(listing, prefix) if named else ()
            yield from _walk(listing, _Ground(prefix, *above, repository, known))
            return
    # Who opens a folder that the repository around it ignores wants that folder.
    yield from _walk(listing, _Ground(prefix, rules_outside()))


def _tracked_paths(listing: _Listing, prefix: str) -> Collection[str]:
    """What git still tells about a folder whose other files it could not list."""
    try:
        tracked = tracked_by_git(listing.root / prefix, listing.token)
        return {prefix + os.fsdecode(each.name) for each in tracked}
    except GitFailed:
        return ()


def _git_entries(listing: _Listing, prefix: str, named: GitName) -> Iterator[Entry]:
    path = prefix + os.fsdecode(named.name).rstrip("/")
    if named.obstacle:
        yield Entry(f"{path}/", obstacle=f"unreadable: {os.fsdecode(named.obstacle).lower()}")
        return
    parent = path.rpartition("/")[0]
    if parent and (excluded := _exclusion(listing, parent, is_folder=True)) is not None:
        yield from _once(listing, excluded)
        return
    entry = _entry(listing.root, path)
    if entry is None or not _is_real_folder(listing, parent):
        return
    is_folder = named.name.endswith(b"/") or _is_folder(entry)
    if (excluded := _exclusion(listing, path, is_folder=is_folder)) is not None:
        yield from _once(listing, excluded)
    elif not is_folder:
        yield entry
    elif named.is_submodule or named.name.endswith(b"/"):
        yield from _inner_repository(listing, path, is_submodule=named.is_submodule)


def _inner_repository(listing: _Listing, path: str, *, is_submodule: bool) -> Iterator[Entry]:
    """The entries of a repository in a repository. A submodule that is not initialised has none."""
    repository = repository_at(listing.root / path)
    if is_submodule:
        if repository is not None:
            yield from _repository_entries(listing, f"{path}/", repository)
    elif repository is not None and repository.kind is RepositoryKind.LINKED_WORKTREE:
        yield Entry(f"{path}/", obstacle="linked worktree")
    else:
        yield Entry(f"{path}/", obstacle="nested repository")


def _walk(listing: _Listing, ground: _Ground) -> Iterator[Entry]:
    """The entries below the ground's prefix by its rules, depth first, without following links."""
    levels = [_Level("", iter([ground.prefix]), ground.rules)]
    while levels:
        listing.token.check()
        level = levels[-1]
        name = next(level.names, None)
        if name is None:
            levels.pop()
            continue
        path = level.folder + name
        is_folder = not path or path.endswith("/")
        excluded = _exclusion(listing, path.rstrip("/"), is_folder=is_folder) if path else None
        if excluded is not None:
            yield from _once(listing, excluded)
        elif is_folder:
            yield from _enter(listing, ground, path, level.rules, levels)
        elif path not in ground.known and (entry := _entry(listing.root, path)) is not None:
            yield entry


@dataclass(frozen=True, slots=True)
class _Level:
    """A folder ("" or "a/") that is being walked: the names that are still to be visited, folders with "/" at
    their end, and the rules that hold in it."""

    folder: str
    names: Iterator[str]
    rules: IgnoreRules


def _enter(
    listing: _Listing, ground: _Ground, path: str, rules: IgnoreRules, levels: list[_Level]
) -> Iterator[Entry]:
    """Put the names in the folder at `path` on the stack, or yield what keeps the folder out."""
    base = ground.base + path[len(ground.prefix) :]
    rules = rules.inside(listing.root / path, base)
    try:
        names, of_git = _names_in(listing, path, rules, base)
    except OSError as error:
        yield Entry(path, obstacle=f"unreadable: {words_of(error)}")
        return
    is_marked = ".git" in of_git and path != ground.prefix
    repository = repository_at(listing.root / path) if is_marked else None
    if ground.repository is None and _BARE_REPOSITORY.issubset(of_git):
        yield Entry(path, obstacle="bare repository")
    elif repository is not None:
        yield from _met_repository(listing, ground, path, repository)
    else:
        levels.append(_Level(path, iter(names), rules))


def _names_in(listing: _Listing, folder: str, rules: IgnoreRules, base: str) -> tuple[list[str], set[str]]:
    """What a folder holds and is not ignored, sorted, folders with "/" at their end, at most a little more than
    `listing.most`; and those names in it that git gives a meaning."""
    names: list[str] = []
    of_git: set[str] = set()
    with os.scandir(listing.root / folder) as found:
        for each in found:
            if each.name in _BARE_REPOSITORY or each.name == ".git":
                of_git.add(each.name)
            is_folder = leads_down(each)
            if each.name != ".git" and not rules.ignores(base + each.name, is_folder=is_folder):
                names.append(f"{each.name}/" if is_folder else each.name)
            if len(names) > 2 * listing.most:
                names = sorted(names, key=os.fsencode)[: listing.most + 1]
    names.sort(key=os.fsencode)
    return names, of_git


def leads_down(each: os.DirEntry[str]) -> bool:
    """Whether what was found is a folder and no link to one."""
    if not each.is_dir(follow_symlinks=False):
        return False
    return os.name != "nt" or not is_link(each.stat(follow_symlinks=False))


def _met_repository(listing: _Listing, ground: _Ground, path: str, repository: Repository) -> Iterator[Entry]:
    """The entries of a repository (at `path` with "/") that a walk came across."""
    if path.rstrip("/") in ground.known:
        return
    if ground.repository is not None:
        in_repository = ground.base + path[len(ground.prefix) : -1]
        is_submodule = repository.kind is RepositoryKind.SUBMODULE
        is_submodule = is_submodule or in_repository in submodule_paths(ground.repository.top)
        yield from _inner_repository(listing, path.rstrip("/"), is_submodule=is_submodule)
    elif repository.common_folder in listing.histories or _is_copy(listing.root, repository):
        yield Entry(path, obstacle="linked worktree")
    else:
        yield from _repository_entries(listing, path, repository)


def _is_copy(root: Path, repository: Repository) -> bool:
    """Whether the repository is a linked worktree of one whose main work tree lies in the workspace."""
    main = repository.common_folder
    is_linked = repository.kind is RepositoryKind.LINKED_WORKTREE
    return is_linked and main.name == ".git" and main.is_relative_to(os.path.realpath(root))


def _entry(root: Path, path: str) -> Entry | None:
    """The entry at `path` as it is itself, a link unfollowed; None if there is nothing."""
    try:
        return Entry(path, os.lstat(f"{root}{os.sep}{path}"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return Entry(path, obstacle=f"unreadable: {words_of(error)}")


def _is_folder(entry: Entry) -> bool:
    return entry.info is not None and stat.S_ISDIR(entry.info.st_mode) and not is_link(entry.info)


def _exclusion(listing: _Listing, path: str, *, is_folder: bool) -> Entry | None:
    found = listing.selection.exclusion(path, is_folder=is_folder)
    return None if found is None else Entry(found[0], obstacle="excluded by settings", detail=found[1])


def _once(listing: _Listing, entry: Entry) -> Iterator[Entry]:
    if entry.path not in listing.reported:
        listing.reported.add(entry.path)
        if os.path.lexists(listing.root / entry.path):
            yield entry


def _is_real_folder(listing: _Listing, folder: str) -> bool:
    """Whether no folder on the way from the root is a link; git does not look behind links either."""
    known = listing.real_folders
    for each in unknown_folders(folder, known):
        entry = _entry(listing.root, each) if known.get(each.rpartition("/")[0], True) else None
        known[each] = entry is not None and entry.info is not None and not is_link(entry.info)
    return known[folder]


def is_link(info: os.stat_result) -> bool:
    """Whether `lstat` saw a symbolic link or a junction of Windows."""
    junction = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)
    is_junction = junction is not None and getattr(info, "st_reparse_tag", 0) == junction
    return stat.S_ISLNK(info.st_mode) or is_junction
