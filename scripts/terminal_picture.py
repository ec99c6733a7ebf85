"""Run a command in a pseudo-terminal and keep what it shows as a picture: `terminal_picture.py OUT.svg COMMAND …`.

The picture is an SVG that loads nothing from anywhere. POSIX only; needs the environment of `make`.
"""

from __future__ import annotations

import io
import os
import pty
import re
import shlex
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

COLUMNS = 100
_REMARK = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_WEB_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def main() -> int:
    out, *command = sys.argv[1:]
    shown = Text.from_ansi(_output(command))
    console = Console(width=COLUMNS, record=True, file=io.StringIO())
    console.print(Text(f"$ {shlex.join(command)}", style="bold"))
    console.print(shown)
    picture = console.export_svg(title="Glossator", theme=MONOKAI)
    picture = _REMARK.sub("", picture)
    path = Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_WEB_FONT.sub("", picture).replace("Fira Code, ", ""), encoding="utf-8")
    return 0


def _output(command: list[str]) -> str:
    """What the command writes to a terminal, as text with escape sequences."""
    os.environ.update({"COLUMNS": str(COLUMNS), "TERM": "xterm-256color"})
    pieces: list[bytes] = []

    def keep(descriptor: int) -> bytes:
        piece = os.read(descriptor, 4096)
        pieces.append(piece)
        return piece

    pty.spawn(command, keep)
    return b"".join(pieces).decode("utf-8", "replace").replace("\r\n", "\n")


if __name__ == "__main__":
    sys.exit(main())
