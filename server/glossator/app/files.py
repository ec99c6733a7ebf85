"""Which files of a workspace are indexed, and their content.

A workspace in a git repository is what `git ls-files --cached --others --exclude-standard` says; without git
or a repository the same rules decide (`app.ignore`). The user's own patterns, the limits of size and number and
the lists of secret and generated files take files away from that, nothing adds to it. Links are never followed.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from glossator.app.link_targets import LinkTargets, link_target
from glossator.app.listing import Entry, is_link, list_entries
from glossator.app.reading import FileContent, Skipped, is_folder, read_file, words_of
from glossator.app.selection import Selection
from glossator.app.stamps import changed_ns, is_settled
from glossator.app.uris import relative_path
from glossator.core.cancel import NEVER, CancelToken
from glossator.core.errors import UserError
from glossator.core.generated import is_generated_path
from glossator.core.secrets import is_secret_path
from glossator.core.settings import IndexSettings

__all__ = [
    "Changes",
    "FileContent",
    "FoundFile",
    "Skipped",
    "changed_files",
    "indexed_path",
    "list_files",
    "read_file",
    "workspace_refusal",
]


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file of the workspace, or a folder that was left out as a whole (then `path` ends with "/").

    `path` is relative to the root, "/"-separated, undecodable bytes as surrogate escapes. `size` is in bytes
    and 0 for folders, as is `changed_ns` (see `app.stamps`). `reason` is a short phrase when the state is
    `skipped`, else ""; `detail` is "" or what the reason is about, such as the pattern of a setting.
    """

    path: str
    size: int
    changed_ns: int
    state: Literal["candidate", "skipped"]
    reason: str = ""
    detail: str = ""


EVERYTHING_ELSE = "./"
"""The path of what is left out because there are too many files."""


class Changes(NamedTuple):
    """How the files on disk differ from the known ones."""

    added: tuple[FoundFile, ...]
    changed: tuple[FoundFile, ...]
    removed: tuple[str, ...]


def list_files(root: Path, settings: IndexSettings, token: CancelToken = NEVER) -> Iterator[FoundFile]:
    """Every file that may be indexed and every one that is left out for a reason of ours, as they are found:
    in each repository first what it tracks, if git tells, then the rest, each sorted by path.

    What git ignores and what `settings.include` does not name is not mentioned. After `settings.max_files` files
    comes one for `EVERYTHING_ELSE`, which is left out. Nothing is opened but git's own settings and ignore files.
    Raises `UserError` if the root cannot be listed and `Cancelled`.
    """
    check_root(root)
    selection = Selection(settings.include, settings.exclude)
    most = max(1, settings.max_files)
    count = 0
    for entry in list_entries(root, selection, most, token):
        token.check()
        found = judge(entry, selection, settings)
        if found is None:
            continue
        if count == most:
            reason = f"more than {count} files"
            yield FoundFile(EVERYTHING_ELSE, 0, 0, "skipped", reason, "index.maxFiles")
            return
        count += 1
        yield found


def check_root(root: Path) -> None:
    """Raise `UserError` unless the folder can be listed."""
    try:
        with os.scandir(root):
            pass
    except (OSError, ValueError) as error:
        words = words_of(error) if isinstance(error, OSError) else "not a path"
        raise UserError(f"The folder {shown(root)} cannot be listed: {words}.") from error


def workspace_refusal(root: Path | None, settings: IndexSettings) -> str | None:
    """Why nothing below `root` is to be indexed, in one sentence for the user; None if it may be."""
    if root is None:
        return "No folder is open, so only open files are explained and nothing is indexed."
    resolved = Path(os.path.realpath(root))
    if not is_folder(resolved):
        return f"The folder {shown(root)} does not exist, so nothing is indexed."
    if settings.allow_home:
        return None
    advice = "open a project's own folder or set index.allowHome"
    if resolved.parent == resolved:
        return f"{shown(root)} is a whole drive and is not indexed; {advice}."
    if resolved in _home_folders():
        return f"{shown(root)} is a home folder and is not indexed; {advice}."
    return None


def indexed_path(root: Path, path: Path, links: LinkTargets) -> str | None:
    """The path under which the index knows the file at `path`, None if that lies outside of `root`.

    Links are followed, so a link to a file of the workspace means that file; the disk is asked about those of which
    `links` knows nothing.
    """
    return relative_path(links.known(root) or link_target(root), links.known(path) or link_target(path))


def changed_files(
    known: Mapping[str, tuple[int, int]], found: Iterable[FoundFile], since_ns: int | None = None
) -> Changes:
    """The difference between the indexed files (path: size in bytes, `changed_ns`) and the candidates found.

    Files that are found but skipped count as absent. Size and time are compared for being equal, so that a
    file whose time went back is seen as well. Those that had changed just before `since_ns`, when the known ones
    were looked at, are among the changed, since their time says nothing.
    """
    added: dict[str, FoundFile] = {}
    changed: dict[str, FoundFile] = {}
    removed = dict.fromkeys(known)
    now_ns = time.time_ns()
    for file in found:
        if file.state != "candidate":
            continue
        removed.pop(file.path, None)
        before = known.get(file.path)
        if before is None:
            added[file.path] = file
        elif tuple(before) != (file.size, file.changed_ns) or (
            since_ns is not None and not is_settled(file.changed_ns, since_ns, now_ns)
        ):
            changed[file.path] = file
    return Changes(tuple(added.values()), tuple(changed.values()), tuple(removed))


def judge(entry: Entry, selection: Selection, settings: IndexSettings) -> FoundFile | None:
    """The entry with its state, None for what the settings do not include."""
    if entry.info is None:
        return FoundFile(entry.path, 0, 0, "skipped", entry.obstacle, entry.detail)
    if not selection.includes(entry.path):
        return None
    reason = _reason_to_skip(entry.path, entry.info, settings.max_file_size_kib)
    state: Literal["candidate", "skipped"] = "skipped" if reason else "candidate"
    return FoundFile(entry.path, entry.info.st_size, changed_ns(entry.info), state, reason)


def _reason_to_skip(path: str, info: os.stat_result, limit_kib: int) -> str:
    if is_link(info):
        return "link"
    if not stat.S_ISREG(info.st_mode):
        return "not a regular file"
    if is_secret_path(path):
        return "secret"
    if is_generated_path(path):
        return "generated"
    if info.st_size > limit_kib * 1024:
        return f"larger than {limit_kib} KiB"
    return ""


def _home_folders() -> set[Path]:
    folders = [Path("/home"), Path("/Users")]
    # Some users have no home folder that anybody knows of.
    with suppress(RuntimeError):
        folders.append(Path.home())
    return {Path(os.path.realpath(folder)) for folder in folders}


def shown(path: Path) -> str:
    """The path as text that can be sent and shown even if its bytes are no valid UTF-8."""
    return os.fspath(path).encode("utf-8", "replace").decode("utf-8")
