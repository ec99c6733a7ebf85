"""What the name at a place of a document means: definitions, or the file of a module that is imported."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from glossator.app.asked_document import AskedDocument, best
from glossator.app.current_texts import CurrentText
from glossator.app.fresh_edges import Definition, is_family, nearest_first
from glossator.app.present_symbols import PresentSymbols
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.fact_tables import ReferenceTable
from glossator.core.languages import Language, languages
from glossator.core.symbols import (
    CALLABLE_KINDS,
    TYPE_KINDS,
    Import,
    Reference,
    ReferenceKind,
    Symbol,
    SymbolKind,
)
from glossator.core.text import Span
from glossator.store.rows import SymbolRow

_WORD = re.compile(rb"[\w$@\x80-\xff]+")
_MOST_COUNTERPARTS = 20
"""A name that more files than this declare and define says nothing about which belong together."""


@dataclass(frozen=True, slots=True)
class NameAt:
    """The name at a place and what it means, best first. `own` is the definition whose name it is, if it is one; then
    `found` are its other halves: the definition of a prototype, the prototypes of a definition."""

    span: Span
    found: tuple[Definition, ...] = ()
    own: Definition | None = None
    files: tuple[CurrentText, ...] = ()
    """Files that are meant as a whole."""


async def name_at(asked: AskedDocument, offset: int) -> NameAt | None:
    """The name that holds a byte offset or ends there, None if there is none of which anything is known."""
    symbol = next(
        (each for each in asked.facts.symbols if _touches(each.name_span, offset) and each.name), None
    )
    if symbol is not None:
        own = Definition(asked.text, symbol)
        return NameAt(symbol.name_span, tuple(await counterparts(asked, symbol)), own)
    positions = _references_at(asked.facts.references, offset)
    if positions:
        meant = await asked.meant(positions)
        found = best((each for some in meant.values() for each in some), asked.text.path)
        if found:
            return NameAt(asked.facts.references[positions[0]].span, tuple(found))
    return await _imported_at(asked, offset)


def definition_around(asked: AskedDocument, offset: int) -> Definition | None:
    """The definition in whose head a byte offset stands."""
    around = [each for each in asked.facts.symbols if _touches(each.signature_span, offset)]
    return Definition(asked.text, min(around, key=lambda each: len(each.signature_span))) if around else None


async def counterparts(asked: AskedDocument, symbol: Symbol) -> list[Definition]:
    """The definitions that a prototype announces, or the prototypes of a definition: of the same name and owner, those
    of the own file alone if there are any, else those of its folder, else of all."""
    symbols = asked.facts.symbols
    owner = _owner(symbol, symbols)
    if owner is None:
        return []
    language = languages()[asked.facts.language]
    inside = [
        Definition(asked.text, each)
        for each in symbols
        if _is_other_half(symbol, each, language) and _owner(each, symbols) == owner
    ]
    if inside or asked.index is None:
        return inside
    rows = await asyncio.to_thread(_other_halves, asked, asked.index, symbol, owner, language)
    present = PresentSymbols(asked.app, asked.index)
    found = [Definition(*now) for row in rows if (now := await present.symbol(row)) is not None]
    present.report()
    return found


def _other_halves(
    asked: AskedDocument, index: WorkspaceIndex, symbol: Symbol, owner: str, language: Language
) -> list[SymbolRow]:
    rows = index.reader.symbols_named(symbol.name)
    rows = [
        row
        for row in rows
        if row.file.path != asked.text.path
        and is_family(row, language.id)
        and _is_other_half(symbol, row.symbol, language)
    ]
    found = []
    for row in nearest_first(rows[: _MOST_COUNTERPARTS + 1], asked.text.path):
        container = (
            None
            if row.symbol.container is None
            else index.reader.symbol_by_id(row.id - row.position + row.symbol.container)
        )
        if _owner_name(row.symbol, None if container is None else container.symbol) == owner:
            found.append(row)
    folder = asked.text.path.rpartition("/")[0]
    near = [row for row in found if row.file.path.rpartition("/")[0] == folder]
    return [] if len(rows) > _MOST_COUNTERPARTS else near or found


def _is_other_half(symbol: Symbol, other: Symbol, language: Language) -> bool:
    same_sort = other.kind is symbol.kind or (symbol.kind in CALLABLE_KINDS and other.kind in CALLABLE_KINDS)
    named = language.key(symbol.name) == language.key(other.name)
    return named and same_sort and other.is_declaration is not symbol.is_declaration


def _owner(symbol: Symbol, symbols: Sequence[Symbol]) -> str | None:
    return _owner_name(symbol, None if symbol.container is None else symbols[symbol.container])


def _owner_name(symbol: Symbol, container: Symbol | None) -> str | None:
    """The name of the type that a symbol belongs to, "" for none; None where its other half would be another method:
    that of a class which fulfils an interface."""
    if container is not None and container.kind in (SymbolKind.INTERFACE, SymbolKind.TRAIT):
        return None
    if symbol.owner is not None:
        return symbol.owner.replace("::", ".").rpartition(".")[2]
    return container.name if container is not None and container.kind in TYPE_KINDS else ""


def _touches(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end


def _references_at(references: Sequence[Reference], offset: int) -> list[int]:
    """The positions of the references that hold an offset, else of those that end there."""
    _, _, _, starts, ends, *_ = ReferenceTable.of(references).views()
    touching = [
        place for place, (start, end) in enumerate(zip(starts, ends, strict=True)) if start <= offset <= end
    ]
    holding = [place for place in touching if offset < ends[place]]
    chosen = holding or touching
    if not chosen:
        return []
    shortest = min(ends[place] - starts[place] for place in chosen)
    return [place for place in chosen if ends[place] - starts[place] == shortest]


async def _imported_at(asked: AskedDocument, offset: int) -> NameAt | None:
    """What an import binds: the one that stands there, or that which binds the name that stands there."""
    word = next((each for each in _words(asked.text, offset) if _touches(each, offset)), None)
    if word is None:
        return None
    name = asked.text.data[word.start : word.end].decode("utf-8", "replace")
    imports = asked.facts.imports
    around = [each for each in imports if _touches(each.span, offset)]
    taken = [each for each in around if name in (each.name, each.alias)]
    binding = taken or ([] if around else [each for each in imports if name == _bound_name(each)])
    for entry in binding:
        if found := await _bound(asked, entry):
            return NameAt(word, tuple(found))
    entries = binding or around
    files = [
        text for entry in entries[:1] for text in await _module_files(asked, entry, as_module=bool(binding))
    ]
    return NameAt(word, files=tuple(files)) if files else None


def _words(text: CurrentText, offset: int) -> Iterator[Span]:
    line = text.lines.line_span(text.lines.line_at(offset))
    for match in _WORD.finditer(text.data, max(line.start, offset - 200), min(line.end, offset + 200)):
        yield Span(match.start(), match.end())


def _bound_name(entry: Import) -> str | None:
    return entry.local_name or re.split(r"::|[./\\]", entry.module)[-1]


async def _bound(asked: AskedDocument, entry: Import) -> list[Definition]:
    """The definitions that an import binds: as though a name stood behind it that uses it."""
    if entry.name == "*" or entry.local_name is None:
        return []
    used = Reference(ReferenceKind.READ, entry.local_name, entry.span, entry.enclosing)
    references = [*asked.facts.references, used]
    position = len(references) - 1
    assumed = replace(asked, facts=replace(asked.facts, references=references), is_indexed=False)
    wanted = entry.name or entry.local_name
    meant = await assumed.meant_afresh(
        position, [wanted, entry.local_name], await _module_files(asked, entry)
    )
    return best(meant, asked.text.path)


async def _module_files(asked: AskedDocument, entry: Import, *, as_module: bool = False) -> list[CurrentText]:
    index = asked.index
    if index is None:
        return []

    def read() -> list[CurrentText]:
        paths = asked.app.modules.find(
            index.reader, entry, asked.text.path, asked.facts.language, as_module=as_module
        )
        texts = (asked.app.texts.get(index.root, path) for path in paths)
        return [text for text in texts if text is not None]

    return await asyncio.to_thread(read)
