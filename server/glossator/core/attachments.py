"""What stands round a definition: comments and decorators before it, and where its signature ends."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Sequence

Place = tuple[int, int]
"""Start and end of something in the text, in bytes."""

_BLANK = re.compile(rb"\s*")


class Attachments:
    """Comments and decorators that stand directly before a definition."""

    def __init__(self, data: bytes, places: list[Place], decorators: Collection[Place]) -> None:
        self.data = data
        self.places = places
        self.starts = [start for start, _ in places]
        self.decorators = decorators

    def before(self, offset: int) -> list[Place]:
        """Those that lead up to `offset`, in order: only white space and at most one line end between each."""
        found: list[Place] = []
        place = bisect_left(self.starts, offset) - 1
        while place >= 0:
            start, end = self.places[place]
            gap = self.data[end:offset]
            if gap.strip() or gap.count(b"\n") > (0 if self.data[end - 1 : end] == b"\n" else 1):
                break
            if self._trails_code((start, end)):
                break
            found.append((start, end))
            offset = start
            place -= 1
        found.reverse()
        return found

    def start_of_comments(self, first: int, offset: int) -> int:
        """Where the comments after `first` begin between which and `offset` stands white space only."""
        place = bisect_left(self.starts, offset) - 1
        while (
            place >= 0
            and self.starts[place] >= first
            and not self.data[self.places[place][1] : offset].strip()
        ):
            offset = self.starts[place]
            place -= 1
        return offset

    def within(self, start: int, end: int) -> list[Place]:
        """The decorators that start between two offsets."""
        if start == end:
            return []
        first = bisect_left(self.starts, start)
        last = bisect_left(self.starts, end)
        return [place for place in self.places[first:last] if place in self.decorators]

    def _trails_code(self, place: Place) -> bool:
        """Whether something stands before the comment on its line, so that it belongs to that."""
        if place in self.decorators:
            return False
        line_start = max(self.data.rfind(b"\n", 0, place[0]), self.data.rfind(b"\r", 0, place[0])) + 1
        before = self.data[line_start : place[0]].strip()
        return bool(before) and not before.endswith(b"*/")

    def signature(
        self,
        whole: Place,
        node: Place,
        name: Place,
        body: Place | None,
        docstring: Place | None,
        decorators: Sequence[Place],
    ) -> Place:
        """From the first modifier to the body, without white space and comments at its end."""
        data = self.data
        start = whole[0]
        # Documentation may open the definition in the grammar: it is no part of the signature.
        if docstring and docstring[1] <= name[0]:
            start = max(start, docstring[1])
        for place in decorators:
            if whole[0] <= place[0] and place[1] <= node[0]:
                start = max(start, place[1])
        end = node[1]
        blank = _BLANK.match(data, start, end)
        start = blank.end() if blank else start
        if body is not None and body[0] > name[0]:
            end = self.start_of_comments(name[1], body[0])
        return start, start + len(data[start:end].rstrip().removesuffix(b","))
