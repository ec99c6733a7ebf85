"""Edges of a text that differs from the index, resolved afresh among the few files that may concern it.

These are the file itself and the files that define the names in question: those that the index knows, and documents
that the editor has open and has not saved. That is less than the whole workspace, so what is not proved here may still
be known to the index.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from glossator.app.current_texts import CurrentText
from glossator.app.disk_threads import ask_disk
from glossator.app.uris import path_from_uri
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.languages import languages
from glossator.core.resolve import resolve_workspace
from glossator.core.row_ids import file_of, position_of
from glossator.core.symbols import Certainty, FileFacts, Reference, ReferenceKind, Symbol
from glossator.store.rows import SymbolRow

if TYPE_CHECKING:
    from glossator.app.application import Application

_MOST_FILES = 8
"""So many files that define a name, and so many unsaved documents, are looked at."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition where it stands now, and how well it is proved that something means it: None if it was named
    itself."""

    text: CurrentText
    symbol: Symbol
    certainty: Certainty | None = None
    why: str = ""

    @property
    def identity(self) -> tuple[str, str, int]:
        """What tells it from all other symbols of its folder."""
        return self.text.path, self.symbol.qualified_name, self.symbol.ordinal


class Meant(NamedTuple):
    """A definition that a reference means; `reference` is a position in the file's list of references."""

    reference: int
    definition: Definition


Texts = Mapping[str, tuple[CurrentText, FileFacts]]
"""Present texts with their facts by path."""


async def resolve_afresh(
    text: CurrentText, facts: FileFacts, positions: Collection[int], others: Texts
) -> list[Meant]:
    """What the references at the positions mean within the file and the others, by the order of the references."""
    known = {**others, text.path: (text, facts)}
    edges = await asyncio.to_thread(_resolve, text.path, facts, sorted(positions), known)
    found = []
    for reference, path, symbol, certainty, why in edges:
        there, there_facts = known[path]
        found.append(Meant(reference, Definition(there, there_facts.symbols[symbol], certainty, why)))
    return found


def _resolve(
    path: str, facts: FileFacts, positions: Sequence[int], known: Texts
) -> list[tuple[int, str, int, Certainty, str]]:
    """For each edge the reference, the path and the position of the symbol, and how sure it is."""
    asked = [facts.references[position] for position in positions]
    files = {other: _without_references(each) for other, (_, each) in known.items()}
    files[path] = replace(facts, references=[*asked, *_bases(facts)])
    numbers = dict(enumerate(sorted(files), 1))
    found = []
    for edge in resolve_workspace(files):
        place = position_of(edge.reference)
        if numbers[file_of(edge.reference)] == path and place < len(positions):
            there = numbers[file_of(edge.symbol)]
            found.append((positions[place], there, position_of(edge.symbol), edge.certainty, edge.why))
    return found


def _without_references(facts: FileFacts) -> FileFacts:
    """The facts of a file of which only the definitions count: what types inherit belongs to these."""
    return replace(facts, references=_bases(facts))


def _bases(facts: FileFacts) -> list[Reference]:
    return [each for each in facts.references if each.kind is ReferenceKind.INHERIT]


async def defining_texts(
    app: Application, index: WorkspaceIndex | None, own_path: str, language: str, names: Collection[str]
) -> Texts:
    """The files that define one of the names, those near `own_path` first, and documents that are not saved."""
    if index is None:
        return {}
    rows = await asyncio.to_thread(
        lambda: [row for name in names for row in index.reader.symbols_named(name)]
    )
    ordered = nearest_first((row for row in rows if is_family(row, language)), own_path)
    paths = [path for path in dict.fromkeys(row.file.path for row in ordered) if path != own_path][
        :_MOST_FILES
    ]
    texts = await ask_disk(lambda: [app.texts.get(index.root, path) for path in paths])
    found = {text.path: (text, await app.facts_of_text(text)) for text in texts if text is not None}
    for text in await unsaved_texts(app, index, names):
        if text.path != own_path:
            found.setdefault(text.path, (text, await app.facts_of_text(text)))
    return found


async def unsaved_texts(app: Application, index: WorkspaceIndex, names: Iterable[str]) -> list[CurrentText]:
    """Open documents of a folder whose text is not the one on disk and holds one of the names, in whatever case."""
    written = [name.encode("utf-8", "surrogatepass").lower() for name in names]

    def read() -> list[CurrentText]:
        found = []
        for uri in app.documents.open_uris():
            path = path_from_uri(uri)
            inside = None if path is None else app.workspace_of(Path(path))
            if inside is None or inside[0] is not index:
                continue
            text = app.texts.get(index.root, inside[1])
            if text is not None and text.indexed_hash is None and _holds(text.data, written):
                found.append(text)
        return found[:_MOST_FILES]

    return await asyncio.to_thread(read)


def _holds(data: bytes, written: Iterable[bytes]) -> bool:
    lowered = data.lower()
    return any(each in lowered for each in written)


def is_family(row: SymbolRow, language: str) -> bool:
    """Whether a symbol is written in a language whose code sees that of another."""
    own, other = languages().get(language), languages().get(row.file.row.language)
    return own is not None and other is not None and own.family == other.family


def nearest_first(rows: Iterable[SymbolRow], own_path: str) -> list[SymbolRow]:
    """The symbols in the order of `nearness` of their files."""
    return sorted(
        rows, key=lambda row: (*nearness(row.file.path, row.file.row.is_test, own_path), row.position)
    )


def nearness(path: str, is_test: bool, own_path: str) -> tuple[bool, bool, int, str]:
    """An order of files in which those near a file come first, and those of tests last."""
    here, there = own_path.split("/"), path.split("/")
    common = next(
        (at for at, pair in enumerate(zip(here, there, strict=False)) if pair[0] != pair[1]), len(there)
    )
    return path != own_path, is_test, -common, path
