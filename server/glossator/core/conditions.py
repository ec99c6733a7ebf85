"""Directives by which a preprocessor leaves lines out (`#ifdef … #endif`), hidden where the text is whole without."""

from __future__ import annotations

import re
from dataclasses import dataclass

from glossator.core.text import Span

_DIRECTIVE = re.compile(
    rb"^[ \t]*+#[ \t]*+(if|ifdef|ifndef|el[a-z]+|endif)\b(?:[^\n\\]|\\[\s\S])*+", re.MULTILINE
)
_BRACKETS = ((b"{", b"}"), (b"(", b")"))


@dataclass(slots=True)
class _Condition:
    """A condition that is not closed yet: where it stands, what is open since then, and whether it is the only one."""

    place: Span
    open_brackets: list[int]
    has_alternative: bool = False


def hidden_without_alternative(data: bytes) -> list[Span]:
    """The directives of conditions that have no alternative and between which each bracket is closed.

    A grammar takes such directives only where whole definitions or statements stand, and what it does not understand
    anywhere between two of them is lost up to the second one. Where they do not fit together, all stay.
    """
    hidden: list[Span] = []
    around: list[_Condition] = []
    last = 0
    for match in _DIRECTIVE.finditer(data):
        if around:
            _count(around[-1].open_brackets, data[last : match.start()])
        last = match.end()
        sort = match[1]
        if sort[:2] == b"if":
            around.append(_Condition(Span(*match.span()), [0] * len(_BRACKETS)))
        elif not around:
            return []
        elif sort != b"endif":
            around[-1].has_alternative = True
        else:
            condition = around.pop()
            if not condition.has_alternative and not any(condition.open_brackets):
                hidden += (condition.place, Span(*match.span()))
            if around:
                inside = condition.open_brackets
                around[-1].open_brackets = [
                    a + b for a, b in zip(around[-1].open_brackets, inside, strict=True)
                ]
    return [] if around else hidden


def _count(open_brackets: list[int], text: bytes) -> None:
    for index, (opening, closing) in enumerate(_BRACKETS):
        open_brackets[index] += text.count(opening) - text.count(closing)
