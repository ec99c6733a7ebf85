"""Makes the parser processes of a test misbehave: what no grammar does on demand.

The folder of this file stands first in PYTHONPATH for such tests. `GLOSSATOR_TEST_PARSERS` names what is broken:
`broken languages`, `aborting language`, `crashing version`, `no worker`, or nothing. In any case a text may hold one
of the words in `_DEEDS`, and files that end with `.cob` are parsed by a grammar that never returns on the text "x\\n".
"""

from __future__ import annotations

import mmap
import os
import runpy
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any


def _raise(_: bytes) -> None:
    raise KeyError("a bug of the extractor")


def _abort(_: bytes) -> None:
    os.abort()


def _eat_memory(_: bytes) -> None:
    eaten = []
    while True:
        # Never touched, so that only the bound costs time.
        eaten.append(mmap.mmap(-1, 1 << 26, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))


def _write_and_abort(data: bytes) -> None:
    """Write a file that the text names, as a user would who saves it at this moment."""
    Path(os.fsdecode(data.split(b"WRITES ")[1].split(b"\n")[0])).write_text("def mended():\n    pass\n")
    os.abort()


def _be_killed_once(data: bytes) -> None:
    """Be killed, as the system does when it lacks memory, and leave a mark."""
    mark = Path(os.fsdecode(data.split(b"IS KILLED ONCE ")[1].split(b"\n")[0]))
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)


_DEEDS = {
    b"RAISES": _raise,
    b"ABORTS": _abort,
    b"EATS MEMORY": _eat_memory,
    b"WRITES ": _write_and_abort,
    b"IS KILLED ONCE ": _be_killed_once,
}


def _break_languages() -> None:
    from glossator.core import languages
    from glossator.core.languages import query_texts

    known_source = query_texts.query_source

    def query_source(language: languages.Language) -> str:
        return "(no_such_node) @x" if language.id == "lua" else known_source(language)

    entries = languages.languages()
    entries["zig"] = replace(entries["zig"], grammar="no_such_grammar")
    query_texts.query_source = query_source


def _abort_on_a_language() -> None:
    from glossator.core import languages
    from glossator.core.languages import query_texts

    known_source = query_texts.query_source

    def query_source(language: languages.Language) -> str:
        if language.id == "kotlin":
            os.abort()
        return known_source(language)

    query_texts.query_source = query_source


def _crash_version() -> None:
    from glossator.app import grammars

    version = grammars.installed_version
    grammars.installed_version = lambda name: "0.26.0" if name == "tree-sitter" else version(name)


def _misbehave() -> None:
    from glossator.core import languages

    entry = languages.Language("cobol", "COBOL", "cobol", extensions=("cob",), family="cobol")
    languages.languages()["cobol"] = entry
    match os.environ.get("GLOSSATOR_TEST_PARSERS", ""):
        case "broken languages":
            _break_languages()
        case "aborting language":
            _abort_on_a_language()
        case "crashing version":
            _crash_version()
            return
        case "no worker":
            from glossator.app import parse_worker

            del parse_worker.serve
            return
    from glossator.core import syntax

    extract = syntax.extract

    def hostile_extract(data: bytes, language: languages.Language, outline: Any = None) -> Any:
        for word, deed in _DEEDS.items():
            if word in data:
                deed(data)
        return None if b"RETURNS NOTHING" in data else extract(data, language, outline)

    syntax.extract = hostile_extract


runpy.run_path(str(Path(__file__).parents[2] / "no_network" / "sitecustomize.py"))
if any("glossator.app.parse_worker" in argument for argument in sys.orig_argv):
    _misbehave()
