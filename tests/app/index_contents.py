"""What an index holds, so that it can be compared with another one's."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from glossator.store.dump import dump
from glossator.store.reader import open_reader


def lines_of(path: Path) -> list[str]:
    """What the index at `path` holds, without the times of files, which differ from copy to copy of a project."""
    lines = []
    with open_reader(path) as reader:
        for line in dump(reader):
            kind, *values = json.loads(line)
            if kind == "file":
                del values[2]
            lines.append(json.dumps([kind, *values]))
    return lines


@dataclass(frozen=True)
class Content:
    """What an index holds, as a comparable text, and how many files it knows."""

    lines: tuple[str, ...]
    files: int
    complete: bool

    @staticmethod
    def of(path: Path) -> Content:
        """The content of the index at `path`, which may be missing."""
        with open_reader(path) as reader:
            files = reader.counts().files
            complete = reader.meta("structure") == "complete"
        return Content(tuple(lines_of(path)), files, complete)

    @property
    def embedded(self) -> frozenset[str]:
        """The hashes of the texts that have a vector, in hexadecimal."""
        return frozenset(json.loads(line)[2] for line in self.lines if line.startswith('["vector"'))

    @property
    def structure(self) -> list[str]:
        """The part that is there before anything can be searched."""
        return [line for line in self.lines if not line.startswith(('["chunk"', '["vector"'))]


NOTHING = Content((), 0, False)
