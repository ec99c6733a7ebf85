"""What the batch commands share: the user's settings, and an application that is closed at the end."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from glossator.commands.terminal import Terminal
from glossator.core.errors import UserError
from glossator.core.settings import Settings
from glossator.host.folders import Folders
from glossator.host.log import configure_logging

if TYPE_CHECKING:
    from glossator.app.application import Application
    from glossator.store.reader import IndexReader


def user_settings(folders: Folders, terminal: Terminal) -> Settings:
    """The settings of the configuration file; what was not taken is told on stderr."""
    from glossator.app.configuration import load_configuration

    settings, problems = load_configuration(folders.config)
    for problem in problems:
        terminal.note(f"glossator: {problem}")
    return settings


def without_models(settings: Settings) -> Settings:
    """`settings` under which no model is started and no vector made."""
    return replace(
        settings,
        index=replace(settings.index, embed=False),
        models=replace(settings.models, language="none", embedding="none"),
    )


@asynccontextmanager
async def open_application(settings: Settings, folders: Folders) -> AsyncIterator[Application]:
    """An application whose processes are gone when the block is left, however that happens."""
    from glossator.app.application import Application

    keep_log(folders, settings)
    application = Application(settings, folders)
    try:
        yield application
    finally:
        await application.close()


def keep_log(folders: Folders, settings: Settings) -> None:
    """Log to the server's file; nowhere if it cannot be written, but never to the terminal."""
    try:
        configure_logging(folders.log_file, settings.log.level)
    except UserError:
        logging.getLogger("glossator").addHandler(logging.NullHandler())


@contextmanager
def open_existing_index(root: Path) -> Iterator[IndexReader]:
    """The index of `root` as it stands. Raises `UserError` if there is none yet."""
    from glossator.store.reader import open_reader

    path = Folders.for_user().index_path(root)
    with open_reader(path) as reader:
        if not reader.available:
            raise UserError(f"There is no index of {root} yet; 'glossator index' makes it.")
        yield reader
