"""Patterns in the syntax of .gitignore, with git's own meaning.

The rules follow git's documentation `gitignore` and the behaviour of its `dir.c` and `wildmatch.c`: the last
pattern that matches wins; a pattern without a slash is compared with the last name of a path only; all others
with the whole path below the folder of the ignore file; nothing is said about what lies below a match, because
whoever walks the tree does not enter an ignored folder. Everything here works on bytes, as git does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from glossator.core.wildmatch import translate

_UTF8_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line of an ignore file. `regex` is compared with the last name of a path when `name_only` is set."""

    source: bytes
    negated: bool
    directory_only: bool
    name_only: bool
    regex: re.Pattern[bytes]


class PatternList:
    """The patterns of one ignore file, and which of them decides about a path."""

    __slots__ = ("_any_name", "_any_path", "base", "patterns")

    def __init__(self, patterns: Iterable[Pattern], base: bytes = b"") -> None:
        """`base` is the folder of the ignore file with a "/" at its end, b"" for the top."""
        self.base = base
        self.patterns = tuple(patterns)
        self._any_name = _any_of(pattern for pattern in self.patterns if pattern.name_only)
        self._any_path = _any_of(pattern for pattern in self.patterns if not pattern.name_only)

    def deciding(self, path: bytes, is_directory: bool) -> Pattern | None:
        """The last pattern that matches `path` (from the top, below `base`, no "/" at its end)."""
        below = path[len(self.base) :]
        name = path.rpartition(b"/")[2]
        by_name = self._any_name is not None and self._any_name.fullmatch(name) is not None
        by_path = self._any_path is not None and self._any_path.fullmatch(below) is not None
        if not by_name and not by_path:
            return None
        for pattern in reversed(self.patterns):
            if pattern.directory_only and not is_directory:
                continue
            if pattern.regex.fullmatch(name if pattern.name_only else below):
                return pattern
        return None


def parse_ignore_file(data: bytes, base: bytes = b"", *, ignore_case: bool = False) -> PatternList:
    """The patterns of an ignore file. Patterns that can match nothing are left out."""
    lines = data.removeprefix(_UTF8_BOM).split(b"\n")
    parsed = (parse_pattern(line.removesuffix(b"\r"), ignore_case=ignore_case) for line in lines)
    return PatternList((pattern for pattern in parsed if pattern is not None), base)


def parse_pattern(line: bytes, *, ignore_case: bool = False) -> Pattern | None:
    """The pattern in one line (without its line end), None for comments and for what can match nothing."""
    text = _without_trailing_spaces(line.partition(b"\0")[0])
    if text.startswith(b"#"):
        return None
    negated = text.startswith(b"!")
    text = text[negated:]
    directory_only = text.endswith(b"/")
    text = text[: len(text) - directory_only]
    if not text:
        return None
    name_only = b"/" not in text
    glob = text if name_only else text.removeprefix(b"/")
    translated = translate(glob, slashes_count=not name_only, ignore_case=ignore_case)
    if translated is None:
        return None
    flags = re.DOTALL | (re.IGNORECASE if ignore_case else 0)
    return Pattern(line, negated, directory_only, name_only, re.compile(translated, flags))


def _any_of(patterns: Iterable[Pattern]) -> re.Pattern[bytes] | None:
    chosen = list(patterns)
    if not chosen:
        return None
    return re.compile(b"|".join(b"(?:" + each.regex.pattern + b")" for each in chosen), chosen[0].regex.flags)


def _without_trailing_spaces(line: bytes) -> bytes:
    """The line without the spaces at its end, of which the first that follows a backslash is kept."""
    stripped = line.rstrip(b" ")
    if len(stripped) == len(line):
        return line
    backslashes = len(stripped) - len(stripped.rstrip(b"\\"))
    return line[: len(stripped) + backslashes % 2]
