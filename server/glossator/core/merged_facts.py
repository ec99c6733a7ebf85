"""The facts of a broken text: what stands of its last good parse, and what was written since.

A parser that meets an error loses definitions whose text nobody touched, nests them elsewhere, or sees some that are
none: an unclosed bracket swallows the rest of a file. So what was written since the last good parse is what the
present parse says it is, and everything else is what it was:

* A definition is kept while its name stands among unchanged text where it stood, and no comment begins before it on
  its line. Its container is the innermost kept one that it had. It reaches to its moved end, and lines written right
  behind it belong to it where they are indented deeper.
* A reference or an import is kept while nothing in it changed.
* From the present parse come the definitions, references and imports that overlap or border on a change. A new
  definition ends before the next kept one that it would swallow.
* Where the head of a definition is written a second time, word for word, before it, the new one stands for it.
* What was deleted is gone, because its text is. What was commented out by a block, moved to another place or put
  into another container is seen as such when the text parses again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from glossator.core.languages import languages
from glossator.core.moved_symbols import is_commented, moved_symbol, symbol_within
from glossator.core.symbols import (
    CALLABLE_KINDS,
    TYPE_KINDS,
    FileFacts,
    Import,
    ParseState,
    Reference,
    Symbol,
)
from glossator.core.text import Span
from glossator.core.text_changes import Changes

_ENCLOSING_KINDS = CALLABLE_KINDS | TYPE_KINDS

_Item = TypeVar("_Item", Reference, Import)


@dataclass(frozen=True, slots=True)
class ParsedText:
    """A text (UTF-8) and the facts of its parse."""

    data: bytes
    facts: FileFacts


@dataclass(slots=True)
class _Entry:
    """A symbol on its way into the merged list, in its present place.

    `position` is its place in the list it comes from, `named_in` the qualified name of its container there.
    """

    symbol: Symbol
    position: int
    named_in: str
    is_kept: bool
    container: _Entry | None
    place: int = -1
    """Its place in the merged list."""


_FOREVER = 1 << 62


class _Regions:
    """The innermost of some nested symbols around an offset, and how far it stays the innermost."""

    def __init__(self, entries: Iterable[_Entry]) -> None:
        """`entries` are sorted by the start of their spans."""
        self._starts: list[int] = [0]
        self._holders: list[_Entry | None] = [None]
        stack: list[_Entry] = []
        for entry in entries:
            self._close(stack, entry.symbol.span.start)
            stack.append(entry)
            self._begin(entry.symbol.span.start, entry)
        self._close(stack, None)

    def _close(self, stack: list[_Entry], offset: int | None) -> None:
        while stack and (offset is None or stack[-1].symbol.span.end <= offset):
            end = stack.pop().symbol.span.end
            self._begin(end, stack[-1] if stack else None)

    def _begin(self, offset: int, holder: _Entry | None) -> None:
        self._starts.append(offset)
        self._holders.append(holder)

    def around(self, offset: int) -> tuple[_Entry | None, Span]:
        """The innermost symbol, None at top level, and the stretch around `offset` in which it is."""
        place = bisect_right(self._starts, offset)
        end = self._starts[place] if place < len(self._starts) else _FOREVER
        return self._holders[place - 1], Span(self._starts[place - 1], end)


class MergedFacts:
    """`last`, the last good parse of a document, with `present`, its broken text as it is now."""

    def __init__(self, last: ParsedText, present: ParsedText) -> None:
        self.last = last
        self.present = present
        self.changes = Changes(last.data, present.data)
        self.standing = dict(self._standing())
        """Where the names of kept definitions stand, by the place of the definition in the last good parse."""

    def _standing(self) -> Iterator[tuple[int, Span]]:
        names = sorted(
            filter(self.changes.is_new, (symbol.name_span for symbol in self.present.facts.symbols))
        )
        for position, symbol in enumerate(self.last.facts.symbols):
            name = self.changes.unchanged(symbol.name_span)
            if name is None or is_commented(self.last.data, symbol.name_span, self.present.data, name):
                continue
            # A name that grew on its line by what is no letter (`save` to `save!`) is another name.
            place = bisect_left(names, name)
            near = (other for other in names[max(0, place - 1) : place + 2] if other != name)
            if not any(_overlap(name, other) and self._is_one_line(other) for other in near):
                yield position, name

    def _is_one_line(self, span: Span) -> bool:
        return len(self.present.data[span.start : span.end].splitlines()) == 1

    @cached_property
    def _kept(self) -> dict[int, _Entry]:
        """The definitions of the last good parse that still stand, by their place there."""
        symbols = self.last.facts.symbols
        starts = [symbol.span.start for symbol in symbols]
        kept: dict[int, _Entry] = {}
        innermost: list[_Entry | None] = []
        for position, symbol in enumerate(symbols):
            around = None if symbol.container is None else innermost[symbol.container]
            if (name := self.standing.get(position)) is not None:
                place = bisect_left(starts, symbol.span.end)
                following = self.changes.start(starts[place]) if place < len(starts) else _FOREVER
                limit = min(following, len(self.present.data) if around is None else around.symbol.span.end)
                moved = moved_symbol(symbol, name, self.changes, self.present.data, limit)
                around = kept[position] = _Entry(moved, position, _container(symbols, symbol), True, around)
            innermost.append(around)
        return kept

    @cached_property
    def _fresh(self) -> dict[int, _Entry]:
        """The definitions of the present parse that were written since, by their place there."""
        symbols = self.present.facts.symbols
        regions = _Regions(self._kept.values())
        known = {entry.symbol.name_span for entry in self._kept.values()}
        fresh: dict[int, _Entry] = {}
        for position, symbol in enumerate(symbols):
            if symbol.name_span in known or not self.changes.is_new(symbol.name_span):
                continue
            around, stretch = regions.around(symbol.name_span.start)
            clipped = symbol_within(symbol, stretch)
            if clipped is None:
                continue
            written = None if symbol.container is None else fresh.get(symbol.container)
            if written is not None and written.symbol.span.covers(clipped.span):
                around = written
            fresh[position] = _Entry(clipped, position, _container(symbols, symbol), False, around)
        return fresh

    @cached_property
    def _entries(self) -> list[_Entry]:
        entries = sorted((*self._kept.values(), *self._fresh.values()), key=_order)
        for place, entry in enumerate(entries):
            entry.place = place
        return entries

    def facts(self) -> FileFacts:
        """The facts of the text."""
        return replace(
            self.present.facts,
            language=self.last.facts.language,
            state=ParseState.PARTLY_PARSED,
            symbols=self.symbols,
            references=self._references(),
            imports=self._imports(),
        )

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """All symbols in order, with the containers, qualified names and ordinals that they have together."""
        language = languages().get(self.last.facts.language)
        separator = "." if language is None else language.separator
        ordinals: dict[str, int] = {}
        made: list[Symbol] = []
        for entry in self._entries:
            symbol, around = entry.symbol, entry.container
            if around is not None and around.place >= entry.place:
                around = None
            named_in = made[around.place].qualified_name if around is not None else ""
            name = symbol.qualified_name
            if named_in != entry.named_in:
                name = separator.join(part for part in (named_in, symbol.owner, symbol.name) if part)
            ordinal = ordinals.get(name, 0)
            ordinals[name] = ordinal + 1
            container = None if around is None else around.place
            made.append(replace(symbol, qualified_name=name, container=container, ordinal=ordinal))
        return tuple(made)

    def _references(self) -> tuple[Reference, ...]:
        """All references in order. Of a place that both parses know the present one speaks."""
        defined = {entry.symbol.name_span for entry in self._fresh.values()}
        found = {item.span: item for item in self.kept(self.last.facts.references)}
        found |= {item.span: item for item in self._written(self.present.facts.references)}
        return tuple(found[span] for span in sorted(found) if span not in defined)

    def _imports(self) -> tuple[Import, ...]:
        """All imports in order."""
        known, new = self.last.facts.imports, self.present.facts.imports
        found = [*self.kept(known), *self._written(new)]
        return tuple(sorted(found, key=lambda item: item.span))

    def kept(self, items: Iterable[_Item]) -> Iterator[_Item]:
        """Those of the references or imports of the last good parse that nothing changed in."""
        places = {entry.position: entry.place for entry in self._entries if entry.is_kept}
        holders: list[int | None] = []
        for position, symbol in enumerate(self.last.facts.symbols):
            above = None if symbol.container is None else holders[symbol.container]
            holders.append(places.get(position, above) if _encloses(symbol) else above)
        for item in items:
            if (span := self.changes.unchanged(item.span)) is not None:
                holder = None if item.enclosing is None else holders[item.enclosing]
                yield replace(item, span=span, enclosing=holder)

    def _written(self, items: Iterable[_Item]) -> Iterator[_Item]:
        enclosing = _Regions(entry for entry in self._entries if _encloses(entry.symbol))
        for item in items:
            if self.changes.is_new(item.span):
                holder, _ = enclosing.around(item.span.start)
                yield replace(item, enclosing=None if holder is None else holder.place)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _order(entry: _Entry) -> tuple[int, int, bool, int]:
    span = entry.symbol.span
    return span.start, -span.end, not entry.is_kept, entry.position


def _encloses(symbol: Symbol) -> bool:
    return symbol.kind in _ENCLOSING_KINDS


def _container(symbols: Sequence[Symbol], symbol: Symbol) -> str:
    return "" if symbol.container is None else symbols[symbol.container].qualified_name
