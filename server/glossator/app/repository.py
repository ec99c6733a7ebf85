"""What a `.git` entry means, and git's own settings about ignored files, read without running git."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from glossator.app.reading import FileTooLarge, NotRegular, is_folder, read_regular_file
from glossator.core.ignore import PatternList, parse_ignore_file

LARGEST_IGNORE_FILE_BYTES = 1024 * 1024
"""Ignore files and git's settings are read up to here; real ones are a hundred times smaller."""


_FALSE = ("false", "no", "off", "0")


class RepositoryKind(StrEnum):
    """How a folder is a work tree of git."""

    MAIN = "main"
    SUBMODULE = "submodule"
    LINKED_WORKTREE = "linked worktree"


@dataclass(frozen=True, slots=True)
class Repository:
    """A work tree: its top folder, the folder with its history, and the one that linked worktrees share."""

    top: Path
    git_folder: Path
    common_folder: Path
    kind: RepositoryKind


@dataclass(frozen=True, slots=True)
class IgnoreSettings:
    """What git's settings say about ignoring: `lists` go from the weakest to the strongest."""

    lists: tuple[PatternList, ...]
    ignore_case: bool


def repository_at(folder: Path) -> Repository | None:
    """The repository whose work tree begins at `folder`, None if there is none, it is broken or it is bare."""
    marker = folder / ".git"
    git_folder = marker
    if not is_folder(marker):
        content = read_small_file(marker)
        if content is None or not content.startswith(b"gitdir:"):
            return None
        git_folder = folder / os.fsdecode(content.removeprefix(b"gitdir:").strip())
    common = read_small_file(git_folder / "commondir")
    common_folder = git_folder / os.fsdecode(common.strip()) if common else git_folder
    if not os.path.lexists(git_folder / "HEAD") or not is_folder(common_folder / "objects"):
        return None
    kind = RepositoryKind.MAIN
    if common:
        kind = RepositoryKind.LINKED_WORKTREE
    elif dict(git_settings(git_folder / "config")).get("core.bare", "false").lower() not in _FALSE:
        return None
    elif git_folder is not marker and "modules" in git_folder.parts:
        kind = RepositoryKind.SUBMODULE
    return Repository(_resolved(folder), git_folder, _resolved(common_folder), kind)


def repository_around(folder: Path) -> Repository | None:
    """The repository in whose work tree `folder` lies: the nearest one upwards."""
    resolved = _resolved(folder)
    found = (repository_at(place) for place in (resolved, *resolved.parents))
    return next((repository for repository in found if repository is not None), None)


def submodule_paths(top: Path) -> frozenset[str]:
    """The paths that `.gitmodules` names, relative to `top`."""
    entries = git_settings(top / ".gitmodules")
    return frozenset(
        value for name, value in entries if re.fullmatch(r"submodule\..*\.path", name, re.DOTALL)
    )


def ignore_settings(repository: Repository | None) -> IgnoreSettings:
    """The user's and the repository's ignore lists outside of the work tree, weakest first."""
    settings = _settings_of(repository)
    ignore_case = settings.get("core.ignorecase", "false").lower() not in _FALSE
    sources = _exclude_files(repository, settings)
    lists = (ignore_list(source, ignore_case=ignore_case) for source in sources)
    return IgnoreSettings(tuple(each for each in lists if each is not None), ignore_case)


def ignore_sources(repository: Repository | None) -> list[Path]:
    """The files from which `ignore_settings` comes, whether they are there or not."""
    settings_files = list(_settings_files())
    if repository is not None:
        settings_files += [repository.common_folder / "config", repository.git_folder / "config.worktree"]
    return settings_files + _exclude_files(repository, _settings_of(repository))


def _settings_of(repository: Repository | None) -> dict[str, str]:
    settings: dict[str, str] = {}
    for path in _settings_files():
        settings.update(git_settings(path))
    if repository is not None:
        settings.update(git_settings(repository.common_folder / "config"))
    return settings


def _exclude_files(repository: Repository | None, settings: dict[str, str]) -> list[Path]:
    sources = [_excludes_file(settings)]
    if repository is not None:
        sources.append(repository.common_folder / "info" / "exclude")
    return sources


def ignore_list(
    path: Path, base: str = "", *, ignore_case: bool = False, follow_links: bool = True
) -> PatternList | None:
    """The patterns of the ignore file at `path`, None if there is none that can be read."""
    data = read_small_file(path, follow_links=follow_links)
    if data is None:
        return None
    patterns = parse_ignore_file(data, os.fsencode(base), ignore_case=ignore_case)
    return patterns if patterns.patterns else None


def read_small_file(path: Path, *, follow_links: bool = True) -> bytes | None:
    """The bytes of a regular file, None if it is none, is too large or cannot be read."""
    try:
        return read_regular_file(path, LARGEST_IGNORE_FILE_BYTES, follow_links=follow_links)
    except (OSError, ValueError, FileTooLarge, NotRegular):
        return None


_SECTION = re.compile(r'\[\s*([-.\w]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]')
_ASSIGNMENT = re.compile(r"([A-Za-z][-\w]*)\s*(?:=\s*(.*))?$", re.DOTALL)


def git_settings(path: Path) -> Iterator[tuple[str, str]]:
    """The settings in a file of git's configuration syntax as (lower-case dotted name, value), in order.

    Included files are not followed.
    """
    data = read_small_file(path)
    section = ""
    for line in re.sub(rb"\\\r?\n", b"", data or b"").splitlines():
        text = os.fsdecode(line).strip().lstrip("\ufeff")
        if match := _SECTION.match(text):
            section = match[1].lower() + (f".{_unescaped(match[2])}" if match[2] is not None else "")
            text = text[match.end() :].strip()
        if text and text[0] not in "#;" and (match := _ASSIGNMENT.match(text)):
            yield f"{section}.{match[1].lower()}", _value(match[2] or "")


def _value(text: str) -> str:
    """The value as git reads it: without quotes and comments, spaces at the end dropped outside of quotes."""
    out: list[str] = []
    kept = 0
    quoted = False
    characters = iter(text)
    for character in characters:
        if character == '"':
            quoted = not quoted
            kept = len(out)
        elif character in "#;" and not quoted:
            break
        elif character == "\\":
            escaped = next(characters, "")
            out.append({"n": "\n", "t": "\t", "b": "\b"}.get(escaped, escaped))
            kept = len(out)
        else:
            out.append(character)
            kept = len(out) if quoted or not character.isspace() else kept
    return "".join(out[:kept])


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _settings_files() -> Iterator[Path]:
    """The files with the settings of the machine and the user, weakest first."""
    if os.environ.get("GIT_CONFIG_NOSYSTEM", "false").lower() in _FALSE:
        yield Path(os.environ.get("GIT_CONFIG_SYSTEM") or "/etc/gitconfig")
    if (named := os.environ.get("GIT_CONFIG_GLOBAL")) is not None:
        yield Path(named)
    else:
        yield _configuration_folder() / "config"
        yield _expanded("~/.gitconfig")


def _excludes_file(settings: dict[str, str]) -> Path:
    named = settings.get("core.excludesfile")
    return _expanded(named) if named else _configuration_folder() / "ignore"


def _configuration_folder() -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or _expanded("~/.config")) / "git"


def _expanded(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError:
        # Nobody knows this user's home folder.
        return Path(text)


def _resolved(path: Path) -> Path:
    return Path(os.path.realpath(path))
