"""Where Glossator keeps its files on this machine, and how they are made private.

Folders come from the operating system's conventions. Two environment variables override them:
`GLOSSATOR_HOME` puts all of them below one folder, `GLOSSATOR_MODELS` names the folder of the models alone.
"""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from glossator.core.errors import UserError

_APPLICATION = "glossator"


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

    def index_folder(self, root: Path) -> Path:
        """The folder of the index of the workspace at `root`; two spellings of one folder share it."""
        resolved = os.path.normcase(os.path.realpath(root))
        digest = hashlib.blake2b(os.fsencode(resolved), digest_size=8).hexdigest()
        slug = re.sub(r"[^A-Za-z0-9._-]+", "-", Path(resolved).name).strip("-.")[:40] or "root"
        return self.cache / "indexes" / f"{slug}-{digest}"

    def index_path(self, root: Path) -> Path:
        """The index file of the workspace at `root`."""
        return self.index_folder(root) / "index.sqlite"

    @property
    def explanations(self) -> Path:
        """The folder of the Markdown files that are shown to editors without a view of their own."""
        return self.cache / "explanations"

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


def create_private(folder: Path) -> Path:
    """Make `folder` and what is missing above it, readable by the user alone. Raises `UserError` if it cannot
    be.

    A folder that exists keeps its mode.
    """
    try:
        missing = [folder]
        while not missing[-1].parent.exists() and missing[-1] != missing[-1].parent:
            missing.append(missing[-1].parent)
        for each in reversed(missing):
            each.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"The folder {folder} cannot be made ({error.strerror}); "
            "set GLOSSATOR_HOME to a folder that you may write to."
        ) from error
    return folder


def _absolute(path: str) -> Path:
    return Path(os.path.abspath(os.path.expanduser(path)))  # noqa: PTH100, PTH111
