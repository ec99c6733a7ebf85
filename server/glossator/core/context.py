"""What goes round the target into the prompt, most useful first.

An excerpt is the code of one caller: whole when it is short, else its head and the lines around its calls.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from glossator.core.symbols import Certainty
from glossator.core.text import LineIndex, Span

WHOLE_LINES = 40
"""A caller of at most so many lines is shown whole."""
AROUND_LINES = 6
"""Lines shown before and after a call in a long caller."""
BRIEF_LINES = 2
"""Lines shown before and after a call where room is short."""
MAX_WINDOWS = 3
"""Calls of one long caller that are shown."""
LEFT_OUT = "…"


@dataclass(frozen=True, slots=True)
class CallerCode:
    """One user of the target as a candidate for the prompt. `line` is the zero-based line of its name.

    `brief` is a shorter form of `code` for when room is short. `use` says how the target is used when it is not
    called ("decorator"), else "". `lines` counts those of the whole caller.
    """

    path: str
    name: str
    line: int
    code: str
    brief: str
    certainty: Certainty
    in_test: bool
    lines: int
    use: str = ""


def excerpt(
    lines: LineIndex,
    whole: Span,
    signature: Span,
    uses: Sequence[Span],
    *,
    whole_lines: int = WHOLE_LINES,
    around: int = AROUND_LINES,
) -> str:
    """The code of a caller: whole if it has at most `whole_lines`, else signature and windows around the uses, gaps
    marked."""
    first, last = lines.line_at(whole.start), lines.line_at(max(whole.start, whole.end - 1))
    if last - first + 1 <= whole_lines:
        return _lines(lines, first, last)
    head = lines.line_at(signature.start)
    head_end = min(lines.line_at(max(signature.start, signature.end - 1)), head + AROUND_LINES * 2)
    windows = [(head, head_end)]
    for use in uses[:MAX_WINDOWS]:
        line = lines.line_at(use.start)
        windows.append((max(head, line - around), min(last, line + around)))
    pieces: list[str] = []
    shown_to = None
    for start, end in sorted(windows):
        start = start if shown_to is None else max(start, shown_to + 1)
        if end < start:
            continue
        if shown_to is not None and start > shown_to + 1:
            pieces.append(LEFT_OUT)
        pieces.append(_lines(lines, start, end))
        shown_to = end
    if shown_to is not None and shown_to < last:
        pieces.append(LEFT_OUT)
    return "\n".join(pieces)


def module_excerpt(lines: LineIndex, uses: Sequence[Span]) -> str:
    """Top-level code around the uses."""
    pieces: list[str] = []
    shown_to = -1
    for use in uses[:MAX_WINDOWS]:
        line = lines.line_at(use.start)
        start, end = max(shown_to + 1, line - 2), min(lines.line_count - 1, line + 2)
        if end < start:
            continue
        if pieces and start > shown_to + 1:
            pieces.append(LEFT_OUT)
        pieces.append(_lines(lines, start, end))
        shown_to = end
    return "\n".join(pieces)


def _lines(lines: LineIndex, first: int, last: int) -> str:
    return "\n".join(
        lines.data[span.start : span.end].decode("utf-8", "replace")
        for span in (lines.line_span(line) for line in range(first, last + 1))
    )


def by_usefulness(callers: Iterable[CallerCode], target_path: str) -> list[CallerCode]:
    """Callers in the order in which they enter the prompt: calls before other uses, proved ones first, the near
    before the far, the short before the huge, tests last."""

    def key(caller: CallerCode) -> tuple[bool, bool, bool, int, bool, str, int]:
        return (
            caller.in_test,
            caller.use != "",
            caller.certainty is not Certainty.SURE,
            _distance(caller.path, target_path),
            caller.lines > WHOLE_LINES,
            caller.path,
            caller.line,
        )

    return sorted(callers, key=key)


def _distance(one: str, other: str) -> int:
    if one == other:
        return 0
    if posixpath.dirname(one) == posixpath.dirname(other):
        return 1
    return 2 if one.split("/")[0] == other.split("/")[0] else 3
