"""A small workspace whose lines hold characters of every width."""

from __future__ import annotations

from pathlib import Path

GREETING = '''"""Greetings."""


def greet(name: str) -> str:
    """Say hello, 🚀."""
    return f"hello {name}"
'''
MAIN = """from greeting import greet


class Crowd:
    def all(self, names: list[str]) -> None:
        s = "日本🚀é"; print(greet(s), [greet(n) for n in names])


print("𝔊", greet("x"))
"""


def write_workspace(root: Path) -> Path:
    """Write the files below `root`."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "greeting.py").write_text(GREETING, encoding="utf-8")
    (root / "main.py").write_text(MAIN, encoding="utf-8")
    return root


def slice_lines(text: str, range_: object, encoding: str) -> str:
    """What a range within one line covers, when its columns count in units of `encoding`."""
    start, end = range_.start, range_.end  # type: ignore[attr-defined]
    assert start.line == end.line
    width, codec = {"utf-8": (1, "utf-8"), "utf-16": (2, "utf-16-le"), "utf-32": (4, "utf-32-le")}[encoding]
    line = text.split("\n")[start.line].encode(codec)
    return line[start.character * width : end.character * width].decode(codec)
