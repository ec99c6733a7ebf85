"""Places on the wire: byte spans of many files turned into ranges in the client's encoding.

The files are read once per answer, open documents from memory and the others off the event loop. A place
whose file can no longer be read is left out, never guessed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import chain

from lsprotocol import types

from glossator.app.documents import Documents, read_document
from glossator.core.errors import ContentModified, UserError
from glossator.core.explanation import Hit, Place, Target, Usage
from glossator.core.text import LineIndex, PositionEncoding
from glossator.lsp import convert
from glossator.lsp.extensions import WireHit, WirePlace, WireTarget, WireUsage


class PlaceReader:
    """Ranges of the places of one answer; made by `read`."""

    def __init__(self, lines: dict[str, LineIndex], encoding: PositionEncoding) -> None:
        self._lines = lines
        self._encoding = encoding

    @classmethod
    async def read(
        cls, documents: Documents, encoding: PositionEncoding, places: Iterable[Place]
    ) -> PlaceReader:
        """Read what `places` lie in."""
        lines: dict[str, LineIndex] = {}
        unopened: list[str] = []
        for uri in {place.uri: None for place in places}:
            open_lines = _open_lines(documents, uri)
            if open_lines is None:
                unopened.append(uri)
            else:
                lines[uri] = open_lines
        if unopened:
            lines.update(await asyncio.to_thread(_read_lines, unopened))
        return cls(lines, encoding)

    def range(self, place: Place) -> types.Range | None:
        """The range of `place`, None if its file is not there or has become too short for it."""
        lines = self._lines.get(place.uri)
        if lines is None or place.span.end > len(lines.data):
            return None
        return convert.range_of(lines, place.span, self._encoding)

    def place(self, place: Place) -> WirePlace | None:
        """The place as it travels, None if its file is not there."""
        range_ = self.range(place)
        return (
            None
            if range_ is None
            else WirePlace(path=convert.sendable(place.path), uri=place.uri, range=range_)
        )

    def target(self, target: Target) -> WireTarget | None:
        """The target as it travels, None if its file is not there."""
        place, name_place = self.place(target.place), self.place(target.name_place)
        if place is None or name_place is None:
            return None
        selection = None
        if target.selection is not None:
            lines = self._lines[target.place.uri]
            selection = convert.range_of(lines, target.selection, self._encoding)
        return WireTarget(
            name=target.name,
            qualified_name=target.symbol.qualified_name if target.symbol else target.name,
            kind=target.kind.value,
            language=target.language,
            signature=target.signature,
            place=place,
            name_place=name_place,
            selection=selection,
        )

    def usages(self, usages: Iterable[Usage]) -> list[WireUsage]:
        """The usages whose files are there."""
        return [wire for usage in usages if (wire := self._usage(usage)) is not None]

    def _usage(self, usage: Usage) -> WireUsage | None:
        place, name_place = self.place(usage.place), self.place(usage.name_place)
        if place is None or name_place is None:
            return None
        return WireUsage(
            name=usage.name,
            kind=usage.kind.value,
            place=place,
            name_place=name_place,
            uses=[wire for use in usage.uses if (wire := self.place(use)) is not None],
            reference=usage.reference.value,
            certainty=usage.certainty.value,
            why=usage.why,
            in_test=usage.in_test,
        )

    def hits(self, hits: Iterable[Hit]) -> list[WireHit]:
        """The hits whose files are there."""
        return [wire for hit in hits if (wire := self._hit(hit)) is not None]

    def _hit(self, hit: Hit) -> WireHit | None:
        place, name_place = self.place(hit.place), self.place(hit.name_place)
        if place is None or name_place is None:
            return None
        return WireHit(
            name=hit.name,
            qualified_name=hit.qualified_name,
            container=hit.container,
            kind=hit.kind.value,
            place=place,
            name_place=name_place,
            score=hit.score,
            reasons=list(hit.reasons),
        )


def usage_places(usages: Iterable[Usage]) -> Iterable[Place]:
    """All places of the usages."""
    return chain.from_iterable((usage.place, usage.name_place, *usage.uses) for usage in usages)


def _open_lines(documents: Documents, uri: str) -> LineIndex | None:
    """The lines of a document that the editor has open and whose text is known."""
    if not documents.is_open(uri):
        return None
    try:
        return documents.snapshot(uri).lines
    except ContentModified:
        return None


def _read_lines(uris: list[str]) -> dict[str, LineIndex]:
    lines = {}
    for uri in uris:
        try:
            lines[uri] = read_document(uri).lines
        except UserError:
            continue
    return lines
