"""The entries of a workspace across its repositories, before the settings judge each file.

A repository is listed by git where git answers and by `app.ignore` otherwise. Initialised submodules belong to
the workspace under their own rules. Other repositories within a repository and linked worktrees do not: they
hold other projects or second copies of the same files; opened as workspaces of their own they are indexed. In
a folder that lies in no repository every repository below belongs to the workspace, a linked worktree only when
no other work tree of the same history does.
"""

from __future__ import annotations

import os
import stat
from bisect import insort
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from glossator.app.git_listing import GitFailed, GitListing, is_ignored_by_git, list_with_git
from glossator.app.ignore import IgnoreRules, rules_above, rules_outside
from glossator.app.reading import words_of
from glossator.app.repository import (
    Repository,
    RepositoryKind,
    repository_around,
    repository_at,
    submodule_paths,
)
from glossator.app.selection import Selection
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
    """One run over a workspace: `reported` holds the excluded paths already mentioned, `histories` the common
    folders of the repositories met so far."""

    root: Path
    selection: Selection
    token: CancelToken
    reported: set[str] = field(default_factory=set)
    histories: set[Path] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Ground:
    """Where a walk takes place: it begins at `prefix` of the root ("" or "a/"), which is `base` for `rules`."""

    prefix: str
    rules: IgnoreRules
    base: str = ""
    repository: Repository | None = None


def list_entries(root: Path, selection: Selection, token: CancelToken) -> Iterator[Entry]:
    """The entries below `root` without those that git ignores, sorted by path within each repository."""
    listing = _Listing(root, selection, token)
    repository = repository_around(root)
    if repository is None:
        return _walk(listing, _Ground("", rules_outside()))
    return _repository_entries(listing, "", repository)


def _repository_entries(listing: _Listing, prefix: str, repository: Repository) -> Iterator[Entry]:
    """What belongs to the workspace in the part of a repository that begins at `prefix` ("" or "a/")."""
    listing.histories.add(repository.common_folder)
    folder = listing.root / prefix
    below_top = Path(os.path.realpath(folder)) != repository.top
    try:
        listed = list_with_git(folder, listing.token)
        ignored = not listed.names and below_top and is_ignored_by_git(folder, listing.token)
    except GitFailed:
        above = rules_above(folder, repository)
        if above is not None:
            return _walk(listing, _Ground(prefix, *above, repository))
        ignored = True
    if ignored:
        # Who opens a folder that the repository around it ignores wants that folder.
        return _walk(listing, _Ground(prefix, rules_outside()))
    return _git_entries(listing, prefix, listed)


def _git_entries(listing: _Listing, prefix: str, listed: GitListing) -> Iterator[Entry]:
    for name, words in listed.unreadable:
        path = prefix + os.fsdecode(name).rstrip("/")
        yield Entry(f"{path}/", obstacle=f"unreadable: {os.fsdecode(words).lower()}")
    names = listed.names
    submodules: set[bytes] = set()
    real_folders = {"": True}
    for position, name in enumerate(names, 1):
        listing.token.check()
        path = prefix + os.fsdecode(name).rstrip("/")
        entry = _entry(listing.root, path)
        if entry is None or not _is_real_folder(listing.root, path.rpartition("/")[0], real_folders):
            continue
        is_folder = name.endswith(b"/")
        if (excluded := _exclusion(listing, path, is_folder=is_folder)) is not None:
            yield from _once(listing, excluded)
        elif is_folder:
            yield from _inner_repository(listing, path, is_submodule=name in submodules)
        elif _is_folder(entry):
            # git lists a submodule without a slash; with one it takes its place in the order of paths.
            submodules.add(name + b"/")
            insort(names, name + b"/", lo=position)
        else:
            yield entry


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
    waiting: list[tuple[str, IgnoreRules, os.stat_result | None]] = [(ground.prefix, ground.rules, None)]
    while waiting:
        listing.token.check()
        path, rules, info = waiting.pop()
        if path and not path.endswith("/"):
            yield Entry(path, info)
            continue
        try:
            with os.scandir(listing.root / path) as found:
                names = [each.name for each in found]
        except OSError as error:
            yield Entry(path, obstacle=f"unreadable: {words_of(error)}")
            continue
        if ground.repository is None and _BARE_REPOSITORY.issubset(names):
            yield Entry(path, obstacle="bare repository")
            continue
        if path != ground.prefix and ".git" in names:
            repository = repository_at(listing.root / path)
            if repository is not None:
                yield from _met_repository(listing, ground, path, repository)
                continue
        yield from _look_into(listing, ground, path, names, rules, waiting)


def _look_into(
    listing: _Listing,
    ground: _Ground,
    folder: str,
    names: list[str],
    rules: IgnoreRules,
    waiting: list[tuple[str, IgnoreRules, os.stat_result | None]],
) -> Iterator[Entry]:
    """Put what is to be visited in `folder` on the stack, first name on top, and yield what is kept out."""
    base = ground.base + folder[len(ground.prefix) :]
    rules = rules.inside(listing.root / folder, base)
    children: list[tuple[str, IgnoreRules, os.stat_result | None]] = []
    for name in names:
        entry = _entry(listing.root, folder + name) if name != ".git" else None
        if entry is None:
            continue
        is_folder = _is_folder(entry)
        if rules.ignores(base + name, is_folder=is_folder):
            continue
        if (excluded := _exclusion(listing, entry.path, is_folder=is_folder)) is not None:
            yield from _once(listing, excluded)
        elif entry.obstacle:
            yield entry
        else:
            children.append((f"{entry.path}/" if is_folder else entry.path, rules, entry.info))
    waiting.extend(sorted(children, key=lambda child: os.fsencode(child[0]), reverse=True))


def _met_repository(listing: _Listing, ground: _Ground, path: str, repository: Repository) -> Iterator[Entry]:
    """The entries of a repository (at `path` with "/") that a walk came across."""
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
        yield entry


def _is_real_folder(root: Path, folder: str, known: dict[str, bool]) -> bool:
    """Whether no folder on the way from the root is a link; git does not look behind links either."""
    if folder not in known:
        above = _is_real_folder(root, folder.rpartition("/")[0], known)
        entry = _entry(root, folder) if above else None
        known[folder] = entry is not None and entry.info is not None and not is_link(entry.info)
    return known[folder]


def is_link(info: os.stat_result) -> bool:
    """Whether `lstat` saw a symbolic link or a junction of Windows."""
    junction = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)
    is_junction = junction is not None and getattr(info, "st_reparse_tag", 0) == junction
    return stat.S_ISLNK(info.st_mode) or is_junction
