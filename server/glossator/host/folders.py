"""Where Glossator keeps its files on this machine, and how they are made private.

Folders come from the operating system's conventions. Two environment variables override them:
`GLOSSATOR_HOME` puts all of them below one folder, `GLOSSATOR_MODELS` names the folder of the models alone.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from glossator.core.errors import UserError

_APPLICATION = "glossator"

_INDEXES, _EXPLANATIONS = "indexes", "explanations"
_INNER_NAMES = frozenset({_INDEXES, _EXPLANATIONS, "models"})
"""Names of folders inside of the cache folder."""

_NO_WORKSPACE = "files-in-no-workspace"
_OF_A_WORKSPACE = re.compile(rf".+-[0-9a-f]{{16}}|{_NO_WORKSPACE}")
"""Names of folders inside of these."""

_OUR_FILE = re.compile(
    r"[a-z-]+\.log(?:\.\d+)?|index\.sqlite[a-z0-9.-]*|explanations\.sqlite[a-z-]*|\.probe-\d+|[\w.-]+\.md"
)
"""Names of files in an outermost folder of ours: a log folder, or the folder of an index."""


@dataclass(frozen=True, slots=True)
class Folders:
    """Absolute folders for what can be rebuilt, settings, logs and models. None of them need exist yet."""

    cache: Path
    config: Path
    log: Path
    models: Path

    @staticmethod
    def for_user() -> Folders:
        """The folders of the current user; looks at the environment and touches no file."""
        home = os.environ.get("GLOSSATOR_HOME")
        models = os.environ.get("GLOSSATOR_MODELS")
        if home:
            folders = Folders.below(_absolute(home))
        else:
            platform = platformdirs.PlatformDirs(_APPLICATION, appauthor=False)
            folders = Folders(
                cache=platform.user_cache_path,
                config=platform.user_config_path,
                log=platform.user_log_path,
                models=platform.user_data_path / "models",
            )
        return folders if not models else folders.with_models(_absolute(models))

    @staticmethod
    def below(home: Path) -> Folders:
        """All folders below one."""
        return Folders(home / "cache", home / "config", home / "log", home / "models")

    def with_models(self, models: Path) -> Folders:
        """The same folders, but models are kept in `models`."""
        return Folders(self.cache, self.config, self.log, models)

    def index_folder(self, root: Path | None) -> Path:
        """The folder of the index of the workspace at `root`; two spellings of one folder share it. Without a root it
        is that of files in no workspace, which have no index but explanations."""
        return self.cache / _INDEXES / self._name_of(root)

    @staticmethod
    def _name_of(root: Path | None) -> str:
        if root is None:
            return _NO_WORKSPACE
        resolved = os.path.normcase(os.path.realpath(root))
        digest = hashlib.blake2b(os.fsencode(resolved), digest_size=8).hexdigest()
        slug = re.sub(r"[^A-Za-z0-9._-]+", "-", Path(resolved).name).strip("-.")[:40] or "root"
        return f"{slug}-{digest}"

    def index_path(self, root: Path | None) -> Path:
        """The index file of the workspace at `root`."""
        return self.index_folder(root) / "index.sqlite"

    def explanations_folder(self, root: Path | None) -> Path:
        """The folder of the Markdown files that are shown to editors without a view of their own: those about the
        workspace at `root`, or about files in none."""
        return self.cache / _EXPLANATIONS / self._name_of(root)

    @property
    def config_file(self) -> Path:
        """The user's settings."""
        return self.config / "config.toml"

    @property
    def log_file(self) -> Path:
        """The server's log."""
        return self.log / "server.log"

    def child_log(self, name: str) -> Path:
        """The log of a kind of child process; `name` is a word such as `indexer`."""
        return self.log / f"{name}.log"


def create_folder(folder: Path) -> Path:
    """Make `folder` and what is missing above it, readable by the user alone. Raises `UserError` if it cannot
    be.

    A folder that exists keeps its mode.
    """
    try:
        missing = [folder]
        while not missing[-1].parent.exists() and missing[-1] != missing[-1].parent:
            missing.append(missing[-1].parent)
        for each in reversed(missing):
            _make(each)
    except OSError as error:
        raise UserError(
            f"The folder {folder} cannot be made ({error.strerror}); "
            "set GLOSSATOR_HOME to a folder that you may write to."
        ) from error
    return folder


