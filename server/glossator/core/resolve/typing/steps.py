"""The steps of an expression that stands in the common form (see `core.values.expressions`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_STEP = re.compile(
    r"\.?(\((?:\d+,(?:\w+,)?\d+)?\)|\[[\d*]?\]|\"[^\"]*\"|[^.(\[<]+)(<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>)?"
)


class Step(NamedTuple):
    """A name, `()` for a call, `(1,0)` for what a callback is called with, or `[]`, `[1]` and `[*]` for an element.

    `arguments` are those of a generic type or function in angle brackets, "" where none are written.
    """

    name: str
    arguments: str

    @property
    def is_call(self) -> bool:
        """Whether what stands before is called."""
        return self.name == "()"


def steps_of(expression: str) -> Sequence[Step]:
    """The steps of an expression in their order; none where it is not in the common form."""
    matches = list(_STEP.finditer(expression))
    if not matches or matches[0].start() or matches[-1].end() != len(expression):
        return ()
    return [Step(match[1], match[2] or "") for match in matches]


def is_called(steps: Sequence[Step], place: int) -> bool:
    """Whether the step at a place is a call."""
    return place < len(steps) and steps[place].is_call
