"""Text of repositories and models, made harmless for a terminal."""

from __future__ import annotations

from glossator.core.invisible import INVISIBLE


def _escape(code: int) -> str:
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


_TABLE: dict[int, str] = {code: _escape(code) for code in INVISIBLE}


def neutralise(text: str) -> str:
    """`text` with control characters, marks of direction and what else is not seen written as escapes.

    Line feeds and tabs stay. Without control characters no escape sequence can move the cursor, set the
    title, make a link, or write to the clipboard; without marks of direction text is shown in the order it has.
    """
    return text.replace("\r\n", "\n").translate(_TABLE)


def one_line(text: str) -> str:
    """`text` made harmless and without line feeds, for names and paths inside of a line."""
    return neutralise(text).replace("\n", "\\n").replace("\t", "\\t")
