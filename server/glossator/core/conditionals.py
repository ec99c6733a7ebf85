"""Conditional directives (`#if`), which may stand between any two tokens and so where no grammar knows them.

What is read is the text without the directives. Of the branches of one condition all are kept where each is complete
by itself, such as statements or members, and else only the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from glossator.core.fact_tables import SymbolTable
from glossator.core.symbols import CONDITIONAL, NONE, Value
from glossator.core.text import Span

_CONDITION = re.compile(rb"^[ \t]*+#[ \t]*+if\b", re.MULTILINE)
_TOKEN = re.compile(
    rb"(?P<comment>//[^\n]*+|/\*.*?(?:\*/|\Z))"
    rb"|(?P<directive>#[ \t]*+(?P<word>if|elif|else|endif)\b[^\n]*+)"
    rb"|(?P<bracket>[()\[\]{}])"
    rb'|(?P<text>(?:@\$?|\$@)"(?:[^"]|"")*+"|"(?:\\.|[^"\\\n])*+"|\'(?:\\.|[^\'\\\n])*+\'|[^"\'/#()\[\]{}]++|.)',
    re.DOTALL,
)
_OPENING = b"([{"
_BEFORE = b";{}:,)]"
"""What stands before something that is complete by itself, if anything does."""
_AT_END = b";},]"
_LINE = re.compile(rb"^[ \t]*+#[ \t]*+(?:(?P<begin>if)\b[ \t]*+(?P<negated>!)?|endif\b)", re.MULTILINE)


@dataclass(slots=True)
class _Branch:
    """A branch of a condition: where it begins, and the brackets that are open there."""

    start: int
    depth: int
    lowest: int
    end: int = 0
    depth_at_end: int = 0
    last: bytes = b""

    @property
    def is_complete(self) -> bool:
        return self.depth == self.depth_at_end == self.lowest and (not self.last or self.last in _AT_END)


@dataclass(slots=True)
class _Condition:
    """A condition from its first directive on, with the last character before it."""

    before: bytes
    branches: list[_Branch] = field(default_factory=list)

    def hidden(self) -> Iterator[Span]:
        """The branches that are not kept."""
        if self.before in _BEFORE and all(branch.is_complete for branch in self.branches):
            return
        kept = self.kept()
        yield from (Span(branch.start, branch.end) for branch in self.branches if branch is not kept)

    def kept(self) -> _Branch:
        """The branch that is kept in any case."""
        return next((branch for branch in self.branches if branch.last), self.branches[0])


def hidden_by_conditions(data: bytes) -> list[Span]:
    """What a grammar is not to see: directives, and branches that are not kept."""
    if _CONDITION.search(data) is None:
        return []
    hidden: list[Span] = []
    conditions: list[_Condition] = []
    depth, last = 0, b""
    for match in _TOKEN.finditer(data):
        if match["directive"] is not None and _begins_line(data, match.start()):
            hidden.append(Span(match.start(), match.end()))
            if match["word"] == b"if":
                conditions.append(_Condition(last))
            elif not conditions:
                continue
            else:
                branch = conditions[-1].branches[-1]
                branch.end, branch.depth_at_end, branch.last = match.start(), depth, last
            condition = conditions[-1]
            if match["word"] == b"endif":
                hidden += condition.hidden()
                depth, last = condition.kept().depth_at_end, condition.kept().last or condition.before
                conditions.pop()
                _note(conditions, depth)
            else:
                depth = condition.branches[0].depth if condition.branches else depth
                last = b""
                condition.branches.append(_Branch(match.end(), depth, depth))
        elif match["bracket"] is not None:
            last = match["bracket"]
            depth += 1 if last in _OPENING else -1
            _note(conditions, depth)
        elif match["text"] is not None:
            last = match["text"].rstrip()[-1:] or last
    return hidden


def _begins_line(data: bytes, place: int) -> bool:
    return not data[data.rfind(b"\n", 0, place) + 1 : place].strip(b" \t\xef\xbb\xbf")


def _note(conditions: list[_Condition], depth: int) -> None:
    if conditions:
        branch = conditions[-1].branches[-1]
        branch.lowest = min(branch.lowest, depth)


def conditional_extensions(data: bytes, symbols: SymbolTable) -> list[Value]:
    """Marks of what belongs to a type apart from nesting and stands under a condition, but for one that only something
    special breaks (`#if !SMALL`)."""
    positions = [position for position, owner in enumerate(symbols.owners) if owner is not None]
    if not positions or _CONDITION.search(data) is None:
        return []
    begun: list[int] = []
    spans: list[Span] = []
    for match in _LINE.finditer(data):
        if match["begin"]:
            begun.append(NONE if match["negated"] else match.start())
        elif begun and (start := begun.pop()) != NONE:
            spans.append(Span(start, match.end()))
    places = ((position, symbols[position].name_span.start) for position in positions)
    return [
        Value(position, CONDITIONAL, ":")
        for position, place in places
        if any(place in span for span in spans)
    ]
