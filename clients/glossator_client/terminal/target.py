"""TARGET on the command line: `path:line[:column]`, `path::qualified.name`, or a bare name."""

from __future__ import annotations

import os
import re
from pathlib import Path

from glossator_client.errors import ClientError
from glossator_client.messages import Target
from glossator_client.session import Session
from glossator_client.terminal.documents import TargetDocument, target_document

HELP = "path:line[:column], path::qualified.name, or a name that only one symbol has"

SHOWN_CANDIDATES = 20

_LINE = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?::(?P<column>\d+))?", re.DOTALL)


class Ambiguous(ClientError):
    """Several definitions answer to the TARGET; `candidates` are all of them."""

    def __init__(self, text: str, candidates: tuple[Target, ...]) -> None:
        self.candidates: tuple[TargetDocument, ...] = tuple(map(target_document, candidates))
        super().__init__(
            f"'{text}' may mean {len(candidates)} definitions; name one of them as path:line or "
            "path::qualified.name."
        )


async def find_target(session: Session, text: str, root: Path) -> Target:
    """The one definition that `text` means. Raises `ClientError` if there is none, `Ambiguous` if several."""
    targets = await session.locate(relative_to_root(text, root))
    if not targets:
        raise ClientError(await _not_found(session, text))
    if len(targets) > 1:
        raise Ambiguous(text, targets)
    return targets[0]


async def _not_found(session: Session, text: str) -> str:
    """The sentence for a TARGET without a definition, which may be for want of an index."""
    status = await session.status()
    if status.completeness.structure_ready:
        return f"Nothing is found for '{text}'; 'glossator search' looks for names like it."
    why = status.last_error or "Indexing has not ended."
    return f"Nothing is found for '{text}', but the index is not complete: {why}"


def relative_to_root(text: str, root: Path) -> str:
    """`text` with its path, if it has one, relative to the root and "/"-separated.

    A path is looked for from the current folder and under the root. Raises `ClientError` for a file
    outside of the root, for a `path:line` whose file is missing, and for line or column 0.
    """
    if match := _LINE.fullmatch(text):
        if 0 in (int(match["line"]), int(match["column"] or 1)):
            raise ClientError(f"Lines and columns count from 1, not from 0 as in '{text}'.")
        path = _inside(match["path"], root)
        if path is None:
            raise ClientError(f"There is no file '{match['path']}' in {root}.")
        return path + text[match.end("path") :]
    for separator in re.finditer("::", text):
        path = _inside(text[: separator.start()], root)
        if path is not None:
            return path + text[separator.start() :]
    return text


def is_place(text: str, root: Path) -> bool:
    """Whether `text` is `path:line[:column]` or `path::name` of a file that is there, and not words."""
    match = _LINE.fullmatch(text)
    paths = [match["path"]] if match else [text[: each.start()] for each in re.finditer("::", text)]
    return any(_inside(path, root) is not None for path in paths)


def _inside(path: str, root: Path) -> str | None:
    """The path relative to the root of an existing file, None if there is no such file."""
    if not path or "\0" in path:
        return None
    current = Path.cwd()
    # Inside of the workspace a path means what the shell completes, or else one copied from an answer.
    folders = (current, root) if current.is_relative_to(root) else (root, current)
    for folder in folders:
        candidate = Path(os.path.normpath(folder / Path(path).expanduser()))
        try:
            if not candidate.is_file():
                continue
        except OSError:
            continue
        for known in (candidate, candidate.resolve()):
            if known.is_relative_to(root):
                return known.relative_to(root).as_posix()
        raise ClientError(f"'{path}' is outside of {root}; give the workspace it belongs to with --root.")
    return None
