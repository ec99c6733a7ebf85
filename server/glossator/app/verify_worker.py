"""The child process that asks a library what a name means: it reads code of others, and may hang or need much memory.

The libraries are the ones that languages name as their `verifier`. They read files and write nothing.
"""

from __future__ import annotations

import os
import re
import sysconfig
from pathlib import Path
from typing import Any, Protocol

from glossator.app.reading import FileContent, read_file
from glossator.host.memory_bound import bound_memory
from glossator.host.serving import serve

ENTRY = "glossator.app.verify_worker:main"

MOST_MEMORY_BYTES = 2 * 1024 * 1024 * 1024
_LINE_END = re.compile("\r\n|\r|\n")

Definition = tuple[str | None, int, int]
"""Where a definition has its name: the absolute path, None for what is built in, the line from 1, and the column."""


class Verifier(Protocol):
    """Knows one workspace folder. Lines count from 1, columns are code points."""

    def definitions(self, path: str, text: str, line: int, column: int) -> list[Definition] | None:
        """What the name at a place means; None where that cannot be told."""
        ...


def main(root: str, verifier: str) -> None:
    """Serve calls until the pipe closes."""
    bound_memory(MOST_MEMORY_BYTES)
    worker = _Worker(Path(root), VERIFIERS[verifier](Path(root)))
    serve({"load": worker.load, "verify": worker.verify})


class _Worker:
    def __init__(self, root: Path, verifier: Verifier) -> None:
        self._root = root
        self._verifier = verifier

    def load(self, _payload: object, _context: object) -> None:
        """There is nothing to load for a single file."""

    def verify(
        self, payload: dict[str, Any], _context: object
    ) -> list[list[tuple[bytes, int]] | None] | None:
        """For each of the byte offsets `sites` the definitions in the workspace by path and offset of the name, None
        for one that cannot be told; None for all if the file has changed."""
        path = os.fsdecode(payload["path"])
        content = read_file(self._root, path, payload["limit_bytes"])
        if not isinstance(content, FileContent) or content.hash != payload["hash"]:
            return None
        text = content.data.decode("utf-8", "replace")
        return [self._site(path, content.data, text, start) for start in payload["sites"]]

    def _site(self, path: str, data: bytes, text: str, start: int) -> list[tuple[bytes, int]] | None:
        before = _LINE_END.split(data[:start].decode("utf-8", "replace"))
        try:
            found = self._verifier.definitions(path, text, len(before), len(before[-1]))
        except Exception:
            # Libraries of this sort fail on much that people write; then nothing is known.
            return None
        if found is None:
            return None
        places = (self._place(*each) for each in found)
        return [(os.fsencode(each[0]), each[1]) for each in places if each is not None]

    def _place(self, path: str | None, line: int, column: int) -> tuple[str, int] | None:
        """A definition by its path in the workspace and the byte offset of its name, None for one outside."""
        if path is None:
            return None
        try:
            relative = Path(path).relative_to(self._root).as_posix()
        except ValueError:
            return None
        content = read_file(self._root, relative, 1 << 24)
        if not isinstance(content, FileContent):
            return None
        text = content.data.decode("utf-8", "replace")
        begins = [0, *(match.end() for match in _LINE_END.finditer(text))]
        if not 0 < line <= len(begins):
            return None
        return relative, len(text[: begins[line - 1] + column].encode())


class _Jedi:
    """Python, by jedi. It runs no code of the project, neither its interpreter nor a compiled module."""

    def __init__(self, root: Path) -> None:
        import jedi
        import parso.cache
        from jedi.api.environment import InterpreterEnvironment

        # The library would keep parsed files, which hold their text, on the disk, and has no switch for that.
        parso.cache._save_to_file_system = _do_nothing
        parso.cache._load_from_file_system = _do_nothing
        sources = [str(root), str(root / "src"), sysconfig.get_path("stdlib")]
        self._root = root
        self._make_script = jedi.Script
        self._environment = InterpreterEnvironment()
        self._project = jedi.Project(
            str(root), sys_path=sources, smart_sys_path=False, load_unsafe_extensions=False
        )
        self._script: tuple[str, str, Any] = ("", "", None)

    def definitions(self, path: str, text: str, line: int, column: int) -> list[Definition] | None:
        if self._script[:2] != (path, text):
            script = self._make_script(
                text, path=str(self._root / path), project=self._project, environment=self._environment
            )
            self._script = (path, text, script)
        script = self._script[2]
        found = script.goto(line, column, follow_imports=True)
        if any(each.type not in ("function", "class", "property") for each in found):
            found = script.infer(line, column)
        if not found:
            return None
        return [
            (None if each.module_path is None else str(each.module_path), each.line or 1, each.column or 0)
            for each in found
        ]


def _do_nothing(*_: object, **__: object) -> None:
    return None


VERIFIERS = {"jedi": _Jedi}
"""By the name that `languages.toml` uses."""
