"""Characters that nobody sees but that change what is shown: controls, marks of direction, hidden letters.

A text with them can look other than it is, move a terminal's cursor, or carry words that only a program reads.
"""

from __future__ import annotations

_RANGES = (
    (0x00, 0x1F),  # controls, among them escape and the bell
    (0x7F, 0x9F),
    (0xAD, 0xAD),  # soft hyphen
    (0x34F, 0x34F),  # grapheme joiner
    (0x600, 0x605),  # marks that enclose what follows
    (0x61C, 0x61C),  # marks of direction
    (0x6DD, 0x6DD),
    (0x70F, 0x70F),
    (0x890, 0x891),
    (0x8E2, 0x8E2),
    (0x115F, 0x1160),  # fillers of Hangul
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200B),  # zero-width space; joiners stay, for scripts and emoji need them
    (0x200E, 0x200F),
    (0x2028, 0x202E),  # separators of lines, embeddings and overrides
    (0x2060, 0x206F),  # invisible operators, isolates
    (0x3164, 0x3164),
    (0xD800, 0xDFFF),  # halves of surrogate pairs
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB),
    (0x110BD, 0x110BD),
    (0x110CD, 0x110CD),
    (0x13430, 0x1343F),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),  # letters of tags, and selectors that carry bytes
)

INVISIBLE = frozenset(code for first, last in _RANGES for code in range(first, last + 1)) - {0x09, 0x0A}
"""Code points that must not reach a reader as they are. Tabs and line feeds are not among them."""

_SPACES = dict.fromkeys((0x0B, 0x0C, 0x85, 0x2028, 0x2029), " ")
_SHOWN = dict.fromkeys(INVISIBLE, "\N{REPLACEMENT CHARACTER}") | _SPACES


def visible(text: str) -> str:
    """`text` with a replacement character for each invisible one; separators of lines and pages become spaces, and a
    carriage return is a line end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_SHOWN)


def one_line(text: str) -> str:
    """`text` made visible and on one line, with single spaces."""
    return " ".join(visible(text).split())
