"""Text of repositories and models, made harmless for a terminal."""

from __future__ import annotations

_ALLOWED = {"\n", "\t"}
_INVISIBLE = (
    "\u061c\u200b\u200e\u200f\u2028\u2029"  # marks of direction, zero-width space, separators of lines
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # embeddings, overrides and isolates
    "\ufeff"
)


def _escape(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


_TABLE: dict[int, str] = {
    code: _escape(code)
    for code in (*range(0x20), *range(0x7F, 0xA0), *map(ord, _INVISIBLE))
    if chr(code) not in _ALLOWED
}


def neutralise(text: str) -> str:
    """`text` with control characters and marks of direction written as `\\xNN` and `\\uNNNN`.

    Line feeds and tabs stay. Without control characters no escape sequence can move the cursor, set the
    title, or write to the clipboard; without marks of direction text is shown in the order it has.
    """
    return text.replace("\r\n", "\n").translate(_TABLE)


def one_line(text: str) -> str:
    """`text` made harmless and without line feeds, for names and paths inside of a line."""
    return neutralise(text).replace("\n", "\\n").replace("\t", "\\t")
