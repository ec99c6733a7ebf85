"""Objects that are written out (`{name: value}`), and what their members are bound to.

An object has a number among those of its file. The expression `{3}` means the third, and the value named `{3}.name`
its member; the value named `{3}` says which symbol holds the code around it (`#7`, by its position). What is defined
as a member is a symbol as well, to which `#8` leads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

_PLACE = re.compile(r"\{(\d+)\}")
SPREAD = "..."
"""The name of the member that stands for all of another object (`{...other}`)."""

Place = tuple[int, int]


class _Member(NamedTuple):
    """A member by the place of its name, and its source, None where it has none."""

    around: Place
    """The object, or the name of a variable that holds it."""
    is_named: bool
    name: Place
    source: str | None


class ObjectLiterals:
    """The objects of one file. First they are gathered, told by where they begin; then they have numbers."""

    def __init__(self) -> None:
        self._members: list[_Member] = []
        self._starts: set[int] = set()
        self._numbers: dict[str, str] = {}

    def expression(self, start: int) -> str:
        """The expression for the object that begins at `start`."""
        self._starts.add(start)
        return f"{{{start}}}"

    def add(self, literal: Place, name: Place, source: str | None) -> None:
        """Add a member that stands in an object."""
        self._starts.add(literal[0])
        self._members.append(_Member(literal, False, name, source))

    def assign(self, variable: Place, name: Place, source: str | None) -> None:
        """Add a member that is given to the object which a variable holds (`object.name = value`)."""
        self._members.append(_Member(variable, True, name, source))

    def numbered(self, source: str) -> str:
        """A source with the numbers of objects instead of their places."""
        if "{" not in source:
            return source
        if len(self._numbers) != len(self._starts):
            self._numbers = {str(start): str(number) for number, start in enumerate(sorted(self._starts))}
        return _PLACE.sub(lambda match: f"{{{self._numbers.get(match[1], match[1])}}}", source)

    def values(
        self,
        text: Callable[[Place], str],
        held_by: Callable[[Place], Collection[str]],
        defined: Mapping[int, int],
        enclosing: Callable[[int], int | None],
        seen: Callable[[str, int], str],
    ) -> Iterator[tuple[str, str]]:
        """The names and sources of all members. `held_by` gives the sources of what a variable holds
        (`#7` for the function or type of that name), `defined` the
        symbols by the starts of their names, `seen` an expression as it is meant at a place."""
        for start in sorted(self._starts):
            holder = enclosing(start)
            if holder is not None:
                yield f"{{{start}}}", f"#{holder}"
        for member in self._members:
            name = text(member.name).strip("\"'`")
            if name.startswith(SPREAD):
                name = SPREAD
            position = defined.get(member.name[0])
            source = seen(member.source or "", member.name[0]) if position is None else f"#{position}"
            objects = held_by(member.around) if member.is_named else (f"{{{member.around[0]}}}",)
            for each in objects:
                if _PLACE.fullmatch(each) or each[:1] in "#e":
                    yield f"{each}.{name}", source
