"""The document of a request: its present text and facts, and what its references mean there."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from glossator.app.current_texts import CurrentText
from glossator.app.disk_threads import ask_disk
from glossator.app.documents import Snapshot
from glossator.app.fresh_edges import Definition, Meant, defining_texts, nearness, resolve_afresh
from glossator.app.present_symbols import PresentSymbols
from glossator.app.relocation import likeness
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.languages import detect
from glossator.core.symbols import Certainty, FileFacts, Import
from glossator.core.test_paths import is_test_path
from glossator.store import uses
from glossator.store.rows import EdgeRow

if TYPE_CHECKING:
    from glossator.app.application import Application

_MOST_NAMES = 12
"""So many names whose meaning the index does not tell are looked for in other files."""


@dataclass(frozen=True, slots=True)
class AskedDocument:
    """`index` is that of the folder that holds the document, None outside of all; `is_indexed` says whether the index
    is about this very text."""

    app: Application
    text: CurrentText
    facts: FileFacts
    index: WorkspaceIndex | None
    is_indexed: bool

    @classmethod
    async def read(cls, app: Application, snapshot: Snapshot) -> AskedDocument:
        """Take the document as the request has found it."""
        facts = await app.facts(snapshot)
        text, index = await ask_disk(app.present_text, snapshot)
        return await cls.of_text(app, text, facts, index)

    @classmethod
    async def of_text(
        cls, app: Application, text: CurrentText, facts: FileFacts, index: WorkspaceIndex | None
    ) -> AskedDocument:
        """A present text as though it were the document of a request."""
        file = None if index is None else await asyncio.to_thread(index.reader.file, text.path)
        return cls(app, text, facts, index, file is not None and text.is_fresh(file.row.content_hash))

    async def meant(self, positions: Collection[int]) -> dict[int, list[Definition]]:
        """What the references at the positions mean: the sure definitions alone where there are any, else all that
        are possible, those near first."""
        if self.index is not None and self.is_indexed:
            found = await self._indexed(self.index, positions)
        else:
            found = await self._afresh(positions)
        by_reference: dict[int, dict[tuple[str, str, int], Definition]] = defaultdict(dict)
        for reference, definition in found:
            by_reference[reference].setdefault(definition.identity, definition)
        return {number: best(each.values(), self.text.path) for number, each in sorted(by_reference.items())}

    async def _indexed(self, index: WorkspaceIndex, positions: Collection[int]) -> list[Meant]:
        by_span = {self.facts.references[position].span: position for position in positions}
        edges = await asyncio.to_thread(uses.edges_at, index.reader, self.text.path, by_span)
        found = await self._present(index, edges)
        return [Meant(by_span[edge.reference.span], definition) for edge, definition in found]

    async def _afresh(self, positions: Collection[int]) -> list[Meant]:
        """What is proved by the present text comes first, then what the index says of what stands there unchanged,
        then what the present text makes possible."""
        stored = [] if self.index is None else await self._stored(self.index, positions)
        told = {reference for reference, _ in stored}
        names = dict.fromkeys(
            self.facts.references[position].name for position in positions if position not in told
        )
        others = await defining_texts(
            self.app, self.index, self.text.path, self.facts.language, [*names][:_MOST_NAMES]
        )
        fresh = await resolve_afresh(self.text, self.facts, positions, others)
        sure = [each for each in fresh if each.definition.certainty is Certainty.SURE]
        proved = {reference for reference, _ in sure}
        stored = [each for each in stored if each.reference not in proved]
        told &= {each.reference for each in stored}
        possible = [each for each in fresh if each.reference not in proved | told]
        return [*sure, *stored, *possible]

    async def meant_afresh(
        self, position: int, names: Collection[str], others: Iterable[CurrentText]
    ) -> list[Definition]:
        """What the reference at a position means as far as the present text, the files that define one of the names,
        and others show."""
        texts = dict(
            await defining_texts(
                self.app, self.index, self.text.path, self.facts.language, [*dict.fromkeys(names)]
            )
        )
        for text in others:
            texts.setdefault(text.path, (text, await self.app.facts_of_text(text)))
        return [each for _, each in await resolve_afresh(self.text, self.facts, [position], texts)]

    async def _stored(self, index: WorkspaceIndex, positions: Iterable[int]) -> list[Meant]:
        """What the index says of references that are as they were but for their place."""
        references = self.facts.references
        names = {references[position].name for position in positions}
        edges = await asyncio.to_thread(uses.edges_named, index.reader, self.text.path, names)
        imports = await asyncio.to_thread(uses.imports_of, index.reader, self.text.path)
        if _bound(imports) != _bound(self.facts.imports):
            # A name may be bound to something else now.
            edges = [replace(edge, certainty=Certainty.POSSIBLE) for edge in edges]
        by_form: dict[tuple[object, ...], list[tuple[EdgeRow, Definition]]] = defaultdict(list)
        for edge, definition in await self._present(index, edges):
            row = edge.reference
            holder = None if row.enclosing is None else row.enclosing.symbol.qualified_name
            by_form[row.name, row.kind, holder, row.receiver].append((edge, definition))
        found = []
        for position in positions:
            form = (*likeness(self.facts, references[position]), references[position].receiver)
            like = by_form.get(form, [])
            first = like[0][0].reference.id if like else None
            found += [Meant(position, definition) for edge, definition in like if edge.reference.id == first]
        return found

    async def _present(
        self, index: WorkspaceIndex, edges: Iterable[EdgeRow]
    ) -> list[tuple[EdgeRow, Definition]]:
        present = PresentSymbols(self.app, index)
        known: dict[int, Definition | None] = {}
        found = []
        for edge in edges:
            if edge.target.id not in known:
                now = await present.symbol(edge.target)
                known[edge.target.id] = None if now is None else Definition(*now)
            definition = known[edge.target.id]
            if definition is not None:
                proved = Definition(definition.text, definition.symbol, edge.certainty, edge.why)
                found.append((edge, proved))
        present.report()
        return found


def _bound(imports: Iterable[Import]) -> list[tuple[str, str | None, str | None]]:
    return sorted({(each.module, each.name, each.alias) for each in imports}, key=str)


def best(definitions: Iterable[Definition], own_path: str) -> list[Definition]:
    """The sure ones alone where there are any, those near a file first."""
    listed = sorted(definitions, key=lambda each: (*_nearness(each, own_path), each.symbol.name_span))
    return [each for each in listed if each.certainty is Certainty.SURE] or listed


def _nearness(definition: Definition, own_path: str) -> tuple[bool, bool, int, str]:
    path = definition.text.path
    return nearness(path, is_test_path(path, detect(path)), own_path)
