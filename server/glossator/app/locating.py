"""Finding what a user means by `path:line[:column]`, `path::qualified.name`, or a bare name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_PLACE = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?::(?P<column>\d+))?")


@dataclass(frozen=True, slots=True)
class PlaceWanted:
    """A place in a file; line and column (code points) count from 1, column 0 means the first code of the line."""

    path: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class NameWanted:
    """A symbol by name; `path` is "" when it may be anywhere."""

    path: str
    name: str


def parse_target(text: str, root: Path) -> PlaceWanted | NameWanted:
    """What `text` asks for. Paths may be absolute or relative to the root and come back relative to it.

    `path::name` wins where the part before `::` is a file; other names may hold `::` themselves.
    """
    text = text.strip()
    if match := _PLACE.fullmatch(text):
        return PlaceWanted(_relative(match["path"], root), int(match["line"]), int(match["column"] or 0))
    head, separator, name = text.partition("::")
    if separator and name:
        path = _relative(head, root)
        if (root / path).is_file():
            return NameWanted(path, name)
    return NameWanted("", text)


def _relative(path: str, root: Path) -> str:
    given = Path(path)
    if given.is_absolute():
        try:
            return given.resolve().relative_to(root.resolve()).as_posix()
        except ValueError:
            return given.as_posix()
    return Path(path).as_posix().removeprefix("./")
