"""Comments at the head of a file: which are about a licence, and what the others say of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_LICENCE = re.compile(
    r"copyright\b|\blicen[cs]ed? (?:under|to|file|agreement)|SPDX-License-Identifier"
    r"|permission is hereby granted|redistribution and use in",
    re.IGNORECASE,
)
_FIELD_LINE = re.compile(
    r"[\s*/#;-]*(?:@(?:module|copyright|licen[cs]e|maintainer|author|stability|portability|since|version)\b"
    r"|(?:module|copyright|licen[cs]e|maintainer|author|stability|portability)\s*:).*",
    re.IGNORECASE,
)
"""A line that only says whose a file is, in a comment that may go on with what the file is about."""

COMMENT_LINE = re.compile(r"\s*(?:#|//|/\*|\*|--|;|\"\"\"|'''|\{-|<!--|%)")
_BLOCKS = {"/*": "*/", "<!--": "-->", "{-": "-}"}
"""How comments of several lines begin and end."""
_QUOTES = {mark: mark for mark in ('"""', "'''")}
"""How documentation in quotes does. It is no licence, even if it names one."""
_PRAGMA = "{-#"
_DOC_MARKS = re.compile(r"^[\s/*#;%!<>-]*(?:\"\"\"|''')?|(?:\*/|-\}|-->|\"\"\"|''')\s*$")
_HEAD_LINES = 40


def prose_of(comment: str) -> str:
    """A comment without its marks, in one line."""
    lines = (_DOC_MARKS.sub("", line.strip()).strip() for line in comment.splitlines())
    return " ".join(line for line in lines if line)


def without_licence(text: str) -> str:
    """The text without the comments that it begins with, up to the last of them that is about a licence, and without
    the lines of its first comments that say whose it is."""
    lines = text.splitlines()
    kept: list[str] = []
    start = 0
    for end in _ends_of_comments(lines):
        telling = [line for line in lines[start:end] if not _FIELD_LINE.fullmatch(line)]
        kept = [] if _LICENCE.search("\n".join(telling)) else [*kept, *telling]
        start = end
    left = [*kept, *lines[start:]]
    return text if len(left) == len(lines) else "\n".join(left)


def lines_of_comments(text: str) -> Iterator[str]:
    """The lines among the first forty that belong to comments or to documentation in quotes, without pragmas."""
    closing = ""
    for line in text.splitlines()[:_HEAD_LINES]:
        stripped = line.strip()
        if closing:
            yield line
            closing = "" if closing in stripped else closing
        elif COMMENT_LINE.match(line) and not stripped.startswith(_PRAGMA):
            yield line
            closing = _left_open(stripped, _BLOCKS | _QUOTES)


def _ends_of_comments(lines: Sequence[str]) -> Iterator[int]:
    """The numbers of lines before which the comments end that a text begins with: at blank lines, and where a comment
    of several lines is closed."""
    closing = ""
    for number, line in enumerate(lines):
        text = line.strip()
        if closing:
            if closing in text:
                closing = ""
                yield number + 1
        elif not text:
            yield number + 1
        elif not COMMENT_LINE.match(text):
            yield number
            return
        elif text.startswith(tuple(_BLOCKS)):
            closing = _left_open(text, _BLOCKS)
            if not closing:
                yield number + 1
    yield len(lines)


def _left_open(text: str, blocks: dict[str, str]) -> str:
    """What closes the comment that a line begins with; empty if the line does so itself."""
    opening = next((mark for mark in blocks if text.startswith(mark)), "")
    if not opening or blocks[opening] in text[len(opening) :]:
        return ""
    return blocks[opening]
