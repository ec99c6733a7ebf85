"""From pieces to chunks: small neighbours are merged, parts of what was too large fill their chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from glossator.core.definition_places import DefinitionPlaces
from glossator.core.pieces import LEVEL, MAX_CHUNK_BYTES, SMALL_BYTES, Piece
from glossator.core.symbols import NONE

CLOSING_BYTES = 200
"""By how much a chunk may become too large for what closes it."""
_TINY_BYTES = 120
"""A head of a unit that is shorter is no chunk of its own, unless it is that of a type."""


def packed(data: bytes, places: DefinitionPlaces, pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The pieces of each chunk, in order."""
    waiting: list[Piece] = []
    for run in _runs(data, places, pieces):
        if waiting and _may_join(places, waiting, run):
            waiting += run
            continue
        if waiting:
            yield waiting
        waiting = run
    if waiting:
        yield waiting


def _runs(data: bytes, places: DefinitionPlaces, pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    packer = _Packer(data, places)
    for piece in pieces:
        yield from packer.take(piece)
    if packer.run:
        yield packer.run


def _may_join(places: DefinitionPlaces, left: Sequence[Piece], right: Sequence[Piece]) -> bool:
    """Whether one of two neighbours is too short to be a chunk: the end of a long function, the short head of what
    follows, a lone line that defines nothing."""
    if right[-1].end - left[0].start > MAX_CHUNK_BYTES + CLOSING_BYTES:
        return False
    is_head = right[0].level > left[0].level
    if _is_scrap(places, left):
        return is_head or not places.has_named(right[0].start, right[-1].end)
    return _is_scrap(places, right) and not right[0].opens_section and not right[-1].holds_right


def _is_scrap(places: DefinitionPlaces, run: Sequence[Piece]) -> bool:
    start, end = run[0].start, run[-1].end
    return end - start < _TINY_BYTES and not places.has_named(start, end)


class _Packer:
    """Gathers the pieces of the next chunk in `run`."""

    def __init__(self, data: bytes, places: DefinitionPlaces) -> None:
        self.data = data
        self.places = places
        self.run: list[Piece] = []
        self.before_first = True
        """Whether no callable or type has been seen outside of all definitions: what stands there opens the file."""

    def take(self, piece: Piece) -> Iterator[list[Piece]]:
        """Add a piece; what comes out are chunks that are complete by that."""
        run = self.run
        if run:
            if piece.holds_left:
                piece.apart_after |= run[-1].apart_after
            if self._is_wanted(piece) and (place := self._free_place(piece)):
                yield self._cut(place)
        if piece.defines and piece.owner == NONE:
            self.before_first = False
        self.run.append(piece)
        while len(self.run) > 1 and self._is_too_large():
            yield self._cut(self._best_place())

    def _cut(self, place: int) -> list[Piece]:
        chunk, self.run = self.run[:place], self.run[place:]
        return chunk

    def _is_wanted(self, piece: Piece) -> bool:
        """Whether a chunk is to begin with a piece."""
        last = self.run[-1]
        if piece.apart_before or last.apart_after or piece.owner != last.owner:
            return True
        if piece.opens_section and last.end - self.run[0].start > SMALL_BYTES:
            return True
        return self.before_first and piece.defines and piece.owner == NONE

    def _free_place(self, piece: Piece) -> int:
        """The last place before a piece where the run can be cut without parting what belongs together, else 0.

        If it is the end of the piece before that asks for it, there is but one such place.
        """
        pieces = [*self.run[-_MOST_HELD:], piece]
        offset = len(self.run) - len(pieces) + 1
        moves = piece.apart_before or piece.defines or piece.owner != self.run[-1].owner
        for place in range(len(pieces) - 1, 0, -1):
            if self._is_free(pieces[place - 1], pieces[place]):
                return offset + place if self._stands_alone(offset + place, pieces[place]) else 0
            if not moves:
                return 0
        return 0

    def _is_free(self, left: Piece, right: Piece) -> bool:
        if right.holds_left or not self.data.count(b"\n", left.end, right.start):
            return False
        return not left.holds_right or self._ends_head_of_type(left)

    def _ends_head_of_type(self, piece: Piece) -> bool:
        """Whether a piece ends the head of a type with which the run begins."""
        owner = piece.owner
        return self.places.is_type(owner) and self.run[0].start <= self.places.name_starts[owner] < piece.end

    def _stands_alone(self, place: int, following: Piece) -> bool:
        """Whether what stands before a place is worth a chunk of its own: not if it is the short head of what
        follows."""
        if following.level <= self.run[0].level:
            return True
        size = self.run[place - 1].end - self.run[0].start
        return size >= _TINY_BYTES or self._ends_head_of_type(self.run[place - 1])

    def _is_too_large(self) -> bool:
        last = self.run[-1]
        if last.end - last.start > MAX_CHUNK_BYTES and self._is_short_head_of(last):
            return False
        size = last.end - self.run[0].start
        limit = max(self.run[0].limit, last.limit)
        return size > (MAX_CHUNK_BYTES + CLOSING_BYTES if last.holds_left and not last.holds_right else limit)

    def _is_short_head_of(self, last: Piece) -> bool:
        """Whether all before the last piece stands on its line."""
        before = self.run[-2]
        size = before.end - self.run[0].start
        return size < _TINY_BYTES and not self.data.count(b"\n", before.end, last.start)

    def _best_place(self) -> int:
        """Where a run that has become too large is best cut: at a strong boundary, so that not much room is left."""
        run = self.run
        limit = max(run[0].limit, run[-1].limit)
        strongest = min(piece.level for piece in run[1:])
        best, least = 1, float("inf")
        for place in range(1, len(run)):
            size = run[place - 1].end - run[0].start
            if size > limit and place > 1:
                break
            cost = limit - size + (run[place].level - strongest) * limit / (8 * LEVEL)
            cost += self._awkwardness(run[place - 1], run[place]) * limit
            cost += limit if size < limit / 4 else 0
            if cost <= least:
                best, least = place, cost
        return best

    def _awkwardness(self, left: Piece, right: Piece) -> float:
        """How much a boundary parts what belongs together."""
        is_within_line = not self.data.count(b"\n", left.end, right.start)
        return 1.0 * is_within_line + 0.7 * right.holds_left + 0.5 * left.holds_right


_MOST_HELD = 64
"""So many pieces are looked at for a place to cut: comments and keywords before a unit are fewer."""
