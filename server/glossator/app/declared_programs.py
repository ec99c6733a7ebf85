"""Which functions the packaging files of a workspace name as programs (`orders = "shop.cli:run"`)."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from glossator.app.reading import FileContent, read_file

_FILES = ("pyproject.toml", "setup.cfg", "setup.py")
_LARGEST_BYTES = 1024 * 1024
_PROGRAM = re.compile(r"=[ \t]*[\"']?([A-Za-z_][\w.]*):([A-Za-z_][\w.]*)(?![\w.:/])")
"""A name of a module and, behind a colon, of what is called in it."""

Programs = frozenset[tuple[str, str]]
"""Modules and names in them."""


def declared_programs(root: Path) -> Programs:
    """What the packaging files at the root name as programs. Reads them, so it is for threads."""
    found: set[tuple[str, str]] = set()
    for name in _FILES:
        content = read_file(root, name, _LARGEST_BYTES)
        if isinstance(content, FileContent):
            found.update(_PROGRAM.findall(content.data.decode("utf-8", "replace")))
    return frozenset(found)


def is_program(programs: Programs, path: str, qualified_name: str) -> bool:
    """Whether a definition is among the programs, by the end of its file's path."""
    place = posixpath.splitext(path)[0].removesuffix("/__init__").split("/")
    return any(
        name == qualified_name and place[-len(parts) :] == parts
        for module, name in programs
        for parts in (module.split("."),)
    )
