"""The code of a notebook's cells, read in place out of the JSON that holds it.

Each byte of the code stays where it is in the file; all else becomes ends of lines, so that every line of code begins
at the margin as in its cell. An escape sequence becomes what it stands for, and fills its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from glossator.core.text import Span

_STRING = re.compile(rb'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_CONTINUED = rb"\\" + rb"\n"
"""A backslash at the end of a line, as JSON has both."""
_ESCAPE = re.compile(rb"\\\\\\n|\\u[0-9a-fA-F]{4}|\\.", re.DOTALL)
_ESCAPES = re.compile(rb"(?:\\u[0-9a-fA-F]{4}|\\.)+", re.DOTALL)
_MAGIC = re.compile(rb"(?m)^([ \t]*)[%!]")
_CELL_MAGIC = re.compile(rb"\s*%%(?!time|capture|prun)")
_MEANT = {rb"\n": b"\n", rb"\r": b"\n", rb"\t": b"\t", rb"\b": b" ", rb"\f": b" ", _CONTINUED: b"\\\n"}


def visible_cells(data: bytes, cells: Iterable[Span]) -> bytes:
    """The text with all but the code of the cells hidden. Magics of IPython become comments; a cell that one gives to
    another program is hidden."""
    shown = bytearray(b"\n" * len(data))
    for cell in cells:
        lines = list(_STRING.finditer(data, cell.start, cell.end))
        if lines and _CELL_MAGIC.match(lines[0][1]):
            continue
        for number, line in enumerate(lines):
            start, end = line.span(1)
            shown[start:end] = _ESCAPES.sub(_in_place, line[1])
            if line[1].endswith(_CONTINUED) and number + 1 < len(lines):
                # The line goes on in the next string: what is between them is no end of a line.
                begin, onward = end - len(_CONTINUED), lines[number + 1].start(1)
                shown[begin:onward] = b" " * (onward - begin)
    return _MAGIC.sub(rb"\1#", bytes(shown))


def _in_place(escapes: re.Match[bytes]) -> bytes:
    """What escape sequences mean that follow each other, and blanks: at the end of a line where one ends, else behind
    all, so that lines begin as they are written and quotation marks stay together."""
    written = escapes[0]
    meant = b"".join(map(_meant, _ESCAPE.findall(written)))
    return meant.rjust(len(written)) if b"\n" in meant else meant.ljust(len(written))


def _meant(escape: bytes) -> bytes:
    if escape[1:2] == b"u":
        return chr(int(escape[2:], 16)).encode("utf-8", "replace")
    return _MEANT.get(escape, escape[1:])
