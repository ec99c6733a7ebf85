"""Places on the wire: byte spans of many files turned into ranges in the client's encoding.

The files are read once per answer, open documents from memory and the others off the event loop. A place whose
file can no longer be read, or holds another text than when the place was found, is left out, never guessed, and
the file is indexed again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from lsprotocol import types

from glossator.app.disk_threads import ask_disk
from glossator.app.documents import Documents, Snapshot, read_document
from glossator.app.uris import path_from_uri
from glossator.core.errors import ContentModified, UserError
from glossator.core.explanation import Completeness, Hit, Place, Target, Usage
from glossator.core.text import LineIndex, PositionEncoding
from glossator.lsp import convert
from glossator.lsp.extensions import WireHit, WirePlace, WireTarget, WireUsage

if TYPE_CHECKING:
    from glossator.app.application import Application


class PlaceReader:
    """Ranges of the places of one answer; made by `read`."""

    def __init__(self, app: Application, lines: dict[str, LineIndex], encoding: PositionEncoding) -> None:
        self._app = app
        self._lines = lines
        self._encoding = encoding
        self._left_out: dict[str, None] = {}

    @classmethod
    async def read(
        cls,
        app: Application,
        encoding: PositionEncoding,
        places: Iterable[Place],
        asked: Snapshot | None = None,
    ) -> PlaceReader:
        """Read what `places` lie in. `asked` is the document of the request: the answer is about its text as it
        was then, even if the user has gone on typing."""
        lines = {} if asked is None else {asked.uri: asked.lines}
        unopened: list[str] = []
        for uri in {place.uri: None for place in places if place.uri not in lines}:
            open_lines = _open_lines(app.documents, uri)
            if open_lines is None:
                unopened.append(uri)
            else:
                lines[uri] = open_lines
        if unopened:
            lines.update(await ask_disk(_read_lines, unopened))
        return cls(app, lines, encoding)

    def range(self, place: Place) -> types.Range | None:
        """The range of `place`, None if its file is not there or has changed since the place was found."""
        lines = self._lines.get(place.uri)
        if lines is None or hash(lines.data) != place.text_hash:
            self._leave_out(place)
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

    def _leave_out(self, place: Place) -> None:
        self._left_out[place.path] = None
        path = path_from_uri(place.uri)
        if path is not None and not self._app.documents.is_open(place.uri):
            self._app.files_changed([path])

    def completed(self, completeness: Completeness) -> Completeness:
        """The completeness of an answer, with the files whose places were left out here."""
        if not self._left_out:
            return completeness
        note = (
            f"{completeness.note} Files have changed since the question: places in them are left out.".strip()
        )
        stale = tuple(dict.fromkeys([*completeness.stale_files, *self._left_out]))
        return replace(completeness, stale_files=stale, note=note)

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
            shares=dict(hit.shares),
        )


def usage_places(usages: Iterable[Usage]) -> Iterable[Place]:
    """All places of the usages."""
    return chain.from_iterable((usage.place, usage.name_place, *usage.uses) for usage in usages)


def _open_lines(documents: Documents, uri: str) -> LineIndex | None:
    """The lines of a document that the editor has open and whose text is known."""
    try:
        held = documents.held(uri)
    except ContentModified:
        return None
    return None if held is None else held.lines


def _read_lines(uris: list[str]) -> dict[str, LineIndex]:
    lines = {}
    for uri in uris:
        try:
            lines[uri] = read_document(uri).lines
        except UserError:
            continue
    return lines
