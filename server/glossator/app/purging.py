"""Removing what is kept about workspaces: indexes, answers of models, explanations, and the logs.

Models, what is known about them, and settings stay. An index that another Glossator keeps is left alone.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from glossator.core.errors import UserError
from glossator.host.folders import Folders
from glossator.host.lock import IndexLock, holder_note
from glossator.host.owner import owner_by_note


@dataclass(frozen=True, slots=True)
class Purged:
    """How much was removed: files, and their size in bytes. `in_use` names what could not be, because somebody
    works with it."""

    files: int = 0
    bytes: int = 0
    in_use: tuple[str, ...] = ()

    def __add__(self, other: Purged) -> Purged:
        return Purged(self.files + other.files, self.bytes + other.bytes, self.in_use + other.in_use)


def purge_workspace(folders: Folders, root: Path) -> Purged:
    """Remove all that is kept about the workspace at `root`, which need not exist any more, and the logs, which may
    name its files.

    Raises `UserError` if another Glossator keeps the index, or if something cannot be removed.
    """
    index_path = folders.index_path(root)
    purged = _purge_index(index_path)
    if purged.in_use:
        raise UserError(f"{_keeper(index_path)} keeps the index of {root}; end it and purge again.")
    return purged + _remove(folders.explanations_folder(root)) + _purge_logs(folders)


def purge_everything(folders: Folders) -> Purged:
    """Remove all that is kept about any workspace, except where another Glossator keeps the index."""
    purged = Purged()
    for folder in _folders_in(folders.index_folder(None).parent):
        of_index = _purge_index(folder / folders.index_path(None).name)
        purged += of_index
        if not of_index.in_use:
            purged += _remove(folders.explanations_folder(None).parent / folder.name)
    for folder in _folders_in(folders.explanations_folder(None).parent):
        if folder.name not in purged.in_use:
            purged += _remove(folder)
    return purged + _purge_logs(folders)


def _folders_in(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _keeper(index_path: Path) -> str:
    owner = owner_by_note(holder_note(index_path))
    if owner is None:
        return "Another Glossator"
    started_by = f", started by {owner.started_by}," if owner.started_by else ""
    return f"'{owner.command or 'glossator'}' (process {owner.server_pid or owner.pid}){started_by}"


def _purge_index(index_path: Path) -> Purged:
    """Remove the folder of an index while nobody else can write it."""
    folder = index_path.parent
    if not folder.is_dir():
        return Purged()
    lock = IndexLock(index_path)
    if not lock.try_acquire():
        return Purged(in_use=(folder.name,))
    try:
        return _remove(folder)
    finally:
        lock.release()
        # Windows keeps the file of a lock that is held, and what was released may leave an empty folder.
        shutil.rmtree(folder, ignore_errors=True)


def _purge_logs(folders: Folders) -> Purged:
    purged = Purged()
    for path in folders.log.glob("*.log*"):
        purged += _remove(path)
    return purged


def _remove(path: Path) -> Purged:
    """Remove a file, or a folder with all that it holds; links are removed, not followed."""
    try:
        if path.is_symlink() or path.is_file():
            size = path.lstat().st_size
            path.unlink()
            return Purged(1, size)
        if not path.is_dir():
            return Purged()
        sizes = [each.lstat().st_size for each in path.rglob("*") if each.is_symlink() or each.is_file()]
        shutil.rmtree(path)
        return Purged(len(sizes), sum(sizes))
    except OSError as error:
        raise UserError(f"{path} cannot be removed ({error.strerror}); remove it by hand.") from error