def create_private(folder: Path) -> Path:
    """Make `folder`, a folder of ours for what only the user may read, and be sure that nobody else can look into it.

    Folders of ours that were there before, this one and those of ours above it, lose the rights that others have.
    Raises `UserError` if the folder cannot be made, belongs to another user, holds files that are not ours while
    others can read it, or lies where rights cannot be taken away.
    """
    create_folder(folder)
    if os.name != "nt":
        *inner, outermost = _ours(folder)
        try:
            _take_rights_away(outermost, check_content=True)
            for each in reversed(inner):
                _take_rights_away(each, check_content=False)
        except OSError as error:
            raise UserError(
                f"The folder {folder} cannot be made private ({error.strerror}); "
                "set GLOSSATOR_HOME to a folder of your own."
            ) from error
    return folder


def open_private(path: str | os.PathLike[str], flags: int) -> int:
    """Open a file, as `os.open` does, that the user alone can read and write, whatever the umask or its mode was.

    Serves as `opener` of `open`.
    """
    descriptor = os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0), 0o600)
    if os.name != "nt" and stat.S_IMODE(os.fstat(descriptor).st_mode) != 0o600:
        # A file of somebody else stays as it is; its folder is private in any case.
        with suppress(PermissionError):
            os.fchmod(descriptor, 0o600)
    return descriptor


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        if not folder.is_dir():
            raise
        return
    # A umask may have taken rights from the user.
    if os.name != "nt":
        folder.chmod(0o700)


def _ours(folder: Path) -> list[Path]:
    """The folder and those above it that are ours alone, the outermost last."""
    folders = [folder]
    if folder.name == "sessions":
        folders.append(folder.parent)
    if folders[-1].parent.name in _INNER_NAMES and _OF_A_WORKSPACE.fullmatch(folders[-1].name):
        folders.append(folders[-1].parent)
    if folders[-1].name in _INNER_NAMES:
        folders.append(folders[-1].parent)
    return folders


def _take_rights_away(folder: Path, *, check_content: bool) -> None:
    """Leave all rights over a folder to the user alone. Raises `UserError` if that cannot or must not be done."""
    user = os.geteuid()
    named, state = folder.lstat(), folder.stat()
    if state.st_uid != user or (stat.S_ISLNK(named.st_mode) and named.st_uid not in (user, 0)):
        raise UserError(
            f"The folder {folder} belongs to another user, who could read what is kept there; "
            "set GLOSSATOR_HOME to a folder of your own."
        )
    mode = stat.S_IMODE(state.st_mode)
    if not mode & 0o077:
        return
    if check_content and (foreign := _foreign_entry(folder)) is not None:
        raise UserError(
            f"Others can read the folder {folder}, and it holds '{foreign}', which is not Glossator's; "
            "set GLOSSATOR_HOME to another folder, or make it private with chmod 700."
        )
    folder.chmod(mode & 0o700)
    if stat.S_IMODE(folder.stat().st_mode) & 0o077:
        raise UserError(
            f"The folder {folder} lies on a disk that cannot keep others from reading it; "
            "set GLOSSATOR_HOME to a folder on another disk."
        )
    for entry in folder.iterdir():
        # A file of somebody else cannot be reached by them any more.
        if entry.is_file() and not entry.is_symlink():
            with suppress(PermissionError):
                entry.chmod(stat.S_IMODE(entry.stat().st_mode) & 0o600)


def _foreign_entry(folder: Path) -> str | None:
    """The name of something in the outermost folder that Glossator has not made, None if there is nothing such."""
    names = sorted(entry.name for entry in folder.iterdir())
    return next((name for name in names if name not in _INNER_NAMES and not _OUR_FILE.fullmatch(name)), None)


def _absolute(path: str) -> Path:
    return Path(os.path.abspath(os.path.expanduser(path)))  # noqa: PTH100, PTH111
