"""What the batch commands share: the user's settings, and an application that is closed at the end."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from glossator.commands.progress import Progress
from glossator.commands.terminal import Terminal
from glossator.core.errors import UserError
from glossator.core.settings import Settings
from glossator.host.folders import Folders
from glossator.host.log import configure_logging

if TYPE_CHECKING:
    from glossator.app.application import Application
    from glossator.app.progress import Progress as News
    from glossator.core.status import Status
    from glossator.store.reader import IndexReader


def user_settings(folders: Folders, terminal: Terminal) -> Settings:
    """The settings of the configuration file; what was not taken is told on stderr."""
    from glossator.app.configuration import load_configuration

    settings, problems = load_configuration(folders.config)
    for problem in problems:
        terminal.note(f"glossator: {problem}")
    return settings


def to_be_indexed_now(settings: Settings) -> Settings:
    """`settings` of who asks for an index by a command and wants it now, on battery too."""
    return replace(settings, index=replace(settings.index, on_battery="run"))


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


async def bring_up_to_date(
    application: Application, root: Path, progress: Progress
) -> tuple[Status, list[str]]:
    """Index a folder until nothing is left to do; what it is like then, and the sentences that were told meanwhile.

    Raises `UserError` if it is not indexed, or indexing fails.
    """
    told: list[str] = []
    application.on_progress(lambda news: _show(news, progress))
    await application.open_workspace([root])
    if application.refusal:
        raise UserError(application.refusal)
    application.on_notice(told.append)
    await application.wait_settled()
    status = await application.status()
    if status.phase == "failed":
        raise UserError(status.last_error)
    return status, [sentence for sentence in told if sentence != status.last_error]


def _show(news: News, progress: Progress) -> None:
    if not news.done:
        words = (news.title, news.message)
        progress.show(": ".join(word for word in words if word), news.percent)


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
