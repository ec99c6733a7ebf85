"""How a long answer, such as an explanation, reaches a client without a view for it: as a file that the editor opens.

The files lie in the cache folder, readable by the user alone, and the oldest make room for new ones. A client
that cannot be asked to open a document gets the text as a message, shortened.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from glossator.app.uris import uri_from_path
from glossator.core.errors import UserError
from glossator.core.explanation import Target
from glossator.host.folders import create_private, open_private
from glossator.lsp.server import GlossatorServer

MESSAGE_CHARACTERS = 1200
"""As much as message boxes and echo areas show with good grace."""

KEPT_FILES = 50
"""Explanations of one workspace that are kept."""

LEFTOVER_SECONDS = 60.0
"""After that time an unfinished file is nobody's."""


class Answer(Protocol):
    """A text about a target: an explanation, or what `Page` holds."""

    @property
    def target(self) -> Target:
        """What the text is about."""

    @property
    def markdown(self) -> str:
        """The text, in which nothing of the repository or a model is active."""


@dataclass(frozen=True, slots=True)
class Page:
    """A text about a target that is no explanation. `purpose` stands in the name of its file."""

    target: Target
    markdown: str
    purpose: str


logger = logging.getLogger(__name__)


async def deliver(server: GlossatorServer, folder: Path, answer: Answer) -> None:
    """Show `answer` by the best means that the client has. `folder` takes the file."""
    try:
        path: Path | None = await asyncio.to_thread(write_answer, folder, answer)
    except (OSError, UserError) as error:
        logger.warning("An answer cannot be written to a file: %s", type(error).__name__)
        path = None
    if path is not None and server.client.show_document and await _show_file(server, path):
        return
    server.inform(shortened(answer.markdown, path))


async def _show_file(server: GlossatorServer, path: Path) -> bool:
    params = types.ShowDocumentParams(uri=uri_from_path(path), external=False, take_focus=True)
    try:
        return (await server.window_show_document_async(params)).success
    except JsonRpcException:
        return False


def write_answer(folder: Path, answer: Answer) -> Path:
    """Write the Markdown to a file named after the target: asking again writes to the same one."""
    create_private(folder)
    target = answer.target
    identity = f"{target.place.uri}\0{target.name}\0{target.selection}"
    digest = hashlib.blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", target.name).strip("-.")[:60] or "code"
    purpose = f"{answer.purpose}-" if isinstance(answer, Page) else ""
    path = folder / f"{purpose}{name}-{digest}.md"
    unfinished = path.with_suffix(f".{os.getpid()}.tmp")
    descriptor = open_private(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as file:
        file.write(answer.markdown)
    unfinished.replace(path)
    _remove_oldest(folder)
    return path


def _remove_oldest(folder: Path) -> None:
    with suppress(OSError):
        files = sorted(folder.glob("*.md"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        # One that is not renamed yet may be in the making, or what a server left that was ended meanwhile.
        for path in files[KEPT_FILES:] + [each for each in folder.glob("*.tmp") if _is_old(each)]:
            path.unlink(missing_ok=True)


def _is_old(path: Path) -> bool:
    return time.time() - path.stat().st_mtime > LEFTOVER_SECONDS


def shortened(markdown: str, path: Path | None) -> str:
    """The beginning of a text for a message, cut at a word, with the file that holds the whole of it."""
    text = markdown.strip()
    if len(text) <= MESSAGE_CHARACTERS:
        return text
    head = text[:MESSAGE_CHARACTERS]
    head = head[: max(head.rfind(" "), head.rfind("\n"), MESSAGE_CHARACTERS // 2)].rstrip()
    rest = "" if path is None else f"\n\nThe whole of it: {path}"
    return f"{head} …{rest}"
